/** The build's part of a document's head. */
export type Head = {
  /** Maps the names in the imports of the build's files to their addresses (scripts/browser-files.mjs). */
  importMap?: string;
  /** Addresses of this page's scripts. */
  preloads?: string[];
  /** The style rules of this page. */
  styles?: string;
  /** The address of the style sheet for all pages. */
  href?: string;
};

/** What the head of a document contains of the build. */
export type Head = {
  /** From the names that the build's files import each other by to their addresses (scripts/browser-files.mjs). */
  importMap?: string;
  /** Addresses of the scripts of this page. */
  preloads?: string[];
  /** The rules that this page needs. */
  styles?: string;
  /** The address of the rules of all pages. */
  href?: string;
};

/** Values of a page that the server provides. Some come with the document; others exist only while it is rendered. */
import { createContext, type ReactNode } from 'react';
import type { Head } from '~/http/assets.server';

type Page = Head & {
  /** In browsers: the routes of the document. It contains the style rules for them. */
  routes?: string[];
  nonce?: string;
  /** The script of the sign-in page, and the paths of the files that the next pages need. */
  signIn?: { script: string; next: string[] };
  /** The markup of a part of the page. It is made once for each object and `view`. */
  markupOf?: (of: object, view: string, part: ReactNode) => string;
};

export const PageContext = createContext<Page>({});

/** The `handle` of a page without React in the browser. */
export const PLAIN = Symbol('plain');

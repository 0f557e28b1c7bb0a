/** Values of a page that only the server needs, while it renders it. */
import { createContext, type ReactNode } from 'react';

type Page = {
  nonce?: string;
  /** The style sheet of the whole application. */
  styles?: string;
  /** The script of the sign-in page, and the addresses of the files that the pages after it need. */
  signIn?: { script: string; next: string[] };
  /** The markup of a part of the page, made once for each `view` of the same object. */
  markupOf?: (of: object, view: string, part: ReactNode) => string;
};

export const PageContext = createContext<Page>({});

/** The `handle` of a page without React in the browser. */
export const PLAIN = Symbol('plain');

/** Values of a page that come from the server: with the document, or only while it is rendered. */
import { createContext, type ReactNode } from 'react';
import type { Head } from '~/http/head';

type Page = Head & {
  /** In browsers: what the page came with, and so its rules are for. */
  routes?: string[];
  nonce?: string;
  /** The script of the sign-in page, and the addresses of the files that the pages after it need. */
  signIn?: { script: string; next: string[] };
  /** The markup of a part of the page, made once for each `view` of the same object. */
  markupOf?: (of: object, view: string, part: ReactNode) => string;
};

export const PageContext = createContext<Page>({});

/** The `handle` of a page without React in the browser. */
export const PLAIN = Symbol('plain');

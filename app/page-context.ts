/** What the server knows of a page while it renders it, and the browser does not need to. */
import { createContext } from 'react';

type Page = { nonce?: string; /** The style sheet of the whole application. */ styles?: string };

export const PageContext = createContext<Page>({});

/** The `handle` of a page that needs no JavaScript and gets none. */
export const PLAIN = Symbol('plain');

/** Values of a page that only the server needs, while it renders it. */
import { createContext } from 'react';

type Page = { nonce?: string; /** The style sheet of the whole application. */ styles?: string };

export const PageContext = createContext<Page>({});

/** The `handle` of a page that needs no JavaScript and gets none. */
export const PLAIN = Symbol('plain');

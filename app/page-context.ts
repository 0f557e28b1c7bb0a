/** What the server knows of a page while it renders it, and the browser does not need to. */
import { createContext } from 'react';

export const PageContext = createContext<{ nonce?: string | undefined }>({});

import { part } from '~/words/words';

/** Names of pages by their path. In English they are in the table of pages. */
export const pages = part('words:pages', (): Record<string, string> => ({}));

/** Names of groups of settings, in the same way. */
export const groups = part('words:groups', (): Record<string, string> => ({}));

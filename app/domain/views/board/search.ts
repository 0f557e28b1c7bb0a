/**
 * Searches texts by the same rule on boards and on the server: letters and digits count; case, spaces and
 * punctuation do not. `search_key` in the database is the same function.
 */

/** Includes the dashes and quotation marks that word processors insert. */
const IGNORED = /[ \t\n\r\u00a0!-/:-@[-`{-~–—‘’“”]+/;

/** Matches are marked from this number of letters on. */
const MARK_FROM = 2;

export const searchWords = (text: string): string[] =>
  text.normalize('NFC').toLowerCase().split(IGNORED).filter(Boolean);

export const searchKey = (text: string): string => searchWords(text).join('');

/** @param wanted a key; every text contains an empty one. */
export const containsKey = (text: string, wanted: string): boolean => searchKey(text).includes(wanted);

/**
 * Returns the part of the text that the search matches, from its first letter to behind its last; null
 * without a match.
 */
export function placeOfKey(text: string, wanted: string): [from: number, to: number] | null {
  if (wanted.length < MARK_FROM || !containsKey(text, wanted)) return null;
  let key = '';
  const places: number[] = [];
  for (const at of Array(text.length).keys()) {
    const letter = text.charAt(at).toLowerCase().replace(IGNORED, '');
    key += letter;
    places.push(...Array.from(letter, () => at));
  }
  const start = key.indexOf(wanted);
  const [from, last] = [places[start], places[start + wanted.length - 1]];
  return from === undefined || last === undefined ? null : [from, last + 1];
}

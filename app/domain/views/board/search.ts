/**
 * The rule by which boards and the server look for a text: letters and digits count, while case, spaces and punctuation
 * do not. `search_key` of the database is the same function.
 */

/** Also the dashes and quotation marks that word processors put in. */
const IGNORED = /[ \t\n\r\u00a0!-/:-@[-`{-~–—‘’“”]+/;

/** From so many letters on, matches are marked. */
const MARK_FROM = 2;

export const searchWords = (text: string): string[] =>
  text.normalize('NFC').toLowerCase().split(IGNORED).filter(Boolean);

export const searchKey = (text: string): string => searchWords(text).join('');

/** @param wanted a key; every text contains an empty one. */
export const containsKey = (text: string, wanted: string): boolean => searchKey(text).includes(wanted);

/** The part of the text that a search has found, from its first letter to behind its last; null for none. */
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

/** Ids as they stand in addresses and forms. */

/** The largest `integer` of PostgreSQL. */
export const LARGEST_ID = 2_147_483_647;

/** Reads the text as an id; null when it is none. */
export function readId(text: string | null | undefined): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : NaN;
  return id <= LARGEST_ID ? id : null;
}

/** A driver's id, 0 for tasks without a driver, or null. */
export const readDriverId = (text: string | null | undefined): number | null =>
  text === '0' ? 0 : readId(text);

/** The ids among texts, each once. */
export const readIds = (texts: string[]): number[] => [
  ...new Set(texts.flatMap((text) => readId(text) ?? [])),
];

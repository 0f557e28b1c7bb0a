/** Words of a document with their places. */

export type Word = {
  /** From 1. */
  page: number;
  /** The left end, in points from the left of the page. */
  x: number;
  /** The base line, in points from the top of the page. */
  y: number;
  /** In points. */
  width: number;
  text: string;
};

/** `[page, x, y, width, text]` */
export type StoredWord = [number, number, number, number, string];

export const toStored = ({ page, x, y, width, text }: Word): StoredWord => [page, x, y, width, text];
export const toWord = ([page, x, y, width, text]: StoredWord): Word => ({ page, x, y, width, text });

/** Stands for a character that no code page has. */
export const UNREADABLE = '\ufffd';

/** Why a document has no words. */
export type Reason =
  | 'empty'
  | 'unreadable'
  | 'several documents'
  | 'encrypted'
  | 'no text'
  | 'picture'
  | 'printer language'
  | 'too large'
  | 'too many pages'
  | 'too many words'
  | 'too much text'
  | 'too many objects'
  | 'took too long'
  /** It has ended the process that read it. */
  | 'crashed';

export type Reading = { words: Word[]; pages: number } | { refusal: Reason };

export const LIMITS = {
  bytes: 2_000_000,
  pages: 30,
  words: 10_000,
  /** The first words of each document, by which a layout is taught. */
  taughtWords: 2_000,
  characters: 1_000_000,
  /** Objects of a PDF that are not compressed. */
  objects: 50_000,
};

/** A document as its page shows it. */
import type { StoredDocument } from '~/domain/intake/inbox/schema';
import { valueOf } from '~/domain/intake/inbox/values';
import type { StoredWord } from '~/domain/intake/inbox/documents.server';

/** More words would be a page of several megabytes. */
const MOST_WORDS = 4_000;
/** In points. */
const MARGIN = 12;

/** `[position in the words of the document, x, y, width, text]` */
type DrawnWord = [at: number, x: number, y: number, width: number, text: string];
export type DrawnPage = { page: number; width: number; height: number; words: DrawnWord[] };

export type Drawn = {
  pages: DrawnPage[];
  /** The number of words that are left out. */
  rest: number;
  /** True when all characters have the same width, as in text for a printer. */
  isEven: boolean;
};

/** Returns the words page by page. */
export function drawn(words: StoredWord[]): Drawn {
  const pages = new Map<number, DrawnWord[]>();
  for (const [at, [page, x, y, width, text]] of words.slice(0, MOST_WORDS).entries()) {
    const onPage = pages.get(page) ?? [];
    onPage.push([at, tenth(x), tenth(y), tenth(width), text]);
    pages.set(page, onPage);
  }
  return {
    pages: [...pages].map(([page, onPage]) => ({
      page,
      width: Math.ceil(Math.max(...onPage.map(([, x, , width]) => x + width))) + MARGIN,
      height: Math.ceil(Math.max(...onPage.map(([, , y]) => y))) + MARGIN,
      words: onPage,
    })),
    rest: Math.max(0, words.length - MOST_WORDS),
    isEven: words.every(([, , , width, text]) => Math.abs(width / text.length - EVEN_WIDTH) < 0.1),
  };
}

/** The size of a character of printer text, in points. */
const EVEN_WIDTH = 7.2;

const tenth = (points: number) => Math.round(points * 10) / 10;

/** Returns a line that tells a document from others. */
export const titleOf = (document: StoredDocument): string =>
  [valueOf(document, 'reference'), valueOf(document, 'name')].filter(Boolean).join(' · ') ||
  `Document ${String(document.id)}`;

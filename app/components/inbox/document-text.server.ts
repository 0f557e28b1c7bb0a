/** A document as its page shows it. */
import type { StoredDocument } from '~/domain/intake/inbox/schema';
import { valueOf } from '~/domain/intake/inbox/values';
import { bytesInPage } from '~/domain/intake/layouts/choices';
import type { StoredWord } from '~/domain/intake/reading/words';

/** A page has its words twice: to be seen, and as data. */
const MOST_BYTES = 150_000;
/** Bytes that a word takes in a page, without its text. */
const WORD_BYTES = 135;
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

/** Returns as many words as a page can have, page by page. @param count of all words. */
export function drawn({ words, count }: { words: StoredWord[]; count: number }): Drawn {
  const pages = new Map<number, DrawnWord[]>();
  let bytes = 0;
  let shown = 0;
  for (const [at, [page, x, y, width, text]] of words.entries()) {
    bytes += WORD_BYTES + 2 * bytesInPage(text);
    if (bytes > MOST_BYTES) break;
    shown += 1;
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
    rest: count - shown,
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

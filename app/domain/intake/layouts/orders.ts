/** Finds the orders of a print job: where the number or the customer of a page changes, another order begins. */
import type { Word } from '~/domain/intake/reading/words';
import type { Known } from './fields';
import { type Layout, numbersOn, type ReadDocument, recognize } from './layout';

/** `pages` are those of the job, which count from 1; `words` count them anew. */
export type OrderFound<Taught> = { pages: number[]; words: Word[] } & (
  { is: 'found'; known: Taught; read: ReadDocument } | { is: 'unknown' | 'several layouts' }
);

const valueIn = (known: Known | undefined, name: 'reference' | 'customer') => {
  const field = known?.[name];
  return field && 'value' in field && field.value !== '' ? field.value : null;
};

/** Returns at least one, in the order of pages. */
export function ordersIn<Taught extends { layout: Layout }>(
  all: Taught[],
  words: Word[],
): OrderFound<Taught>[] {
  const parts = partsOf(all, words);
  return parts.map((pages) => {
    const own = parts.length === 1 ? words : wordsOn(words, pages);
    const found = recognize(all, own);
    return 'reason' in found
      ? { pages, words: own, is: found.reason }
      : { pages, words: own, is: 'found', ...found };
  });
}

/** The words of some pages, which are counted anew. */
function wordsOn(words: Word[], pages: number[]): Word[] {
  const numbers = new Map(pages.map((page, index) => [page, index + 1]));
  return words.flatMap((word) => {
    const page = numbers.get(word.page);
    return page === undefined ? [] : [{ ...word, page }];
  });
}

/** Pages without a number go on with the order before them. */
function partsOf(all: { layout: Layout }[], words: Word[]): number[][] {
  const pages = [...new Set(words.map(({ page }) => page))];
  if (pages.length < 2) return [pages];
  const parts: { pages: number[]; reference: string | null; customer: string | null }[] = [];
  for (const page of pages) {
    const alone = wordsOn(words, [page]);
    const [known] = all.flatMap(({ layout }) => numbersOn(layout, alone) ?? []);
    const [reference, customer] = [valueIn(known, 'reference'), valueIn(known, 'customer')];
    const last = parts.at(-1);
    const isOther = (before: string | null, now: string | null) =>
      before !== null && now !== null && before !== now;
    if (last && !isOther(last.reference, reference) && !isOther(last.customer, customer)) {
      last.pages.push(page);
      last.reference ??= reference;
      last.customer ??= customer;
    } else parts.push({ pages: [page], reference, customer });
  }
  return parts.map((part) => part.pages);
}

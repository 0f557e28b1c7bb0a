/** Reads and understands documents, and learns layouts. Words come and go as JSON, which only this process parses. */
import { ENOUGH, groupOf } from '~/domain/intake/layouts/labels';
import { type Layout, type ReadDocument, readBy } from '~/domain/intake/layouts/layout';
import { ordersIn } from '~/domain/intake/layouts/orders';
import { type NotFound, type Taught, teach } from '~/domain/intake/layouts/teach';
import { linesOf } from '~/domain/intake/layouts/text-lines';
import { readingOf } from '~/domain/intake/reading/reading-of.server';
import {
  LIMITS,
  type Reason,
  type StoredWord,
  toStored,
  toWord,
  type Word,
} from '~/domain/intake/reading/words';

/** `words` is JSON of `StoredWord`s. */
export type Known = { id: number; words: string };
export type KnownLayout = { id: number; layout: Layout };

export type Unread =
  { bytes: Uint8Array; layouts: KnownLayout[] } | { words: string; layouts: KnownLayout[] };
export type Found = { layoutId: number; read: ReadDocument } | { reason: 'unknown' | 'several layouts' };
/** The words of one order as JSON. */
type Reading = { words: string; pages: number };
/** Orders of a print job, in its order. `reading` is null for known words of one order. */
export type Understood = { orders: { found: Found; reading: Reading | null }[] } | { refusal: Reason };

/** Never throws: what cannot be read has a reason. It sets no limits to time and memory. */
export async function understand(unread: Unread): Promise<Understood> {
  if ('words' in unread) return { orders: findOrders(unread.layouts, wordsIn(unread.words), null) };
  const read = await readingOf(unread.bytes);
  return 'refusal' in read ? read : { orders: findOrders(unread.layouts, read.words, read.pages) };
}

/** @param pages the number of pages; null where it is known. */
export function findOrders(layouts: KnownLayout[], words: Word[], pages: number | null) {
  const orders = ordersIn(layouts, words);
  return orders.map((order) => ({
    found: order.is === 'found' ? { layoutId: order.known.id, read: order.read } : { reason: order.is },
    reading:
      orders.length === 1 && pages === null
        ? null
        : {
            words: JSON.stringify(order.words.map(toStored)),
            pages: orders.length === 1 ? (pages ?? 0) : order.pages.length,
          },
  }));
}

/** The first document is the example. */
export type Lesson = { documents: Known[]; taught: Taught };
export type Learned =
  | { layout: Layout; documents: { id: number; read: ReadDocument }[] }
  /** `alike`: the number of documents that look like the example, itself included. */
  | { alike: number }
  | NotFound;

/** Returns the layout with what it reads in all documents that have it. Words of one document at a time are kept. */
export function learn({ documents, taught }: Lesson): Promise<Learned> {
  const [example = [], ...others] = documents.map(({ words }) => wordsIn(words, LIMITS.taughtWords));
  const alike = groupOf(linesOf(example), others.map(linesOf));
  if (alike.length + 1 < ENOUGH) return Promise.resolve({ alike: alike.length + 1 });
  const group = alike.flatMap((index) => (others[index] ? [others[index]] : []));
  const layout = teach(example, group, taught);
  if ('notFound' in layout) return Promise.resolve(layout);
  const read = documents.flatMap(({ id, words }) => {
    const found = readBy(layout, wordsIn(words));
    return found ? [{ id, read: found }] : [];
  });
  return Promise.resolve({ layout, documents: read });
}

const wordsIn = (words: string, most = Infinity) =>
  (JSON.parse(words) as StoredWord[]).slice(0, most).map(toWord);

/** Reads and understands documents, and learns layouts. Words come and go as JSON, which only this process parses. */
import { ENOUGH, groupOf } from '~/domain/intake/layouts/labels';
import { type Layout, type ReadDocument, readBy, recognize } from '~/domain/intake/layouts/layout';
import { type Taught, teach } from '~/domain/intake/layouts/teach';
import { linesOf } from '~/domain/intake/layouts/text-lines';
import { readingOf } from '~/domain/intake/reading/reading-of.server';
import { LIMITS, type Reason, type StoredWord, toStored, toWord } from '~/domain/intake/reading/words';

/** `words` is JSON of `StoredWord`s. */
export type Known = { id: number; words: string };
export type KnownLayout = { id: number; layout: Layout };

export type Unread =
  { bytes: Uint8Array; layouts: KnownLayout[] } | { words: string; layouts: KnownLayout[] };
export type Found = { layoutId: number; read: ReadDocument } | { reason: 'unknown' | 'several layouts' };
/** `reading` is what was read of the bytes. */
export type Understood =
  { found: Found; reading: { words: string; pages: number } | null } | { refusal: Reason };

/** Never throws: what cannot be read has a reason. It sets no limits to time and memory. */
export async function understand(unread: Unread): Promise<Understood> {
  if ('words' in unread) return { found: findLayout(unread.layouts, wordsIn(unread.words)), reading: null };
  const read = await readingOf(unread.bytes);
  if ('refusal' in read) return read;
  const words = JSON.stringify(read.words.map(toStored));
  return { found: findLayout(unread.layouts, read.words), reading: { words, pages: read.pages } };
}

export function findLayout(layouts: KnownLayout[], words: Parameters<typeof recognize>[1]): Found {
  const found = recognize(layouts, words);
  return 'reason' in found ? found : { layoutId: found.known.id, read: found.read };
}

/** The first document is the example. */
export type Lesson = { documents: Known[]; taught: Taught };
export type Learned =
  | { layout: Layout; documents: { id: number; read: ReadDocument }[] }
  /** `alike`: the number of documents that look like the example, itself included. */
  | { alike: number }
  | { notFound: true };

/** Returns the layout with what it reads in all documents that have it. Words of one document at a time are kept. */
export function learn({ documents, taught }: Lesson): Promise<Learned> {
  const [example = [], ...others] = documents.map(({ words }) => wordsIn(words, LIMITS.taughtWords));
  const alike = groupOf(linesOf(example), others.map(linesOf));
  if (alike.length + 1 < ENOUGH) return Promise.resolve({ alike: alike.length + 1 });
  const group = alike.flatMap((index) => (others[index] ? [others[index]] : []));
  const layout = teach(example, group, taught);
  if (!layout) return Promise.resolve({ notFound: true });
  const read = documents.flatMap(({ id, words }) => {
    const found = readBy(layout, wordsIn(words));
    return found ? [{ id, read: found }] : [];
  });
  return Promise.resolve({ layout, documents: read });
}

const wordsIn = (words: string, most = Infinity) =>
  (JSON.parse(words) as StoredWord[]).slice(0, most).map(toWord);

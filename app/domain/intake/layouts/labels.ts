/** Labels are words that recur in the documents of a layout. They are what values are found by. */
import type { Word } from '~/domain/intake/reading/words';
import { isNarrow, type Line, runsOf, textOf } from './text-lines';

/** Words that recur in this share of the documents belong to the layout. */
export const RECURS = 0.9;
/** A document has the layout when it has this share of its labels. */
const FITS = 0.8;

/** Labels that stand together, such as "SHIP TO:". */
export type Phrase = { text: string; page: number; x: number; y: number; line: Line; words: Word[] };

const isWordLike = (text: string) => /\p{L}/u.test(text) && !/\d/.test(text);

/** Counts each word without digits on the first page that has it. */
function counts(lines: Line[]): Map<string, number> {
  const found = new Map<string, { page: number; count: number }>();
  for (const { page, words } of lines)
    for (const { text } of words) {
      const seen = found.get(text);
      if (seen) seen.count += Number(seen.page === page);
      else if (isWordLike(text)) found.set(text, { page, count: 1 });
    }
  return new Map([...found].map(([text, { count }]) => [text, count]));
}

/** @param values the words of the values that were taught: a city is no label, even if all orders go there. */
export function labelsOf(example: Line[], others: Line[][], values: Set<string>): string[] {
  const here = counts(example);
  const elsewhere = others.map(counts);
  return [...here].flatMap(([text, count]) => {
    if (values.has(text)) return [];
    const same = elsewhere.filter((each) => each.get(text) === count).length;
    return same >= RECURS * others.length ? [text] : [];
  });
}

/** The labels of a layout, and the pairs of them that stand together in all documents. */
export type Labels = { words: Set<string>; pairs: Set<string> };

/** Columns move with what is in them, so that their labels may come close by chance. */
export function pairsOf(documents: Line[][], labels: Set<string>): Set<string> {
  const seen = new Map<string, { near: number; all: number }>();
  for (const lines of documents)
    for (const [left, right] of lines.flatMap(({ words }) => neighbors(words))) {
      if (!labels.has(left.text) || !labels.has(right.text)) continue;
      const pair = `${left.text} ${right.text}`;
      const { near, all } = seen.get(pair) ?? { near: 0, all: 0 };
      seen.set(pair, { near: near + Number(isNarrow(left, right)), all: all + 1 });
    }
  return new Set([...seen].flatMap(([pair, { near, all }]) => (near >= RECURS * all ? [pair] : [])));
}

const neighbors = (words: Word[]) =>
  words.slice(1).flatMap((right, index) => {
    const left = words[index];
    return left ? [[left, right] as const] : [];
  });

export const phrasesOf = (lines: Line[], { words: labels, pairs }: Labels): Phrase[] =>
  lines
    .filter(({ words }) => words.some(({ text }) => labels.has(text)))
    .flatMap((line) =>
      runsOf(line.words, (left, right) => !pairs.has(`${left.text} ${right.text}`)).flatMap((words) => {
        const [first] = words;
        if (!first || !labels.has(first.text)) return [];
        return [{ text: textOf(words), page: line.page, x: first.x, y: line.y, line, words }];
      }),
    );

/** @param has whether a document has a phrase. */
export const fits = (expected: string[], has: (phrase: string) => boolean): boolean =>
  expected.length > 0 && expected.filter(has).length >= FITS * expected.length;

/** The smallest number of documents, the example included, that a layout is taught from. */
export const ENOUGH = 5;
/** Documents of one layout share this part of the features of the one that has fewer. */
const ALIKE = 0.4;
/** A document belongs to a group when it is like this share of it: one of two layouts must not join them. */
const OF_GROUP = 1 / 3;

/** A layout shows on the first pages. */
const MOST_FEATURES = 2_000;

/** Words without digits, by their left end: what is printed on each document stands in the same column. */
function featuresOf(lines: Line[]): Set<string> {
  const features = new Set<string>();
  for (const { words } of lines) {
    if (features.size >= MOST_FEATURES) break;
    for (const [index, { text, x }] of words.entries()) {
      if (!isWordLike(text)) continue;
      const next = words[index + 1];
      features.add(`${text} ${String(Math.round(x / 7.2))}`);
      if (next && isWordLike(next.text)) features.add(`${text} ${next.text}`);
    }
  }
  return features;
}

/** Returns how alike two documents are, from 0 to 1. */
function likeness(a: Set<string>, b: Set<string>): number {
  const smallest = Math.min(a.size, b.size);
  if (smallest === 0) return 0;
  return [...a].filter((feature) => b.has(feature)).length / smallest;
}

/** Returns the positions of the documents of one layout: some have many lines, some few, so not all are alike. */
export function groupOf(example: Line[], others: Line[][]): number[] {
  const features = others.map(featuresOf);
  const found = new Set<number>();
  /** The number of documents of the group that each one is like. */
  const alike = others.map(() => 0);
  const join = (member: Set<string>) => {
    for (const [index, other] of features.entries())
      alike[index] = (alike[index] ?? 0) + Number(likeness(member, other) >= ALIKE);
  };
  join(featuresOf(example));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [index, other] of features.entries()) {
      if (found.has(index) || (alike[index] ?? 0) < OF_GROUP * (found.size + 1)) continue;
      found.add(index);
      join(other);
    }
  }
  return [...found];
}

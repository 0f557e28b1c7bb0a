/** Labels are words that recur at their places in the documents of a layout. They are what values are found by. */
import type { Word } from '~/domain/intake/reading/words';
import { shiftsBy } from './shift';
import { isNarrow, type Line, runsOf, textOf, TOLERANCE } from './text-lines';

/** Words that recur in this share of the documents belong to the layout. */
export const RECURS = 0.9;
/** A document has the layout when it has this share of its labels. */
const FITS = 0.8;

/**
 * A word at its place on the first page: in points, and null where it moves. A word that follows a value moves to the
 * side, and one below rows moves down.
 */
export type Label = { text: string; x: number | null; y: number | null };

/** Labels that stand together, such as "SHIP TO:". */
export type Phrase = { text: string; page: number; x: number; y: number; line: Line; words: Word[] };

const isWordLike = (text: string) => /\p{L}/u.test(text) && !/\d/.test(text);
const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE;

/** A word that a page has more often is no label. */
const MOST_OF_TEXT = 20;

/** Words without digits, on the first page that has each of them. */
function wordsByText(lines: Line[]): Map<string, Word[]> {
  const found = new Map<string, Word[]>();
  for (const word of lines.flatMap(({ words }) => words)) {
    if (!isWordLike(word.text)) continue;
    const same = found.get(word.text);
    if (!same) found.set(word.text, [word]);
    else if (same[0]?.page === word.page && same.length <= MOST_OF_TEXT) same.push(word);
  }
  return found;
}

/**
 * `values`: the words that were taught: they are no labels, even if all documents have them.
 * `inAddress`: words of lines that begin with an address: what moves to the side there is part of one.
 * `row`: what is below rows moves down.
 */
export function labelsOf(
  example: Line[],
  others: Line[][],
  { values, inAddress, row }: { values: Set<Word>; inAddress: Set<Word>; row: Word | null },
): Label[] {
  const first = example[0]?.page;
  const fixed = example.flatMap(({ page, words }) =>
    page === first ? words.filter((word) => isWordLike(word.text) && !values.has(word)) : [],
  );
  const shifts = shiftsBy(fixed);
  const elsewhere = others.map((lines) => wordsByText(unshifted(lines, shifts(lines))));
  return [...wordsByText(example)].flatMap(([text, here]) => {
    if (here.length > MOST_OF_TEXT) return [];
    const inOthers = elsewhere.map((each) => each.get(text) ?? []);
    /** Whether as many words as in the example are there. */
    const recurs = (isSame: (word: Word) => boolean) => {
      const count = here.filter(isSame).length;
      return (
        inOthers.filter((words) => words.filter(isSame).length >= count).length >= RECURS * others.length
      );
    };
    return here.flatMap((word): Label[] => {
      if (values.has(word)) return [];
      const { x, y, page } = word;
      const isBelow = row && (page > row.page || (page === row.page && y > row.y));
      if (!isBelow && recurs((other) => isNear(other.x, x) && isNear(other.y, y))) return [{ text, x, y }];
      if (recurs((other) => isNear(other.x, x))) return [{ text, x, y: null }];
      const mayMove = !inAddress.has(word) || /[:#]$/.test(text);
      return mayMove && recurs((other) => isNear(other.y, y)) ? [{ text, x: null, y }] : [];
    });
  });
}

/** Returns copies of lines at the heights that they have in the example. */
const unshifted = (lines: Line[], shiftOf: (line: Line) => number): Line[] =>
  lines.map((line) => {
    const shift = shiftOf(line);
    return shift === 0
      ? line
      : { ...line, words: line.words.map((word) => ({ ...word, y: word.y - shift })) };
  });

const known = new WeakMap<Label[], ReturnType<typeof shiftsBy>>();

/** Labels with a height say how much lower the lines of a document are. */
export function shiftsIn(lines: Line[], labels: Label[]): (line: Line) => number {
  const shifts =
    known.get(labels) ?? shiftsBy(labels.flatMap(({ text, x, y }) => (y === null ? [] : [{ text, x, y }])));
  known.set(labels, shifts);
  return shifts(lines);
}

/**
 * Returns the words of a document that are labels. On further pages they have their place in the line only. A label that
 * is missing at its place has moved down or to the side, where one word has its text: what is before it may be longer.
 */
export function labelWords(lines: Line[], labels: Label[], shiftOf = shiftsIn(lines, labels)): Set<Word> {
  const byText = new Map<string, Label[]>();
  for (const label of labels) byText.set(label.text, [...(byText.get(label.text) ?? []), label]);
  const first = lines[0]?.page;
  const found = new Set<Word>();
  const missing = new Map<string, Word[]>();
  for (const line of lines) {
    const { page, words } = line;
    const isFirst = page === first;
    const shift = shiftOf(line);
    // A label that moves to the side comes before its value, which may have the same word.
    const moved = new Set<string>();
    for (const word of words) {
      const all = byText.get(word.text);
      const inLine = all?.filter(({ y }) => y === null || !isFirst || isNear(y, word.y - shift));
      const isHere = inLine?.some(({ x }) => x !== null && isNear(x, word.x));
      const isMoved = inLine?.some(({ x }) => x === null) && !moved.has(word.text);
      if (isHere || isMoved) found.add(word);
      else if (isFirst && all) missing.set(word.text, [...(missing.get(word.text) ?? []), word]);
      if (isMoved) moved.add(word.text);
    }
  }
  const present = new Set([...found].flatMap(({ page, text }) => (page === first ? [text] : [])));
  for (const [text, words] of missing) {
    const [only, second] = words;
    if (!only || second || present.has(text)) continue;
    const isBeside = byText
      .get(text)
      ?.some(({ x, y }) => (y !== null && isNear(y, only.y)) || (x !== null && isNear(x, only.x)));
    if (isBeside) found.add(only);
  }
  return found;
}

/** The labels of a layout, and the pairs of them that stand together in all documents. */
export type Labels = { labels: Label[]; pairs: Set<string> };

/** Columns move with what is in them, so that their labels may come close by chance. */
export function pairsOf(documents: Line[][], labels: Label[]): Set<string> {
  const seen = new Map<string, { near: number; all: number }>();
  for (const lines of documents) {
    const known = labelWords(lines, labels);
    for (const [left, right] of lines.flatMap(({ words }) => neighbors(words))) {
      if (!known.has(left) || !known.has(right)) continue;
      const pair = `${left.text} ${right.text}`;
      const { near, all } = seen.get(pair) ?? { near: 0, all: 0 };
      seen.set(pair, { near: near + Number(isNarrow(left, right)), all: all + 1 });
    }
  }
  return new Set([...seen].flatMap(([pair, { near, all }]) => (near >= RECURS * all ? [pair] : [])));
}

const neighbors = (words: Word[]) =>
  words.slice(1).flatMap((right, index) => {
    const left = words[index];
    return left ? [[left, right] as const] : [];
  });

export const phrasesOf = (lines: Line[], labels: Set<Word>, pairs: Set<string>): Phrase[] =>
  lines
    .filter(({ words }) => words.some((word) => labels.has(word)))
    .flatMap((line) =>
      runsOf(
        line.words,
        (left, right) => !labels.has(left) || !labels.has(right) || !pairs.has(`${left.text} ${right.text}`),
      ).flatMap((words) => {
        const [first] = words;
        if (!first || !labels.has(first)) return [];
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

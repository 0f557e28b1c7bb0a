/** Words of a document in lines, and what stands close together in a line. */
import type { Word } from '~/domain/intake/reading/words';

export type Line = { page: number; y: number; words: Word[] };

/** In points: words of one line may differ by so much, and so may a value from the place that was taught. */
export const TOLERANCE = 3;
/** A wider gap than so many characters separates columns. */
const WIDE_CHARACTERS = 1;
/** In printer text, and between words of one run of a PDF, a blank is as wide as a character: two separate columns. */
const WIDE_OF_EQUAL = 1.5;
/** Widths of words are rounded by so much, in points. */
const ROUNDED = 0.06;

/** Returns the lines from top to bottom, page by page. */
export function linesOf(words: Word[]): Line[] {
  const lines: Line[] = [];
  const sorted = [...words].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x);
  for (const word of sorted) {
    const last = lines.at(-1);
    if (last?.page === word.page && word.y - last.y <= TOLERANCE) last.words.push(word);
    else lines.push({ page: word.page, y: word.y, words: [word] });
  }
  for (const { words: inLine } of lines) inLine.sort((a, b) => a.x - b.x);
  return lines;
}

const rightOf = ({ x, width }: Pick<Word, 'x' | 'width'>) => x + width;

export const EDGES = ['left', 'right', 'center'] as const;
export type Edge = (typeof EDGES)[number];

export const edgeOf = (words: Word[], edge: Edge): number => {
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last) return Number.NaN;
  if (edge === 'left') return first.x;
  return edge === 'right' ? rightOf(last) : (first.x + rightOf(last)) / 2;
};

export const gapBetween = (left: Word, right: Word) => right.x - rightOf(left);

export const characterWidth = (...words: Word[]) =>
  words.reduce((sum, { width }) => sum + width, 0) / words.reduce((sum, { text }) => sum + text.length, 0);

/** True when the words belong to one text. */
export function isNarrow(left: Word, right: Word): boolean {
  const [one, other] = [left.width / left.text.length, right.width / right.text.length];
  const areEqual = Math.abs(one - other) <= ROUNDED / left.text.length + ROUNDED / right.text.length;
  const wide = areEqual ? WIDE_OF_EQUAL : WIDE_CHARACTERS;
  const width = (left.width + right.width) / (left.text.length + right.text.length);
  return gapBetween(left, right) <= wide * width;
}

export const textOf = (words: Word[]) => words.map(({ text }) => text).join(' ');

/** Splits a line where `isBreak` says so. */
export function runsOf(words: Word[], isBreak: (left: Word, right: Word) => boolean): Word[][] {
  const runs: Word[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && !isBreak(last, word)) run.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** Returns texts that no wide gap interrupts. */
export const textRunsOf = ({ words }: Pick<Line, 'words'>) =>
  runsOf(words, (left, right) => !isNarrow(left, right));

/** Returns the position of the first item that is not below: `isBelow` is true for those before it. */
export function lowerBound<Item>(sorted: Item[], isBelow: (item: Item) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = sorted[middle];
    if (item !== undefined && isBelow(item)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A part of a run: `count` words from the word `from`. */
export type Spot = { run: Word[]; from: number; count: number };

/** Finds the parts of a line by where their left end, right end or middle is. */
export class Spots {
  readonly #byEdge: Partial<Record<Edge, { x: number; order: number; spot: Spot }[]>> = {};

  constructor(private readonly all: Spot[]) {}

  /** Returns the first one in the order of reading that is there. */
  at(edge: Edge, x: number): Spot | null {
    const sorted = (this.#byEdge[edge] ??= this.all
      .map((spot, order) => {
        const { run, from, count } = spot;
        return { x: edgeOf(run.slice(from, from + count), edge), order, spot };
      })
      .sort((a, b) => a.x - b.x));
    let first: { order: number; spot: Spot } | null = null;
    for (let at = lowerBound(sorted, (each) => each.x < x - TOLERANCE); at < sorted.length; at += 1) {
      const each = sorted[at];
      if (!each || each.x > x + TOLERANCE) break;
      if (!first || each.order < first.order) first = each;
    }
    return first?.spot ?? null;
  }
}

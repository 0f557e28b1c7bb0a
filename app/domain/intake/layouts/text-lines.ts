/** Words of a document in lines, and what stands close together in a line. */
import type { Word } from '~/domain/intake/reading/words';

export type Line = { page: number; y: number; words: Word[] };

/** In points: words of one line may differ by so much, and so may a value from the place that was taught. */
export const TOLERANCE = 3;
/** A wider gap than so many characters separates columns. In printer text that is two blanks. */
const WIDE_CHARACTERS = 1.5;

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

export const rightOf = ({ x, width }: Pick<Word, 'x' | 'width'>) => x + width;

export const gapBetween = (left: Word, right: Word) => right.x - rightOf(left);

export const characterWidth = (...words: Word[]) =>
  words.reduce((sum, { width }) => sum + width, 0) / words.reduce((sum, { text }) => sum + text.length, 0);

/** True when the words belong to one text. */
export const isNarrow = (left: Word, right: Word) =>
  gapBetween(left, right) <= WIDE_CHARACTERS * characterWidth(left, right);

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

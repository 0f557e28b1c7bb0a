/** A mark or a second line of a name that only some documents have moves all below it down. */
import type { Word } from '~/domain/intake/reading/words';
import { type Line, TOLERANCE } from './text-lines';

/** A word at its place on the first page of the example; null where it moves to the side. */
type Fixed = { text: string; x: number | null; y: number };

/** In points: rows move what is below them by more, which has no height of its own. */
const FURTHEST = 80;

/** Says how much lower lines of a document's first page are than in the example, in points. */
type Shifts = (lines: Line[]) => (line: Line) => number;

export function shiftsBy(fixed: Fixed[]): Shifts {
  const places = onlyOnes(fixed);
  const rows = onlyOnes(rowsOf(fixed));
  const heights = new Map<string, number[]>();
  for (const { text, y } of fixed) heights.set(text, [...(heights.get(text) ?? []), y]);
  /** How many words of a line are known at this height. */
  const knownAt = ({ y, words }: Line, shift: number) =>
    words.filter(({ text }) => heights.get(text)?.some((height) => Math.abs(y - shift - height) <= TOLERANCE))
      .length;
  return (lines) => {
    const first = lines[0]?.page;
    const onFirst = lines.filter(({ page }) => page === first);
    const own = ownShifts(onFirst, places, rows);
    const below = [...own];
    for (let index = below.length - 2; index >= 0; index -= 1) below[index] ??= below[index + 1] ?? null;
    const shifts = new Map<Line, number>();
    let above = 0;
    for (const [index, line] of onFirst.entries()) {
      const next = below[index] ?? above;
      const isLower = own[index] !== null || knownAt(line, next) > knownAt(line, above);
      shifts.set(line, isLower ? next : above);
      above = own[index] ?? above;
    }
    return (line) => shifts.get(line) ?? 0;
  };
}

/** Returns how much lower each line is that has a word at its place, or all words of a head; null for others. */
function ownShifts(
  lines: Line[],
  places: Map<string, Fixed>,
  rows: Map<string, { y: number }>,
): (number | null)[] {
  const present = onlyOnes(lines.flatMap(({ words }) => words));
  let before = 0;
  return lines.map((line) => {
    const found = line.words.flatMap((word) => {
      const place = present.get(word.text) === word ? places.get(word.text) : undefined;
      const isHere = place?.x !== undefined && place.x !== null && Math.abs(place.x - word.x) <= TOLERANCE;
      return isHere ? [word.y - place.y] : [];
    });
    const row = rows.get(keyOf(line.words) ?? '');
    if (row) found.push(line.y - row.y);
    const [nearest = null] = found
      .filter((each) => Math.abs(each) <= FURTHEST)
      .sort((a, b) => Math.abs(a - before) - Math.abs(b - before));
    before = nearest ?? before;
    return nearest;
  });
}

/** Returns the words with letters; null for a line with digits, which is no head. */
const keyOf = (words: Pick<Word, 'text'>[]) => {
  const texts = words.map(({ text }) => text);
  if (texts.some((text) => /\d/.test(text))) return null;
  return texts
    .filter((text) => /\p{L}/u.test(text))
    .sort()
    .join(' ');
};

/** Returns lines of several words, such as the heads of columns, which may all move to the side. */
function rowsOf(fixed: Fixed[]): { text: string; y: number }[] {
  const rows: { y: number; words: Fixed[] }[] = [];
  for (const each of [...fixed].sort((a, b) => a.y - b.y)) {
    const last = rows.at(-1);
    if (last && each.y - last.y <= TOLERANCE) last.words.push(each);
    else rows.push({ y: each.y, words: [each] });
  }
  return rows.flatMap(({ y, words }) => (words.length > 1 ? [{ text: keyOf(words) ?? '', y }] : []));
}

/** Returns those by their text that no other one has. */
function onlyOnes<Item extends Pick<Word, 'text'>>(items: Item[]): Map<string, Item> {
  const found = new Map<string, Item | null>();
  for (const item of items) found.set(item.text, found.has(item.text) ? null : item);
  return new Map([...found].flatMap(([text, item]) => (item ? [[text, item] as const] : [])));
}

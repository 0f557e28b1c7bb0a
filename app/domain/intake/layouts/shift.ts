/** What one document has more than another, such as a mark or a second line of a name, moves all below it down. */
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
  return (lines) => shiftsOf(lines, places, rows);
}

function shiftsOf(
  lines: Line[],
  places: Map<string, Fixed>,
  rows: Map<string, { y: number }>,
): (line: Line) => number {
  const first = lines[0]?.page;
  const onFirst = lines.filter(({ page }) => page === first);
  const present = onlyOnes(onFirst.flatMap(({ words }) => words));
  const shifts = new Map<Line, number>();
  let shift = 0;
  for (const line of onFirst) {
    const own = line.words.flatMap((word) => {
      const place = present.get(word.text) === word ? places.get(word.text) : undefined;
      const isHere = place?.x !== undefined && place.x !== null && Math.abs(place.x - word.x) <= TOLERANCE;
      return isHere ? [word.y - place.y] : [];
    });
    const row = rows.get(keyOf(line.words) ?? '');
    if (row) own.push(line.y - row.y);
    const before = shift;
    const [nearest] = own
      .filter((each) => Math.abs(each) <= FURTHEST)
      .sort((a, b) => Math.abs(a - before) - Math.abs(b - before));
    shift = nearest ?? shift;
    shifts.set(line, shift);
  }
  return (line) => shifts.get(line) ?? 0;
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

/** Name, street and city below each other: a name that takes two lines moves the others down. */
import type { Word } from '~/domain/intake/reading/words';
import { type Document, valueRuns } from './document';
import { type FieldName, isCut, type Known, type Rule } from './fields';
import { fitsShape } from './shape';
import { edgeOf, textOf, TOLERANCE } from './text-lines';

export type Block = {
  /** In points: the space between two lines, and the widest line that the taught documents have there. */
  step: number;
  widest: number;
  /** True when names that are too wide go on in the next line. */
  wraps: boolean;
  /** First words of lines between names and streets that say something else; so does what ends with a colon. */
  extras: string[];
};

const MOST_LINES = 6;
/** The next line of a block is not further away than so many of its lines. */
const NEXT = 1.5;

/** The most lines between a name and its street, such as ATTN. */
const MOST_BETWEEN = 2;

/** Returns the space between the lines when the three values are a block. */
function stepOf(values: Word[][]): number | null {
  const tops = values.flatMap(([first]) => first ?? []);
  const [a, b, c] = tops;
  if (!a || !b || !c || tops.some(({ x }) => Math.abs(x - a.x) > TOLERANCE)) return null;
  const step = c.y - b.y;
  const between = Math.round((b.y - a.y) / step) - 1;
  const isBlock = step > 0 && between >= 0 && between <= MOST_BETWEEN;
  return isBlock && Math.abs(b.y - a.y - (between + 1) * step) <= TOLERANCE ? step : null;
}

const widthOf = (words: Word[]) => edgeOf(words, 'right') - edgeOf(words, 'left');

/** Documents with such names show that names go on. */
const WRAPS = 2;

/** @param values name, street and city of the example. @param names the first words of all documents' names. */
export function blockOf(
  values: Word[][],
  names: { document: Document; name: Word }[],
  street: Rule | undefined,
): Block | null {
  const step = stepOf(values);
  if (step === null || !street) return null;
  const blocks = names.map(({ document, name }) => linesFrom(document, name, step));
  const widest = Math.max(...[...values, ...blocks.flat()].map(widthOf));
  const seconds = blocks.flatMap(([first, second]) =>
    first && second && !fitsShape(street.shape, textOf(second)) ? [{ first, second }] : [],
  );
  /** The names above a second line, by the first word of that line. */
  const had = new Map<string, Set<string>>();
  for (const { first, second } of seconds) {
    const [word] = second;
    if (!word || hasNoRoom(first, second, widest)) continue;
    had.set(word.text, (had.get(word.text) ?? new Set()).add(textOf(first)));
  }
  return {
    step,
    widest,
    wraps: had.size === 0 && seconds.length >= WRAPS,
    extras: [...had].flatMap(([text, above]) => (above.size > 1 ? [text] : [])),
  };
}

function linesFrom({ lines, labels }: Document, first: Word, step: number): Word[][] {
  const block: Word[][] = [];
  let y = first.y;
  for (const line of lines) {
    if (line.page !== first.page || line.y < first.y || line.y - y > step * NEXT) continue;
    const run = valueRuns(line, labels).find(([word]) => word && Math.abs(word.x - first.x) <= TOLERANCE);
    if (!run || block.length === MOST_LINES) continue;
    block.push(run);
    y = line.y;
  }
  return block;
}

/** Returns true when the first word of the next line had no room in this one. */
function hasNoRoom(line: Word[], [word]: Word[], widest: number): boolean {
  return word !== undefined && widthOf(line) + word.width >= widest;
}

export function readBlock(
  document: Document,
  known: Known,
  rules: Partial<Record<FieldName, Rule>>,
  { step, widest, wraps, extras }: Block,
): Known {
  const { name } = known;
  const [first] = name && 'words' in name ? name.words : [];
  const { street, city } = rules;
  if (!first || !street || !city) return known;
  const block = linesFrom(document, first, step);
  const at = block.findIndex((words, index) => index > 0 && fitsShape(street.shape, textOf(words)));
  const [streetWords, cityWords] = [block[at], block[at + 1]];
  if (
    !streetWords ||
    !cityWords ||
    !fitsShape(city.shape, textOf(cityWords)) ||
    isCut(document, streetWords, street) ||
    isCut(document, cityWords, city)
  ) {
    const unclear = { reason: 'other shape' } as const;
    return { ...known, name: unclear, street: unclear, city: unclear };
  }
  const lines = block.slice(0, at);
  const isExtra = ([word]: Word[]) =>
    word !== undefined && (word.text.endsWith(':') || extras.includes(word.text));
  const end = lines.findIndex((words, index) => {
    const next = lines[index + 1];
    return !next || isExtra(next);
  });
  const nameLines = lines.slice(0, end + 1);
  const goesOn = nameLines.every((words, index) => {
    const next = nameLines[index + 1];
    return !next || hasNoRoom(words, next, widest);
  });
  const nameWords = nameLines.flat();
  const several: Known['name'] =
    wraps && goesOn && !isExtra(nameWords)
      ? { value: textOf(nameWords), words: nameWords }
      : { reason: 'several lines' };
  return {
    ...known,
    ...((end > 0 || isExtra(lines[0] ?? [])) && { name: several }),
    street: { value: textOf(streetWords), words: streetWords },
    city: { value: textOf(cityWords), words: cityWords },
  };
}

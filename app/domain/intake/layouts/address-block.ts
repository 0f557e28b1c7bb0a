/** Name, street and city below each other: a name that takes two lines moves the others down. */
import type { Word } from '~/domain/intake/reading/words';
import { type Document, valueRuns } from './document';
import { type FieldName, isCut, type Known, type Rule } from './fields';
import { fitsShape } from './shape';
import { textOf, TOLERANCE } from './text-lines';

const MOST_LINES = 6;
/** The next line of a block is not further away than so many of its lines. */
const NEXT = 1.5;

/** Returns the space between the lines when the three values are a block. */
export function blockStep(name: Word[], street: Word[], city: Word[]): number | null {
  const tops = [name, street, city].flatMap(([first]) => first ?? []);
  const [a, b, c] = tops;
  if (!a || !b || !c || tops.some(({ x }) => Math.abs(x - a.x) > TOLERANCE)) return null;
  const step = b.y - a.y;
  return step > 0 && Math.abs(c.y - b.y - step) <= TOLERANCE ? step : null;
}

export function readBlock(
  document: Document,
  known: Known,
  rules: Partial<Record<FieldName, Rule>>,
  step: number,
): Known {
  const { lines, labels } = document;
  const { name } = known;
  const [first] = name && 'words' in name ? name.words : [];
  const { street, city } = rules;
  if (!first || !street || !city) return known;
  const block: Word[][] = [];
  let y = first.y;
  for (const line of lines) {
    if (line.page !== first.page || line.y < first.y || line.y - y > step * NEXT) continue;
    const run = valueRuns(line, labels).find(([word]) => word && Math.abs(word.x - first.x) <= TOLERANCE);
    if (!run || block.length === MOST_LINES) continue;
    block.push(run);
    y = line.y;
  }
  const at = block.findIndex(
    (words, index) =>
      index > 0 &&
      fitsShape(street.shape, textOf(words)) &&
      fitsShape(city.shape, textOf(block[index + 1] ?? [])),
  );
  const [streetWords, cityWords] = [block[at], block[at + 1]];
  if (
    !streetWords ||
    !cityWords ||
    isCut(document, streetWords, street) ||
    isCut(document, cityWords, city)
  ) {
    const unclear = { reason: 'other shape' } as const;
    return { ...known, name: unclear, street: unclear, city: unclear };
  }
  return {
    ...known,
    ...(at > 1 && { name: { reason: 'several lines' } as const }),
    street: { value: textOf(streetWords), words: streetWords },
    city: { value: textOf(cityWords), words: cityWords },
  };
}

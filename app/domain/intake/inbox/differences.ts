/** The differences between two documents of one order, in words for the office. */
import type { PartLine } from '~/domain/intake/layouts/part-lines';

export type Contents = {
  customer: string;
  /** Street and city as printed; empty when they were not read. */
  place: string;
  via: string;
  lines: PartLine[];
};

const MOST_NAMED = 6;

/** Returns nothing for a reprint. */
export function differencesOf(before: Contents, after: Contents): string[] {
  return [
    ...fromTo('customer', before.customer, after.customer),
    ...fromTo('address', before.place, after.place),
    ...fromTo('ship via', before.via, after.via),
    ...linesOf(quantities(before.lines), quantities(after.lines)),
  ];
}

/** Makes one text of them. */
export const inWords = (differences: string[]): string =>
  [
    ...differences.slice(0, MOST_NAMED),
    ...(differences.length > MOST_NAMED ? [`and ${String(differences.length - MOST_NAMED)} more`] : []),
  ].join(', ');

const fromTo = (what: string, before: string, after: string) =>
  before === after ? [] : [`${what} ${before || '–'} → ${after || '–'}`];

/** The same part may stand in several lines. */
function quantities(lines: PartLine[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { part, quantity } of lines) found.set(part, (found.get(part) ?? 0) + quantity);
  return found;
}

const linesOf = (before: Map<string, number>, after: Map<string, number>) => [
  ...[...after].flatMap(([part, quantity]) => {
    const former = before.get(part);
    if (former === undefined) return [`${String(quantity)} x ${part} is new`];
    return former === quantity ? [] : [`${part} ${String(former)} → ${String(quantity)}`];
  }),
  ...[...before.keys()].filter((part) => !after.has(part)).map((part) => `${part} is gone`),
];

/** Returns `2 x 49971-0C875, 1 x HL8Z`, with no more than so many characters. */
export function partsIn(lines: PartLine[], most: number): string {
  const texts = lines.map(({ part, quantity }) => `${String(quantity)} x ${part}`);
  const all = texts.join(', ');
  if (all.length <= most) return all;
  const rest = (count: number) => `and ${String(texts.length - count)} more`;
  let count = texts.length;
  while (count > 0 && [...texts.slice(0, count), rest(count)].join(', ').length > most) count -= 1;
  return [...texts.slice(0, count), rest(count)].join(', ');
}

/** Puts the new parts in place of the former ones, so that what people have written stays. */
export function withParts(notes: string, former: string, parts: string): string {
  if (former !== '' && notes.includes(former)) return notes.replace(former, () => parts);
  return [parts, notes].filter(Boolean).join('\n');
}

/** The shape of a value: what a number or a text of the same kind looks like. */

type Parts = [kind: string, length: number][];

/** `number`: one word such as 482913 or W-00123, `also` with endings such as -A. `first` and `last`: kinds of the words at the ends of a text. */
export type Shape =
  { is: 'number'; parts: Parts; also: Parts[] } | { is: 'text'; first: string | null; last: string | null };

/** Lengths may differ by so much. */
const FURTHER = 2;
const LONGEST_TEXT = 120;

const partsOf = (value: string): Parts =>
  Array.from(value.matchAll(/\d+|\p{L}+|[^\d\p{L}]/gu), ([part]) => [kindOf(part), part.length]);

/** 9 for digits, A for letters, mixed for both; other characters are themselves. */
function kindOf(part: string): string {
  const [hasDigit, hasLetter] = [/\d/.test(part), /\p{L}/u.test(part)];
  if (hasDigit && hasLetter) return 'mixed';
  return hasDigit ? '9' : hasLetter ? 'A' : part;
}

export const numberShape = (value: string): Shape => ({ is: 'number', parts: partsOf(value), also: [] });

/** An ending has so many parts: "-A" has two. */
const MOST_ENDING = 2;

/** Returns the shape with the ending of another number, or without its own; null where more than the end differs. */
export function withEnding(shape: Shape, value: string): Shape | null {
  if (shape.is === 'text') return null;
  const parts = partsOf(value);
  const [short, long] = parts.length < shape.parts.length ? [parts, shape.parts] : [shape.parts, parts];
  const isEnding = long.length > short.length && long.length - short.length <= MOST_ENDING;
  return isEnding && areAlike(short, long.slice(0, short.length))
    ? { ...shape, also: [...shape.also, parts] }
    : null;
}

/** Only kinds of both ends are kept: of a street the number, of a city the ZIP code. */
export const textShape = (value: string, ends: ('first' | 'last')[]): Shape => {
  const words = value.split(' ');
  const kind = (word = '') => kindOf(word.replace(/[^\d\p{L}]/gu, ''));
  return {
    is: 'text',
    first: ends.includes('first') ? kind(words[0]) : null,
    last: ends.includes('last') ? kind(words.at(-1)) : null,
  };
};

export function fitsShape(shape: Shape, value: string): boolean {
  if (value === '' || value.length > LONGEST_TEXT) return false;
  if (shape.is === 'text') {
    const ends = (['first', 'last'] as const).filter((end) => shape[end] !== null);
    const other = textShape(value, ends);
    return other.is === 'text' && other.first === shape.first && other.last === shape.last;
  }
  const parts = partsOf(value);
  return [shape.parts, ...shape.also].some((taught) => areAlike(taught, parts));
}

const areAlike = (taught: Parts, parts: Parts) =>
  parts.length === taught.length &&
  parts.every(([kind, length], index) => {
    const [other, long] = taught[index] ?? [];
    return kind === other && Math.abs(length - (long ?? 0)) <= FURTHER;
  });

/** Returns a function that says whether a number has the shape of one of these. */
export function fitsOneOf(numbers: string[]): (value: string) => boolean {
  const byKinds = new Map<string, Map<string, Parts>>();
  const kindsOf = (parts: Parts) => parts.map(([kind]) => kind).join(' ');
  for (const parts of numbers.map(partsOf)) {
    const same = byKinds.get(kindsOf(parts)) ?? new Map<string, Parts>();
    byKinds.set(kindsOf(parts), same.set(parts.join(' '), parts));
  }
  return (value) => {
    const parts = partsOf(value);
    return [...(byKinds.get(kindsOf(parts))?.values() ?? [])].some((taught) => areAlike(taught, parts));
  };
}

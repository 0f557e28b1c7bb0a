/** Single values of a layout: where they are, and when they are sure. */
import { UNREADABLE, type Word } from '~/domain/intake/reading/words';
import type { Document } from './document';
import type { Phrase } from './labels';
import { fitsShape, type Shape } from './shape';
import { characterWidth, type Edge, gapBetween, isNarrow, textOf, TOLERANCE } from './text-lines';

export const FIELD_NAMES = ['reference', 'customer', 'name', 'street', 'city', 'via'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/**
 * `after`: the value follows its label. `at`: an end or the middle of the value has this distance from it.
 * `under`: as `at`, but in the next line that has something there. `behind`: the value follows another one in its line.
 */
export type Place =
  | { anchor: string; is: 'after'; gap: number }
  | { anchor: string; is: 'at' | 'under'; edge: Edge; dx: number; dy: number }
  | { anchor: FieldName; is: 'behind'; gap: number };

type Next = { text: string; gap: number };

export type Rule = {
  place: Place;
  shape: Shape;
  /** The number of words; null for a text that goes to the next gap. */
  words: number | null;
  /** The part of the words that is not the value, such as the "-1" of an order's part. */
  before: string;
  after: string;
  /** The label that follows, and how far away it was, in points; null where none does. */
  next: Next | null;
};

/** `text` is what stands there. */
type Found = { value: string; words: Word[] } | { reason: FieldReason; text?: string };
export type FieldReason =
  | 'no label'
  | 'no value'
  | 'runs together'
  | 'other shape'
  | 'label inside'
  | 'other ending'
  | 'unreadable character'
  | 'several lines';

/** Digits that are aligned right move by their number. */
const FURTHER_CHARACTERS = 4;
/** A value that is centered in a row moves down when another one of the row wraps. */
const FURTHER_DOWN = 2;
/** The most lines below a label in which a value is looked for: a page has no more. */
const MOST_LINES_BELOW = 66;

/** The values of a document that are known already. */
export type Known = Partial<Record<FieldName, Found>>;

/** @param label the one that counts, where several have its text. */
function runAt(
  document: Document,
  { place, words: count }: Rule,
  known: Known,
  label?: Phrase,
): Word[] | FieldReason {
  if (place.is === 'behind') {
    const before = known[place.anchor];
    const last = before && 'words' in before ? before.words.at(-1) : undefined;
    return last ? runBehind(document, last, place.gap, count) : 'no value';
  }
  const anchor = label?.text === place.anchor ? label : document.only(place.anchor);
  if (!anchor) return 'no label';
  if (place.is === 'after') {
    const last = anchor.words.at(-1);
    return last ? runBehind(document, last, place.gap, count) : 'no label';
  }
  const { edge, dx, dy } = place;
  const { page, x, y } = anchor;
  const inReach =
    place.is === 'at'
      ? document.linesBetween(page, y + dy - TOLERANCE, y + dy + TOLERANCE)
      : document
          .linesBetween(page, y + TOLERANCE, y + dy * FURTHER_DOWN)
          .filter((line) => line.y > y + TOLERANCE)
          .slice(0, MOST_LINES_BELOW);
  for (const line of inReach) {
    const spot = document.valuesIn(line).at(edge, x + dx);
    if (!spot) continue;
    const { run, from } = spot;
    if (spot.count === run.length) return cut(run, count, edge);
    // A text that is too long for its column touches the next one.
    return count === null || edge !== 'left' ? 'runs together' : cut(run.slice(from), count, edge);
  }
  return 'no value';
}

/** The words that follow, if they are not much further away than taught. */
function runBehind(document: Document, last: Word, gap: number, count: number | null) {
  const next = document.placeOf(last)?.next;
  if (!next || document.labels.has(next)) return 'no value';
  const most = gap + FURTHER_CHARACTERS * characterWidth(next);
  // It may be the value, or that of another column.
  if (!isNarrow(last, next) && gapBetween(last, next) > most) return 'other shape';
  const place = document.placeOf(next);
  return place ? cut(place.value.slice(place.from), count, 'left') : 'no value';
}

function cut(run: Word[], count: number | null, edge: Edge): Word[] | FieldReason {
  if (count === null || run.length === count) return run;
  if (run.length < count) return 'other shape';
  return edge === 'right' ? run.slice(-count) : edge === 'left' ? run.slice(0, count) : 'runs together';
}

export function findValue(document: Document, rule: Rule, known: Known, label?: Phrase): Found {
  const words = runAt(document, rule, known, label);
  if (typeof words === 'string') return { reason: words };
  if (isCut(document, words, rule)) return { reason: 'label inside' };
  if (isWhole(rule) && isTaken(words, known)) return { reason: 'other shape' };
  const whole = textOf(words);
  if (!whole.startsWith(rule.before) || !whole.endsWith(rule.after)) return { reason: 'other ending' };
  const value = whole.slice(rule.before.length, whole.length - rule.after.length).trim();
  if (value.includes(UNREADABLE)) return { reason: 'unreadable character' };
  return fitsShape(rule.shape, value) ? { value, words } : { reason: 'other shape', text: value };
}

const isWhole = ({ before, after }: Rule) => before === '' && after === '';

/** Two values are never the same word. */
const isTaken = (words: Word[], known: Known) =>
  Object.values(known).some((found) => 'words' in found && found.words.some((word) => words.includes(word)));

/** Returns the label that follows a value, if any. */
export function labelBehind(document: Document, words: Word[]): Next | null {
  const last = words.at(-1);
  const next = last && document.placeOf(last)?.next;
  return last && next && document.labels.has(next) ? { text: next.text, gap: gapBetween(last, next) } : null;
}

/** A label that follows closer than the one of the example. */
const CLOSER = 0.6;

/** Returns true when a label has cut a value: it was too long for its column. */
export function isCut(document: Document, words: Word[], { next }: Rule): boolean {
  const last = words.at(-1);
  const behind = last && document.placeOf(last)?.next;
  if (!last || !behind || !document.labels.has(behind) || !isNarrow(last, behind)) return false;
  return behind.text !== next?.text || gapBetween(last, behind) < CLOSER * next.gap;
}

/** Finds all values; one that follows another is found after it. @param label see `runAt`. */
export function findValues(
  document: Document,
  rules: Partial<Record<FieldName, Rule>>,
  label?: Phrase,
): Known {
  const known: Known = {};
  for (const name of FIELD_NAMES) {
    const rule = rules[name];
    if (rule) known[name] = findValue(document, rule, known, label);
  }
  return known;
}

/** Each page of a document has a number at its head; more than two of one page say nothing new. */
const MOST_LABELS = 60;

/** Returns the different values that a field has, wherever its label is: one of them for each order of a print job. */
export function differentValues(
  document: Document,
  rules: Partial<Record<FieldName, Rule>>,
  name: FieldName,
): string[] {
  let place = rules[name]?.place;
  while (place?.is === 'behind') place = rules[place.anchor]?.place;
  if (!place) return [];
  const values = document
    .phrasesWith(place.anchor)
    .slice(0, MOST_LABELS)
    .flatMap((label) => {
      const found = findValues(document, rules, label)[name];
      return found && 'value' in found ? found.value : [];
    });
  return [...new Set(values)];
}

/** Single values of a layout: where they are, and when they are sure. */
import { UNREADABLE, type Word } from '~/domain/intake/reading/words';
import { onlyPhrase, type Phrase } from './labels';
import { fitsShape, type Shape } from './shape';
import {
  characterWidth,
  gapBetween,
  isNarrow,
  type Line,
  rightOf,
  runsOf,
  textOf,
  TOLERANCE,
} from './text-lines';

export const FIELD_NAMES = ['reference', 'customer', 'name', 'street', 'city', 'via'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export const EDGES = ['left', 'right', 'center'] as const;
export type Edge = (typeof EDGES)[number];

/**
 * `after`: the value follows its label. `at`: an end or the middle of the value has this distance from it.
 * `under`: as `at`, but in the next line that has something there. `behind`: the value follows another one in its line.
 */
export type Place =
  | { anchor: string; is: 'after'; gap: number }
  | { anchor: string; is: 'at' | 'under'; edge: Edge; dx: number; dy: number }
  | { anchor: FieldName; is: 'behind'; gap: number };

export type Rule = {
  place: Place;
  shape: Shape;
  /** The number of words; null for a text that goes to the next gap. */
  words: number | null;
  /** The part of the words that is not the value, such as the "-1" of an order's part. */
  before: string;
  after: string;
};

export type Document = { lines: Line[]; phrases: Phrase[]; labels: Set<string> };

type Found = { value: string; words: Word[] } | { reason: FieldReason };
export type FieldReason =
  | 'no label'
  | 'no value'
  | 'runs together'
  | 'other shape'
  | 'label inside'
  | 'other ending'
  | 'unreadable character'
  | 'several lines';

export const edgeOf = (words: Word[], edge: Edge): number => {
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last) return Number.NaN;
  if (edge === 'left') return first.x;
  return edge === 'right' ? rightOf(last) : (first.x + rightOf(last)) / 2;
};

/** Texts of a line between labels and wide gaps. */
export const valueRuns = ({ words }: Line, labels: Set<string>) =>
  runsOf(
    words,
    (left, right) => !isNarrow(left, right) || labels.has(left.text) !== labels.has(right.text),
  ).filter(([first]) => first && !labels.has(first.text));

/** Digits that are aligned right move by their number. */
const FURTHER_CHARACTERS = 4;
/** A value that is centered in a row moves down when another one of the row wraps. */
const FURTHER_DOWN = 2;

/** The values of a document that are known already. */
export type Known = Partial<Record<FieldName, Found>>;

function runAt(document: Document, place: Place, count: number | null, known: Known): Word[] | FieldReason {
  const { lines, phrases, labels } = document;
  if (place.is === 'behind') {
    const before = known[place.anchor];
    const last = before && 'words' in before ? before.words.at(-1) : undefined;
    const line = lines.find((each) => last && each.words.includes(last));
    return last && line ? runBehind(line, last, place.gap, labels, count) : 'no value';
  }
  const anchor = onlyPhrase(phrases, place.anchor);
  if (!anchor) return 'no label';
  if (place.is === 'after') {
    const last = anchor.words.at(-1);
    return last ? runBehind(anchor.line, last, place.gap, labels, count) : 'no label';
  }
  const { edge, dx, dy } = place;
  const isThere = (words: Word[]) => Math.abs(edgeOf(words, edge) - anchor.x - dx) <= TOLERANCE;
  const isInReach = ({ page, y }: Line) =>
    page === anchor.page &&
    (place.is === 'at'
      ? Math.abs(y - anchor.y - dy) <= TOLERANCE
      : y > anchor.y + TOLERANCE && y <= anchor.y + dy * FURTHER_DOWN);
  for (const run of lines.filter(isInReach).flatMap((line) => valueRuns(line, labels))) {
    if (isThere(run)) return cut(run, count, edge);
    // A text that is too long for its column touches the next one.
    if (run.some((word) => isThere([word]))) {
      const from = edge === 'left' ? run.findIndex((word) => isThere([word])) : -1;
      return count === null || from < 0 ? 'runs together' : cut(run.slice(from), count, edge);
    }
  }
  return 'no value';
}

/** The words that follow, if they are not much further away than taught. */
function runBehind(line: Line, last: Word, gap: number, labels: Set<string>, count: number | null) {
  const next = line.words[line.words.indexOf(last) + 1];
  if (!next || labels.has(next.text)) return 'no value';
  const most = gap + FURTHER_CHARACTERS * characterWidth(next);
  if (!isNarrow(last, next) && gapBetween(last, next) > most) return 'no value';
  const run = valueRuns(line, labels).find((each) => each.includes(next));
  return run ? cut(run.slice(run.indexOf(next)), count, 'left') : 'no value';
}

function cut(run: Word[], count: number | null, edge: Edge): Word[] | FieldReason {
  if (count === null || run.length === count) return run;
  if (run.length < count) return 'other shape';
  return edge === 'right' ? run.slice(-count) : edge === 'left' ? run.slice(0, count) : 'runs together';
}

export function findValue(document: Document, rule: Rule, known: Known): Found {
  const words = runAt(document, rule.place, rule.words, known);
  if (typeof words === 'string') return { reason: words };
  if (touchesLabel(document, words)) return { reason: 'label inside' };
  const whole = textOf(words);
  if (!whole.startsWith(rule.before) || !whole.endsWith(rule.after)) return { reason: 'other ending' };
  const value = whole.slice(rule.before.length, whole.length - rule.after.length).trim();
  if (value.includes(UNREADABLE)) return { reason: 'unreadable character' };
  return fitsShape(rule.shape, value) ? { value, words } : { reason: 'other shape' };
}

/** A label right behind a value has cut it: the value was too long for its column. */
function touchesLabel({ lines, labels }: Document, words: Word[]): boolean {
  const last = words.at(-1);
  const line = lines.find((each) => last && each.words.includes(last));
  if (!last || !line) return false;
  const next = line.words[line.words.indexOf(last) + 1];
  return next !== undefined && labels.has(next.text) && isNarrow(last, next);
}

/** Finds all values; one that follows another is found after it. */
export function findValues(document: Document, rules: Partial<Record<FieldName, Rule>>): Known {
  const known: Known = {};
  for (const name of FIELD_NAMES) {
    const rule = rules[name];
    if (rule) known[name] = findValue(document, rule, known);
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
  const { anchor } = place;
  const labels = document.phrases.filter(({ text }) => text === anchor);
  const others = document.phrases.filter(({ text }) => text !== anchor);
  const values = labels.slice(0, MOST_LABELS).flatMap((label) => {
    const found = findValues({ ...document, phrases: [label, ...others] }, rules)[name];
    return found && 'value' in found ? found.value : [];
  });
  return [...new Set(values)];
}

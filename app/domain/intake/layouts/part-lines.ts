/** The lines of an order: part numbers and quantities in repeated rows. */
import type { Word } from '~/domain/intake/reading/words';
import type { Document } from './document';
import { fitsOneOf } from './shape';
import { type Edge, edgeOf, type Line, lowerBound, textOf, textRunsOf, TOLERANCE } from './text-lines';

/** Part of a row: the distance of an end or of the middle from a label. */
export type Column = { anchor: string; edge: Edge; dx: number; words: number };

export type LinesRule = {
  /** The label above the first row. */
  start: string;
  part: Column;
  quantity: Column;
  /** The label below the last row; null when nothing follows. */
  end: string | null;
  /** In points: a wider space between two rows means that one is missing. */
  space: number;
  /** True when all that stands in a row is below something of another row. */
  isAligned: boolean;
};

export type PartLine = { part: string; quantity: number };
type LinesReason = 'no rows' | 'no end' | 'row unclear' | 'row missing' | 'too many rows';
export type LinesFound = { lines: PartLine[] } | { reason: LinesReason };

export const MOST_ROWS = 500;
/** Longer words are garbage, which may cover rows. */
const LONGEST_WORD = 40;
const QUANTITY = /^\d{1,4}(?:\.0{1,3})?$/;
const isPart = (text: string) => /\d/.test(text) && text.length >= 3 && text.length <= 40;

const hasLabel = ({ words }: Line, labels: Set<string>) => words.some(({ text }) => labels.has(text));

type Region = {
  /** The lines between the label above the rows and the next label, on all pages. */
  lines: Line[];
  /** The lines below them. */
  rest: Line[];
  /** The line of the label behind the last row. */
  end: Line | null;
};

export function regionOf(document: Document, start: string): Region | null {
  if (!document.only(start)) return null;
  const { lines, labels } = document;
  const region: Region = { lines: [], rest: [], end: null };
  for (const page of new Set(lines.map((line) => line.page))) {
    const onPage = lines.filter((line) => line.page === page);
    const below = onPage.slice(onPage.findIndex((line) => isOn(document, line, start)) + 1);
    const label = below.findIndex((line) => hasLabel(line, labels));
    const upTo = label === -1 ? below.length : label;
    region.lines.push(...below.slice(0, upTo).filter(({ words }) => !isRule(words)));
    region.rest.push(...below.slice(upTo));
    region.end = below[upTo] ?? null;
  }
  return region;
}

/** Returns true for a line that is drawn with characters. */
const isRule = (words: Word[]) => words.every(({ text }) => /^[-=_*.+:|]+$/.test(text));

const isOn = (document: Document, line: Line, text: string) =>
  document.phrasesIn(line).some((phrase) => phrase.text === text);

/** Returns the text of a line in a column; an empty one where nothing is there. */
function inColumn(document: Document, line: Line, { anchor, edge, dx, words: count }: Column): string {
  const label = document.only(anchor);
  const spot = label && document.textsIn(line, count).at(edge, label.x + dx);
  return spot ? textOf(spot.run.slice(spot.from, spot.from + count)) : '';
}

export function findLines(document: Document, rule: LinesRule): LinesFound {
  const region = regionOf(document, rule.start);
  if (!region) return { reason: 'no rows' };
  const { lines, rest, end } = region;
  if (rule.end !== null && !(end && isOn(document, end, rule.end))) return { reason: 'no end' };
  const rows = lines.map((line) => rowOf(document, line, rule));
  const found = rows.filter((row) => row !== null);
  if (found.length === 0) return { reason: 'no rows' };
  if (found.length > MOST_ROWS) return { reason: 'too many rows' };
  const parts = found.flatMap((row) => (row === 'unclear' ? [] : [row]));
  const fitsPart = fitsOneOf(parts.map(({ part }) => part));
  const isLikePart = ({ words }: Line) => words.some(({ text }) => isPart(text) && fitsPart(text));
  const isLost = (line: Line, index: number) =>
    line.words.some(({ text }) => text.length > LONGEST_WORD) || (rows[index] === null && isLikePart(line));
  // A row behind a label, which may be a word of a description, or one that is out of its columns.
  const isBelow = (line: Line) => isLikePart(line) && rowOf(document, line, rule) !== null;
  if (parts.length < found.length || lines.some(isLost) || rest.some(isBelow))
    return { reason: 'row unclear' };
  const inRows = lines.filter((_, index) => rows[index] !== null);
  if (rule.isAligned && !areAligned(inRows)) return { reason: 'row unclear' };
  return widestSpace(lines) > rule.space ? { reason: 'row missing' } : { lines: parts };
}

/** Half a row that is followed by half of another one has its words at other places. One row proves nothing. */
const LEAST_ROWS = 2;

/** Returns true when each text of a row has the left or right end of one in another row. */
export function areAligned(rows: Line[]): boolean {
  if (rows.length < LEAST_ROWS) return true;
  const ends = rows.map((row) =>
    textRunsOf(row).map((run) => ({ left: tenth(edgeOf(run, 'left')), right: tenth(edgeOf(run, 'right')) })),
  );
  const [lefts, rights] = (['left', 'right'] as const).map((edge) => {
    const inRows = ends.map((runs) => new Set(runs.map((run) => run[edge])));
    return inRows.flatMap((all, row) => [...all].map((x) => ({ x, row }))).sort((a, b) => a.x - b.x);
  });
  return ends.every((runs, row) =>
    runs.every(({ left, right }) => isInOther(lefts ?? [], row, left) || isInOther(rights ?? [], row, right)),
  );
}

const tenth = (points: number) => Math.round(points * 10) / 10;

/** @param ends of all rows, from left to right. */
function isInOther(ends: { x: number; row: number }[], row: number, x: number): boolean {
  for (let at = lowerBound(ends, (end) => end.x < x - TOLERANCE); at < ends.length; at += 1) {
    const end = ends[at];
    if (!end || end.x > x + TOLERANCE) return false;
    if (end.row !== row) return true;
  }
  return false;
}

/** Returns the lines that have something in both columns. */
export const rowsIn = (
  document: Document,
  lines: Line[],
  rule: Pick<LinesRule, 'part' | 'quantity'>,
): Line[] =>
  lines.filter((line) => {
    const row = rowOf(document, line, rule);
    return row !== null && row !== 'unclear';
  });

/** Returns null for a line that goes on with a description. */
function rowOf(
  document: Document,
  line: Line,
  rule: Pick<LinesRule, 'part' | 'quantity'>,
): PartLine | 'unclear' | null {
  const part = inColumn(document, line, rule.part);
  const quantity = inColumn(document, line, rule.quantity);
  if (part === '' && quantity === '') return null;
  const isRow = isPart(part) && QUANTITY.test(quantity) && Number(quantity) > 0;
  return isRow ? { part, quantity: Number(quantity) } : 'unclear';
}

/** The widest space between two lines of a page. */
export function widestSpace(region: Line[]): number {
  const spaces = region.slice(1).map((line, index) => {
    const before = region[index];
    return before?.page === line.page ? line.y - before.y : 0;
  });
  return Math.max(0, ...spaces);
}

/** The share of lines that have a value of this kind in the column. */
export function columnShare(
  document: Document,
  lines: Line[],
  column: Column,
  kind: 'part' | 'quantity',
): number {
  if (lines.length === 0) return 0;
  const isKind = kind === 'part' ? isPart : (text: string) => QUANTITY.test(text);
  return lines.filter((line) => isKind(inColumn(document, line, column))).length / lines.length;
}

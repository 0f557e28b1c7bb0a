/** The lines of an order: part numbers and quantities in repeated rows. */
import type { Word } from '~/domain/intake/reading/words';
import { areAligned, widestSpace } from './alignment';
import type { Document } from './document';
import { isQuantity, type QuantityShape, quantityIn } from './quantity';
import { fitsOneOf } from './shape';
import {
  type Edge,
  EDGES,
  edgeOf,
  isNarrow,
  type Line,
  runsOf,
  textOf,
  textRunsOf,
  TOLERANCE,
} from './text-lines';

/** Part of a row: the distance of an end or of the middle from a label; the corner of the page without one. */
export type Column = {
  anchor: string;
  edge: Edge;
  dx: number;
  /** Other ends that all rows have had in common. */
  also: { edge: Edge; dx: number }[];
  /**
   * The position among the words or the texts of a row, from its end where it is negative: some programs make columns as
   * wide as what each document has in them. Null where the place counts.
   */
  cell: { at: number; of: 'words' | 'texts' } | null;
  /** The number of words; null for all up to the next wide gap or column. */
  words: number | null;
};

export type LinesRule = {
  /** The label above the first row; empty for the top of the page. */
  start: string;
  /** The distance of the first row from it, in points; null where that differs. */
  first: number | null;
  part: Column;
  quantity: Column;
  shape: QuantityShape;
  /** Where other columns begin, as distances from the label of the part numbers, in whole points. */
  columns: number[];
  /** The fewest and the most words that a part number has had. */
  partWords: [number, number];
  /** The label below the last row; null when nothing follows. */
  end: string | null;
  /** The label below the rows is on each page. */
  endsPages: boolean;
  /** In points: a wider space between two rows means that one is missing. */
  space: number;
  /** True when all that stands in a row is below something of another row. */
  isAligned: boolean;
};

export type PartLine = { part: string; quantity: number };
type LinesReason = 'no rows' | 'no end' | 'row unclear' | 'row missing' | 'too many rows' | 'second end';
/** `skipped`: rows of which nothing is shipped. `words`: all that stands in rows. */
export type LinesFound =
  { lines: PartLine[]; skipped: number } | { reason: LinesReason; line?: string; lines?: PartLine[] };

export const MOST_ROWS = 500;
/** Longer words are garbage, which may cover rows. */
const LONGEST_WORD = 40;
const LONGEST_PART = 40;
const isPart = (text: string) => /\d/.test(text) && text.length >= 3 && text.length <= LONGEST_PART;

/** Lines below the label above the rows, on all pages, up to the label below them. */
type Region = {
  /** From the first row of each page to its last one. */
  lines: Line[];
  /** Between the last row of a page and the label below the rows. */
  after: Line[];
  rest: Line[];
  end: Line | null;
  /** The number of pages that have the label below the rows. */
  ends: number;
};

type Row = PartLine | 'unclear' | null;
type Columns = Pick<LinesRule, 'part' | 'quantity' | 'shape' | 'columns' | 'partWords'>;

const isOn = (document: Document, line: Line, text: string) =>
  document.phrasesIn(line).some((phrase) => phrase.text === text);

/** Returns true for a line that is drawn with characters. */
const isRule = (words: Word[]) => words.every(({ text }) => /^[-=_*.+:|]+$/.test(text));

/** Returns the lines of each page that may have rows. */
function candidatesOf(document: Document, start: string): Line[][] {
  const { lines } = document;
  const pages = [...new Set(lines.map((line) => line.page))];
  return pages.map((page) => {
    const onPage = lines.filter((line) => line.page === page);
    const below = start === '' ? -1 : onPage.findIndex((line) => isOn(document, line, start));
    return onPage.slice(below + 1).filter(({ words }) => !isRule(words));
  });
}

/** The rows are the lines from the first to the last that have a part and a quantity, before a label that ends them. */
export function regionOf(
  document: Document,
  { start, end, space = Infinity }: Pick<LinesRule, 'start' | 'end'> & { space?: number },
  rowOf: (line: Line) => Row,
): Region {
  const region: Region = { lines: [], after: [], rest: [], end: null, ends: 0 };
  if (!document.only(start)) return region;
  for (const lines of candidatesOf(document, start)) {
    // A description may have the label; what is further away than a row is none.
    const isEnd = (line: Line, index: number) =>
      end !== null &&
      isOn(document, line, end) &&
      !(isRow(rowOf(line)) && line.y - (lines[index - 1] ?? line).y <= space);
    const ending = lines.findIndex(isEnd);
    const until = ending === -1 ? lines.length : ending;
    const isHere = lines.map((line, index) => index < until && isRow(rowOf(line)));
    const [from, to] = [isHere.indexOf(true), isHere.lastIndexOf(true)];
    if (from !== -1) {
      const after = lines.findIndex((line, index) => index > to && document.phrasesIn(line).length > 0);
      const last = after === -1 ? until : Math.min(after, until);
      region.lines.push(...lines.slice(from, to + 1));
      region.after.push(...lines.slice(to + 1, last));
      region.rest.push(...lines.slice(last));
      region.end = lines[last] ?? null;
    } else region.rest.push(...lines.slice(until));
    if (ending !== -1) {
      region.ends += 1;
      region.end = lines[ending] ?? null;
    }
  }
  return region;
}

/** Returns the lines between the labels above and below the rows; none without these labels. */
export function insteadOfRows(document: Document, { start, end }: LinesRule): Line[] {
  if (start === '' || end === null || !document.only(start)) return [];
  return candidatesOf(document, start).flatMap((lines) => {
    const ending = lines.findIndex((line) => isOn(document, line, end));
    return lines.slice(0, Math.max(0, ending));
  });
}

const isRow = (row: Row) => row !== null && row !== 'unclear';

/** @param count see `Column`. */
function inCell({ words }: Line, { at, of }: NonNullable<Column['cell']>, count: number | null): Word[] {
  const from = at < 0 ? words.length + at : at;
  const cell = of === 'words' ? words.slice(Math.max(0, from)) : (textRunsOf({ words }).at(at) ?? []);
  return from < 0 ? [] : cell.slice(0, count ?? cell.length);
}

/** Returns the words of a line in the column of quantities; none where nothing is there. */
export function quantityWords(document: Document, line: Line, column: Column): Word[] {
  const { anchor, words: count, cell } = column;
  // A text that begins with a number is no quantity.
  const isWhole = cell?.of !== 'texts' || inCell(line, cell, null).length === (count ?? 1);
  if (cell !== null) return isWhole ? inCell(line, cell, count ?? 1) : [];
  const label = document.only(anchor);
  if (!label) return [];
  const texts = document.textsIn(line, count ?? 1);
  for (const { edge, dx } of [column, ...column.also]) {
    const spot = texts.at(edge, label.x + dx);
    if (spot) return spot.run.slice(spot.from, spot.from + (count ?? 1));
  }
  return [];
}

/**
 * Returns the text of a line in the column of part numbers; an empty one where nothing is there.
 * @param columns see `LinesRule`. @param stop words of another column.
 */
export function inColumn(
  document: Document,
  line: Line,
  column: Column,
  columns: ReadonlySet<number>,
  stop: Word[],
): string {
  const { anchor, edge, dx, words: count, cell } = column;
  if (cell !== null) {
    const words = inCell(line, cell, count);
    return words.some((word) => stop.includes(word)) ? '' : textOf(words);
  }
  const label = document.only(anchor);
  if (!label) return '';
  const isStart = ({ x }: Word) =>
    columns.has(Math.round(x - label.x)) || (edge === 'left' && Math.abs(x - label.x - dx) <= TOLERANCE);
  const isBreak = (left: Word, right: Word) =>
    !isNarrow(left, right) || isStart(right) || stop.includes(left) !== stop.includes(right);
  const runs = runsOf(line.words, isBreak).map((run) => (count === null ? run : firstOf(run, count, edge)));
  const run = runs.find((words) => Math.abs(edgeOf(words, edge) - (label.x + dx)) <= TOLERANCE);
  return run && !run.some((word) => stop.includes(word)) ? textOf(run) : '';
}

const firstOf = (run: Word[], count: number, edge: Edge) =>
  edge === 'right' ? run.slice(-count) : run.slice(0, count);

/** Reads the lines of a document. Each line is looked at once. */
export function rowReader(document: Document, rule: Columns): (line: Line) => Row {
  const known = new Map<Line, Row>();
  const columns = new Set(rule.columns);
  return (line) => {
    const found = known.get(line);
    if (found !== undefined) return found;
    const row = rowOf(document, line, rule, columns);
    known.set(line, row);
    return row;
  };
}

/** A line with more words is no row. */
export const LONGEST_ROW = 100;

/** Returns null for a line that goes on with a description. */
function rowOf(document: Document, line: Line, rule: Columns, columns: ReadonlySet<number>): Row {
  if (line.words.length > LONGEST_ROW) return null;
  const words = quantityWords(document, line, rule.quantity);
  const part = inColumn(document, line, rule.part, columns, words);
  const quantity = textOf(words);
  const count = quantityIn(quantity, rule.shape);
  const [least, most] = rule.partWords;
  const length = part.split(' ').length;
  const hasPart = isPart(part) && length >= least && length <= most;
  if (hasPart && count !== null) return { part, quantity: count };
  // A comment has letters, or nothing, in both columns. A part number alone goes on in another line.
  return hasPart || (isPart(part) && quantity !== '') || (part !== '' && count !== null) ? 'unclear' : null;
}

/** Rows of a document, and where they are. */
export type Rows = { readRow: (line: Line) => Row; region: Region };
export function rowsIn(document: Document, rule: LinesRule): Rows {
  const readRow = rowReader(document, rule);
  return { readRow, region: regionOf(document, rule, readRow) };
}

export function findLines(document: Document, rule: LinesRule, { readRow, region }: Rows): LinesFound {
  const { lines, after, rest, end, ends } = region;
  const rows = lines.map(readRow);
  const parts = rows.flatMap((row) => (row === null || row === 'unclear' ? [] : [row]));
  if (parts.length === 0) return { reason: 'no rows' };
  if (parts.length > MOST_ROWS) return { reason: 'too many rows' };
  const unclear = (reason: LinesReason, line?: Line) => ({
    reason,
    ...(line && { line: textOf(line.words).slice(0, LONGEST_LINE) }),
    lines: parts,
  });
  if (rule.end !== null && !(end && isOn(document, end, rule.end))) return unclear('no end');
  if (rule.end !== null && !rule.endsPages && ends > 1) return unclear('second end');
  const fitsPart = fitsOneOf(parts.map(({ part }) => part));
  const isLikePart = ({ words }: Line) => words.some(({ text }) => isPart(text) && fitsPart(text));
  const lost = [...lines, ...after].find((line) => {
    const row = readRow(line);
    return (
      row === 'unclear' ||
      line.words.some(({ text }) => text.length > LONGEST_WORD) ||
      (row === null && isLikePart(line))
    );
  });
  // A row behind a label, or one that is out of its columns.
  const below = rest.find((line) => isRow(readRow(line)) && isLikePart(line));
  if (lost ?? below) return unclear('row unclear', lost ?? below);
  const start = document.only(rule.start);
  const [first] = lines;
  if (
    rule.first !== null &&
    start &&
    first?.page === start.page &&
    Math.abs(first.y - start.y - rule.first) > TOLERANCE
  )
    return unclear('row missing');
  const inRows = lines.filter((_, index) => rows[index] !== null);
  if (rule.isAligned && !areAligned(inRows)) return unclear('row unclear');
  const areBelow = [rule.part, rule.quantity].every((column) => isOneColumn(inRows, column));
  if (!areBelow) return unclear('row unclear');
  if (widestSpace(lines) > rule.space) return unclear('row missing');
  const shipped = parts.filter(({ quantity }) => quantity > 0);
  return shipped.length === 0
    ? unclear('no rows')
    : { lines: shipped, skipped: parts.length - shipped.length };
}

const LONGEST_LINE = 200;

/** What is found by its position only has the same left end, right end or middle in all rows. */
function isOneColumn(rows: Line[], { cell, words }: Column): boolean {
  if (cell === null) return true;
  const texts = rows.map((row) => inCell(row, cell, words));
  return EDGES.some((edge) => {
    const all = texts.map((text) => edgeOf(text, edge));
    return Math.max(...all) - Math.min(...all) <= TOLERANCE;
  });
}

/** Returns whether a text is of this kind. */
export const IS_KIND: Record<'part' | 'quantity', (text: string) => boolean> = {
  part: isPart,
  quantity: isQuantity,
};

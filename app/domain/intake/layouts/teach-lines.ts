/** The rows of a layout are taught by one of them, with the rows that other documents have there. */
import type { Word } from '~/domain/intake/reading/words';
import { areAligned, widestSpace } from './alignment';
import type { Document } from './document';
import { differentValues, type FieldName, findValues, type Rule } from './fields';
import { type Phrase, RECURS } from './labels';
import {
  type Column,
  inColumn,
  LONGEST_ROW,
  IS_KIND,
  type LinesRule,
  MOST_ROWS,
  quantityWords,
  regionOf,
  rowReader,
} from './part-lines';
import { quantityIn, type QuantityShape, quantityShape } from './quantity';
import { bestOf } from './score';
import { EDGES, edgeOf, type Line, textOf, textRunsOf, TOLERANCE } from './text-lines';

type TaughtRow = { part: Word[]; quantity: Word[] };
type NoLines = { notFound: ('part' | 'quantity')[] };
/** A row is found by one of so many labels. */
const MOST_ANCHORS = 20;
/** Rows of so many documents, and so many of each, say where columns are. */
const MOST_SEEN = 60;

type Seen = { document: Document; lines: Line[] };

export function linesRule(
  example: Document,
  others: Document[],
  row: TaughtRow,
  fields: Partial<Record<FieldName, Rule>>,
): LinesRule | NoLines {
  const [first] = row.part;
  const shape = quantityShape(textOf(row.quantity));
  if (!first || !IS_KIND.part(textOf(row.part))) return { notFound: ['part'] };
  if (!shape) return { notFound: ['quantity'] };
  const all = [example, ...others];
  const start = startOf(example, others, first);
  const seen = all.map((document): Seen => {
    const values = new Set(
      Object.values(findValues(document, fields)).flatMap((found) => ('words' in found ? found.words : [])),
    );
    const lines = below(document, start).filter(({ words }) => !words.some((word) => values.has(word)));
    return { document, lines: lines.slice(0, MOST_SEEN) };
  });
  const anchors = ['', ...anchorsFor(example, first)];
  const quantity = quantityColumn(example, seen, anchors, row.quantity, shape);
  if (!quantity) return { notFound: ['quantity'] };
  const found = partColumn(example, seen, anchors, row, quantity, shape);
  if (!found) return { notFound: ['part'] };
  const { part, columns: starts, partWords } = found;
  const columns = { part, columns: starts, partWords, quantity, shape };
  const readers = all.map((document) => ({ document, readRow: rowReader(document, columns) }));
  const isRow = (read: ReturnType<typeof rowReader>) => (line: Line) => {
    const each = read(line);
    return each !== null && each !== 'unclear';
  };
  const lasts = readers.map(({ document, readRow }) => ({
    document,
    last: regionOf(document, { start, end: null }, readRow).lines.filter(isRow(readRow)).at(-1),
  }));
  const end = endOf(lasts);
  const regions = readers.map(({ document, readRow }) => {
    const region = regionOf(document, { start, end }, readRow);
    return { document, region, rows: region.lines.filter(isRow(readRow)).slice(0, MOST_ROWS) };
  });
  if (regions[0]?.rows.length === 0) return { notFound: ['part'] };
  const having = regions.filter(({ rows }) => rows.length > 0);
  return {
    start,
    first: firstOf(having.map(({ document, rows }) => ({ top: document.only(start), row: rows[0] }))),
    ...columns,
    end,
    endsPages: endsPagesOf(having, fields),
    space: spaceOf(having.map(({ region }) => region.lines)),
    isAligned: having.filter(({ rows }) => areAligned(rows)).length >= RECURS * having.length,
  };
}

/** Returns true for a label that its page has once, also where the pages before have it. */
const isOnly = (document: Document, phrase: Phrase) =>
  document.only(phrase.text) !== null &&
  !document.phrasesWith(phrase.text).some((each) => each !== phrase && each.page === phrase.page);

/** Returns the nearest label above the row that others have too; an empty text without one. */
function startOf(example: Document, others: Document[], { page, y }: Word): string {
  const above = example.phrases.filter(
    (phrase) => phrase.page === page && phrase.y < y - TOLERANCE && isOnly(example, phrase),
  );
  const isShared = ({ text }: Phrase) =>
    others.filter((each) => each.only(text) !== null).length >= RECURS * others.length;
  return above.reverse().find(isShared)?.text ?? '';
}

const below = (document: Document, start: string) => {
  const from = document.only(start);
  return document.lines.filter(
    ({ page, y, words }) =>
      from && words.length <= LONGEST_ROW && (page > from.page || y > from.y + TOLERANCE),
  );
};

/** Returns the nearest labels that occur once. */
const anchorsFor = (document: Document, { page, y }: Word): string[] =>
  document.phrases
    .filter((phrase) => phrase.page === page && isOnly(document, phrase))
    .sort((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))
    .slice(0, MOST_ANCHORS)
    .map(({ text }) => text);

function columnsAt(example: Document, anchors: string[], words: Word[], count: number | null): Column[] {
  return anchors.flatMap((anchor) => {
    const x = example.only(anchor)?.x;
    return x === undefined
      ? []
      : EDGES.map((edge): Column => {
          return { anchor, edge, dx: edgeOf(words, edge) - x, words: count, also: [], cell: null };
        });
  });
}

/** Some programs make columns as wide as the texts of each document, so that only their order is the same. */
function cellsAt(
  example: Document,
  words: Word[],
  count: number | null,
  of: NonNullable<Column['cell']>['of'][],
): Column[] {
  const line = lineOf(example, words);
  if (!line) return [];
  const texts = textRunsOf(line);
  const inTexts = texts.findIndex(([first]) => first === words[0]);
  const positions = {
    words: [line.words.findIndex((word) => word === words[0])],
    texts: inTexts === -1 ? [] : [inTexts, inTexts - texts.length],
  };
  return of.flatMap((kind) =>
    positions[kind].map((at): Column => {
      return { anchor: '', edge: 'left', dx: 0, words: count, also: [], cell: { at, of: kind } };
    }),
  );
}

/** What has another place in each document is taken only where that finds more rows. */
const MUCH_BETTER = 1.1;
function better<Item>(usual: Item[], other: Item[], countOf: (item: Item) => number): Item | undefined {
  const [best, second] = [bestOf(usual, countOf), bestOf(other, countOf)];
  const found = second && countOf(second) > MUCH_BETTER * (best ? countOf(best) : 0) ? second : best;
  return found && countOf(found) > 0 ? found : undefined;
}

const lineOf = ({ lines }: Document, [first]: Word[]) =>
  lines.find((line) => line.words.some((word) => word === first));

function quantityColumn(
  example: Document,
  seen: Seen[],
  anchors: string[],
  words: Word[],
  shape: QuantityShape,
): Column | undefined {
  const countOf = (column: Column) =>
    seen.reduce(
      (sum, { document, lines }) =>
        sum +
        lines.filter((line) => quantityIn(textOf(quantityWords(document, line, column)), shape) !== null)
          .length,
      0,
    );
  const usual = columnsAt(example, anchors, words, words.length);
  // A number alone may be part of another column.
  const isAlone = shape.before === '' && shape.after === '';
  const cells = cellsAt(example, words, words.length, isAlone ? ['texts'] : ['texts', 'words']);
  const best = better(usual, cells, countOf);
  if (!best) return undefined;
  const most = countOf(best);
  // Numbers of one digit do not say whether the column is aligned left or right.
  const also = (best.cell === null ? columnsAt(example, [best.anchor], words, words.length) : [])
    .filter(
      (column) =>
        column.cell === null &&
        column.edge !== 'center' &&
        column.edge !== best.edge &&
        countOf(column) === most,
    )
    .map(({ edge, dx }) => ({ edge, dx }));
  return { ...best, also };
}

/** Part numbers may have as many words as those of so many documents. */
const USUAL = 2;

/** Words that begin at one place in nearly all rows begin a column. */
function partColumn(
  example: Document,
  seen: Seen[],
  anchors: string[],
  row: TaughtRow,
  quantity: Column,
  shape: QuantityShape,
): { part: Column; columns: number[]; partWords: LinesRule['partWords'] } | undefined {
  const rows = seen.flatMap(({ document, lines }) =>
    lines.flatMap((line) => {
      const words = quantityWords(document, line, quantity);
      return quantityIn(textOf(words), shape) === null ? [] : [{ document, line, stop: words }];
    }),
  );
  const exampleLine = lineOf(example, row.part);
  if (!exampleLine) return undefined;
  const best = (count: number | null, columns: (column: Column) => ReadonlySet<number>) => {
    const isChosen = (column: Column) =>
      inColumn(example, exampleLine, column, columns(column), row.quantity) === textOf(row.part);
    const countOf = (column: Column) =>
      rows.filter(({ document, line, stop }) =>
        IS_KIND.part(inColumn(document, line, column, columns(column), stop)),
      ).length;
    // Words are counted only where those of quantities are.
    const of = quantity.cell?.of === 'words' && count !== null ? 'words' : 'texts';
    const found = better(
      columnsAt(example, anchors, row.part, count).filter(isChosen),
      cellsAt(example, row.part, count, [of]).filter(isChosen),
      countOf,
    );
    return (
      found && { part: found, columns: [...columns(found)], partWords: wordsOfParts(found, columns(found)) }
    );
  };
  /** Where columns of one document are closer, part numbers run into the next one. */
  const wordsOfParts = (column: Column, columns: ReadonlySet<number>): LinesRule['partWords'] => {
    const having = new Map<number, Set<Document>>();
    for (const { document, line, stop } of rows) {
      const text = inColumn(document, line, column, columns, stop);
      const count = text.split(' ').length;
      if (IS_KIND.part(text)) having.set(count, (having.get(count) ?? new Set()).add(document));
    }
    const usual = [...having].flatMap(([count, documents]) => (documents.size >= USUAL ? [count] : []));
    return [Math.min(row.part.length, ...usual), Math.max(row.part.length, ...usual)];
  };
  const startsOf = startsIn(rows, row.part);
  const counted = () => best(row.part.length, () => new Set());
  if (quantity.cell?.of === 'words') return counted();
  return best(null, ({ anchor }) => startsOf(anchor)) ?? counted();
}

/** Returns where the columns of rows begin, as distances from a label. The words of the part itself begin none. */
function startsIn(
  rows: { document: Document; line: Line }[],
  part: Word[],
): (anchor: string) => ReadonlySet<number> {
  const known = new Map<string, ReadonlySet<number>>();
  const own = part.slice(1).map(({ x }) => x);
  return (anchor) => {
    const found = known.get(anchor);
    if (found) return found;
    const counts = new Map<number, number>();
    for (const { document, line } of rows) {
      const label = document.only(anchor);
      if (!label) continue;
      const cells = new Set(
        line.words
          .filter(({ x }) => !own.some((each) => Math.abs(each - x) <= TOLERANCE))
          .flatMap(({ x }) => [-1, 0, 1].map((near) => Math.round(x - label.x) + near)),
      );
      for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    const starts = new Set([...counts].flatMap(([x, count]) => (count >= RECURS * rows.length ? [x] : [])));
    known.set(anchor, starts);
    return starts;
  };
}

/** Returns the first label below the last row that others have there too. */
function endOf(lasts: { document: Document; last: Line | undefined }[]): string | null {
  const isBehind = (phrase: Phrase, last: Line) =>
    phrase.page > last.page || (phrase.page === last.page && phrase.y > last.y + TOLERANCE);
  const [example, ...others] = lasts;
  if (!example?.last) return null;
  const { last } = example;
  const having = others.flatMap(({ document, last: row }) => (row ? [{ document, row }] : []));
  const isShared = ({ text }: Phrase) =>
    having.filter(({ document, row }) => document.phrasesWith(text).some((each) => isBehind(each, row)))
      .length >=
    RECURS * having.length;
  // A label that is also above the rows would end them on the next page.
  const isOnlyThere = ({ text }: Phrase) =>
    example.document.phrasesWith(text).every((each) => isBehind(each, last));
  const behind = example.document.phrases.filter((phrase) => isBehind(phrase, last)).slice(0, MOST_ANCHORS);
  return behind.find((phrase) => isOnlyThere(phrase) && isShared(phrase))?.text ?? null;
}

function firstOf(tops: { top: Phrase | null; row: Line | undefined }[]): number | null {
  const distances = tops.map(({ top, row }) => (top && row?.page === top.page ? row.y - top.y : Number.NaN));
  const [example] = distances;
  if (example === undefined || Number.isNaN(example)) return null;
  const same = distances.filter((distance) => Math.abs(distance - example) <= TOLERANCE);
  return same.length >= RECURS * distances.length ? example : null;
}

/** A job of several orders has the label behind each of them. */
function endsPagesOf(
  regions: { document: Document; region: { ends: number }; rows: Line[] }[],
  fields: Partial<Record<FieldName, Rule>>,
): boolean {
  const long = regions.filter(
    ({ document, rows }) =>
      rows[0]?.page !== rows.at(-1)?.page && differentValues(document, fields, 'reference').length <= 1,
  );
  return long.length > 0 && long.filter(({ region }) => region.ends > 1).length >= RECURS * long.length;
}

/** A little more than the widest space between rows that is usual; documents with one row have none. */
function spaceOf(regions: Line[][]): number {
  const spaces = regions
    .map(widestSpace)
    .filter((space) => space > 0)
    .sort((a, b) => a - b);
  return (spaces[Math.floor(spaces.length / 2)] ?? ANY_SPACE) * 1.3;
}
const ANY_SPACE = 100;

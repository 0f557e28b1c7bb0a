/** Texts beside values and rows: what recurs, what differs in each document, and what is new. */
import type { Word } from '~/domain/intake/reading/words';
import { type Document, valueRuns } from './document';
import type { Line } from './text-lines';
import { edgeOf, textOf, textRunsOf } from './text-lines';

/** `head` is above the rows, `rows` between them, `tail` below, `more` on further pages. */
type Zone = 'head' | 'rows' | 'tail' | 'more';

/**
 * `known`: texts that may be there. `slots`: places at which each document has another text. `columns`: places at which
 * texts in rows begin and end; null where each document has others.
 */
export type Texts = { known: string[]; slots: string[]; prefixes: string[]; columns: string[] | null };

type FreeText = {
  zone: Zone;
  /** As it is compared. */
  key: string;
  words: Word[];
  /** The label right before it; empty without one. */
  label: string;
  line: Line;
  /** Of the line in the example. */
  y: number;
  /** True between rows where a column of theirs begins: a comment or the rest of a description, and no mark. */
  isInColumn: boolean;
};

/** Two letters say something; a number or a line of stars does not. */
const saysSomething = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) >= 2;

/** Returns a text as it is compared: without case, numbers and punctuation at its ends. */
const textKey = (text: string) =>
  text
    .toUpperCase()
    .split(' ')
    .filter((word) => /\p{L}/u.test(word))
    .join(' ')
    .replace(/\d+/g, '9')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');

/** The part of a document that its layout knows: words of values, and rows with the lines between them. */
export type Used = {
  values: Set<Word>;
  rows: Set<Line>;
  between: Set<Line>;
  lastRow: Line | null;
  isWhole: boolean;
};

/** Returns null below the rows of a page that goes on: there it only says so. */
function zoneOf(
  line: Line,
  { rows, between, lastRow }: Used,
  tops: Map<number, number>,
  firstPage: number,
): Zone | null {
  if (rows.has(line) || between.has(line)) return 'rows';
  if (lastRow && (line.page > lastRow.page || (line.page === lastRow.page && line.y > lastRow.y)))
    return 'tail';
  if ((tops.get(line.page) ?? Infinity) < line.y) return null;
  return line.page === firstPage ? 'head' : 'more';
}

/** Returns texts that are no label, no value and in no row; on further pages, those that the first one has not. */
export function freeTexts(document: Document, used: Used): FreeText[] {
  const firstPage = document.lines[0]?.page ?? 1;
  const onFirst = new Set(
    document.lines.flatMap((line) =>
      line.page === firstPage && !used.rows.has(line) ? line.words.map(({ text }) => text) : [],
    ),
  );
  const tops = new Map<number, number>();
  for (const { page, y } of used.rows) tops.set(page, Math.min(y, tops.get(page) ?? Infinity));
  const columns = new Set(
    [...used.rows].flatMap((line) => textRunsOf(line).map((run) => cellOf(edgeOf(run, 'left')))),
  );
  const lowest = Math.max(...[...used.values].filter(({ page }) => page === firstPage).map(({ y }) => y));
  return document.lines.flatMap((line) => {
    // Without rows, nobody knows what is below the values.
    if (!used.isWhole && (line.page !== firstPage || line.y > lowest)) return [];
    const zone = used.rows.has(line) ? null : zoneOf(line, used, tops, firstPage);
    if (zone === null || line.words.every((word) => document.labels.has(word))) return [];
    const labels = new Map(
      document.phrasesIn(line).map(({ text, words }) => {
        const last = words.at(-1);
        return [last && document.placeOf(last)?.next, text];
      }),
    );
    return valueRuns(line, document.labels).flatMap((run): FreeText[] => {
      const words = run.filter((word) => !used.values.has(word));
      const text = textOf(words);
      const [first] = words;
      const key = textKey(text);
      const isRepeated = line.page !== firstPage && words.every((word) => onFirst.has(word.text));
      if (!first || isRepeated || !saysSomething(text)) return [];
      const y = line.y - document.shiftOf(line);
      const isInColumn = INDENTED.some((cells) => columns.has(cellOf(first.x) - cells));
      return [{ zone, key, words, label: labels.get(first) ?? '', line, y, isInColumn }];
    });
  });
}

/** A text in a row, and the places of its ends. */
type RowText = { key: string; words: Word[]; ends: string[] };

export const rowTexts = ({ rows }: Used): RowText[] =>
  [...rows].flatMap((line) =>
    textRunsOf(line).map((words) => {
      const ends = (['left', 'right'] as const).map(
        (edge) => `${edge} ${String(cellOf(edgeOf(words, edge)))}`,
      );
      return { key: textKey(textOf(words)), words, ends };
    }),
  );

/** Returns the texts in rows that are in no column, such as a mark behind a price. */
export function besideColumns({ columns }: Texts, texts: RowText[]): RowText[] {
  if (columns === null) return [];
  const places = new Set(columns);
  return texts.filter(
    ({ words, ends }) => saysSomething(textOf(words)) && !ends.some((end) => places.has(end)),
  );
}

const near = (end: string) => {
  const [edge = '', cell] = end.split(' ');
  return AROUND.map((around) => `${edge} ${String(Number(cell) + around)}`);
};

/** In so many documents there is a text in no column of the others: columns are as wide as what is in them. */
const OTHERWISE = 0.1;

function columnsIn(documents: RowText[][]): string[] | null {
  const having = new Map<string, Set<number>>();
  for (const [index, texts] of documents.entries())
    for (const place of new Set(texts.flatMap(({ ends }) => ends.flatMap(near))))
      having.set(place, (having.get(place) ?? new Set()).add(index));
  const isElsewhere = (end: string, index: number) => {
    const documentsWith = having.get(end);
    return documentsWith !== undefined && documentsWith.size > Number(documentsWith.has(index));
  };
  const others = documents.filter((texts, index) =>
    texts.some(
      ({ words, ends }) => saysSomething(textOf(words)) && !ends.some((end) => isElsewhere(end, index)),
    ),
  );
  return others.length > OTHERWISE * documents.length
    ? null
    : [...having].flatMap(([place, inDocuments]) =>
        inDocuments.size >= TWICE || inDocuments.has(0) ? [place] : [],
      );
}

/** Comments begin up to so many cells behind the column. */
const INDENTED = [-1, 0, 1, 2, 3];
const CELL = 6;
const AROUND = [-1, 0, 1];
const cellOf = (points: number) => Math.round(points / CELL);

/** The places that a text is at: its ends, with its height where that is always the same. */
function placesOf({ zone, words, y, label, isInColumn }: FreeText, around: number[]): string[] {
  const found: string[] = label === '' ? [] : [`label ${label}`];
  if (zone === 'rows' && !isInColumn) return found;
  // Below the rows, texts of any length end anywhere.
  const edges = zone === 'head' ? (['left', 'right'] as const) : (['left'] as const);
  for (const edge of edges) {
    const x = cellOf(edgeOf(words, edge));
    for (const dx of around) {
      if (zone !== 'head') found.push(`${zone} ${edge} ${String(x + dx)}`);
      else for (const dy of around) found.push(`head ${edge} ${String(x + dx)} ${String(cellOf(y) + dy)}`);
    }
  }
  return found;
}

/** A text such as "NOTE: beep horn" is known by its beginning. */
const prefixOf = ({ words }: FreeText): string | null => {
  const [first] = words;
  return first && words.length > 1 && /^\p{L}[^\d]*[:>#]$/u.test(first.text)
    ? first.text.toUpperCase()
    : null;
};

/** A place that few documents use has marks, which differ too. */
const USED = 0.5;
const LEAST = 3;
/** Of texts without digits, the one that is there most often has at most this share: else the others are exceptions. */
const MOST_ALIKE = 0.5;
const WITH_DIGITS = 0.5;
const FEW_WITH_DIGITS = 0.2;
/** Texts between rows, and where pages end, are in documents that have many rows. */
const TWICE = 2;

const isRight = (place: string) => place.startsWith('head right');

/** What is part of descriptions may be a mark elsewhere, such as RETURN. */
const inZone = ({ zone, key }: FreeText) => (zone === 'head' ? `head: ${key}` : key);

type Seen = { documents: Set<number>; texts: Map<string, number>; withDigits: number; count: number };
const noted = (seen: Map<string, Seen>, key: string, document: number, { key: text, words }: FreeText) => {
  const at = seen.get(key) ?? {
    documents: new Set(),
    texts: new Map<string, number>(),
    withDigits: 0,
    count: 0,
  };
  at.documents.add(document);
  at.texts.set(text, (at.texts.get(text) ?? 0) + 1);
  at.withDigits += Number(/\d/.test(textOf(words)));
  at.count += 1;
  seen.set(key, at);
};

/** More texts say nothing new. */
const MOST_TEXTS = 300;

/** @param documents the texts of each, and those of its rows; the first is the example, in which all texts are known. */
export function learnTexts(documents: FreeText[][], rows: RowText[][]): Texts {
  const places = new Map<string, Seen>();
  const prefixes = new Map<string, Seen>();
  const texts = new Map<string, Seen & { isElsewhere: boolean }>();
  for (const [index, all] of documents.entries())
    for (const text of all.slice(0, MOST_TEXTS)) {
      for (const place of placesOf(text, AROUND)) if (!isRight(place)) noted(places, place, index, text);
      const prefix = prefixOf(text);
      if (prefix !== null) noted(prefixes, prefix, index, text);
      noted(texts, inZone(text), index, text);
      const entry = texts.get(inZone(text));
      if (entry && (text.zone === 'rows' || text.zone === 'more')) entry.isElsewhere = true;
    }
  const most = documents.length;
  const isSlot = ([place, { documents: having, texts: of, withDigits, count }]: [string, Seen]) => {
    if (of.size < TWICE) return false;
    if (place.startsWith('rows ')) return having.size >= TWICE;
    if (having.size < LEAST) return false;
    if (withDigits >= WITH_DIGITS * count) return having.size >= FEW_WITH_DIGITS * most;
    if (of.size < LEAST) return false;
    // A value is in the example too; a mark is not.
    return having.has(0) && having.size >= USED * most && Math.max(...of.values()) <= MOST_ALIKE * count;
  };
  const slots = new Set([...places].filter(isSlot).map(([place]) => place));
  // Texts that begin at one place end at another one by chance.
  const rights = new Map<string, Seen>();
  for (const [index, all] of documents.entries())
    for (const text of all
      .slice(0, MOST_TEXTS)
      .filter((each) => !placesOf(each, [0]).some((at) => slots.has(at))))
      for (const place of placesOf(text, AROUND).filter(isRight)) noted(rights, place, index, text);
  return {
    known: [...texts].flatMap(([key, { documents: having, isElsewhere }]) => {
      const isKnown = having.has(0) || having.size >= USED * most || (isElsewhere && having.size >= TWICE);
      return isKnown ? [key] : [];
    }),
    slots: [...slots, ...[...rights].filter(isSlot).map(([place]) => place)],
    prefixes: [...prefixes].filter(([, { texts: of }]) => of.size >= TWICE).map(([prefix]) => prefix),
    columns: columnsIn(rows),
  };
}

/** Returns those whose meaning is not known. @param meant see `newIn`. */
export function newInRows(beside: RowText[], meant: string[]): RowText[] {
  const keys = new Set(meant.map(textKey));
  return beside.filter(({ key }) => !keys.has(key));
}

/**
 * Returns a function that says whether a text is new in documents of the layout.
 * @param meant texts whose meaning is known. @param labels which may have moved.
 */
export function newIn(
  { known, slots, prefixes }: Texts,
  meant: string[],
  labels: string[],
): (text: FreeText) => boolean {
  const keys = new Set([...meant, ...labels].map(textKey));
  const ofZone = new Set(known);
  const starts = new Set(prefixes);
  for (const text of meant) {
    const [first = '', ...rest] = text.split(' ');
    if (rest.length > 0 && /^\p{L}[^\d]*[:>#]$/u.test(first)) starts.add(first.toUpperCase());
  }
  const places = new Set(slots);
  const columns = new Set(slots.flatMap((slot) => /^head (?:left|right) -?\d+/.exec(slot)?.[0] ?? []));
  return (text) => {
    if (keys.has(text.key) || ofZone.has(inZone(text))) return false;
    const prefix = prefixOf(text);
    if (prefix !== null && starts.has(prefix)) return false;
    if (placesOf(text, [0]).some((place) => places.has(place))) return false;
    // The head of a further page has its texts at other heights.
    return (
      text.zone !== 'more' ||
      !(['left', 'right'] as const).some((edge) =>
        columns.has(`head ${edge} ${String(cellOf(edgeOf(text.words, edge)))}`),
      )
    );
  };
}

/** Finds a mark, such as VOID, as a text between wide gaps, or between labels. @param beside see `besideColumns`. */
export function linesWith(document: Document, marks: string[], rows: Set<Line>, beside: RowText[]): boolean {
  if (marks.length === 0) return false;
  const keys = new Set(marks.map(textKey));
  if (beside.some(({ key }) => keys.has(key))) return true;
  return document.lines.some(
    (line) =>
      !rows.has(line) &&
      [...textRunsOf(line), ...valueRuns(line, document.labels)].some((run) =>
        keys.has(textKey(textOf(run))),
      ),
  );
}

/** A layout reads documents of its kind. */
import type { Word } from '~/domain/intake/reading/words';
import { type Block, readBlock } from './address-block';
import { Document } from './document';
import {
  differentValues,
  FIELD_NAMES,
  type FieldName,
  type FieldReason,
  findValues,
  type Known,
  type Rule,
} from './fields';
import { fits, type Label } from './labels';
import { findLines, insteadOfRows, type LinesFound, type LinesRule, type Rows, rowsIn } from './part-lines';
import { linesOf, textOf } from './text-lines';
import {
  besideColumns,
  freeTexts,
  linesWith,
  newIn,
  newInRows,
  rowTexts,
  type Texts,
  type Used,
} from './texts';

/** What a text can mean that is on some documents: `copy` of an order that came before, `plain` nothing. */
const MEANINGS = ['plainWhen', 'voidWhen', 'returnWhen', 'copyWhen', 'ignoreWhen'] as const;
export type Meaning = (typeof MEANINGS)[number];
export type Meanings = Record<Meaning, string[]>;

export type Layout = Meanings & {
  /** Words that recur at their places. */
  labels: Label[];
  /** Labels that stand together. */
  pairs: string[];
  /** Labels that a document of the layout has, as they stand together. */
  phrases: string[];
  /** Those above the rows, which each page with a number has. */
  heads: string[];
  /** The first label, and the most lines that are above it; null where others have another one. */
  top: { text: string; above: number } | null;
  fields: Partial<Record<FieldName, Rule>>;
  /** How name, street and city stand below each other; null where they do not. */
  block: Block | null;
  lines: LinesRule | null;
  /** Texts beside values and rows. */
  texts: Texts;
};

type ReadField = { value: string } | { reason: FieldReason };
export type ReadDocument = {
  kind: 'order' | 'void' | 'return' | 'copy' | 'ignored';
  fields: Partial<Record<FieldName, ReadField>>;
  lines: LinesFound | null;
  /** A text that no document has had by which the layout was taught. */
  newText: string | null;
  /** One print job may have several. */
  orders: number;
  isSure: boolean;
};

export function isAtTop(document: Document, { text, above }: { text: string; above: number }): boolean {
  const [first] = document.phrasesWith(text);
  return first !== undefined && document.lines.indexOf(first.line) <= above;
}

const labelsIn = ({ labels, pairs }: Layout) => ({ labels, pairs: new Set(pairs) });

/** Returns the words that a layout uses. */
export function usedBy(
  document: Document,
  known: Known,
  rule: LinesRule | null,
  found: Rows | null = rule && rowsIn(document, rule),
): Used {
  const values = new Set(Object.values(known).flatMap((found) => ('words' in found ? found.words : [])));
  const lines = found?.region.lines ?? [];
  // Without rows, what stands in their place says so by itself.
  const rows =
    lines.length === 0 && rule
      ? insteadOfRows(document, rule)
      : lines.filter((line) => found?.readRow(line) !== null);
  return {
    values,
    rows: new Set(rows),
    between: new Set(lines),
    lastRow: rows.at(-1) ?? null,
    isWhole: rule !== null,
  };
}

/** Returns null for a document of another layout. */
export function readBy(layout: Layout, words: Word[]): ReadDocument | null {
  const present = new Set(words.map(({ text }) => text));
  if (!fits(layout.phrases, (phrase) => phrase.split(' ').every((text) => present.has(text)))) return null;
  const document = new Document(linesOf(words), labelsIn(layout));
  if (!fits(layout.phrases, (phrase) => document.phrasesWith(phrase).length > 0)) return null;
  if (layout.top && !isAtTop(document, layout.top)) return null;
  const fields: ReadDocument['fields'] = {};
  const known = valuesIn(document, layout);
  for (const name of FIELD_NAMES) {
    const found = known[name];
    if (!found) continue;
    if ('reason' in found)
      fields[name] =
        MAY_BE_EMPTY[name] && found.reason === 'no value' ? { value: '' } : { reason: found.reason };
    else fields[name] = { value: found.value };
  }
  const rows = layout.lines && rowsIn(document, layout.lines);
  const lines = layout.lines && rows && findLines(document, layout.lines, rows);
  const used = usedBy(document, known, layout.lines, rows);
  const beside = besideColumns(layout.texts, rowTexts(used));
  const kind = kindOf(layout, (texts) => linesWith(document, texts, used.rows, beside));
  const meant = MEANINGS.flatMap((meaning) => layout[meaning]);
  const isNew = newIn(layout.texts, meant, layout.phrases);
  const [unknown] =
    kind === 'ignored' ? [] : [...freeTexts(document, used).filter(isNew), ...newInRows(beside, meant)];
  const orders = differentValues(document, layout.fields, 'reference').length;
  const read = { kind, fields, lines, newText: unknown ? textOf(unknown.words) : null, orders };
  const { fields: unsure, lines: unclear } = unsureOf(read);
  return { ...read, isSure: !unknown && orders <= 1 && unsure.length === 0 && unclear === null };
}

/** A page that goes on may have a shorter head. */
const OF_HEAD = 0.4;

/** Returns the values of one page; null for a page of another layout. */
export function numbersOn(layout: Layout, words: Word[]): Known | null {
  const document = new Document(linesOf(words), labelsIn(layout));
  const present = layout.heads.filter((phrase) => document.phrasesWith(phrase).length > 0);
  return present.length >= OF_HEAD * layout.heads.length ? valuesIn(document, layout) : null;
}

/** Finds the values of a document, with an address whose lines have moved. */
export function valuesIn(document: Document, { fields, block }: Pick<Layout, 'fields' | 'block'>): Known {
  const alone = findValues(document, fields);
  return block === null ? alone : readBlock(document, alone, fields, block);
}

/** Without a ship-via, other rules choose the run; without a name, the customer number says whose order it is. */
export const MAY_BE_EMPTY: Partial<Record<FieldName, true>> = { via: true, name: true };
/** The values that find an order. */
const FINDS_ORDER: Partial<Record<FieldName, true>> = { reference: true, customer: true };

/** Returns why values are not sure that decide something, and why the lines are not. */
export function unsureOf({ kind, fields, lines }: Pick<ReadDocument, 'kind' | 'fields' | 'lines'>) {
  // More is not needed to find its order.
  const isVoid = kind === 'void' || kind === 'copy';
  return {
    fields: FIELD_NAMES.flatMap((name) => {
      const field = fields[name];
      return field && 'reason' in field && (!isVoid || FINDS_ORDER[name])
        ? [{ name, reason: field.reason }]
        : [];
    }),
    lines: !isVoid && lines && 'reason' in lines ? lines.reason : null,
  };
}

type Recognized<Known> = { known: Known; read: ReadDocument } | { reason: 'unknown' | 'several layouts' };

/** A document that fits two layouts is one that a person decides. */
export function recognize<Known extends { layout: Layout }>(all: Known[], words: Word[]): Recognized<Known> {
  let found: Recognized<Known> = { reason: 'unknown' };
  for (const known of all) {
    const read = readBy(known.layout, words);
    if (!read) continue;
    if ('read' in found) return { reason: 'several layouts' };
    found = { known, read };
  }
  return found;
}

/** A layout without fields is one that is ignored, such as a copy for the shelf. */
function kindOf(layout: Layout, has: (texts: string[]) => boolean): ReadDocument['kind'] {
  if (Object.keys(layout.fields).length === 0 || has(layout.ignoreWhen)) return 'ignored';
  if (has(layout.voidWhen)) return 'void';
  if (has(layout.copyWhen)) return 'copy';
  return has(layout.returnWhen) ? 'return' : 'order';
}

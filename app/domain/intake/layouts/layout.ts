/** A layout reads documents of its kind. */
import type { Word } from '~/domain/intake/reading/words';
import { readBlock } from './address-block';
import { Document } from './document';
import {
  differentValues,
  FIELD_NAMES,
  type FieldName,
  type FieldReason,
  findValues,
  type Rule,
} from './fields';
import { fits } from './labels';
import { findLines, type LinesFound, type LinesRule, regionOf } from './part-lines';
import { type Line, linesOf, textOf, TOLERANCE } from './text-lines';

export type Layout = {
  /** Words that recur. */
  labels: string[];
  /** Labels that stand together. */
  pairs: string[];
  /** Labels that a document of the layout has, as they stand together. */
  phrases: string[];
  /** A label that is always at this height of the first page; null when none is. */
  top: { text: string; y: number } | null;
  fields: Partial<Record<FieldName, Rule>>;
  /** The space between the lines of name, street and city, when these are below each other. */
  block: number | null;
  lines: LinesRule | null;
  voidWhen: string[];
  returnWhen: string[];
  ignoreWhen: string[];
};

/** These words say that a document may be no plain order, so a person decides unless they were taught. */
const DOUBTFUL =
  /^\W*(void|voided|cancel|cancell?ed|credit|return|refund|reprint|duplicate|copy|quote|estimate)\W*$/i;

type ReadField = { value: string } | { reason: FieldReason };
export type ReadDocument = {
  kind: 'order' | 'void' | 'return' | 'ignored';
  fields: Partial<Record<FieldName, ReadField>>;
  lines: LinesFound | null;
  /** A word that makes the kind of the document doubtful. */
  doubt: string | null;
  /** One print job may have several. */
  orders: number;
  isSure: boolean;
};

export const isAtTop = (document: Document, { text, y }: { text: string; y: number }) => {
  const [first] = document.phrasesWith(text);
  return first?.page === 1 && Math.abs(first.y - y) <= TOLERANCE;
};

/** Returns null for a document of another layout. */
export function readBy(layout: Layout, words: Word[]): ReadDocument | null {
  const present = new Set(words.map(({ text }) => text));
  if (!fits(layout.phrases, (phrase) => phrase.split(' ').every((text) => present.has(text)))) return null;
  const whole = linesOf(words);
  const document = new Document(withoutTexts(whole, [...layout.voidWhen, ...layout.returnWhen]), {
    words: new Set(layout.labels),
    pairs: new Set(layout.pairs),
  });
  if (!fits(layout.phrases, (phrase) => document.phrasesWith(phrase).length > 0)) return null;
  if (layout.top && !isAtTop(document, layout.top)) return null;
  const taken = new Set<Word>();
  const fields: ReadDocument['fields'] = {};
  const alone = findValues(document, layout.fields);
  const known = layout.block === null ? alone : readBlock(document, alone, layout.fields, layout.block);
  for (const name of FIELD_NAMES) {
    const found = known[name];
    if (!found) continue;
    if ('reason' in found)
      fields[name] = MAY_BE_EMPTY[name] && found.reason === 'no value' ? { value: '' } : found;
    else fields[name] = { value: found.value };
    if ('value' in found) for (const word of found.words) taken.add(word);
  }
  const lines = layout.lines && findLines(document, layout.lines);
  const has = (texts: string[]) =>
    texts.length > 0 &&
    whole.some((line) => texts.some((text) => ` ${textOf(line.words)} `.includes(` ${text} `)));
  const kind = kindOf(layout, has);
  const taught = new Set([...layout.voidWhen, ...layout.returnWhen].flatMap((text) => text.split(' ')));
  // A return hose is no return.
  const rows = layout.lines ? regionOf(document, layout.lines.start)?.lines : undefined;
  const goods = new Set(rows?.flatMap((line) => line.words));
  const doubt = words.find(
    (word) =>
      !goods.has(word) &&
      DOUBTFUL.test(word.text) &&
      !taken.has(word) &&
      !document.labels.has(word.text) &&
      !taught.has(word.text),
  );
  const orders = differentValues(document, layout.fields, 'reference').length;
  const read = { kind, fields, lines, doubt: doubt?.text ?? null, orders };
  const { fields: unsure, lines: unclear } = unsureOf(read);
  return { ...read, isSure: doubt === undefined && orders <= 1 && unsure.length === 0 && unclear === null };
}

/** Without a ship-via, other rules choose the run; without a name, the customer number says whose order it is. */
const MAY_BE_EMPTY: Partial<Record<FieldName, true>> = { via: true, name: true };
/** The values that find an order: more is not needed to void it. */
const FINDS_ORDER: Partial<Record<FieldName, true>> = { reference: true, customer: true };

/** Returns why values are not sure that decide something, and why the lines are not. */
export function unsureOf({ kind, fields, lines }: Pick<ReadDocument, 'kind' | 'fields' | 'lines'>) {
  const isVoid = kind === 'void';
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
  return has(layout.returnWhen) ? 'return' : 'order';
}

/** A mark such as VOID INVOICE may have the words of labels. */
const withoutTexts = (lines: Line[], texts: string[]): Line[] =>
  texts.length === 0
    ? lines
    : lines.map((line) => {
        const marked = new Set(
          texts.flatMap((text) => {
            const parts = text.split(' ');
            return line.words.flatMap((_, at) => {
              const isHere = parts.every((part, index) => line.words[at + index]?.text === part);
              return isHere ? line.words.slice(at, at + parts.length) : [];
            });
          }),
        );
        return marked.size === 0 ? line : { ...line, words: line.words.filter((word) => !marked.has(word)) };
      });

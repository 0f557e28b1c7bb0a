/** A layout is taught from one document, with others that look alike, and reads documents of its kind. */
import type { Word } from '~/domain/intake/reading/words';
import { blockStep, readBlock } from './address-block';
import {
  differentValues,
  type Document,
  type Edge,
  edgeOf,
  EDGES,
  FIELD_NAMES,
  type FieldName,
  type FieldReason,
  findValue,
  findValues,
  type Known,
  type Place,
  type Rule,
} from './fields';
import { fits, type Labels, RECURS, labelsOf, onlyPhrase, pairsOf, type Phrase, phrasesOf } from './labels';
import {
  areAligned,
  type Column,
  columnShare,
  findLines,
  type LinesFound,
  type LinesRule,
  regionOf,
  rowsIn,
  widestSpace,
} from './part-lines';
import { numberShape, type Shape, textShape } from './shape';
import { gapBetween, type Line, linesOf, textOf, TOLERANCE } from './text-lines';

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

/** Values are given by the positions of their words in the document. */
export type Taught = {
  fields: Partial<Record<FieldName, { words: number[]; value?: string | undefined }>>;
  /** One row, best the first. */
  lines?: { part: number[]; quantity: number[] } | undefined;
  voidWhen?: string[] | undefined;
  returnWhen?: string[] | undefined;
  ignoreWhen?: string[] | undefined;
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

const documentOf = (lines: Line[], labels: Labels): Document => ({
  lines,
  labels: labels.words,
  phrases: phrasesOf(lines, labels),
});

/** Returns null when a word that was given does not exist, or when nothing is found again by what recurs. */
export function teach(words: Word[], others: Word[][], taught: Taught): Layout | null {
  const pick = (indexes: number[]) => indexes.flatMap((index) => words[index] ?? []);
  const given = FIELD_NAMES.flatMap((name) => {
    const field = taught.fields[name];
    const chosen = field ? pick(field.words) : [];
    return chosen.length > 0 ? [{ name, chosen, value: field?.value ?? textOf(chosen) }] : [];
  });
  const chosenFor = (of: FieldName) => given.find(({ name }) => name === of)?.chosen ?? [];
  const row = taught.lines && { part: pick(taught.lines.part), quantity: pick(taught.lines.quantity) };
  const lines = linesOf(words);
  // Goods that everybody orders are no labels.
  const goods = lines.filter((line) => line.words.some((word) => row?.part.includes(word)));
  const values = new Set(
    [...given.map(({ chosen }) => chosen), ...goods.map((line) => line.words)].flat().map(({ text }) => text),
  );
  const othersLines = others.map(linesOf);
  const recur = new Set(labelsOf(lines, othersLines, values));
  const labels = { words: recur, pairs: pairsOf([lines, ...othersLines], recur) };
  const example = documentOf(lines, labels);
  const documents = othersLines.map((each) => documentOf(each, labels));
  const fields: Layout['fields'] = {};
  for (const { name, chosen, value } of given) {
    // A name may take several lines; it is found by its first one.
    const [first = []] = linesOf(chosen).map((line) => line.words);
    const isWhole = first.length === chosen.length;
    const rule = bestRule(example, documents, fields, {
      name,
      words: first,
      value: isWhole ? value : textOf(first),
    });
    if (!rule) return null;
    fields[name] = rule;
  }
  const rule = row ? linesRule(example, documents, row) : null;
  if (row && !rule) return null;
  return {
    labels: [...labels.words],
    pairs: [...labels.pairs],
    phrases: recurring(example, documents),
    top: topOf(example, documents),
    fields,
    block: blockStep(linesOf(chosenFor('name')).at(-1)?.words ?? [], chosenFor('street'), chosenFor('city')),
    lines: rule,
    voidWhen: taught.voidWhen ?? [],
    returnWhen: taught.returnWhen ?? [],
    ignoreWhen: taught.ignoreWhen ?? [],
  };
}

/** Labels may stand together by chance, so that only those that do so elsewhere are expected. */
const recurring = ({ phrases }: Document, others: Document[]) =>
  [...new Set(phrases.map(({ text }) => text))].filter((text) => {
    const having = others.filter((other) => other.phrases.some((phrase) => phrase.text === text));
    return having.length >= RECURS * others.length;
  });

/** With something printed above it, a document is two. */
function topOf({ phrases }: Document, others: Document[]): Layout['top'] {
  const [first] = phrases;
  if (first?.page !== 1) return null;
  const top = { text: first.text, y: first.y };
  return others.filter((other) => isAtTop(other.phrases, top)).length >= RECURS * others.length ? top : null;
}

const isAtTop = (phrases: Phrase[], { text, y }: { text: string; y: number }) => {
  const first = phrases.find((phrase) => phrase.text === text);
  return first?.page === 1 && Math.abs(first.y - y) <= TOLERANCE;
};

const SHAPES: Record<FieldName, (value: string) => Shape> = {
  reference: numberShape,
  customer: numberShape,
  name: (value) => textShape(value, []),
  street: (value) => textShape(value, ['first']),
  city: (value) => textShape(value, ['last']),
  via: (value) => textShape(value, []),
};
const IS_NUMBER: Partial<Record<FieldName, true>> = { reference: true, customer: true };

/** Returns the label and the distance that find a value of this shape in the most other documents. */
function bestRule(
  example: Document,
  others: Document[],
  earlier: Layout['fields'],
  { name, words, value }: { name: FieldName; words: Word[]; value: string },
): Rule | null {
  const whole = textOf(words);
  const from = whole.indexOf(value);
  if (from === -1) return null;
  const rest = {
    shape: SHAPES[name](value),
    words: IS_NUMBER[name] ? words.length : null,
    before: whole.slice(0, from),
    after: whole.slice(from + value.length),
  };
  const [inExample, ...inOthers] = [example, ...others].map((each) => findValues(each, earlier));
  const rules = [...placesOf(example, words), ...placesBehind(example, inExample ?? {}, words)]
    .map((place): Rule => ({ place, ...rest }))
    .filter((rule) => {
      const found = findValue(example, rule, inExample ?? {});
      return 'value' in found && found.value === value;
    });
  const scored = rules.map((rule) => ({
    rule,
    score: others.filter((other, index) => 'value' in findValue(other, rule, inOthers[index] ?? {})).length,
  }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored.find(({ score }) => score === best)?.rule ?? null;
}

/** Places right behind values that were taught before. */
const placesBehind = ({ lines }: Document, known: Known, [first]: Word[]): Place[] =>
  FIELD_NAMES.flatMap((anchor): Place[] => {
    const found = known[anchor];
    const last = found && 'words' in found ? found.words.at(-1) : undefined;
    if (!first || !last) return [];
    const follows = lines.some(
      ({ words }) => words.includes(last) && words[words.indexOf(last) + 1] === first,
    );
    return follows ? [{ anchor, is: 'behind', gap: gapBetween(last, first) }] : [];
  });

/** The nearest come first. */
function placesOf({ phrases }: Document, words: Word[]): Place[] {
  const [first] = words;
  if (!first) return [];
  const away = ({ x, y }: Phrase) => Math.abs(y - first.y) * 3 + Math.abs(x - first.x);
  return phrases
    .filter((phrase) => onlyPhrase(phrases, phrase.text) === phrase && phrase.page === first.page)
    .sort((a, b) => away(a) - away(b))
    .flatMap(({ text, line, x, y, words: label }): Place[] => {
      const last = label.at(-1);
      const next = last && line.words[line.words.indexOf(last) + 1];
      const after: Place[] =
        last && next === first ? [{ anchor: text, is: 'after', gap: gapBetween(last, first) }] : [];
      const at = (is: 'at' | 'under') =>
        EDGES.map((edge): Place => {
          return { anchor: text, is, edge, dx: edgeOf(words, edge) - x, dy: first.y - y };
        });
      return [...after, ...at('at'), ...(first.y > y ? at('under') : [])];
    });
}

function linesRule(
  example: Document,
  others: Document[],
  row: { part: Word[]; quantity: Word[] },
): LinesRule | null {
  const [first] = row.part;
  if (!first) return null;
  const { phrases } = example;
  const above = phrases.filter(
    (phrase) =>
      phrase.page === first.page && phrase.y < first.y && onlyPhrase(phrases, phrase.text) === phrase,
  );
  const start = above.at(-1)?.text;
  if (start === undefined) return null;
  const region = regionOf(example, start);
  const below = region?.end;
  const end = phrases.find(({ line }) => line === below)?.text ?? null;
  const column = (kind: 'part' | 'quantity') => {
    const columns = phrases
      .filter((phrase) => onlyPhrase(phrases, phrase.text) === phrase)
      .sort((a, b) => Math.abs(a.y - first.y) - Math.abs(b.y - first.y))
      .flatMap(({ text, x }) =>
        EDGES.map((edge: Edge): Column => {
          return { anchor: text, edge, dx: edgeOf(row[kind], edge) - x, words: row[kind].length };
        }),
      );
    const share = (each: Column) =>
      [example, ...others].reduce((sum, document) => sum + columnShare(document, start, each, kind), 0);
    const scored = columns.map((each) => ({ each, score: share(each) }));
    const best = Math.max(0, ...scored.map(({ score }) => score));
    return best > 0 ? scored.find(({ score }) => score === best)?.each : undefined;
  };
  const [part, quantity] = [column('part'), column('quantity')];
  if (!part || !quantity) return null;
  const rule = { start, part, quantity, end };
  const all = [example, ...others];
  const aligned = all.filter((document) => areAligned(rowsIn(document, rule)));
  return { ...rule, space: spaceOf(all, start), isAligned: aligned.length >= RECURS * all.length };
}

/** A little more than the widest space between rows that is usual; documents with one row have none. */
function spaceOf(documents: Document[], start: string): number {
  const spaces = documents
    .map((document) => widestSpace(regionOf(document, start)?.lines ?? []))
    .filter((space) => space > 0)
    .sort((a, b) => a - b);
  return (spaces[Math.floor(spaces.length / 2)] ?? ANY_SPACE) * 1.3;
}
const ANY_SPACE = 100;

/** Returns null for a document of another layout. */
export function readBy(layout: Layout, words: Word[]): ReadDocument | null {
  const whole = linesOf(words);
  const document = documentOf(withoutTexts(whole, [...layout.voidWhen, ...layout.returnWhen]), {
    words: new Set(layout.labels),
    pairs: new Set(layout.pairs),
  });
  if (!fits(document.phrases, layout.phrases)) return null;
  if (layout.top && !isAtTop(document.phrases, layout.top)) return null;
  const taken = new Set<Word>();
  const fields: ReadDocument['fields'] = {};
  const alone = findValues(document, layout.fields);
  const known = layout.block === null ? alone : readBlock(document, alone, layout.fields, layout.block);
  for (const name of FIELD_NAMES) {
    const found = known[name];
    if (!found) continue;
    if ('reason' in found) fields[name] = mayBeEmpty(name, found.reason) ? { value: '' } : found;
    else fields[name] = { value: found.value };
    if ('value' in found) for (const word of found.words) taken.add(word);
  }
  const lines = layout.lines && findLines(document, layout.lines);
  const has = (texts: string[]) => texts.some((text) => whole.some((line) => hasText(line, text)));
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
  const isSure =
    doubt === undefined &&
    orders <= 1 &&
    Object.values(fields).every((field) => 'value' in field) &&
    (lines === null || 'lines' in lines);
  return { kind, fields, lines, doubt: doubt?.text ?? null, orders, isSure };
}

/** Without a ship-via, other rules choose the run. */
const mayBeEmpty = (name: FieldName, reason: FieldReason) => name === 'via' && reason === 'no value';

type Recognized<Known> = { known: Known; read: ReadDocument } | { reason: 'unknown' | 'several layouts' };

/** A document that fits two layouts is one that a person decides. */
export function recognize<Known extends { layout: Layout }>(all: Known[], words: Word[]): Recognized<Known> {
  const fitting = all.flatMap((known) => {
    const read = readBy(known.layout, words);
    return read ? [{ known, read }] : [];
  });
  const [first] = fitting;
  if (!first) return { reason: 'unknown' };
  return fitting.length === 1 ? first : { reason: 'several layouts' };
}

/** A layout without fields is one that is ignored, such as a copy for the shelf. */
function kindOf(layout: Layout, has: (texts: string[]) => boolean): ReadDocument['kind'] {
  if (Object.keys(layout.fields).length === 0 || has(layout.ignoreWhen)) return 'ignored';
  if (has(layout.voidWhen)) return 'void';
  return has(layout.returnWhen) ? 'return' : 'order';
}

/** A mark such as VOID INVOICE may have the words of labels. */
const withoutTexts = (lines: Line[], texts: string[]): Line[] =>
  lines.map((line) => {
    const marked = new Set(
      texts.flatMap((text) => {
        const parts = text.split(' ');
        return line.words.flatMap((_, at) => {
          const here = line.words.slice(at, at + parts.length);
          return textOf(here) === text ? here : [];
        });
      }),
    );
    return marked.size === 0 ? line : { ...line, words: line.words.filter((word) => !marked.has(word)) };
  });

const hasText = ({ words }: Line, text: string) => ` ${textOf(words)} `.includes(` ${text} `);

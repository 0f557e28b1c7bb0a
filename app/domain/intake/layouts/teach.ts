/** A layout is taught from one document, with others that look alike. */
import type { Word } from '~/domain/intake/reading/words';
import { blockStep } from './address-block';
import { Document } from './document';
import {
  FIELD_NAMES,
  type FieldName,
  findValue,
  findValues,
  type Known,
  type Place,
  type Rule,
} from './fields';
import { labelsOf, pairsOf, type Phrase, RECURS } from './labels';
import { isAtTop, type Layout } from './layout';
import {
  areAligned,
  type Column,
  columnShare,
  type LinesRule,
  MOST_ROWS,
  regionOf,
  rowsIn,
  widestSpace,
} from './part-lines';
import { numberShape, type Shape, textShape } from './shape';
import { EDGES, edgeOf, gapBetween, type Line, linesOf, textOf } from './text-lines';

/** Values are given by the positions of their words in the document. */
export type Taught = {
  fields: Partial<Record<FieldName, { words: number[]; value?: string | undefined }>>;
  /** One row, best the first. */
  lines?: { part: number[]; quantity: number[] } | undefined;
  voidWhen?: string[] | undefined;
  returnWhen?: string[] | undefined;
  ignoreWhen?: string[] | undefined;
};

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
  const example = new Document(lines, labels);
  const documents = othersLines.map((each) => new Document(each, labels));
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
    const having = others.filter((other) => other.phrasesWith(text).length > 0);
    return having.length >= RECURS * others.length;
  });

/** With something printed above it, a document is two. */
function topOf({ phrases }: Document, others: Document[]): Layout['top'] {
  const [first] = phrases;
  if (first?.page !== 1) return null;
  const top = { text: first.text, y: first.y };
  return others.filter((other) => isAtTop(other, top)).length >= RECURS * others.length ? top : null;
}

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
  const timesFound = (rule: Rule) =>
    others.filter((other, index) => 'value' in findValue(other, rule, inOthers[index] ?? {})).length;
  return bestOf(rules, timesFound) ?? null;
}

/** Places right behind values that were taught before. */
const placesBehind = (document: Document, known: Known, [first]: Word[]): Place[] =>
  FIELD_NAMES.flatMap((anchor): Place[] => {
    const found = known[anchor];
    const last = found && 'words' in found ? found.words.at(-1) : undefined;
    if (!first || !last || document.placeOf(last)?.next !== first) return [];
    return [{ anchor, is: 'behind', gap: gapBetween(last, first) }];
  });

/** A value is found by one of so many labels around it. */
const MOST_ANCHORS = 50;

/** Returns the nearest labels that occur once. */
const anchorsOf = (document: Document, away: (phrase: Phrase) => number): Phrase[] =>
  document.phrases
    .filter((phrase) => document.only(phrase.text) === phrase)
    .map((phrase) => ({ phrase, distance: away(phrase) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_ANCHORS)
    .map(({ phrase }) => phrase);

/** The nearest come first. */
function placesOf(document: Document, words: Word[]): Place[] {
  const [first] = words;
  if (!first) return [];
  const away = ({ page, x, y }: Phrase) =>
    page === first.page ? Math.abs(y - first.y) * 3 + Math.abs(x - first.x) : Number.MAX_VALUE;
  return anchorsOf(document, away)
    .filter(({ page }) => page === first.page)
    .flatMap(({ text, x, y, words: label }): Place[] => {
      const last = label.at(-1);
      const after: Place[] =
        last && document.placeOf(last)?.next === first
          ? [{ anchor: text, is: 'after', gap: gapBetween(last, first) }]
          : [];
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
  const above = example.phrases.filter(
    (phrase) => phrase.page === first.page && phrase.y < first.y && example.only(phrase.text) === phrase,
  );
  const start = above.at(-1)?.text;
  if (start === undefined) return null;
  const all = [example, ...others];
  const below = regionOf(example, start)?.end;
  const end = (below && example.phrasesIn(below)[0]?.text) ?? null;
  const regions = all.map((document) => ({
    document,
    lines: regionOf(document, start)?.lines.slice(0, MOST_ROWS) ?? [],
  }));
  const anchors = anchorsOf(example, ({ y }) => Math.abs(y - first.y));
  const column = (kind: 'part' | 'quantity') => {
    const columns = anchors.flatMap(({ text, x }) =>
      EDGES.map((edge): Column => {
        return { anchor: text, edge, dx: edgeOf(row[kind], edge) - x, words: row[kind].length };
      }),
    );
    const shares = (each: Column) =>
      regions.reduce((sum, { document, lines }) => sum + columnShare(document, lines, each, kind), 0);
    const best = bestOf(columns, shares);
    return best && shares(best) > 0 ? best : undefined;
  };
  const [part, quantity] = [column('part'), column('quantity')];
  if (!part || !quantity) return null;
  const aligned = regions.filter(({ document, lines }) =>
    areAligned(rowsIn(document, lines, { part, quantity })),
  );
  return {
    start,
    part,
    quantity,
    end,
    space: spaceOf(regions.map(({ lines }) => lines)),
    isAligned: aligned.length >= RECURS * all.length,
  };
}

/** Returns the first of those with the highest score. */
function bestOf<Item>(items: Item[], scoreOf: (item: Item) => number): Item | undefined {
  const scored = items.map((item) => ({ item, score: scoreOf(item) }));
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.find(({ score }) => score === best)?.item;
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

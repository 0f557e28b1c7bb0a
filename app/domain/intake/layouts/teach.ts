/** A layout is taught from one document, with others that look alike. */
import type { Word } from '~/domain/intake/reading/words';
import { blockOf } from './address-block';
import { Document } from './document';
import {
  FIELD_NAMES,
  type FieldName,
  findValue,
  findValues,
  type Known,
  labelBehind,
  type Place,
  type Rule,
} from './fields';
import { labelsOf, pairsOf, type Phrase, RECURS } from './labels';
import { isAtTop, type Layout, MAY_BE_EMPTY, type Meaning, usedBy, valuesIn } from './layout';
import { bestOf } from './score';
import { numberShape, type Shape, textShape, withEnding } from './shape';
import { linesRule } from './teach-lines';
import { freeTexts, learnTexts, rowTexts } from './texts';
import { EDGES, edgeOf, gapBetween, type Line, linesOf, textOf, TOLERANCE } from './text-lines';

/** Values are given by the positions of their words in the document. */
export type Taught = {
  fields: Partial<Record<FieldName, { words: number[]; value?: string | undefined }>>;
  /** One row, best the first. */
  lines?: { part: number[]; quantity: number[] } | undefined;
} & Partial<Record<Meaning, string[] | undefined>>;

/** What was taught and is not found again. */
export type NotFound = { notFound: (FieldName | 'part' | 'quantity')[] };

/** Each value is tried by itself. Without labels nothing is found at all. */
export function teach(words: Word[], others: Word[][], taught: Taught): Layout | NotFound {
  const lines = linesOf(words);
  const pick = (indexes: number[]) => indexes.flatMap((index) => words[index] ?? []);
  const given = FIELD_NAMES.flatMap((name) => {
    const field = taught.fields[name];
    const chosen = field ? onFirstPage(lines, pick(field.words)) : [];
    return chosen.length > 0 ? [{ name, chosen, value: field?.value ?? textOf(chosen) }] : [];
  });
  const chosenFor = (of: FieldName) => given.find(({ name }) => name === of)?.chosen ?? [];
  const row = taught.lines && { part: pick(taught.lines.part), quantity: pick(taught.lines.quantity) };
  // Goods that everybody orders are no labels.
  const goods = lines.filter((line) => line.words.some((word) => row?.part.includes(word)));
  const values = new Set([...given.map(({ chosen }) => chosen), ...goods.map((line) => line.words)].flat());
  const address = new Set((['name', 'street', 'city'] as const).flatMap(chosenFor));
  const inAddress = lines.flatMap((line) => {
    const from = line.words.findIndex((word) => address.has(word));
    return from === -1 ? [] : line.words.slice(from);
  });
  const othersLines = others.map(linesOf);
  const labels = labelsOf(lines, othersLines, {
    values,
    inAddress: new Set(inAddress),
    row: row?.part[0] ?? null,
  });
  const pairs = pairsOf([lines, ...othersLines], labels);
  const example = new Document(lines, { labels, pairs });
  const documents = othersLines.map((each) => new Document(each, { labels, pairs }));
  const fields: Layout['fields'] = {};
  const notFound: NotFound['notFound'] = [];
  for (const { name, chosen, value } of given) {
    // A name may take several lines; it is found by its first one.
    const [first = []] = linesOf(chosen).map((line) => line.words);
    const isWhole = first.length === chosen.length;
    const rule = bestRule(example, documents, fields, {
      name,
      words: first,
      value: isWhole ? value : textOf(first),
      rowsAt: row?.part[0] ?? null,
    });
    if (rule) fields[name] = rule;
    else notFound.push(name);
  }
  const rule = row ? linesRule(example, documents, row, fields) : null;
  if (rule && 'notFound' in rule) notFound.push(...rule.notFound);
  if (notFound.length > 0) return { notFound };
  const named = [example, ...documents].flatMap((document) => {
    const { name } = findValues(document, fields);
    return name && 'words' in name && name.words[0] ? [{ document, name: name.words[0] }] : [];
  });
  const found = {
    fields,
    block: blockOf(
      [linesOf(chosenFor('name')).at(-1)?.words ?? [], chosenFor('street'), chosenFor('city')],
      named,
      fields.street,
    ),
    lines: rule && 'part' in rule ? rule : null,
  };
  const used = [example, ...documents].map((document) => ({
    document,
    used: usedBy(document, valuesIn(document, found), found.lines),
  }));
  const [firstRow] = used[0]?.used.rows ?? [];
  const phrases = recurring(example, documents);
  return {
    labels,
    pairs: [...pairs],
    phrases,
    heads: phrases.filter((text) => {
      const [first] = example.phrasesWith(text);
      return first?.page === 1 && (!firstRow || first.y < firstRow.y);
    }),
    top: topOf(example, documents),
    ...found,
    texts: learnTexts(
      used.map((each) => freeTexts(each.document, each.used)),
      used.map((each) => rowTexts(each.used)),
    ),
    plainWhen: taught.plainWhen ?? [],
    voidWhen: taught.voidWhen ?? [],
    returnWhen: taught.returnWhen ?? [],
    copyWhen: taught.copyWhen ?? [],
    ignoreWhen: taught.ignoreWhen ?? [],
  };
}

/** A head that each page has may be clicked on any of them; the first one counts. */
function onFirstPage([top, ...more]: Line[], chosen: Word[]): Word[] {
  const page = top?.page;
  const [first] = chosen;
  if (!top || !first || first.page === page) return chosen;
  const isAt = (word: Word) => word.text === first.text && Math.abs(word.x - first.x) <= TOLERANCE;
  const [same] = [top, ...more].flatMap((line) => {
    if (line.page !== page) return [];
    const from = line.words.findIndex(isAt);
    const words = line.words.slice(from, from + chosen.length);
    return from !== -1 && textOf(words) === textOf(chosen) ? [words] : [];
  });
  return same ?? chosen;
}

/** Labels may stand together by chance, so that only those that do so elsewhere are expected. */
const recurring = ({ phrases }: Document, others: Document[]) =>
  [...new Set(phrases.map(({ text }) => text))].filter((text) => {
    const having = others.filter((other) => other.phrasesWith(text).length > 0);
    return having.length >= RECURS * others.length;
  });

/** With something printed above it, a document is two. */
function topOf(example: Document, others: Document[]): Layout['top'] {
  const [first] = example.phrases;
  if (!first || first.page !== example.lines[0]?.page) return null;
  const top = { text: first.text, above: example.lines.indexOf(first.line) };
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

/** A value is in the line below its label, or in the one after that. */
const LINES_BELOW = 2;
const HIGHEST_LINE = 18;
/** Where a value is missing, the next line has another one; so that place is taken only where most values need it. */
const UNDER = 0.6;

/** Returns true when nothing but a label follows the one that the value follows. */
function isEmptyIn(document: Document, place: Place): boolean {
  const last = place.is === 'after' ? document.only(place.anchor)?.words.at(-1) : undefined;
  const next = last && document.placeOf(last)?.next;
  return last !== undefined && (!next || document.labels.has(next));
}

/** Returns the label and the distance that find a value of this shape in the most other documents. */
function bestRule(
  example: Document,
  others: Document[],
  earlier: Layout['fields'],
  { name, words, value, rowsAt }: { name: FieldName; words: Word[]; value: string; rowsAt: Word | null },
): Rule | null {
  const whole = textOf(words);
  const from = whole.indexOf(value);
  if (from === -1) return null;
  const rest = {
    shape: SHAPES[name](value),
    words: IS_NUMBER[name] ? words.length : null,
    before: whole.slice(0, from),
    after: whole.slice(from + value.length),
    next: labelBehind(example, words),
  };
  const [inExample, ...inOthers] = [example, ...others].map((each) => findValues(each, earlier));
  const rules = [...placesOf(example, words, rowsAt), ...placesBehind(example, inExample ?? {}, words)]
    .map((place): Rule => ({ place, ...rest }))
    .filter((rule) => {
      const found = findValue(example, rule, inExample ?? {});
      return 'value' in found && found.value === value;
    });
  const timesFound = (rule: Rule) =>
    (rule.place.is === 'under' ? UNDER : 1) *
    others.filter(
      (other, index) =>
        'value' in findValue(other, rule, inOthers[index] ?? {}) ||
        (MAY_BE_EMPTY[name] && isEmptyIn(other, rule.place)),
    ).length;
  const best = bestOf(rules, timesFound);
  return best ? withEndings(best, others, inOthers) : null;
}

/** An ending that so many documents have belongs to the number. */
const ENDINGS = 2;

function withEndings(rule: Rule, others: Document[], known: Known[]): Rule {
  const seen = others.flatMap((other, index) => {
    const found = findValue(other, rule, known[index] ?? {});
    return 'reason' in found && found.reason === 'other shape' && found.text !== undefined
      ? (withEnding(rule.shape, found.text) ?? [])
      : [];
  });
  const [shape] = seen;
  return shape && seen.length >= ENDINGS ? { ...rule, shape } : rule;
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

/** The nearest come first. Rows move what is below them, so that a value and its label are on the same side of them. */
function placesOf(document: Document, words: Word[], rowsAt: Word | null): Place[] {
  const [first] = words;
  if (!first) return [];
  const isBelow = ({ page, y }: { page: number; y: number }) =>
    rowsAt !== null && (page > rowsAt.page || (page === rowsAt.page && y >= rowsAt.y));
  const away = ({ page, x, y }: Phrase) =>
    page === first.page ? Math.abs(y - first.y) * 3 + Math.abs(x - first.x) : Number.MAX_VALUE;
  const corner = document.only('');
  return [...anchorsOf(document, away), ...(corner ? [corner] : [])]
    .filter((phrase) => phrase.page === first.page && isBelow(phrase) === isBelow(first))
    .flatMap(({ text, x, y, words: label }): Place[] => {
      const last = label.at(-1);
      const isUnder =
        last &&
        first.y > y &&
        first.y - y < LINES_BELOW * HIGHEST_LINE &&
        first.x < edgeOf(label, 'right') &&
        edgeOf(words, 'right') > x;
      const after: Place[] =
        last && document.placeOf(last)?.next === first
          ? [{ anchor: text, is: 'after', gap: gapBetween(last, first) }]
          : [];
      const at = (is: 'at' | 'under') =>
        EDGES.map((edge): Place => {
          return { anchor: text, is, edge, dx: edgeOf(words, edge) - x, dy: first.y - y };
        });
      return [...after, ...at('at'), ...(isUnder ? at('under') : [])];
    });
}

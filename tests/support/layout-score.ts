/** Teaches a drawn layout as a person does, by what the page offers, and judges what it reads. */
import { type Choice, choicesOf, chosenBy } from '~/domain/intake/layouts/choices';
import type { FieldName } from '~/domain/intake/layouts/fields';
import { ENOUGH, groupOf } from '~/domain/intake/layouts/labels';
import { type Layout, type Meaning, type ReadDocument } from '~/domain/intake/layouts/layout';
import { type OrderFound, ordersIn } from '~/domain/intake/layouts/orders';
import { type Taught, teach } from '~/domain/intake/layouts/teach';
import { linesOf } from '~/domain/intake/layouts/text-lines';
import { readingOf } from '~/domain/intake/reading/reading-of.server';
import type { Word } from '~/domain/intake/reading/words';
import type { DrawnLayout, Order, Sample } from './invoice-habits';
import type { Kind } from './invoice-words';

const VALUES: [FieldName, (order: Order) => string][] = [
  ['reference', ({ ref }) => ref],
  ['customer', ({ cust }) => cust],
  ['name', ({ name }) => name],
  ['street', ({ street }) => street],
  ['city', ({ city }) => city],
  ['via', ({ via }) => via],
];

const MEANS: Record<Kind, Meaning | null> = {
  order: null,
  ask: null,
  void: 'voidWhen',
  return: 'returnWhen',
  copy: 'copyWhen',
  nothing: 'plainWhen',
};

export type LayoutScore = {
  seed: number;
  /** Why it could not be taught; null when it was. */
  unteachable: string | null;
  clicks: number;
  right: number;
  fields: number;
  /** Of plain orders: asked without need, by reason. */
  needless: string[];
  orders: number;
  /** Orders that are made otherwise than printed, without a question. */
  wrong: string[];
  /** Orders of which nobody would hear. */
  lost: string[];
};

type Read = { sample: Sample; words: Word[] };

const readAll = (samples: Sample[]) =>
  Promise.all(
    samples.map(async (sample): Promise<Read> => {
      const reading = await readingOf(sample.bytes);
      return { sample, words: 'words' in reading ? reading.words : [] };
    }),
  );

/** Teaches a layout by those of its documents that wait. `why` says why that is not possible. */
export const teachDrawn = async (drawn: DrawnLayout) => teachFrom(drawn, await readAll(drawn.samples));

export async function scoreLayout(drawn: DrawnLayout): Promise<LayoutScore> {
  const score: LayoutScore = {
    seed: drawn.seed,
    unteachable: null,
    clicks: 0,
    right: 0,
    fields: 0,
    needless: [],
    orders: 0,
    wrong: [],
    lost: [],
  };
  const waiting = await readAll(drawn.samples);
  const taught = teachFrom(drawn, waiting);
  if ('why' in taught) return { ...score, unteachable: taught.why };
  score.clicks = taught.clicks;
  for (const each of [...waiting, ...(await readAll(drawn.later))]) judge(taught.layout, each, score);
  return score;
}

/** The first order that has all fields is the example. */
function teachFrom(
  drawn: DrawnLayout,
  waiting: Read[],
): { layout: Layout; clicks: number } | { why: string } {
  const example = waiting.find(({ sample: { orders } }) => {
    const [only, second] = orders;
    return only && !second && only.kind === 'order' && only.via !== '' && only.rows.length > 0;
  });
  const order = example?.sample.orders[0];
  if (!example || !order) return { why: 'no example' };
  const others = waiting.filter((each) => each !== example).map(({ words }) => words);
  const group = groupOf(linesOf(example.words), others.map(linesOf));
  if (group.length + 1 < ENOUGH) return { why: `only ${String(group.length + 1)} are alike` };
  const taught = clicksOf(example.words, order, drawn);
  if (typeof taught === 'string') return { why: taught };
  const layout = teach(
    example.words,
    group.flatMap((at) => (others[at] ? [others[at]] : [])),
    taught.taught,
  );
  return 'notFound' in layout
    ? { why: `not found again: ${layout.notFound.join(', ')}` }
    : { layout, clicks: taught.clicks };
}

/** A field and its value are two clicks, as the page offers them. */
function clicksOf(
  words: Word[],
  order: Order,
  drawn: DrawnLayout,
): { taught: Taught; clicks: number } | string {
  const choices = choicesOf(words);
  const wordOf = ({ key }: Choice) => words[chosenBy(key)?.words[0] ?? -1];
  const near = (x: number, y: number | null) => (choice: Choice) => {
    const word = wordOf(choice);
    return word
      ? Math.abs(word.x - x) + (y === null ? 0 : Math.abs(word.y - y) * 20) + (word.page - 1) * 10_000
      : Infinity;
  };
  const find = (fits: (text: string) => boolean, away: (choice: Choice) => number) =>
    choices.filter(({ text }) => fits(text)).sort((a, b) => away(a) - away(b))[0];
  const fields: Taught['fields'] = {};
  const street = find((text) => text === order.street, near(drawn.xOf(drawn.shipColumn), null));
  const streetWord = street && wordOf(street);
  const atAddress = near(streetWord?.x ?? 0, streetWord?.y ?? 0);
  for (const [name, valueOf] of VALUES) {
    const value = valueOf(order);
    const choice = find(
      (text) => text === value,
      ['name', 'street', 'city'].includes(name) ? atAddress : near(0, 0),
    );
    const chosen = choice && chosenBy(choice.key);
    if (!chosen) return `no choice for ${name} ${value}`;
    fields[name] = chosen;
  }
  const [row] = order.rows;
  if (!row) return 'no row';
  const part = find((text) => text === row.part, near(0, 0));
  const partWord = part && wordOf(part);
  if (!partWord) return `no choice for part ${row.part}`;
  const quantity = find(
    (text) => new RegExp(`^[x(]?${String(row.quantity)}(?:\\.00)?(?: ?EA|\\)|-)?$`).test(text),
    near(drawn.xOf(order.quantityColumn), partWord.y),
  );
  if (!quantity || Math.abs((wordOf(quantity)?.y ?? 0) - partWord.y) > 3)
    return `no choice for quantity ${String(row.quantity)}`;
  return {
    taught: {
      fields,
      lines: { part: chosenBy(part.key)?.words ?? [], quantity: chosenBy(quantity.key)?.words ?? [] },
    },
    clicks: 8 + 2,
  };
}

/** Questions about new texts are answered by what the printed mark means. */
function judge(taught: Layout, { sample, words }: Read, score: LayoutScore): void {
  let layout = taught;
  const { orders, file } = sample;
  const isPlain = orders.every(({ kind }) => kind === 'order');
  let found = ordersIn([{ layout }], words);
  for (let asked = 0; asked < 3; asked += 1) {
    const question = found.map(readOf).find((read) => read?.newText)?.newText;
    if (!question) break;
    const meant = orders.find(({ mark }) => mark !== '' && keyOf(mark) === keyOf(question));
    const meaning = MEANS[meant?.kind ?? 'nothing'] ?? 'plainWhen';
    // The text of a plain order is asked without need; later documents have the answer.
    if (!meant) score.needless.push(`${file} new text “${question}”`);
    layout = { ...layout, [meaning]: [...layout[meaning], question] };
    if (!meant) taught[meaning] = layout[meaning];
    found = ordersIn([{ layout }], words);
  }
  if (found.length < orders.length) {
    if (found.some((each) => readOf(each)?.isSure))
      score.wrong.push(`${file} ${String(orders.length)} orders became ${String(found.length)}`);
    else score.needless.push(`${file} not split: ${String(found.length)}`);
    return;
  }
  if (found.length > orders.length) {
    score.needless.push(`${file} split into ${String(found.length)}`);
    if (found.some((each) => readOf(each)?.isSure))
      score.wrong.push(`${file} split into ${String(found.length)}`);
    return;
  }
  for (const [index, order] of orders.entries()) {
    const own = found[index];
    judgeOrder(file, order, own ? readOf(own) : null, isPlain, score);
  }
}

const readOf = (found: OrderFound<unknown>) => (found.is === 'found' ? found.read : null);
const keyOf = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, '');
const KINDS: Partial<Record<Kind, ReadDocument['kind']>> = { void: 'void', return: 'return', copy: 'copy' };

function judgeOrder(
  file: string,
  order: Order,
  read: ReadDocument | null,
  counts: boolean,
  score: LayoutScore,
): void {
  const count = (isRight: boolean) => {
    if (!counts) return;
    score.fields += 1;
    score.right += Number(isRight);
  };
  if (counts) score.orders += 1;
  if (!read) {
    if (counts) score.needless.push(`${file} not recognized`);
    for (let field = 0; counts && field < VALUES.length + 1; field += 1) count(false);
    return;
  }
  const wrong: string[] = [];
  const reasons: string[] = [];
  for (const [name, valueOf] of VALUES) {
    const field = read.fields[name];
    const value = field && 'value' in field ? field.value : null;
    count(value === valueOf(order));
    if (field && 'reason' in field) reasons.push(`${name}: ${field.reason}`);
    if (value !== null && value !== valueOf(order)) wrong.push(`${name} “${value}” for “${valueOf(order)}”`);
  }
  const expected = order.rows.map(({ part, quantity }) => ({ part, quantity }));
  const { lines } = read;
  const isSame =
    lines !== null && !('reason' in lines) && JSON.stringify(lines.lines) === JSON.stringify(expected);
  count(isSame);
  if (lines && 'reason' in lines) reasons.push(`lines: ${lines.reason} ${lines.line ?? ''}`);
  else if (!isSame) wrong.push(`lines ${JSON.stringify(lines?.lines)} for ${JSON.stringify(expected)}`);
  if (order.kind === 'ask') {
    const { customer } = read.fields;
    if (read.isSure && customer && 'value' in customer && customer.value !== '')
      score.wrong.push(`${file} made without a number: ${customer.value}`);
    return;
  }
  if (!read.isSure) {
    if (counts) score.needless.push(`${file} ${reasons.join('; ') || `orders ${String(read.orders)}`}`);
    return;
  }
  const kind = KINDS[order.kind] ?? 'order';
  if (read.kind !== kind) score.wrong.push(`${file} ${read.kind} for ${kind} “${order.mark}”`);
  const decides =
    kind === 'void' || kind === 'copy' ? wrong.filter((each) => /^(reference|customer)/.test(each)) : wrong;
  if (decides.length > 0) score.wrong.push(`${file} ${decides.join('; ')}`);
}

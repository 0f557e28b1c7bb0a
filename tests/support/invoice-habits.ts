/** Layouts of made-up dealers: each draws its habits at random, the same ones for the same seed. */
import { type Medium, MEDIA, type Page, printJob, type Text, xOf } from './invoice-pages';
import {
  type Kind,
  CITIES,
  DEALER_STREETS,
  DEALERS,
  GOODS,
  MARKS,
  NAMES,
  PEOPLE,
  STREETS,
  VIAS,
  WORDS,
} from './invoice-words';
import { randomFrom } from './invoices';

type Row = { part: string; quantity: number; desc: string; price: string };
export type Order = {
  kind: Kind;
  /** The printed mark that says the kind. */
  mark: string;
  ref: string;
  cust: string;
  name: string;
  street: string;
  city: string;
  via: string;
  /** Without those of which none is shipped. */
  rows: Row[];
  /** Where a person looks for the quantity of a row. */
  quantityColumn: number;
};
export type Sample = { file: string; bytes: Buffer; orders: Order[] };
type Habits = Record<string, string | number | boolean> & { medium: Medium };
export type DrawnLayout = {
  seed: number;
  habits: Habits;
  /** They wait when the layout is taught. */
  samples: Sample[];
  later: Sample[];
  /** Where a person looks for an address that occurs twice. */
  shipColumn: number;
  xOf: (column: number) => number;
};

type Random = {
  below: (most: number) => number;
  one: <Value>(list: readonly Value[]) => Value;
  chance: (share: number) => boolean;
};

function drawFrom(seed: number): Random {
  const random = randomFrom(seed * 7_919 + 13);
  for (let skip = 0; skip < 5; skip += 1) random();
  const below = (most: number) => Math.floor(random() * most);
  return { below, one: (list) => list[below(list.length)] as never, chance: (share) => random() < share };
}

const DOCUMENTS = 15;
/** The others come after the layout was taught. */
const TAUGHT = 10;

/** @returns the documents of one layout, in the order in which they come. */
export function drawLayout(seed: number, only?: { medium: Medium }): DrawnLayout {
  const random = drawFrom(seed);
  const habits = habitsOf(random, only);
  const words = WORDS[habits.language as 'en' | 'es'];
  const all = Array.from({ length: DOCUMENTS }, (_, index): Sample => {
    const number = 100_000 + (((seed * 15 + index) * 7_717) % 800_000);
    const file = `${String(seed)}.${String(index)}`;
    // The first ones are plain, so that one of them can teach.
    const special =
      index < 3
        ? 'plain'
        : random.one(['plain', 'plain', 'plain', 'plain', 'plain', 'mark', 'mark', 'two', 'ask']);
    const [kind, mark] =
      special === 'mark'
        ? random.one(MARKS)
        : [special === 'ask' ? ('ask' as const) : ('order' as const), ''];
    const orders = [orderOf(random, habits, number, kind, mark)];
    if (special === 'two') orders.push(orderOf(random, habits, number + 1, 'order', ''));
    const pages = orders.flatMap((order) => pagesOf(random, habits, words, order));
    return {
      file,
      bytes: printJob(pages, habits.medium, Number(habits.furtherPagesAt)),
      orders: orders.map((order) => ({
        ...order,
        rows: order.rows.filter(({ quantity }) => quantity > 0),
        quantityColumn: middleOf(columnsOf(habits, order.rows).get('qty')),
      })),
    };
  });
  return {
    seed,
    habits,
    samples: all.slice(0, TAUGHT),
    later: all.slice(TAUGHT),
    shipColumn: habits.address === 'both' ? 46 : 0,
    xOf: (column) => xOf(habits.medium, column),
  };
}

function habitsOf({ below, one, chance }: Random, only?: { medium: Medium }): Habits {
  return {
    medium: only?.medium ?? one(MEDIA),
    language: one(['en', 'en', 'en', 'es']),
    dealer: one(DEALERS),
    dealerStreet: one(DEALER_STREETS),
    dealerCity: one(CITIES),
    letterhead: one(['left', 'left', 'right', 'none', 'one line']),
    title: one(['right', 'middle', 'none', 'with ref']),
    numbers: one(['above', 'beside', 'beside right', 'colons', 'below', 'inline', 'none', 'right']),
    numbersColumn: one([0, 50]),
    order: below(6),
    noise: chance(0.7),
    wordAt: below(1_000),
    ref: one(['9', 'W9', 'PI-9', '#9', '9-1', '9']),
    cust: one(['9', '9', 'C-9', '(9)', '9']),
    // Sorted by how a person reads them.
    address: one(['ship', 'both', 'both', 'both reversed', 'beside', 'colons', 'bare']),
    lower: chance(0.3),
    phone: chance(0.25),
    columns: one([
      'qty part desc price',
      'part desc qty price',
      'ord qty part desc price ext',
      'no part desc qty',
      'part qty desc',
      'no qty part desc price ext',
      'desc part qty price',
      'qty ord part desc price',
    ]),
    qtyAlign: one(['left', 'right', 'right']),
    headAlign: chance(0.5),
    headers: chance(0.85),
    rule: one(['', '-', '=']),
    quantity: one(['9', '9', '9', 'x9', '(9)', '9 EA', '9EA', '9.00', '9-']),
    part: one(['mixed', 'mixed', 'blanks', 'digits', 'some blanks']),
    tight: chance(0.3),
    comments: one(['none', 'none', 'core', 'note', 'free']),
    zero: chance(0.3),
    spaced: chance(0.15),
    totals: one(['right', 'box', 'none', 'count', 'left', 'pieces']),
    thanks: chance(0.6),
    perPage: 6 + below(12),
    again: one(['full', 'full', 'short', 'none']),
    continued: chance(0.5),
    pageNumber: chance(0.4),
    markAt: one(['middle', 'title', 'below', 'top', 'head', 'line']),
    emptyVia: chance(0.2),
    numberOfRow: one(['9', '9.']),
    time: chance(0.2),
    attn: chance(0.25),
    /** Columns as wide as what is in them, with the heads in their middle: HTML, word processors. */
    fitted: chance(0.3),
    wraps: chance(0.2),
    /** In points: a browser prints further pages higher than the first one. */
    furtherPagesAt: one([0, 0, -6]),
  };
}

function orderOf(
  { below, one, chance }: Random,
  habits: Habits,
  number: number,
  kind: Kind,
  mark: string,
): Order {
  const digits = (from: number) => String(from + below(from * 9));
  const part = () =>
    habits.part === 'digits'
      ? digits(10_000_000)
      : habits.part === 'blanks' || (habits.part === 'some blanks' && chance(0.5))
        ? `${one(['BL3Z', 'HL8Z', 'F8TZ'])} ${digits(1_000)} ${one(['A', 'B', 'C'])}`
        : one([
            digits(10_000_000),
            `${digits(10_000)}-0${one(['C', 'K', 'E'])}${digits(100)}`,
            `${one(['HL8Z', 'BL3Z', 'DG1Z'])}-${digits(1_000)}-${one(['A', 'B'])}`,
            `W${digits(100_000)}-S${digits(100)}`,
          ]);
  const count = chance(0.75) ? 1 + below(6) : 6 + below(20);
  const cased = (text: string) =>
    habits.lower
      ? text.replace(/[A-Z]+/g, (word) =>
          word.length > 2 ? word.charAt(0) + word.slice(1).toLowerCase() : word,
        )
      : text;
  const ref = String(number);
  const cust = digits(one([100, 1_000, 1_000, 10_000, 10_000]));
  return {
    kind,
    mark,
    ref: String(habits.ref).replace('9', ref),
    cust: kind === 'ask' ? '' : String(habits.cust).replace('9', cust),
    name: cased(one(NAMES)),
    street: cased(`${digits(one([10, 100, 1_000]))} ${one(STREETS)}`),
    city: cased(one(CITIES)),
    via: habits.emptyVia && chance(0.3) ? '' : one(VIAS),
    rows: Array.from({ length: count }, (_, index) => ({
      part: part(),
      quantity: habits.zero && index > 0 && chance(0.1) ? 0 : chance(0.9) ? 1 + below(9) : 10 + below(90),
      desc: one(GOODS).slice(0, 31),
      price: (10 + below(80_000) / 100).toFixed(2),
    })),
    quantityColumn: 0,
  };
}

type Words = (typeof WORDS)['en'] | (typeof WORDS)['es'];

function pagesOf(random: Random, habits: Habits, words: Words, order: Order): Page[] {
  const chunks: Row[][] = [];
  for (let at = 0; at < order.rows.length; at += Number(habits.perPage))
    chunks.push(order.rows.slice(at, at + Number(habits.perPage)));
  const { head, bottom } = headOf(random, habits, words, order);
  return chunks.map((rows, page): Page => {
    const isLast = page === chunks.length - 1;
    const number: Text[] = habits.pageNumber
      ? [
          {
            line: 0,
            column: 90,
            text: `${words.page} ${String(page + 1)} / ${String(chunks.length)}`,
            align: 'right',
          },
        ]
      : [];
    const texts: Text[] =
      page === 0 || habits.again === 'full'
        ? [...head]
        : habits.again === 'short'
          ? head.filter(({ line }) => line < 2)
          : [];
    const start = page === 0 || habits.again === 'full' ? bottom : habits.again === 'short' ? 3 : 1;
    texts.push(...number, ...tableOf(random, habits, words, { rows, all: order.rows }, start, isLast));
    if (isLast && order.mark !== '' && habits.markAt === 'below')
      texts.push({ line: Math.max(...texts.map((each) => each.line)) + 2, column: 20, text: order.mark });
    return texts;
  });
}

/** Returns the texts above the rows, and the line at which the table begins. */
function headOf(random: Random, habits: Habits, words: Words, order: Order): { head: Page; bottom: number } {
  const pick = <Value>(list: readonly Value[], salt: number) =>
    list[(Number(habits.wordAt) + salt) % list.length] as Value;
  const head: Page = [];
  const put = (line: number, column: number, text: string, more: Partial<Text> = {}) => {
    if (text !== '') head.push({ line, column, text, ...more });
  };
  const { letterhead, numbers, title } = habits;
  const titled = order.mark !== '' && habits.markAt === 'title' ? order.mark : pick(words.title, 1);
  if (letterhead === 'one line')
    put(0, 0, `${String(habits.dealer)}  ${String(habits.dealerStreet)} ${String(habits.dealerCity)}`);
  else if (letterhead !== 'none') {
    const at = letterhead === 'left' ? 0 : 40;
    put(0, at, String(habits.dealer), { isBig: true });
    put(1, at, String(habits.dealerStreet));
    put(2, at, String(habits.dealerCity));
  }
  const titleColumn = title === 'middle' ? 36 : 66;
  if (title !== 'none')
    put(3, titleColumn, title === 'with ref' ? titled : titled, { isBig: title !== 'with ref' });
  else if (order.mark !== '' && habits.markAt === 'title') put(3, 36, order.mark);
  if (order.mark !== '' && habits.markAt === 'middle') put(1, 70, order.mark);
  if (order.mark !== '' && habits.markAt === 'top') put(3, 10, order.mark, { isBig: true });
  const cut = (text: string) =>
    numbers === 'colons' || numbers === 'inline' || numbers === 'right' ? text.replace(/[.:]$/, '') : text;
  const date = `${String(1 + random.below(12))}/${String(10 + random.below(18))}/26`;
  const other = pick<readonly [string, string]>(words.other, 2);
  const clerk =
    other[1] === '' ? random.one(PEOPLE) : other[1] === '#' ? String(random.below(90_000)) : other[1];
  const values: [string, string][] = [
    [cut(pick(words.ref, 3)), order.ref],
    [cut(pick(words.cust, 4)), order.cust],
    [cut(pick(words.via, 5)), order.via],
  ];
  if (habits.noise)
    values.splice(Number(habits.order) % 4, 0, [pick(words.date, 6), date], [other[0], clerk]);
  if (Number(habits.order) % 2 === 1) values.reverse();
  let line = 5;
  if (order.mark !== '' && habits.markAt === 'line') {
    put(line, 10, order.mark);
    line += 2;
  }
  const column = Number(habits.numbersColumn);
  const suffix = Number(habits.wordAt) % 3 === 0 ? ':' : '';
  if (numbers === 'above' || numbers === 'below' || numbers === 'none') {
    for (const [index, [label, value]] of values.entries()) {
      const at = index * 18;
      if (numbers !== 'none') put(numbers === 'above' ? line : line + 1, at, label);
      put(numbers === 'above' ? line + 1 : line, at, value);
    }
    line += 3;
  } else if (numbers === 'right') {
    for (const [index, [label, value]] of values.entries())
      put(line + index, 90, `${label}: ${value}`, { align: 'right' });
    line += values.length + 1;
  } else if (numbers === 'inline') {
    put(line, 0, values.map(([label, value]) => `${label}: ${value}`).join('   '));
    line += 2;
  } else {
    for (const [index, [label, value]] of values.entries()) {
      if (numbers === 'colons') put(line + index, column, `${label.padEnd(14)}: ${value}`);
      else {
        put(line + index, column, label + suffix);
        if (numbers === 'beside')
          put(
            line + index,
            column + label.length + (suffix === '' ? 2 : 1) + (Number(habits.wordAt) % 2) * 4,
            value,
          );
        else put(line + index, column + 36, value, { align: 'right' });
      }
    }
    line += values.length + 1;
  }
  line = addressAt(random, habits, words, order, line, put);
  if (order.mark !== '' && habits.markAt === 'head') put(line, 30, order.mark);
  return { head, bottom: line + 1 };
}

function addressAt(
  random: Random,
  habits: Habits,
  words: Words,
  order: Order,
  line: number,
  put: (line: number, column: number, text: string) => void,
): number {
  const pick = <Value>(list: readonly Value[], salt: number) =>
    list[(Number(habits.wordAt) + salt) % list.length] as Value;
  const suffix = Number(habits.wordAt) % 2 === 0 ? ':' : '';
  const ship = [
    order.name,
    ...(habits.attn && random.chance(0.4) ? [`ATTN: ${random.one(PEOPLE)}`] : []),
    order.street,
    order.city,
    ...(habits.phone ? [`(816) 555-0${String(100 + random.below(900))}`] : []),
  ];
  const isSame = random.chance(0.6);
  const bill = isSame
    ? ship
    : [random.one(NAMES), `PO BOX ${String(100 + random.below(900))}`, random.one(CITIES)];
  const { address } = habits;
  if (address === 'colons') {
    put(line, 0, `${pick(words.ship, 7).padEnd(12)}: ${order.name}`);
    put(line + 1, 0, `${words.street.padEnd(12)}: ${order.street}`);
    put(line + 2, 0, `${words.city.padEnd(12)}: ${order.city}`);
    return line + 4;
  }
  if (address === 'beside') {
    put(line, 0, `${pick(words.ship, 7)}:`);
    for (const [index, text] of ship.entries()) put(line + index, 14, text);
    return line + ship.length + 1;
  }
  const both = address === 'both' || address === 'both reversed';
  const [billAt, shipAt] = address === 'both reversed' ? [46, 0] : [0, both ? 46 : 0];
  const top = address === 'bare' ? line : line + 1;
  if (address !== 'bare') put(line, shipAt, pick(words.ship, 7) + suffix);
  if (both) put(line, billAt, pick(words.bill, 8) + suffix);
  for (const [index, text] of ship.entries()) put(top + index, shipAt, text);
  if (both) for (const [index, text] of bill.entries()) put(top + index, billAt, text);
  return top + ship.length + 1;
}

const WRAPS_AT = 20;
const WIDTHS: Record<string, number> = { no: 4, qty: 8, ord: 6, part: 17, desc: 32, price: 10, ext: 11 };
const PADDING = 3;

type Column = { left: number; width: number };

/** Text has the same columns in each document. */
function columnsOf(habits: Habits, rows: Row[]): Map<string, Column> {
  const isFitted = Boolean(habits.fitted) && habits.medium.startsWith('pdf') && habits.medium !== 'pdf lines';
  const longest: Record<string, number> = {
    part: Math.max(...rows.map(({ part }) => part.length)),
    desc: Math.max(...rows.map(({ desc }) => desc.length)),
  };
  const columns = new Map<string, Column>();
  let left = 0;
  for (const name of String(habits.columns).split(' ')) {
    const usual = (WIDTHS[name] ?? 8) - (habits.tight && name === 'part' ? 3 : 0);
    const fitted = longest[name];
    const width = isFitted && fitted !== undefined ? Math.max(13, fitted) + PADDING : usual;
    columns.set(name, { left, width });
    left += width + 1;
  }
  return columns;
}

const middleOf = (column: Column | undefined) => (column ? column.left + column.width / 2 : 0);

function tableOf(
  random: Random,
  habits: Habits,
  words: Words,
  { rows, all }: { rows: Row[]; all: Row[] },
  start: number,
  isLast: boolean,
): Page {
  const pick = <Value>(list: readonly Value[], salt: number) =>
    list[(Number(habits.wordAt) + salt) % list.length] as Value;
  const page: Page = [];
  const names = String(habits.columns).split(' ');
  const columns = columnsOf(habits, all);
  const column = [...columns.values()].at(-1)?.left ?? 0;
  const isRight = (name: string) =>
    name === 'price' || name === 'ext' || ((name === 'qty' || name === 'ord') && habits.qtyAlign === 'right');
  const cell = (line: number, name: string, text: string, isHead = false) => {
    const place = columns.get(name);
    if (place === undefined || text === '') return;
    const { left, width } = place;
    if (isHead && habits.fitted) {
      page.push({ line, column: left + Math.round((width - 1) / 2), text, align: 'center' });
      return;
    }
    const right = isHead ? isRight(name) && Boolean(habits.headAlign) : isRight(name);
    page.push({ line, column: right ? left + width - 1 : left, text, align: right ? 'right' : 'left' });
  };
  let line = start;
  if (habits.headers) {
    const heads: Record<string, string> = {
      no: 'LN',
      qty: pick(words.qty, 9),
      ord: words.ord,
      part: pick(words.part, 10),
      desc: pick(words.desc, 11),
      price: pick(words.price, 12),
      ext: words.ext,
    };
    for (const name of names) cell(line, name, heads[name] ?? '', true);
    line += 1;
  }
  if (habits.rule !== '') {
    page.push({ line, column: 0, text: String(habits.rule).repeat(Math.min(90, column)) });
    line += 1;
  }
  for (const [index, { part, quantity, desc, price }] of rows.entries()) {
    const cut = habits.wraps && desc.length > WRAPS_AT ? desc.lastIndexOf(' ', WRAPS_AT) : -1;
    cell(line, 'no', String(habits.numberOfRow).replace('9', String(index + 1)));
    cell(line, 'qty', String(habits.quantity).replace('9', String(quantity)));
    cell(
      line,
      'ord',
      String(quantity === 0 ? 1 + random.below(4) : random.chance(0.8) ? quantity : quantity + 1),
    );
    cell(line, 'part', part);
    cell(line, 'desc', cut > 0 ? desc.slice(0, cut) : desc);
    cell(line, 'price', price);
    cell(line, 'ext', (Number(price) * quantity).toFixed(2));
    line += 1;
    if (cut > 0) cell(line++, 'desc', desc.slice(cut + 1));
    if (habits.comments === 'core' && random.chance(0.25))
      page.push({
        line: line++,
        column: (columns.get('desc')?.left ?? 0) + 2,
        text: '*CORE DEPOSIT INCL / SEE NOTE*',
      });
    if (habits.comments === 'free' && random.chance(0.15))
      page.push({
        line: line++,
        column: columns.get('desc')?.left ?? 0,
        text: random.one([
          'FITS 2019 ONLY',
          'LAST ONE IN STOCK',
          'CHECK VIN',
          'BO REST 2 WEEKS',
          'SPECIAL ORDER ITEM',
        ]),
      });
    if (habits.spaced) line += 1;
  }
  line += 1;
  if (!isLast) {
    if (habits.continued) page.push({ line, column: 0, text: pick(words.continued, 13) });
    return page;
  }
  const sum = (100 + random.below(900_000) / 100).toFixed(2);
  const total = (at: number) => {
    page.push({ line, column: at, text: words.sub }, { line, column: at + 30, text: sum, align: 'right' });
    page.push(
      { line: line + 1, column: at, text: pick(words.total, 14) },
      { line: line + 1, column: at + 30, text: sum, align: 'right' },
    );
    line += 2;
  };
  if (habits.totals === 'right') total(52);
  if (habits.totals === 'left') total(0);
  if (habits.totals === 'pieces')
    page.push({
      line: line++,
      column: 0,
      text: `${String(rows.length)} lines, ${String(rows.reduce((sum, each) => sum + each.quantity, 0))} pieces`,
    });
  if (habits.totals === 'count')
    page.push({
      line: line++,
      column: 0,
      text: `Lines: ${String(rows.length)}  Pieces: ${String(rows.reduce((sum, each) => sum + each.quantity, 0))}`,
    });
  if (habits.totals === 'box') {
    page.push({ line, column: 50, text: `+${'-'.repeat(30)}+` });
    page.push({
      line: line + 1,
      column: 50,
      text: `| ${pick(words.total, 14).padEnd(14)}${sum.padStart(14)} |`,
    });
    page.push({ line: line + 2, column: 50, text: `+${'-'.repeat(30)}+` });
    line += 3;
  }
  if (habits.comments === 'note' && random.chance(0.3))
    page.push({
      line: line++,
      column: 0,
      text: `NOTE: ${random.one(['CUSTOMER WILL BE THERE TIL 5', 'BACK DOOR', 'BEEP HORN', 'CALL BEFORE DELIVERY'])}`,
    });
  if (habits.thanks) page.push({ line: line + 1, column: 0, text: pick(words.thanks, 15) });
  return page;
}

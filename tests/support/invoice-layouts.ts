/** Invoices of made-up systems, which differ in all that a reader could rely on. */
import { pdfOf, type Placed, widthOf } from './documents';
import { randomFrom, type Truth } from './invoices';

const NAMES = [
  'Brookside Auto Repair',
  'J&L',
  'Ruiz Hermanos Taller',
  'Midtown Body & Paint LLC',
  'A-1 Transmission',
  'North Oak Tire #2',
  'Johnson County Collision Center of Overland Park',
  'KC Fleet Service',
  'Westport Garage',
  'Blue Valley Euro Motors and Restoration',
  'State Line 24 Hour Towing',
];
const STREETS = [
  'E Truman Rd',
  'N Oak Trfy',
  'Main St',
  'State Line Rd Ste 200',
  'W 63rd Ter',
  'Brookside Plaza',
];
const CITIES = [
  'Kansas City, MO 64113',
  'Kansas City, KS 66103',
  'Overland Park, KS 66212',
  'Gladstone, MO 64118',
];
const GOODS = [
  'BUMPER COVER RR PRIMED',
  'FILTER - OIL',
  'ALTERNATOR REMAN',
  'CLIP',
  'TRANSFER CASE ASSEMBLY, REMANUFACTURED (CORE)',
  'BRAKE PAD SET FR',
  'HOSE - RADIATOR UPPER',
  'COMPRESSOR ASY',
];
const VIAS = ['HOT SHOT', 'NORTH', 'RT 2', 'WILL CALL', 'SOUTH 10 AM'];

type Line = Truth['lines'][number] & { desc: string; price: string };
export type Made = Omit<Truth, 'lines'> & { lines: Line[] };

function contentsOf(k: string, random: () => number, refOf: (number: number) => string): Made {
  const below = (most: number) => Math.floor(random() * most);
  const one = <Value>(list: Value[]) => list[below(list.length)] as Value;
  const part = () =>
    one([
      String(10_000_000 + below(80_000_000)),
      `${String(10_000 + below(80_000))}-0${one(['C', 'K', '6'])}${String(100 + below(900))}`,
      `${one(['HL8Z', 'BL3Z', 'DG1Z'])}-${String(1_000 + below(19_000))}-${one(['A', 'B', 'C'])}`,
    ]);
  const count = random() < 0.7 ? 1 + below(6) : 6 + below(32);
  return {
    k,
    ref: refOf(below(900_000)),
    cust: String(1_000 + below(28_000)),
    name: one(NAMES),
    addr: `${String(100 + below(9_800))} ${one(STREETS)}`,
    city: one(CITIES),
    via: one(VIAS),
    lines: Array.from({ length: count }, () => ({
      qty: random() < 0.9 ? 1 + below(9) : 10 + below(90),
      part: part(),
      desc: one(GOODS),
      price: (10 + below(80_000) / 100).toFixed(2),
    })),
  };
}

const chunks = <Value>(list: Value[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** A text that ends at x. */
const ending = (x: number, y: number, text: string, size = 10): Placed => ({
  x: x - widthOf(text, size),
  y,
  text,
  size,
});

/** Numbers that end at the right, two columns of quantities, and a head on each page. */
function proportional(made: Made): Buffer {
  const pages = chunks(made.lines, 24).map((lines, page, all): Placed[] => {
    const at = (x: number, y: number, text: string): Placed => ({ x, y, text, size: 10 });
    const rows = lines.flatMap(({ part, desc, qty, price }, index) => {
      const y = 250 + index * 18;
      return [
        at(40, y, part),
        at(150, y, desc.slice(0, 40)),
        ending(470, y, String(qty + 1)),
        ending(520, y, String(qty)),
        ending(580, y, price),
      ];
    });
    return [
      { x: 40, y: 50, text: 'Heartland Parts Group', size: 16 },
      at(380, 60, 'Invoice Number:'),
      ending(580, 60, made.ref),
      at(380, 74, 'Account:'),
      ending(580, 74, made.cust),
      at(380, 88, 'Delivery Route:'),
      at(470, 88, made.via),
      at(40, 120, 'Bill To'),
      at(40, 134, NAMES[made.lines.length % NAMES.length]?.slice(0, 30) ?? ''),
      at(40, 148, 'PO Box 1200'),
      at(300, 120, 'Ship To'),
      at(300, 134, made.name),
      at(300, 148, made.addr),
      at(300, 162, made.city),
      ...(['Item', 'Description'] as const).map((text, index) => at([40, 150][index] ?? 0, 230, text)),
      ending(470, 230, 'Ordered'),
      ending(520, 230, 'Shipped'),
      ending(580, 230, 'Price'),
      ...rows,
      ...(page === all.length - 1 ? [at(480, 260 + lines.length * 18, 'Amount Due')] : []),
    ];
  });
  return pdfOf(pages);
}

/** Fixed pitch, values below a row of heads, letters in the number, names that are cut, and more pages. */
export function ticket(made: Made): Buffer {
  const pages = chunks(made.lines, 20).map((lines, page, all) =>
    [
      `\u001b@\u000fPLAZA IMPORTS WHOLESALE PARTS                    TICKET ${made.ref}`,
      '',
      'CUST NO    ROUTE          CLERK',
      `${made.cust.padEnd(11)}${made.via.padEnd(15)}MB`,
      '',
      `DELIVER TO:  ${made.name.slice(0, 30).toUpperCase()}`,
      `             ${made.addr.toUpperCase()}`,
      `             ${made.city.toUpperCase()}`,
      '',
      'LN PART NO            QTY  DESCRIPTION',
      '-- ------------------ ---- ------------------------------',
      ...lines.map(
        ({ part, qty, desc }, index) =>
          `${String(page * 20 + index + 1).padStart(2)} ${part.padEnd(18)} ${String(qty).padStart(4)}  ${desc.slice(0, 30)}`,
      ),
      page === all.length - 1 ? 'RECEIVED BY: ____________________' : 'CONTINUED ON NEXT PAGE',
      '\f',
    ].join('\r\n'),
  );
  return Buffer.from(pages.join(''), 'latin1');
}

/** A table whose cells wrap: names, and descriptions, whose part number is in the middle of the lines. */
function wrapped(made: Made): Buffer {
  const at = (x: number, y: number, text: string): Placed => ({ x, y, text, size: 9 });
  const nameLines = wrap(made.name, 24);
  const top: Placed[] = [
    { x: 30, y: 40, text: 'SALES ORDER', size: 14 },
    at(30, 70, 'Order #'),
    at(30, 82, made.ref),
    at(150, 70, 'Customer #'),
    at(150, 82, made.cust),
    at(270, 70, 'Carrier'),
    at(270, 82, made.via),
    at(400, 70, 'Deliver to'),
    ...[...nameLines, made.addr, made.city].map((text, index) => at(400, 82 + index * 11, text)),
    at(30, 150, 'Qty'),
    at(90, 150, 'Part Number'),
    at(250, 150, 'Description'),
  ];
  let y = 164;
  const rows = made.lines.flatMap(({ qty, part, desc }) => {
    const lines = wrap(desc, 28);
    const middle = y + ((lines.length - 1) * 11) / 2;
    const row = [
      at(42 - widthOf(String(qty), 9) / 2, middle, String(qty)),
      at(90, middle, part),
      ...lines.map((text, index) => at(250, y + index * 11, text)),
    ];
    y += lines.length * 11 + 4;
    return row;
  });
  return pdfOf([[...top, ...rows, at(30, y + 10, 'Thank you for your business')]]);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

const upper = (made: Made): Made => ({
  ...made,
  name: made.name.slice(0, 30).trim().toUpperCase(),
  addr: made.addr.toUpperCase(),
  city: made.city.toUpperCase(),
});

type Sample = { file: string; truth: Truth; bytes: Buffer };

/** The same documents for the same seed, some of each layout. */
export function samplesOf(seed: number, ofEach: number): Sample[] {
  const random = randomFrom(seed);
  const kinds: [string, (made: Made) => Buffer, (number: number) => string, (made: Made) => Made][] = [
    ['proportional', proportional, (number) => String(100_000 + number), (made) => made],
    ['ticket', ticket, (number) => `W${String(10_000 + (number % 80_000))}`, upper],
    ['wrapped', wrapped, (number) => `SO-${String(1_000_000 + number)}`, (made) => made],
  ];
  return kinds.flatMap(([k, print, refOf, shown]) =>
    Array.from({ length: ofEach }, (_, index) => {
      const made = contentsOf(k, random, refOf);
      const { lines, ...truth } = shown(made);
      const some = k === 'wrapped' ? lines.slice(0, 20) : lines;
      return {
        file: `${k} ${String(index)}`,
        truth: { ...truth, lines: some.map(({ qty, part }) => ({ qty, part })) },
        bytes: print({ ...made, lines: some }),
      };
    }),
  );
}

/** A customer of the tests of the inbox. */
export const SHOP = { customer: '10442', name: 'BROOKSIDE AUTO REPAIR' };

const SHOP_GOODS = ['BUMPER COVER RR PRIMED', 'CLIP', 'FILTER - OIL'];
let made = 0;
/** An invoice of this shop with a new number. */
export function shopInvoice(more: Partial<Made> = {}): Made {
  made += 1;
  return {
    k: 'ticket',
    ref: `W${String(20_000 + made)}`,
    cust: SHOP.customer,
    name: SHOP.name,
    addr: '6300 BROOKSIDE PLAZA',
    city: 'KANSAS CITY, MO 64113',
    via: 'NORTH',
    lines: [
      { qty: 2, part: `4997${String(made % 10)}-0C875`, desc: SHOP_GOODS[made % 3] ?? '', price: '1.00' },
      { qty: 1, part: 'HL8Z-1234-A', desc: SHOP_GOODS[(made + 1) % 3] ?? '', price: '1.00' },
    ],
    ...more,
  };
}

/** Each sign that a document is not what it seems makes it unsure. */
import { describe, expect, test } from 'vitest';
import { type Layout, type Meaning, readBy } from '~/domain/intake/layouts/layout';
import { ordersIn } from '~/domain/intake/layouts/orders';
import { type Taught, teach } from '~/domain/intake/layouts/teach';
import { readPrinterText } from '~/domain/intake/reading/printer-text';
import { samplesOf, ticket } from '../support/invoice-layouts';
import { clicksOf } from '../support/invoices';

const wordsOf = (text: string) => {
  const reading = readPrinterText(Buffer.from(text, 'latin1'));
  return 'words' in reading ? reading.words : [];
};
const [first, ...others] = samplesOf(5, 12).filter(({ truth }) => truth.k === 'ticket');
const example = wordsOf(first?.bytes.toString('latin1') ?? '');
const taught =
  first &&
  teach(
    example,
    others.map(({ bytes }) => wordsOf(bytes.toString('latin1'))),
    clicksOf(example, first.truth),
  );
const layout = taught && 'labels' in taught ? taught : undefined;
const lines = ['12345678', '23456789', '34567890'].map((part) => ({
  qty: 2,
  part,
  desc: 'CLIP',
  price: '1',
}));
const order = {
  k: 'ticket',
  ref: 'W20001',
  cust: '10442',
  name: 'SHOP',
  addr: '12 MAIN ST',
  city: 'OLATHE, KS 66061',
  via: 'NORTH',
  lines,
};
const plain = ticket(order).toString('latin1');
const read = (text: string) => (layout ? readBy(layout, wordsOf(text)) : null);
const isSure = (text: string) => read(text)?.isSure;

test('a document of the layout is sure', () => {
  expect(isSure(plain)).toBe(true);
});

test('a word of a label elsewhere is part of a value', () => {
  expect(read(plain.replace('SHOP', 'SHOP BY: ROUTE'))).toMatchObject({
    isSure: true,
    fields: { name: { value: 'SHOP BY: ROUTE' } },
  });
});

test('a document with something printed above it is none of the layout', () => {
  expect(isSure(`HALF OF ANOTHER\r\n${plain}`)).toBeUndefined();
});

test('a row that goes on with half of another row is not sure', () => {
  const at = plain.indexOf('CLIP');
  expect(isSure(`${plain.slice(0, at)}     ${plain.slice(plain.indexOf('CLIP', at + 1))}`)).toBe(false);
});

test('a document without the end of its rows is not sure', () => {
  expect(isSure(plain.slice(0, plain.indexOf('RECEIVED')))).not.toBe(true);
});

test('several orders in one print job are orders of their own; pages of one order are not', () => {
  const second = plain.replace('W20001', 'W20002');
  const ordersOf = (text: string) => (layout ? ordersIn([{ layout }], wordsOf(text)) : []);
  const numbersOf = (text: string) =>
    ordersOf(text).map((order) => order.is === 'found' && order.read.isSure && order.read.fields.reference);
  expect(numbersOf(`${plain}${second}${plain.replace('W20001', 'W20003')}`)).toEqual([
    { value: 'W20001' },
    { value: 'W20002' },
    { value: 'W20003' },
  ]);
  // The same number for another customer.
  expect(ordersOf(`${plain}${plain.replace('10442', '10443')}`)).toHaveLength(2);
  // On one page, and twice the same.
  expect(isSure(`${plain.replace('\f', '')}${second}`)).toBe(false);
  expect(numbersOf(`${plain}${plain}`)).toEqual([false]);
  const goods = Array.from({ length: 45 }, (_, index) => ({
    qty: 1,
    part: String(40_000_000 + index),
    desc: 'CLIP',
    price: '1',
  }));
  const long = ticket({ ...order, lines: goods }).toString('latin1');
  expect(numbersOf(`${long}${second}`)).toEqual([{ value: 'W20001' }, { value: 'W20002' }]);
});

test('a text that no taught document has had is new, until its meaning is known', () => {
  const marked = plain.replace('\r\n\r\nDELIVER TO', '\r\n          CR MEMO\r\nDELIVER TO');
  expect(read(marked)).toMatchObject({ isSure: false, newText: 'CR MEMO', kind: 'order' });
  const knowing = (meaning: Meaning) =>
    layout && readBy({ ...layout, [meaning]: ['CR MEMO'] }, wordsOf(marked));
  expect(knowing('plainWhen')).toMatchObject({ isSure: true, kind: 'order' });
  expect(knowing('returnWhen')).toMatchObject({ isSure: true, kind: 'return' });
  expect(knowing('copyWhen')).toMatchObject({ isSure: true, kind: 'copy' });
  // A description is no mark.
  const described = plain.replace('CLIP', 'CR MEMO');
  expect(layout && readBy({ ...layout, returnWhen: ['CR MEMO'] }, wordsOf(described))).toMatchObject({
    isSure: true,
    kind: 'order',
  });
});

test('a mark in a row, where no column is, is new', () => {
  const row = plain.split('\r\n').find((line) => line.includes('23456789')) ?? '';
  const text = plain.replace(row, `${row.padEnd(70)}ANULADA`);
  expect(read(text)).toMatchObject({ isSure: false, newText: 'ANULADA' });
  const knowing = (meaning: Meaning) =>
    layout && readBy({ ...layout, [meaning]: ['ANULADA'] }, wordsOf(text));
  expect(knowing('voidWhen')).toMatchObject({ isSure: true, kind: 'void' });
  expect(knowing('plainWhen')).toMatchObject({ kind: 'order', newText: null });
});

test('a line more above the rows moves what is below it, which is read all the same', () => {
  const [top = '', ...rest] = plain.split('\r\n');
  const lower = [top, '     ANULADA', ...rest].join('\r\n');
  const values = { reference: 'W20001', customer: '10442', street: '12 MAIN ST', via: 'NORTH' };
  expect(read(lower)).toMatchObject({
    newText: 'ANULADA',
    fields: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
    lines: { lines: lines.map(({ part, qty }) => ({ part, quantity: qty })) },
  });
});

test('a part number that goes on in another line is not sure', () => {
  const row = plain.split('\r\n').find((line) => line.includes('23456789')) ?? '';
  expect(read(plain.replace(row, `   W264571-\r\n${row}`))).toMatchObject({
    isSure: false,
    lines: { reason: 'row unclear', line: 'W264571-' },
  });
});

test('heads that are repeated on further pages can be clicked there', () => {
  const goods = Array.from({ length: 30 }, (_, index) => ({
    qty: 3,
    part: String(40_000_000 + index),
    desc: 'CLIP',
    price: '1',
  }));
  const words = wordsOf(ticket({ ...order, lines: goods }).toString('latin1'));
  const onSecond = words.flatMap((word, at) => (word.page === 2 ? [{ ...word, at }] : []));
  const clicked = (...texts: string[]) =>
    texts.map((each) => onSecond.find(({ text }) => text === each)?.at ?? -1);
  const clicks: Taught = {
    fields: {
      reference: { words: clicked('W20001') },
      customer: { words: clicked('10442') },
      street: { words: clicked('12', 'MAIN', 'ST') },
      city: { words: clicked('OLATHE,', 'KS', '66061') },
    },
    lines: { part: clicked('40000020'), quantity: clicked('3') },
  };
  const all = [first, ...others].map((sample) => wordsOf(sample?.bytes.toString('latin1') ?? ''));
  const found = teach(words, all, clicks);
  expect('labels' in found && readBy(found, wordsOf(plain))).toMatchObject({
    isSure: true,
    fields: { reference: { value: 'W20001' }, city: { value: 'OLATHE, KS 66061' } },
    lines: { lines: [{ part: '12345678', quantity: 2 }, {}, {}] },
  });
});

describe('a line between name and street', () => {
  const named = (between: string, index: number) =>
    wordsOf(
      ticket({ ...order, ref: `W2100${String(index)}`, name: `SHOP ${between}` })
        .toString('latin1')
        .replace(`SHOP ${between}`, between === '' ? 'SHOP' : `SHOP\r\n             ${between}`),
    );
  const taughtWith = (...between: string[]) => {
    const [one = [], ...rest] = between.map((line, index) => named(line, index));
    const found = teach(one, rest, clicksOf(one, { ...order, ref: 'W21000' }));
    return 'labels' in found ? found : null;
  };
  const nameBy = (taughtLayout: Layout | null, between: string) =>
    taughtLayout && readBy(taughtLayout, named(between, 9))?.fields;

  test('is another text where it had room beside the name', () => {
    const attn = taughtWith('', '', 'ATTN: JO', '', 'ATTN: A LONG NAME AND MORE', '');
    expect(nameBy(attn, 'ATTN: MIKE')).toMatchObject({
      name: { value: 'SHOP' },
      street: { value: '12 MAIN ST' },
      city: { value: 'OLATHE, KS 66061' },
    });
  });

  test('is the rest of the name where its first word had no room', () => {
    const wraps = taughtWith('', '', 'TRANSMISSIONSERVICE', '', 'REMANUFACTURERS', '');
    expect(nameBy(wraps, 'INTERNATIONALTRUCKS')).toMatchObject({
      name: { value: 'SHOP INTERNATIONALTRUCKS' },
      street: { value: '12 MAIN ST' },
    });
  });
});

test('rows of which nothing is shipped are left out and counted', () => {
  const some = ticket({ ...order, lines: lines.map((line, index) => ({ ...line, qty: index })) });
  expect(read(some.toString('latin1'))).toMatchObject({
    isSure: true,
    lines: { lines: [{ quantity: 1 }, { quantity: 2 }], skipped: 1 },
  });
});

test('ship-via and name may be empty, and values that decide may not', () => {
  const without = (left: Partial<typeof order>) => read(ticket({ ...order, ...left }).toString('latin1'));
  expect(without({ via: '' })).toMatchObject({ isSure: true, fields: { via: { value: '' } } });
  expect(without({ name: '' })).toMatchObject({ isSure: true, fields: { name: { value: '' } } });
  for (const left of [{ ref: '' }, { cust: '' }, { addr: '' }, { city: '' }, { lines: [] }])
    expect(without(left)?.isSure).not.toBe(true);
});

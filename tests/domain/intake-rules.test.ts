/** Each sign that a document is not what it seems makes it unsure. */
import { expect, test } from 'vitest';
import { reasonOf } from '~/domain/intake/inbox/reasons';
import { readBy } from '~/domain/intake/layouts/layout';
import { teach } from '~/domain/intake/layouts/teach';
import { readPrinterText } from '~/domain/intake/reading/printer-text';
import { samplesOf, ticket } from '../support/invoice-layouts';
import { clicksOf } from '../support/invoices';

const wordsOf = (text: string) => {
  const reading = readPrinterText(Buffer.from(text, 'latin1'));
  return 'words' in reading ? reading.words : [];
};
const [first, ...others] = samplesOf(5, 12).filter(({ truth }) => truth.k === 'ticket');
const example = wordsOf(first?.bytes.toString('latin1') ?? '');
const layout =
  first &&
  teach(
    example,
    others.map(({ bytes }) => wordsOf(bytes.toString('latin1'))),
    clicksOf(example, first.truth),
  );
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

test('a value that touches a label is not sure', () => {
  expect(isSure(plain.replace('SHOP', 'SHOP BY:'))).toBe(false);
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

test('several orders in one print job are held and counted; pages of one order are not', () => {
  const second = plain.replace('W20001', 'W20002');
  const reasonFor = (text: string) => {
    const found = read(text);
    return found && reasonOf(found);
  };
  expect(reasonFor(`${plain}${second}`)).toBe('It has 2 invoices');
  expect(isSure(`${plain}${second}`)).toBe(false);
  expect(reasonFor(`${plain}${second}${plain.replace('W20001', 'W20003')}`)).toBe('It has 3 invoices');
  // On one page.
  expect(reasonFor(`${plain.replace('\f', '')}${second}`)).toBe('It has 2 invoices');
  const goods = Array.from({ length: 45 }, (_, index) => ({
    qty: 1,
    part: String(40_000_000 + index),
    desc: 'CLIP',
    price: '1',
  }));
  expect(isSure(ticket({ ...order, lines: goods }).toString('latin1'))).toBe(true);
});

test('ship-via and name may be empty, and values that decide may not', () => {
  const without = (left: Partial<typeof order>) => read(ticket({ ...order, ...left }).toString('latin1'));
  expect(without({ via: '' })).toMatchObject({ isSure: true, fields: { via: { value: '' } } });
  expect(without({ name: '' })).toMatchObject({ isSure: true, fields: { name: { value: '' } } });
  for (const left of [{ ref: '' }, { cust: '' }, { addr: '' }, { city: '' }, { lines: [] }])
    expect(without(left)?.isSure).not.toBe(true);
});

/** Each sign that a document is not what it seems makes it unsure. */
import { expect, test } from 'vitest';
import { readBy, teach } from '~/domain/intake/layouts/layout';
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
const plain = ticket({
  k: 'ticket',
  ref: 'W20001',
  cust: '10442',
  name: 'SHOP',
  addr: '12 MAIN ST',
  city: 'OLATHE, KS 66061',
  via: 'NORTH',
  lines,
}).toString('latin1');
const isSure = (text: string) => (layout ? readBy(layout, wordsOf(text))?.isSure : undefined);

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

import { expect, test } from 'vitest';
import { differencesOf, inWords, partsIn, withParts } from '~/domain/intake/inbox/differences';

const contents = {
  customer: '10442',
  place: '1 MAIN ST',
  via: 'NORTH',
  lines: [{ part: 'A1', quantity: 2 }],
};

test('the same lines in another order, or in two lines, differ in nothing', () => {
  const [one, other] = [
    { part: 'A1', quantity: 1 },
    { part: 'B2', quantity: 3 },
  ];
  const lines = [one, other, one];
  expect(differencesOf({ ...contents, lines }, { ...contents, lines: [...lines].reverse() })).toEqual([]);
  expect(differencesOf({ ...contents, lines: [one, one] }, contents)).toEqual([]);
});

test('what differs is said in words, and no more than six of it', () => {
  const after = { customer: '77', place: '', via: 'RT 2', lines: [{ part: 'B2', quantity: 1 }] };
  expect(differencesOf(contents, after)).toEqual([
    'customer 10442 → 77',
    'address 1 MAIN ST → –',
    'ship via NORTH → RT 2',
    '1 x B2 is new',
    'A1 is gone',
  ]);
  expect(inWords(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toBe('a, b, c, d, e, f, and 2 more');
});

test('parts that do not fit are counted', () => {
  const lines = ['A1', 'B2', 'C3'].map((part) => ({ part, quantity: 1 }));
  expect(partsIn(lines, 100)).toBe('1 x A1, 1 x B2, 1 x C3');
  expect(partsIn(lines, 20)).toBe('1 x A1, and 2 more');
});

test('new parts take the place of the former ones and of nothing else', () => {
  expect(withParts('2 x A1\nRing', '2 x A1', '3 x A1')).toBe('3 x A1\nRing');
  expect(withParts('Ring', '2 x A1', '3 x A1')).toBe('3 x A1\nRing');
  expect(withParts('', '', '3 x $&')).toBe('3 x $&');
  expect(withParts('2 x A1', '2 x A1', '')).toBe('');
});

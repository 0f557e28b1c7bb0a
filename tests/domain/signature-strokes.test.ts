import { expect, test } from 'vitest';
import { isSignature, penWidth, type Stroke } from '../../app/routes/_app.driver.stops.$taskId.sign/strokes';

const line = (length: number, at = 50): Stroke =>
  Array.from({ length: 11 }, (_, i) => ({ x: at + (length * i) / 10, y: at, t: i * 16 }));

test('a line across the sheet is a signature', () => {
  expect(isSignature([line(120)])).toBe(true);
});

test('several short strokes beside each other are one, too', () => {
  expect(isSignature([line(25, 20), line(25, 60), line(25, 100)])).toBe(true);
});

test('nothing, a dot, many taps on one spot and a slip are none', () => {
  expect(isSignature([])).toBe(false);
  expect(isSignature([[{ x: 10, y: 10, t: 0 }]])).toBe(false);
  expect(isSignature(Array.from({ length: 50 }, () => line(2)))).toBe(false);
  expect(isSignature([line(15)])).toBe(false);
});

test('the pen is between 1 and 3 wide, thinner when quick', () => {
  const from = { x: 0, y: 0, t: 0 };
  const slow = penWidth(from, { x: 1, y: 0, t: 16 });
  const quick = penWidth(from, { x: 100, y: 0, t: 16 });
  expect([slow, quick]).toEqual([3, 1]);
});

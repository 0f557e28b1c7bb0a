import { BoundedMap } from '~/lib/bounded-map';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => vi.useRealTimers());

const keysOf = (map: BoundedMap<string, number>, keys: string) =>
  Array.from(keys)
    .filter((key) => map.get(key) !== undefined)
    .join('');
const filled = (most: number, keys: string) => {
  const map = new BoundedMap<string, number>(most);
  for (const [index, key] of Array.from(keys).entries()) map.set(key, index);
  return map;
};

test('at most so many are kept; what was written for longest goes first', () => {
  expect(keysOf(filled(3, 'abcd'), 'abcd')).toBe('bcd');
  expect(keysOf(filled(3, 'abcade'), 'abcde')).toBe('ade');
  expect(keysOf(filled(1, 'ab'), 'ab')).toBe('b');
});

test('an entry that was read stays, until it is the one not read for longest', () => {
  const map = filled(3, 'abc');
  map.get('a');
  map.set('d', 4);
  expect(map.get('b')).toBeUndefined();
  map.set('e', 5);
  map.set('f', 6);
  map.set('g', 7);
  expect(map.get('a')).toBeUndefined();
  expect(map.weight).toBe(3);
});

test('when all were read, the oldest goes, and the new one stays', () => {
  const map = filled(3, 'abc');
  for (const key of 'abc') map.get(key);
  map.set('d', 4);
  expect(keysOf(map, 'abcd')).toBe('bcd');
});

test('writing again replaces the value and the weight', () => {
  const map = filled(3, 'aaa');
  expect([map.get('a'), map.weight]).toEqual([2, 1]);
  map.set('a', 9, 3);
  expect([map.get('a'), map.weight]).toEqual([9, 3]);
});

test('weights count, and what weighs more than all may is not kept', () => {
  const map = new BoundedMap<string, number>(10);
  map.set('a', 1, 6);
  map.set('b', 2, 4);
  map.set('c', 3, 5);
  expect(keysOf(map, 'abc')).toBe('bc');
  expect(map.weight).toBe(9);
  map.set('b', 4, 11);
  expect([map.get('b'), map.weight]).toEqual([undefined, 5]);
});

test('a deleted entry makes room', () => {
  const map = filled(2, 'ab');
  map.delete('a');
  map.delete('nothing');
  map.set('c', 3);
  expect(keysOf(map, 'abc')).toBe('bc');
});

test('an entry is valid for so long since it was written', () => {
  const map = new BoundedMap<string, number>(10, 1_000);
  map.set('a', 1);
  vi.advanceTimersByTime(999);
  expect(map.get('a')).toBe(1);
  vi.advanceTimersByTime(2);
  expect(map.get('a')).toBeUndefined();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeOrder } from '~/domain/tasks/merge-order';

const shuffled = (ids: number[]) => fc.shuffledSubarray(ids, { minLength: ids.length });
const base = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 12 });

test('both keep what they moved', () => {
  expect(mergeOrder([1, 2, 3, 4, 5], [5, 1, 2, 3, 4], [1, 3, 2, 4, 5])).toEqual([5, 1, 3, 2, 4]);
  expect(mergeOrder([1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 4, 3])).toEqual([2, 1, 4, 3]);
});

test('what came stays, what left is left out', () => {
  expect(mergeOrder([1, 2, 3], [3, 1, 2], [1, 2, 3, 9])).toEqual([3, 1, 2, 9]);
  expect(mergeOrder([1, 2, 3, 4], [4, 1, 2, 3], [9, 1, 3, 4])).toEqual([4, 9, 1, 3]);
});

test('nobody else changed it: mine; I changed nothing: theirs', () => {
  fc.assert(
    fc.property(
      base.chain((ids) => fc.tuple(fc.constant(ids), shuffled(ids))),
      ([ids, order]) => {
        expect(mergeOrder(ids, order, ids)).toEqual(order);
        expect(mergeOrder(ids, ids, order)).toEqual(order);
      },
    ),
  );
});

test('every task of the list as it stands now, each once', () => {
  fc.assert(
    fc.property(
      base.chain((ids) =>
        fc.tuple(fc.constant(ids), shuffled(ids), fc.shuffledSubarray([...ids, 100, 101, 102])),
      ),
      ([ids, mine, theirs]) => {
        const merged = mergeOrder(ids, mine, theirs);
        expect([...merged].sort((a, b) => a - b)).toEqual([...theirs].sort((a, b) => a - b));
      },
    ),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeOrder, movedByOthers } from '~/domain/tasks/ordering/merge-order';

const shuffled = (ids: number[]) => fc.shuffledSubarray(ids, { minLength: ids.length });
const base = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 12 });

test('both keep what they moved', () => {
  expect(mergeOrder([1, 2, 3, 4, 5], [5, 1, 2, 3, 4], [1, 3, 2, 4, 5])).toEqual([5, 1, 3, 2, 4]);
  expect(mergeOrder([1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 4, 3])).toEqual([2, 1, 4, 3]);
});

test('one moves the last to the top, the other the first behind the last', () => {
  const [start, first, second] = [
    [0, 1, 2, 3, 4],
    [4, 0, 1, 2, 3],
    [1, 2, 3, 4, 0],
  ];
  expect(mergeOrder(start, second, first)).toEqual([4, 1, 2, 3, 0]);
  expect(mergeOrder(start, second, first, [0])).toEqual([4, 1, 2, 3, 0]);
  expect(movedByOthers(start, second, first)).toEqual([4]);
  expect(mergeOrder(start, first, second)).toEqual([4, 1, 2, 3, 0]);
});

test('a stop of several tasks that was moved past one task is what was moved', () => {
  const start = [1, 2, 3, 4, 5, 6];
  // One person moves the stop of tasks 1, 2 and 3 down past 4. Another moves 4 to the end.
  expect(mergeOrder(start, [4, 1, 2, 3, 5, 6], [1, 2, 3, 5, 6, 4], [1, 2, 3])).toEqual([1, 2, 3, 5, 6, 4]);
});

test('two people who move the same to the same place do not undo each other', () => {
  // When two neighbors are exchanged, either of them may have been moved.
  expect(mergeOrder([1, 2, 3, 4], [2, 1, 3, 4], [2, 1, 3, 4], [1])).toEqual([2, 1, 3, 4]);
  fc.assert(
    fc.property(
      base.chain((ids) => fc.tuple(fc.constant(ids), shuffled(ids), fc.subarray(ids))),
      ([ids, order, moved]) => {
        expect(mergeOrder(ids, order, order, moved)).toEqual(order);
        expect(mergeOrder(ids, order, [...order, 100], moved)).toEqual([...order, 100]);
      },
    ),
  );
});

test('added tasks stay, and removed tasks are left out', () => {
  expect(mergeOrder([1, 2, 3], [3, 1, 2], [1, 2, 3, 9])).toEqual([3, 1, 2, 9]);
  expect(mergeOrder([1, 2, 3, 4], [4, 1, 2, 3], [9, 1, 3, 4])).toEqual([4, 9, 1, 3]);
});

test('one that I brought back stands where I put it', () => {
  expect(mergeOrder([2, 3, 4], [1, 2, 3, 4], [2, 3, 4, 1])).toEqual([1, 2, 3, 4]);
});

test('nobody else changed it: mine; I changed nothing: theirs', () => {
  fc.assert(
    fc.property(
      base.chain((ids) => fc.tuple(fc.constant(ids), shuffled(ids), fc.subarray(ids))),
      ([ids, order, moved]) => {
        expect(mergeOrder(ids, order, ids)).toEqual(order);
        expect(mergeOrder(ids, order, ids, moved)).toEqual(order);
        expect(mergeOrder(ids, ids, order)).toEqual(order);
      },
    ),
  );
});

test('every task of the list as it stands now, each once', () => {
  fc.assert(
    fc.property(
      base.chain((ids) =>
        fc.tuple(
          fc.constant(ids),
          shuffled(ids),
          fc.shuffledSubarray([...ids, 100, 101, 102]),
          fc.subarray(ids),
        ),
      ),
      ([ids, mine, theirs, moved]) => {
        const merged = mergeOrder(ids, mine, theirs, moved);
        expect([...merged].sort((a, b) => a - b)).toEqual([...theirs].sort((a, b) => a - b));
      },
    ),
  );
});

type Moves = { id: number; to: number }[];

/** Takes each task out of the list and inserts it at its new place among the others. */
function withMoves(ids: number[], moves: Moves): number[] {
  const order = [...ids];
  for (const { id, to } of moves) {
    order.splice(order.indexOf(id), 1);
    order.splice(to % (order.length + 1), 0, id);
  }
  return order;
}

/** Two people move different tasks of one list. */
const twoSets = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 14 })
  .chain((ids) =>
    fc.record({
      ids: fc.constant(ids),
      whose: fc.array(fc.constantFrom('mine', 'theirs', 'nobody', 'nobody'), {
        minLength: ids.length,
        maxLength: ids.length,
      }),
      places: fc.array(fc.nat(20), { minLength: ids.length, maxLength: ids.length }),
    }),
  )
  .map(({ ids, whose, places }) => {
    const of = (who: string): Moves =>
      ids.flatMap((id, index) => (whose[index] === who ? { id, to: places[index] ?? 0 } : []));
    return { ids, mine: of('mine'), theirs: of('theirs') };
  });

const standsBefore = (order: number[], one: number, other: number) =>
  order.indexOf(one) < order.indexOf(other);

/** Checks that each moved task has the same order relative to all unmoved tasks as in its author's list. */
function expectAsPlaced(merged: number[], authors: number[], moved: number[], unmoved: number[]): void {
  for (const id of moved)
    for (const anchor of unmoved)
      expect(standsBefore(merged, id, anchor)).toBe(standsBefore(authors, id, anchor));
}

/**
 * Returns whether an order shows by itself which tasks were moved: only one longest run kept its sequence. Two
 * exchanged neighbors do not show it, because either may have been moved.
 */
function isPlain(ids: number[], order: number[], moved: number[]): boolean {
  const places = order.map((id) => ids.indexOf(id));
  const length: number[] = [];
  const ways: number[] = [];
  places.forEach((place, at) => {
    const before = places.slice(0, at).flatMap((earlier, index) => (earlier < place ? [index] : []));
    const longest = Math.max(0, ...before.map((index) => length[index] ?? 0));
    length[at] = longest + 1;
    const reached = before.filter((index) => length[index] === longest);
    ways[at] = longest === 0 ? 1 : reached.reduce((sum, index) => sum + (ways[index] ?? 0), 0);
  });
  const most = Math.max(...length);
  const count = length.reduce((sum, each, at) => (each === most ? sum + (ways[at] ?? 0) : sum), 0);
  return count === 1 && movedByOthers(ids, ids, order).every((id) => moved.includes(id));
}

test.each([true, false])(
  'after two disjoint sets of moves each moved one stands to those that nobody moved as its author placed it (told what was moved: %s)',
  (knowsMoves) => {
    let counted = 0;
    fc.assert(
      fc.property(twoSets, ({ ids, mine, theirs }) => {
        const [myOrder, theirOrder] = [withMoves(ids, mine), withMoves(ids, theirs)];
        const [myIds, theirIds] = [mine.map(({ id }) => id), theirs.map(({ id }) => id)];
        if (!isPlain(ids, theirOrder, theirIds) || !(knowsMoves || isPlain(ids, myOrder, myIds))) return;
        counted += 1;
        const unmoved = ids.filter((id) => !myIds.includes(id) && !theirIds.includes(id));
        const merged = mergeOrder(ids, myOrder, theirOrder, knowsMoves ? myIds : undefined);
        expectAsPlaced(merged, myOrder, myIds, unmoved);
        expectAsPlaced(merged, theirOrder, theirIds, unmoved);
      }),
      { numRuns: 3_000 },
    );
    expect(counted).toBeGreaterThan(300);
  },
);

test('two disjoint sets of moves to the ends: whoever saves first, both are where their authors put them', () => {
  fc.assert(
    fc.property(
      base.filter(({ length }) => length >= 5),
      (ids) => {
        const [first, second, ...rest] = ids as [number, number, ...number[]];
        const up = [second, first, ...rest.slice(0, -1), ...rest.slice(-1)];
        const down = [second, ...rest, first];
        expect(mergeOrder(ids, down, up, [first]).at(-1)).toBe(first);
        expect(mergeOrder(ids, up, down, [second])[0]).toBe(second);
      },
    ),
  );
});

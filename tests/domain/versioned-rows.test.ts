import { expect, test } from 'vitest';
import { createVersionedRows } from '~/domain/platform/sync/versioned-rows';

type Row = { id: number; name: string };
const idOf = ({ id }: Row) => id;
const rowsOf = (...names: string[]) => names.map((name, id) => ({ id, name }));

test('a reader gets rows that are new, changed or gone since the version', () => {
  const rows = createVersionedRows(idOf, 10);
  rows.replace(rowsOf('a', 'b', 'c'), 10);
  expect([rows.knows(9), rows.knows(10)]).toEqual([false, true]);
  expect(rows.since(10)).toEqual({ changed: [], removed: [] });
  rows.replace(rowsOf('a', 'B'), 12);
  rows.replace(rowsOf('a', 'B', 'd'), 15);
  expect(rows.since(10)).toEqual({ changed: rowsOf('a', 'B', 'd').slice(1), removed: [] });
  expect(rows.since(12)).toEqual({ changed: rowsOf('a', 'B', 'd').slice(2), removed: [] });
  rows.replace(rowsOf('a'), 16);
  // 13 was never read here.
  expect(rows.since(13)).toEqual({ changed: [], removed: [1, 2] });
});

test('equal rows stay the same objects in the order that is given', () => {
  const rows = createVersionedRows(idOf, 1);
  const [first, second] = rows.replace(rowsOf('a', 'b'), 1);
  const again = rows.replace(rowsOf('a', 'b').reverse(), 2);
  expect([again[0] === second, again[1] === first]).toEqual([true, true]);
  expect(rows.since(1)).toEqual({ changed: [], removed: [] });
});

test('when too many rows are gone, the versions before are forgotten', () => {
  const rows = createVersionedRows(idOf, 1, 2);
  rows.replace(rowsOf('a', 'b', 'c'), 1);
  for (const left of [2, 1, 0]) rows.replace(rowsOf('a', 'b', 'c').slice(0, left), 5 - left);
  expect([1, 2, 3].map(rows.knows)).toEqual([false, false, true]);
  expect(rows.since(3)).toEqual({ changed: [], removed: [1, 0] });
});

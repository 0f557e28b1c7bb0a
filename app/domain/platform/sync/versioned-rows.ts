/**
 * Rows that many readers hold, with the version at which each of them was changed. A reader who has a version gets
 * the rows that have changed since.
 */

/** `removed`: ids. */
export type RowChanges<Row> = { changed: Row[]; removed: number[] };

/** More removed rows are forgotten, the first ones first, with the versions before they were removed. */
const MOST_REMOVED = 10_000;

export type VersionedRows<Row> = {
  /**
   * Differs for rows that were begun anew. After a failover versions come again, so an answer with changes belongs to
   * these rows only.
   */
  id: number;
  /**
   * Replaces all rows by those of a later version.
   * @returns the rows in the same order. Those that are equal to the rows before are the same objects.
   */
  replace: (rows: Row[], version: number) => Row[];
  /** False when the version is too old. */
  knows: (version: number) => boolean;
  /** @param version a known one. */
  since: (version: number) => RowChanges<Row>;
};

let made = 0;

/** @param first the version of the first rows. Older ones, and all before `replace`, are not known. */
export function createVersionedRows<Row extends object>(
  idOf: (row: Row) => number,
  first: number,
  mostRemoved = MOST_REMOVED,
): VersionedRows<Row> {
  let known = new Map<number, { row: Row; version: number }>();
  const removed = new Map<number, number>();
  let oldest = first;

  const remove = (id: number, version: number) => {
    removed.delete(id);
    removed.set(id, version);
    for (const [forgotten, at] of removed) {
      if (removed.size <= mostRemoved) break;
      removed.delete(forgotten);
      oldest = at;
    }
  };

  made += 1;
  return {
    id: made,
    replace: (rows, version) => {
      const before = known;
      known = new Map(
        rows.map((row) => {
          const old = before.get(idOf(row));
          return [idOf(row), old && isEqual(old.row, row) ? old : { row, version }];
        }),
      );
      for (const id of before.keys()) if (!known.has(id)) remove(id, version);
      for (const id of known.keys()) removed.delete(id);
      return [...known.values()].map(({ row }) => row);
    },
    knows: (version) => version >= oldest,
    since: (version) => {
      const isLater = (at: number) => at > version;
      return {
        changed: [...known.values()].flatMap((each) => (isLater(each.version) ? [each.row] : [])),
        removed: [...removed].flatMap(([id, at]) => (isLater(at) ? [id] : [])),
      };
    },
  };
}

export const isEqual = (one: object, other: object) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Applies changes to a reader's version of the board. Safe in the browser. */
import type { Board, BoardChanges } from './board';

type Changes<Row> = { changed: Row[]; removed: number[] };

/** Unchanged rows stay where they are, and new ones follow. */
function changedRows<Row>(
  rows: Row[],
  { changed, removed }: Changes<Row>,
  idOf: (row: Row) => number,
): Row[] {
  if (changed.length + removed.length === 0) return rows;
  const news = new Map(changed.map((row) => [idOf(row), row]));
  const gone = new Set(removed);
  const kept = rows.flatMap((row) => {
    const id = idOf(row);
    const now = news.get(id) ?? row;
    news.delete(id);
    return gone.has(id) ? [] : [now];
  });
  return [...kept, ...news.values()];
}

const ownerOf = ({ driverId }: Board['routes'][number]) => driverId ?? 0;

/** @param board must be of the version `since`. */
export function changedBoard(
  board: Board,
  { drivers, order, routes, attention, since: _, lists: __, ...rest }: BoardChanges,
): Board {
  const rows = changedRows(board.drivers, drivers, ({ id }) => id);
  const places = order && new Map(order.map((id, place) => [id, place]));
  const { counts, dues } = attention;
  return {
    ...board,
    ...rest,
    drivers: places
      ? [...rows].sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
      : rows,
    routes: inOrder(changedRows(board.routes, routes, ownerOf), board.routes, byOwner),
    attention: {
      counts,
      dues: inOrder(
        changedRows(board.attention.dues, dues, ({ id }) => id),
        board.attention.dues,
        byTime,
      ),
    },
  };
}

const inOrder = <Row>(rows: Row[], before: Row[], compare: (one: Row, other: Row) => number) =>
  rows === before ? rows : [...rows].sort(compare);

/** The unassigned list comes first. */
const byOwner = (one: Board['routes'][number], other: Board['routes'][number]) =>
  ownerOf(one) - ownerOf(other);

/** The soonest comes first. */
export const byTime = (one: Board['attention']['dues'][number], other: Board['attention']['dues'][number]) =>
  Date.parse(one.needBy) - Date.parse(other.needBy) || one.id - other.id;

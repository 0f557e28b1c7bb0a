/** The board's search and filters, which are parameters of its address. Pure. */
import {
  DRIVER_STATUSES,
  FIND_FROM,
  type BoardRoute,
  type BoardRow,
  type DriverStatus,
} from '~/domain/views/board/board';
import { containsKey, searchKey } from '~/domain/views/board/search';
import { nameOf } from '~/domain/tasks/model/stops';
import { readId } from '~/domain/kernel/ids';
import { isMatch, passesFilter, type Narrowing } from '~/components/map/map-params';
import type { FoundTasks } from '~/domain/views/board/find.server';

export type Filters = {
  /** Trimmed; empty without a search. */
  text: string;
  driverId: number | null;
  dealership: string | null;
  status: DriverStatus | null;
  urgent: boolean;
};

export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search);
  return {
    text: (params.get('q') ?? '').trim(),
    driverId: readId(params.get('driver')),
    dealership: params.get('dealership') || null,
    status: DRIVER_STATUSES.find((status) => status === params.get('status')) ?? null,
    urgent: params.get('urgent') === '1',
  };
}

/** The key that narrows stops; empty for a text that is too short to search tasks, which is only marked. */
export const narrowingKey = ({ text }: Filters): string => (text.length < FIND_FROM ? '' : searchKey(text));

/** The rows that pass all filters. The text is searched in names, dealerships and the current task. */
export function filterRows(rows: BoardRow[], filters: Filters): BoardRow[] {
  const wanted = narrowingKey(filters);
  return rows.filter(
    (row) =>
      (filters.driverId === null || row.id === filters.driverId) &&
      (filters.dealership === null || row.dealerships.includes(filters.dealership)) &&
      (filters.status === null || row.status === filters.status) &&
      (!filters.urgent || row.urgent) &&
      containsKey(textOf(row), wanted),
  );
}

const textOf = (row: BoardRow) =>
  [nameOf(row), row.username, ...row.dealerships, row.current?.location, row.current?.address].join(' ');

/** The board's search and filters for the stops of its map and of the list that replaces it; null without any. */
export function narrowingOf(rows: BoardRow[], filters: Filters, found: FoundTasks | null): Narrowing | null {
  const { driverId, dealership, status, urgent } = filters;
  const text = narrowingKey(filters);
  const isOfDrivers = driverId !== null || dealership !== null || status !== null;
  if (!isOfDrivers && !urgent && text === '') return null;
  const left = filterRows(rows, { ...filters, text: '', urgent: false });
  const named = rows.filter((row) =>
    containsKey([nameOf(row), row.username, ...row.dealerships].join(' '), text),
  );
  return {
    drivers: isOfDrivers ? new Set(left.map(({ id }) => id)) : null,
    urgent,
    text,
    named: new Set(named.map(({ id }) => id)),
    found: new Set(found?.tasks.map(({ id }) => id)),
  };
}

/** The routes with the stops that pass. */
export function narrowRoutes(routes: BoardRoute[], narrowing: Narrowing | null): BoardRoute[] {
  if (!narrowing) return routes;
  return routes.flatMap((route) => {
    const next = route.next.filter((stop) => isMatch(narrowing, stop, [route.driverId]));
    if (!passesFilter(narrowing, route.driverId) || next.length === 0) return [];
    const isWhole = next.length === route.next.length;
    return [{ ...route, next, stopCount: isWhole ? route.stopCount : next.length }];
  });
}

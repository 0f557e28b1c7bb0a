import type { Narrowing } from '~/components/map/map-params';
import type { BoardRoute, BoardRow } from '~/domain/views/board/board';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { nameOf } from '~/domain/tasks/model/stops';
import { passesFilter, isMatch } from '~/components/map/map-params';
import { containsKey } from '~/domain/views/board/search';
import { filterRows, narrowingKey, type Filters } from './filters';

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

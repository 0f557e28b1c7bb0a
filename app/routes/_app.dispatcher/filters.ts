/** The board's search and filters, which are parameters of its address. Pure. */
import { DRIVER_STATUSES, FIND_FROM, type BoardRow, type DriverStatus } from '~/domain/views/board/board';
import { containsKey, searchKey } from '~/domain/views/board/search';
import { nameOf } from '~/domain/tasks/model/stops';
import { readId } from '~/domain/kernel/ids';

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

export const isFiltering = ({ text, driverId, dealership, status, urgent }: Filters) =>
  text !== '' || driverId !== null || dealership !== null || status !== null || urgent;

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

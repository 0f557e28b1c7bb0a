/** One business day of the archive. Safe in the browser. */
import type { PersonName } from '~/domain/tasks/task';
import type { ArchivedRow } from './archived-row';

export const ROWS_PER_PAGE = 200;

/** Null stands for tasks without a driver. */
export type DriverCount = { driverId: number | null; person: PersonName | null; count: number };

export type HistoryDay = {
  date: string;
  /** Of the whole day, whatever is searched for. */
  drivers: DriverCount[];
  taskCount: number;
  /** How many the search has found; `rows` is one page of them, latest first. */
  found: number;
  page: number;
  rows: ArchivedRow[];
  liveVersion: number;
};

/** An archived task as the history lists it. Safe in the browser. Times are ISO 8601. */
import type { Facts } from '~/domain/tasks/model/facts';
import type { PersonName, Priority, TaskType } from '~/domain/tasks/model/task';

export type ArchivedRow = Facts & {
  id: number;
  type: TaskType;
  priority: Priority;
  location: string;
  address: string;
  notes: string;
  /** The number of the order in another system. */
  external_ref: string | null;
  need_by: string | null;
  deliver_by: string | null;
  /** The last time that the driver set out for it. */
  going_at: string | null;
  completed_at: string;
  /** True when it was completed by deliver_by, or by need_by if there is no deliver_by; null without both. */
  onTime: boolean | null;
  /** From setting out to completion. */
  minutes: number | null;
  /** Null for a task without a driver. */
  driverId: number | null;
  driver: string | null;
  dealership: string | null;
  hasSignature: boolean;
  signed_by: string | null;
  photoCount: number;
};

/** One business day of the archive. Safe in the browser. */

export const ROWS_PER_PAGE = 200;

/** Null stands for tasks without a driver. */
export type DriverCount = { driverId: number | null; person: PersonName | null; count: number };

export type HistoryDay = {
  date: string;
  /** Counts the whole day; the search does not narrow it. */
  drivers: DriverCount[];
  taskCount: number;
  /** The number of tasks that the search has found; `rows` is one page of them, latest first. */
  found: number;
  page: number;
  rows: ArchivedRow[];
  liveVersion: number;
  /** The reason why a day has no tasks any more. */
  removed: string | null;
};

/** Types and small rules of the dispatcher's board and the driver's page. Safe in the browser. */
import { CONCERN_KINDS } from '~/domain/tasks/model/concerns';
import type { PersonName, Priority, TaskCard, TaskStatus, TaskType } from '~/domain/tasks/model/task';
import type { Counts } from '~/domain/tasks/model/counts';

/** Derived from a driver's tasks that are not archived. */
export const DRIVER_STATUSES = ['going', 'assigned', 'returning', 'inactive'] as const;
export type DriverStatus = (typeof DRIVER_STATUSES)[number];
export const DRIVER_STATUS_LABELS: Record<DriverStatus, string> = {
  going: 'Going',
  assigned: 'Assigned',
  returning: 'Returning',
  inactive: 'Inactive',
};

/** The open urgent tasks; null without any. `since`: when the first of them became urgent, ISO 8601. */
export type Urgent = { count: number; since: string } | null;

export type Driver = PersonName & {
  id: number;
  phone: string | null;
  dealerships: string[];
  /** Full name of the first dealership. */
  dealershipName: string | null;
  /** The user registered and has not been looked at by an admin. */
  isNew: boolean;
};

export type BoardRow = Driver & {
  status: DriverStatus;
  urgent: Urgent;
  counts: Counts;
  /** Completed on this business day, and archived since. */
  archivedToday: number;
  /** Pending tasks that the driver's phone has not shown yet. */
  unseen: number;
  /** The last time when the driver reported a task, or when their phone showed a new one. ISO 8601. */
  lastReport: string | null;
  current: {
    id: number;
    location: string;
    address: string;
    status: TaskStatus;
    type: TaskType;
    seenAt: string | null;
    goingSince: string | null;
  } | null;
};

/** Tasks at one place. */
export type BoardStop = {
  location: string;
  address: string;
  tasks: { id: number; type: TaskType; status: TaskStatus; priority: Priority }[];
  /** From the stop before, or from the dealership; null when it is unknown or not part of the route. */
  metres: number | null;
  /** The precision of the place; a pin set by hand is exact, null is not on the map. */
  place: 'exact' | 'street' | 'approximate' | null;
};

/** The remaining route of a driver; null is the unassigned list. */
export type BoardRoute = {
  driverId: number | null;
  /** The first few stops, in order. */
  next: BoardStop[];
  stopCount: number;
  /** For the stops that are pending or under way; null without any. */
  estimate: { metres: number; minutes: number; stopCount: number } | null;
};

export type Board = {
  drivers: BoardRow[];
  unassigned: { urgent: Urgent; counts: Counts };
  routes: BoardRoute[];
  /** The number of tasks that Archive Tasks would archive. */
  completedCount: number;
  attention: Attention;
  liveVersion: number;
};

export type TaskList = { tasks: TaskCard[]; liveVersion: number };

export const ATTENTION_KINDS = [
  'failed',
  ...CONCERN_KINDS,
  'no-place',
  'at-risk',
  'late',
  'unassigned',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const ATTENTION_LABELS: Record<AttentionKind, string> = {
  failed: 'Could not complete',
  'customer-wrote': 'Customer wrote',
  'other-address': 'Completed for another address',
  'no-place': 'Not on the map',
  'at-risk': 'Need-by at risk',
  late: 'Likely late',
  unassigned: 'Unassigned',
};

/** A task whose need-by is within this time, or has passed, is at risk until a driver is on the way. */
export const AT_RISK_MINUTES = 30;

/** A task with a need-by for which no driver is on the way yet. Times are ISO 8601. */
export type Due = {
  id: number;
  needBy: string;
  /** The task is on hold and becomes pending at its need-by. */
  isHeld: boolean;
};

export type Attention = {
  /** Lateness follows from arrival times, which are no part of the board. */
  counts: Record<Exclude<AttentionKind, 'at-risk' | 'late'>, number>;
  /** Soonest first. */
  dues: Due[];
};

/** Returns those of `dues` that are at risk at this moment (milliseconds since 1970). */
export const atRisk = (dues: Due[], now: number) =>
  dues.filter(({ needBy }) => Date.parse(needBy) <= now + AT_RISK_MINUTES * 60_000);

/** The least number of characters of a search. */
export const FIND_FROM = 4;

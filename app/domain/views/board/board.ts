/** Types and small rules of the dispatcher's board and the driver's page. Safe in the browser. */
import type * as z from 'zod/v4';
import { CONCERN_KINDS } from '~/domain/tasks/model/concerns';
import type { TaskCard } from '~/domain/tasks/model/task';
import type { BoardDifferences, WholeBoard } from './answers';

export type Board = z.output<typeof WholeBoard>;
/** The differences from the reader's version of the board. */
export type BoardChanges = z.output<typeof BoardDifferences>;

export type BoardRow = Board['drivers'][number];
/** A row without what follows from the driver's tasks. */
export type Driver = Pick<
  BoardRow,
  'id' | 'name' | 'username' | 'phone' | 'dealerships' | 'dealershipName' | 'isNew' | 'color' | 'initials'
>;
/** The open urgent tasks; null without any. */
export type Urgent = BoardRow['urgent'];
export type DriverStatus = BoardRow['status'];
export const DRIVER_STATUS_LABELS: Record<DriverStatus, string> = {
  going: 'Going',
  assigned: 'Assigned',
  returning: 'Returning',
  inactive: 'Inactive',
};
export const DRIVER_STATUSES = Object.keys(DRIVER_STATUS_LABELS) as DriverStatus[];

/** The remaining route of a driver; null is the unassigned list. */
export type BoardRoute = Board['routes'][number];
/** Tasks at one place. */
export type BoardStop = BoardRoute['next'][number];

/** A run above the board. */
export type StripRun = Board['runs'][number];

export type TaskList = { tasks: TaskCard[]; liveVersion: number };

/** In the order of their levels. */
export const ATTENTION_KINDS = [
  'failed',
  'late',
  'at-risk',
  'not-ready',
  ...CONCERN_KINDS,
  'no-place',
  'unassigned',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];
/** The kinds that are about tasks. */
export type TaskAttentionKind = Exclude<AttentionKind, 'not-ready'>;

export const ATTENTION_LABELS: Record<AttentionKind, string> = {
  failed: 'Could not complete',
  'customer-wrote': 'Customer wrote',
  'other-address': 'Completed for another address',
  'no-place': 'Not on the map',
  'at-risk': 'Need-by at risk',
  late: 'Likely late',
  'not-ready': 'Runs not ready',
  unassigned: 'Unassigned',
};

/** `now` needs somebody at once, `open` is work to do, `info` is for information. */
type AttentionLevel = 'now' | 'open' | 'info';

const LEVELS: Record<AttentionKind, AttentionLevel> = {
  failed: 'now',
  late: 'now',
  'at-risk': 'now',
  'not-ready': 'now',
  'customer-wrote': 'open',
  'other-address': 'open',
  'no-place': 'open',
  unassigned: 'info',
};

export const attentionLevel = (kind: AttentionKind, { urgent }: Board['unassigned']): AttentionLevel =>
  kind === 'unassigned' && urgent ? 'open' : LEVELS[kind];

/** A task whose need-by is within this time, or has passed, is at risk until a driver is on the way. */
export const AT_RISK_MINUTES = 30;

/** Lateness follows from arrival times, which are no part of the board. */
export type Attention = Board['attention'];
/** A task with a need-by for which no driver is on the way yet. */
export type Due = Attention['dues'][number];

/** Returns those of `dues` that are at risk at this moment (milliseconds since 1970). */
export const atRisk = (dues: Due[], now: number) =>
  dues.filter(({ needBy }) => Date.parse(needBy) <= now + AT_RISK_MINUTES * 60_000);

/** A run that closes within this time is due soon, and needs a driver. */
export const SOON_MS = 10 * 60_000;
const OVERDUE_MS = 15 * 60_000;

/**
 * Returns true for a run that closes soon, or is closed, without a driver, and for one that should have left a quarter
 * of an hour ago. @param now milliseconds since 1970.
 */
export const isNotReady = ({ state, driverId, cutoffAt, departsAt }: StripRun, now: number) =>
  state !== 'out' &&
  ((driverId === null && Date.parse(cutoffAt) <= now + SOON_MS) || Date.parse(departsAt) + OVERDUE_MS <= now);

/** The least number of characters of a search. */
export const FIND_FROM = 4;

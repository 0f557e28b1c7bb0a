/** The table of the allowed changes of status, by role. Commands, screens and docs/behavior.md use it. */
import type { Actor } from '~/domain/kernel/actor';
import { may, mayAll } from '~/domain/kernel/permissions';
import { say, type Sentence } from '~/domain/kernel/sentence';
import { TASK_STATUSES, type TaskStatus } from './task';
import { isUnderWay } from './statuses';

/**
 * `reason`: only with a failure reason. `batch`: only in a call about many tasks, because a route begins as a
 * whole.
 */
type Rule = 'yes' | 'no' | 'reason' | 'batch';

type Transition = { from: TaskStatus | 'new'; to: TaskStatus; dispatcher: Rule; driver: Rule };

/** `linked` is missing because only the system sets and ends it, together with the transfer. */
export const TRANSITIONS = [
  { from: 'new', to: 'pending', dispatcher: 'yes', driver: 'no' },
  { from: 'new', to: 'hold', dispatcher: 'yes', driver: 'no' },
  { from: 'new', to: 'next-route', dispatcher: 'yes', driver: 'no' },
  { from: 'pending', to: 'going', dispatcher: 'yes', driver: 'yes' },
  { from: 'pending', to: 'hold', dispatcher: 'yes', driver: 'no' },
  { from: 'pending', to: 'next-route', dispatcher: 'yes', driver: 'no' },
  { from: 'pending', to: 'completed', dispatcher: 'yes', driver: 'no' },
  { from: 'going', to: 'pending', dispatcher: 'yes', driver: 'yes' },
  { from: 'going', to: 'hold', dispatcher: 'reason', driver: 'reason' },
  { from: 'going', to: 'completed', dispatcher: 'yes', driver: 'yes' },
  { from: 'hold', to: 'pending', dispatcher: 'yes', driver: 'no' },
  { from: 'hold', to: 'next-route', dispatcher: 'yes', driver: 'no' },
  { from: 'hold', to: 'completed', dispatcher: 'yes', driver: 'no' },
  { from: 'next-route', to: 'pending', dispatcher: 'yes', driver: 'batch' },
  { from: 'next-route', to: 'hold', dispatcher: 'yes', driver: 'no' },
  { from: 'next-route', to: 'completed', dispatcher: 'yes', driver: 'no' },
  { from: 'completed', to: 'pending', dispatcher: 'yes', driver: 'no' },
] as const satisfies Transition[];

type Row = (typeof TRANSITIONS)[number];
type Chosen = Row['to'];
type Starting = Extract<Row, { from: 'new' }>['to'];
/** The statuses that a driver reports. */
export type DriverStatus = Exclude<Row, { driver: 'no' }>['to'];

const statusesOf = <To extends TaskStatus>(rows: readonly { to: To }[]) =>
  TASK_STATUSES.filter((status): status is To & TaskStatus => rows.some(({ to }) => to === status));

const isStarting = (row: Row): row is Extract<Row, { from: 'new' }> => row.from === 'new';

/** Statuses that a person may choose. */
export const CHOOSABLE_STATUSES = statusesOf<Chosen>(TRANSITIONS);
export const STARTING_STATUSES = statusesOf<Starting>(TRANSITIONS.filter(isStarting));
/**
 * Statuses that a dispatcher may give to several tasks of a list. Going is for one stop and not for a list.
 */
export const LIST_STATUSES = CHOOSABLE_STATUSES.filter((status) => !isUnderWay({ status }));

const find = (from: TaskStatus, to: TaskStatus): Transition | undefined =>
  TRANSITIONS.find((row) => row.from === from && row.to === to);

/** Actors who may change any task use the first column, those who may change their own use the second. */
function ruleFor(actor: Pick<Actor, 'roles'>, row: Transition | undefined): Rule {
  if (!row || !may(actor, 'changeStatus')) return 'no';
  return mayAll(actor, 'changeStatus') ? row.dispatcher : row.driver;
}

type Circumstances = { failureReason?: string | undefined; isBatch?: boolean | undefined };

export function canMove(
  actor: Pick<Actor, 'roles'>,
  from: TaskStatus,
  to: TaskStatus,
  { failureReason, isBatch = false }: Circumstances = {},
): boolean {
  if (from === to) return true;
  const rule = ruleFor(actor, find(from, to));
  if (rule === 'reason') return Boolean(failureReason);
  return rule === 'yes' || (rule === 'batch' && isBatch);
}

/** The refusal of a change of status. */
export const refusedMove = (from: TaskStatus, to: TaskStatus): Sentence =>
  say(find(from, to)?.dispatcher === 'reason' ? 'moveNeedsReason' : 'moveNotAllowed', { from, to });

/** Statuses that a dispatcher may choose for a task in the given one, itself first. */
export const choosableFrom = (from: TaskStatus): TaskStatus[] => [
  from,
  ...TRANSITIONS.filter((row) => row.from === from && row.dispatcher === 'yes').map(({ to }) => to),
];

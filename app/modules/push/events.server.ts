/**
 * Notes events that browsers are told of: changes of tasks, in the transaction of the change, and deliveries and tasks
 * that dispatchers should look at.
 */
import * as z from 'zod/v4';
import { execute } from 'db/connection';
import type { NewNotice } from '~/domain/tasks/events/notices.server';
import type { Subscriber } from '~/domain/tasks/events/subscribers.server';
import { CUSTOMER_WROTE } from '~/domain/tasks/model/expected';
import type { Entry } from '~/domain/tasks/model/task';
import { ROUNDS } from '~/domain/platform/jobs/change-jobs.server';
import { hasRole, rolesWithAll } from '~/domain/kernel/permissions';
import { lateNow } from '~/domain/scheduling/arrivals/arrivals.server';
import { env } from '~/process/env.server';
import { command, query } from '~/domain/kernel/command.server';
import { notices } from '~/words/en/notices';
import { readSetting, saveSetting } from '~/domain/network/settings/settings.server';
import { isAhead, isHeld, isInRoute } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

type NewPush = {
  /** Null: all dispatchers. */
  userId: number | null;
  kind: PushKind;
  taskId: number;
};

const KIND_OF: Record<NewNotice['kind'], PushKind | null> = {
  urgent: 'urgent',
  new: 'new',
  ready: 'new',
  changed: 'changed',
  stopped: 'changed',
  removed: 'removed',
  completed: 'removed',
  later: 'changed',
  quiet: null,
  planned: 'changed',
  unplanned: 'changed',
  added: 'changed',
};

const pushesFor = (notices: NewNotice[], entries: Entry[]): NewPush[] => [
  ...notices.flatMap(({ driver, kind: noticed, taskId }) => {
    const kind = KIND_OF[noticed];
    return kind ? [{ userId: driver, kind, taskId }] : [];
  }),
  ...entries
    .filter(({ action, changes }) => isHeld({ status: action }) && Boolean(changes.failure_reason?.[1]))
    .map(({ taskId }) => ({ userId: null, kind: 'failed' as const, taskId })),
  ...entries
    .filter(({ action }) => action === CUSTOMER_WROTE)
    .map(({ taskId }) => ({ userId: null, kind: 'wrote' as const, taskId })),
];

/** SQL: the user `u` reads the whole board. */
export const HAS_BOARD = hasRole('u.roles', rolesWithAll('readBoard'));

/** SQL: notes each `task_id` of a table, for all dispatchers who have subscribed a browser before `since`. */
const noteToDispatchers = (kind: PushKind, table: string, since = "'infinity'") => `
  insert into push_events (user_id, kind, task_id)
  select distinct s.user_id, '${kind}', n.task_id
  from ${table} n join push_subscriptions s on s.created_at < ${since} join users u on u.id = s.user_id
  where ${HAS_BOARD}`;

/**
 * A part of the statement of `record()`: `$pushed` as JSON. Notes events only for people who have subscribed
 * a browser.
 */
const NOTE_PUSHES = `
  insert into push_events (user_id, kind, task_id)
  select distinct s.user_id, p.kind, p."taskId"
  from jsonb_to_recordset($pushed::jsonb) as p("userId" integer, kind text, "taskId" integer)
  join push_subscriptions s on s.user_id = p."userId" or p."userId" is null
    and s.user_id is distinct from $actor::integer
    and exists (select from users u where u.id = s.user_id and ${HAS_BOARD})`;

export const pushSubscriber: Subscriber = {
  name: 'pushed',
  statement: NOTE_PUSHES,
  wakes: `${ROUNDS}push`,
  value: ({ notices, entries }) => pushesFor(notices, entries),
};

/**
 * The kinds of notifications and their texts. These contain only numbers, because they pass through a foreign
 * service.
 */
const DRIVER_KINDS = ['urgent', 'new', 'changed', 'removed'] as const;
const DISPATCHER_KINDS = ['failed', 'late', 'unassigned', 'wrote'] as const;
type DriverKind = (typeof DRIVER_KINDS)[number];
type PushKind = DriverKind | (typeof DISPATCHER_KINDS)[number] | 'test';
export type Counts = Partial<Record<PushKind, number>>;

const isIn = (kinds: readonly PushKind[], counts: Counts) => kinds.some((kind) => counts[kind]);

/** `3 new stops, 1 stop removed`, in the language of the reader. */
export const textOf = (counts: Counts): string =>
  [...DRIVER_KINDS, ...DISPATCHER_KINDS, 'test' as const]
    .flatMap((kind) => {
      const count = counts[kind];
      return count ? [notices.push[kind](count)] : [];
    })
    .join(', ');

/** Returns the page that a tap opens: the task, if it is only one and still theirs. */
export function pathOf(counts: Counts, taskId: number | null): string {
  const task = taskId === null ? '' : `/tasks/${String(taskId)}`;
  if (isIn(DISPATCHER_KINDS, counts)) return `/dispatcher${task || '/attention'}`;
  if (isIn(DRIVER_KINDS, counts)) return `/driver${counts.removed ? '' : task}`;
  return '/settings/own-notifications';
}

/** Makes a round that does nothing when the last one was less than `ms` ago. */
function spaced(ms: number, work: () => Promise<unknown>): () => Promise<void> {
  let dueAt = 0;
  return async () => {
    if (performance.now() < dueAt) return;
    dueAt = performance.now() + ms;
    await work();
  };
}

/** Notifies dispatchers once of each delivery that will likely be late. */

// The row in `push_told` makes sure that each task is told once: also by several instances, and also when the
// task is on time for a while in between.
const NOTE_LATE = `
  with over as (
    delete from push_told m where kind = 'late' and not exists (
      select from tasks t where t.id = m.task_id and not t.archived and ${statusIs(isInRoute)})
  ), late as (
    insert into push_told (kind, task_id) select 'late', late.id from unnest($late::integer[]) as late(id)
    order by late.id on conflict do nothing returning task_id
  )
  ${noteToDispatchers('late', 'late')}`;

/** Computes the times of all routes, so it is spaced further apart. */
export const noteLate = spaced(env.PUSH_WAIT_SECONDS * 8_000, async () =>
  execute(NOTE_LATE, { late: await lateNow() }),
);

/** Notifies dispatchers once of each task that has had no driver for some minutes. */

const MINUTES = 'Enter 0 to 1,440 minutes';
const minutes = z.coerce.number(MINUTES).int(MINUTES).min(0, MINUTES).max(1_440, MINUTES);

const Stored = z.strictObject({ unassignedMinutes: minutes.default(15) });
const NOTIFICATIONS = {
  name: 'notifications',
  schema: Stored,
  act: 'notifications.changed',
  title: 'Notifications',
} as const;
const SaveNotifications = z.strictObject({ unassignedMinutes: minutes });
const Answer = z.strictObject({
  unassignedMinutes: z.int().describe('After how many minutes without a driver; 0 for never'),
});

export const getNotifications = query(
  { summary: 'When dispatchers are notified', may: 'manageSystem', answer: Answer },
  () => readSetting(NOTIFICATIONS),
);

export const saveNotifications = command(
  {
    summary: 'Sets when dispatchers are notified',
    may: 'manageSystem',
    input: SaveNotifications,
    answer: Answer,
  },
  ({ actor, input }) => saveSetting(actor, NOTIFICATIONS, input),
);

const WAITS = `t.driver_id is null and not t.archived and ${statusIs(isAhead)}`;

// The row in `push_told` makes sure that each task is told once, also when several instances look at the same
// moment. People are not told of tasks that became late before they turned notifications on.
const NOTE_UNASSIGNED = `
  with over as (
    delete from push_told m where kind = 'unassigned'
      and not exists (select from tasks t where t.id = m.task_id and ${WAITS})
  ), setting as (
    select coalesce(
      (select (value ->> 'unassignedMinutes')::integer from settings where name = 'notifications'), $default) as minutes
  ), waiting as (
    select t.id as task_id, coalesce(
      (select max(e.created_at) from task_events e where e.task_id = t.id and e.changes ?| '{driver_id,status}'),
      t.created_at) + make_interval(mins => setting.minutes) as late_at
    from setting join tasks t on setting.minutes > 0 and ${WAITS}
      and not exists (select from push_told m where m.kind = 'unassigned' and m.task_id = t.id)
  ), noted as (
    insert into push_told (kind, task_id)
    select 'unassigned', task_id from waiting where late_at < now()
    order by task_id on conflict do nothing returning task_id
  ), late as (select * from noted join waiting using (task_id))
  ${noteToDispatchers('unassigned', 'late', 'n.late_at')}`;

/** Runs as often as notifications are collected. */
export const noteUnassigned = spaced(env.PUSH_WAIT_SECONDS * 1_000, () =>
  execute(NOTE_UNASSIGNED, { default: Stored.parse({}).unassignedMinutes }),
);

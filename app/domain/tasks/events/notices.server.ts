/**
 * Writes notices of changes by others to drivers' routes, in the transaction of the change, because the state
 * before is known only then. They are stored until they are read.
 */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import { DriverNotice, Task } from 'db/models/tasks';
import { Op } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { NOTICE_KEYS } from '~/domain/tasks/model/field-lists';
import { ReadNotices } from '~/domain/tasks/model/schema';
import { ReadAnswer } from '~/domain/tasks/model/answers';
import type { Entry, TaskStatus } from '~/domain/tasks/model/task';
import { noticeLines, type Change, type Notice, type PlanCounts, type Unread } from './notice-lines';
import { isAhead, isDone, isInRoute, isQueued, isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

export type NewNotice = {
  driver: number;
  taskId: number;
  kind:
    | 'changed'
    | 'removed'
    | 'completed'
    | 'later'
    | 'stopped'
    | 'ready'
    | 'urgent'
    | 'new'
    | 'quiet'
    | 'planned'
    | 'unplanned'
    | 'added';
  underWay: boolean;
  location: string;
  /** Null in a line that belongs to no task. */
  change: Change | null;
  /** Stored only if there are unread changes of the same task. */
  onlyBehind?: boolean;
  /** The plan that the notice is about. */
  planId?: number;
  /** How the plan has changed the list. Versions that do not know it show the location. */
  counts?: PlanCounts;
  /** The person who made the change, where that is not the actor of the act; null for the system. */
  by?: number | null;
};
type Now = NonNullable<Entry['now']>;

/** Returns the notices to drivers about changes by others to their routes. */
export async function noticesFor(actorId: number | null, entries: Entry[]): Promise<NewNotice[]> {
  const relevant = entries.filter((entry) => mayMatter(actorId, entry));
  if (relevant.length === 0) return [];
  const now = await nowOf(relevant);
  return relevant
    .flatMap((entry) => noticesOf(entry, now.get(entry.taskId)))
    .filter(({ driver }) => driver !== actorId);
}

/**
 * A part of the statement of `record()`: `$notices` as JSON. New stops get no notice, because the page itself
 * shows them. With `offset 0` the database looks for the notices of one task, instead of reading all notices first.
 */
export const STORE_NOTICES = `
  insert into driver_notices (driver_id, actor_id, kind, under_way, location, fields, plan_id, task_id, change)
  select driver, by, case when change is null then kind else 'changed' end, "underWay", location,
    coalesce(counts, '{}'), "planId",
    case when change is not null then "taskId" end, change
  from jsonb_to_recordset($notices::jsonb)
    as n(driver integer, "taskId" integer, kind text, "underWay" boolean, location text, change jsonb,
      counts jsonb, "onlyBehind" boolean, "planId" integer, by integer)
  where "onlyBehind" is not true or exists (
    select from driver_notices o where o.driver_id = n.driver and o.task_id = n."taskId" offset 0)`;

const COLUMNS = ['driver_id', 'status', 'priority', 'seen_at', ...NOTICE_KEYS] as const;

/** Returns the tasks that are not archived, as they are after the last of these changes. */
async function nowOf(entries: Entry[]): Promise<Map<number, Now>> {
  const known = new Map(entries.map(({ taskId, now }) => [taskId, now]));
  const unknown = [...known].filter(([, now]) => now === undefined).map(([id]) => id);
  const read =
    unknown.length > 0
      ? await Task.findRows(['id', ...COLUMNS], { where: { id: unknown, archived: false } })
      : [];
  const found = new Map<number, Now>(read.map((task) => [task.id, task]));
  for (const [id, now] of known) if (now) found.set(id, now);
  return found;
}

const MATTERS = ['driver_id', 'status', 'priority', ...NOTICE_KEYS];

function mayMatter(actorId: number | null, { kind, changes, driverIds }: Entry): boolean {
  if (driverIds.every((id) => id === null || id === actorId)) return false;
  return kind !== 'TASK_UPDATED' || MATTERS.some((field) => field in changes);
}

/** Returns the notices of one change of a task, for its former and its present driver. */
function noticesOf({ kind, taskId, action, changes }: Entry, now: Now | undefined): NewNotice[] {
  const before = <Value>(field: string, otherwise: Value) =>
    field in changes ? (changes[field]?.[0] as Value) : otherwise;
  const isNew = kind === 'TASK_CREATED';
  const was = {
    driver: isNew ? null : before<number | null>('driver_id', now?.driver_id ?? null),
    status: isNew ? null : before<TaskStatus | null>('status', now?.status ?? null),
  };
  const wasOn = was.driver !== null && was.status !== null && isInRoute(was) ? was.driver : null;
  const isOn = now && isInRoute(now) ? now.driver_id : null;
  const wasGoing = wasOn !== null && isUnderWay(was);
  const isReady = action === 'unlocked';
  const fields = Object.fromEntries(
    NOTICE_KEYS.map((field) => [field, before(field, now?.[field] ?? '')]),
  ) as Change['fields'];
  const say = (driver: number, noticeKind: NewNotice['kind']): NewNotice => ({
    driver,
    taskId,
    kind: noticeKind,
    location: fields.location,
    onlyBehind: noticeKind === 'new',
    underWay: wasGoing && wasOn === driver,
    change: {
      wasOn: wasOn === driver,
      wasGoing: wasGoing && wasOn === driver,
      wasUrgent: before('priority', now?.priority) === 'urgent',
      wasSeen: before('seen_at', now?.seen_at ?? null) !== null,
      isOn: isOn === driver,
      isStopped: wasGoing && wasOn === driver && !(isOn === driver && now && isUnderWay(now)),
      isReady,
      ...(typeof changes.source?.[1] === 'string' && { source: changes.source[1] }),
      fields,
    },
  });
  const said = wasOn !== null && isOn !== wasOn ? [say(wasOn, endOf(wasOn, now))] : [];
  if (isOn === null) return said;
  const noticeKind =
    isOn === wasOn ? changeOf(changes, now?.priority, wasGoing && now) : arrivalOf(isReady, now?.priority);
  return noticeKind ? [...said, say(isOn, noticeKind)] : said;
}

function endOf(driver: number, now: Now | undefined): NewNotice['kind'] {
  if (now?.driver_id !== driver) return 'removed';
  if (isDone(now)) return 'completed';
  return isQueued(now) ? 'later' : 'removed';
}

function arrivalOf(isReady: boolean, priority: Now['priority'] | undefined): NewNotice['kind'] {
  if (isReady) return 'ready';
  return priority === 'urgent' ? 'urgent' : 'new';
}

/** @param underWay the task, if it was under way. */
function changeOf(
  changes: Entry['changes'],
  priority: Now['priority'] | undefined,
  underWay: Now | false | undefined,
): NewNotice['kind'] | null {
  if (priority === 'urgent' && 'priority' in changes) return 'urgent';
  // No line for the driver, but a later change is compared with this one.
  if (changes.priority?.[0] === 'urgent') return 'quiet';
  if (!underWay) return null;
  if (isAhead(underWay)) return 'stopped';
  return NOTICE_KEYS.some((field) => field in changes) ? 'changed' : null;
}

const MOST_READ = 500;

const UNREAD = prepared(
  `select n.id::integer as id, coalesce(n.change ->> 'source', nullif(u.name, ''), u.username) as by, n.kind, n.under_way as "underWay",
     n.location, n.fields as counts, n.task_id as "taskId", n.change,
     case when t.id is not null then jsonb_build_object(${[...COLUMNS, 'archived'].map((name) => `'${name}', t.${name}`).join(', ')}) end as now
   from driver_notices n left join users u on u.id = n.actor_id left join tasks t on t.id = n.task_id
   where n.driver_id = $driverId order by n.id limit ${String(MOST_READ)}`,
);

const ACTIVE = prepared(
  `select location, address from tasks
   where driver_id = $driverId and ${statusIs(isInRoute, 'status')} and not archived`,
);

/** Returns the notices that the actor has not read yet, in the order of the changes. */
export async function unreadNotices(actor: Actor): Promise<Notice[]> {
  const unread = await rows<Unread>(UNREAD, { driverId: actor.id });
  if (unread.length === 0) return [];
  return noticeLines(
    actor.id,
    unread,
    await rows<{ location: string; address: string }>(ACTIVE, { driverId: actor.id }),
  );
}

/** Deletes the notices that the driver has read. @returns their number. */
export const readNotices = command(
  {
    summary: 'Marks notices about your own route as read',
    may: 'readTasks',
    input: ReadNotices,
    answer: ReadAnswer,
  },
  async ({ actor, input: { upTo } }) => {
    const readCount = await DriverNotice.destroy({ where: { driverId: actor.id, id: { [Op.lte]: upTo } } });
    return { readCount };
  },
);

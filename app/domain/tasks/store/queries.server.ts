/**
 * Reads tasks. PostgreSQL prints the JSON, because parsing rows and printing them again is most of the cost
 * of a list.
 */
import { row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { Task as StoredTask } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { query } from '~/domain/kernel/command.server';
import { invalid, notFound } from '~/domain/kernel/errors';
import { authorizeAll, reach, scopeOf, TASK_IN_SCOPE } from '~/domain/kernel/permissions';
import { CUSTOMER_WROTE } from '~/domain/tasks/model/expected';
import { ARCHIVED_WITHIN, daysOf, oneDay } from '~/domain/network/settings/business-time.server';
import { atTask, type ListTasks } from '~/domain/tasks/model/schema';
import { TaskAnswer } from '~/domain/tasks/model/answers';
import { readOnly } from '~/domain/platform/replica.server';
import { listsVersion } from '~/domain/platform/sync/versions.server';
import type { Task, TaskStatus } from '~/domain/tasks/model/task';
import { TERMS } from '~/domain/tasks/model/counts';
import { FACT_KEYS } from '~/domain/tasks/model/facts';
import { untranslated } from '~/domain/kernel/sentence';
import { isQueued, isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** SQL of a task in answers: `select ${COLUMNS} ${FROM} where …`. The task itself is `t`. */
export const COLUMNS = `
  ${StoredTask.names.map((name) => `t.${name}`).join(', ')},
  case when s.task_id is not null then '/api/tasks/' || t.id || '/signature' end as signature_image, s.signed_by,
  case when c.id is not null then json_build_object('name', c.name, 'username', c.username) end as creator,
  case when m.id is not null then json_build_object('name', m.name, 'username', m.username) end as "lastModifier"`;

export const FROM = `
  from tasks t
  left join task_signatures s on s.task_id = t.id
  left join users c on c.id = t.created_by
  left join users m on m.id = t.last_modifier_id`;

/** Returns rows as JSON text, `[…]`. */
export async function taskJson(
  rest: string,
  bind: Record<string, unknown>,
  isPrepared?: 'prepared',
): Promise<string> {
  const sql = `select coalesce(json_agg(task), '[]')::text as body from (select ${COLUMNS} ${FROM} ${rest}) as task`;
  const found = await row<{ body: string }>(isPrepared ? prepared(sql) : sql, bind);
  return found?.body ?? '[]';
}

const parse = (body: string) => JSON.parse(body) as Task[];

const ONE = prepared(
  `select row_to_json(task) as task
   from (select ${COLUMNS} ${FROM} where t.id = $id and ${TASK_IN_SCOPE}) as task`,
);

/** @throws not_found also for another person's task, when the actor may only see their own. */
export const getTask = query(
  { summary: 'One task', may: 'readTasks', scoped: true, at: atTask, answer: TaskAnswer },
  async ({ actor, taskId: id }) => {
    const found = await row<{ task: Task }>(ONE, { id, ...scopeOf(actor, 'readTasks').bind });
    if (!found) throw notFound('Task');
    return found.task;
  },
);

type TaskPage = { body: string; nextCursor: string | null };

// Tasks under way first, then each driver's order; a missing order index counts as 999.
const RANK = `(not ${statusIs(isUnderWay)})::integer`;
const PLACE = 'coalesce(t.order_index, 999)';

/** Equal for people who get the same answer from `listTasks`; null for a part of a list. */
export const wholeListKey = (actor: Actor, filter: ListTasks): string | null =>
  filter.limit === undefined && filter.updated_since === undefined
    ? JSON.stringify([scopeOf(actor, 'readTasks').key, driverOf(actor, filter), filter])
    : null;

/** The tasks that are not archived, as JSON text. */
export async function listTasks(actor: Actor, filter: ListTasks): Promise<TaskPage> {
  const { limit } = filter;
  const after = filter.cursor === undefined ? null : readCursor(filter.cursor);
  const body = await taskJson(
    `where not t.archived
       and ${TASK_IN_SCOPE}
       and ($driverId::integer is null or t.driver_id = $driverId)
       and ($wantedDriver::integer is null or coalesce(t.driver_id, 0) = $wantedDriver)
       and ($runId::integer is null or t.run_id = $runId)
       and ($statuses::text[] is null or t.status = any($statuses))
       and ($since::timestamptz is null or greatest(t.updated_at, t.order_updated_at) >= $since)
       and ($after::integer[] is null or array[${RANK}, ${PLACE}, t.id] > $after)
     order by ${RANK}, ${PLACE}, t.id limit $limit`,
    {
      ...scopeOf(actor, 'readTasks').bind,
      driverId: driverOf(actor, filter),
      wantedDriver: filter.driver_id === null ? 0 : (filter.driver_id ?? null),
      runId: filter.run_id ?? null,
      statuses: filter.status ?? null,
      since: filter.updated_since ?? null,
      after,
      limit: limit === undefined ? null : limit + 1,
    },
  );
  if (limit === undefined) return { body, nextCursor: null };
  const tasks = parse(body);
  if (tasks.length <= limit) return { body, nextCursor: null };
  const page = tasks.slice(0, limit);
  return { body: JSON.stringify(page), nextCursor: cursorOf(page[page.length - 1]) };
}

/** SQL: the place of task `t`. It is equal where `placeKey` is. */
export const PLACE_OF_TASK =
  "(lower(regexp_replace(trim(t.location), '\\\\s+', ' ', 'g')), address_key(t.address))";

/** Returns a version that changes whenever an answer of `listTasks` to this actor may change. */
export async function listTasksVersion(actor: Actor, filter: Pick<ListTasks, 'driverOnly'>): Promise<number> {
  const isOwn = reach(actor, 'readTasks') === 'own' || driverOf(actor, filter) !== null;
  return listsVersion(actor, isOwn ? 'own' : 'all');
}

/** Returns the driver whose tasks are wanted, or null for all tasks that the actor may see. */
const driverOf = (actor: Actor, { driverOnly }: Pick<ListTasks, 'driverOnly'>) =>
  driverOnly === 'true' ? actor.id : null;

const cursorOf = (task: Task | undefined) =>
  task
    ? Buffer.from([isUnderWay(task) ? 0 : 1, task.order_index ?? 999, task.id].join('.')).toString(
        'base64url',
      )
    : null;

function readCursor(cursor: string): number[] {
  const parts = Buffer.from(cursor, 'base64url').toString().split('.');
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,10}$/.test(part))) {
    throw invalid(untranslated('foreignCursor', 'This cursor is not one of ours'), {
      cursor: [untranslated('foreignCursorField', 'Not a cursor of this list')],
    });
  }
  return parts.map(Number);
}

/** The archived tasks of one business day (yyyy-mm-dd), latest first, as JSON text. */
export async function listArchivedOn(date: string): Promise<string> {
  const bind = daysOf(oneDay(date));
  return readOnly(() => taskJson(`where ${ARCHIVED_WITHIN} order by t.completed_at desc, t.id desc`, bind));
}

export type StoredImage = { image: Buffer; mediaType: string };

export async function getSignature(actor: Actor, id: number): Promise<StoredImage> {
  const found = await row<StoredImage>(
    `select s.image, s.media_type as "mediaType" from task_signatures s join tasks t on t.id = s.task_id
     where t.id = $id and ${TASK_IN_SCOPE}`,
    { id, ...scopeOf(actor, 'readTasks').bind },
  );
  if (!found) throw notFound('Signature');
  return found;
}

/** One entry of a task's activity. `by` is the person's name, or "System". Times are ISO 8601. */
export type Activity = {
  id: number;
  action: string;
  by: string;
  changes: Record<string, [unknown, unknown]>;
  version: number | null;
  occurredAt: string;
  arrivedAt: string;
  /**
   * Set if the phone's position was recorded: its distance from the stop, or null when the stop's place was
   * not known.
   */
  tap: { metres: number | null } | null;
};

/** SQL: the name of who made the event `e`, with the person `u`; null for the system. */
export const NOTED_NAME = "coalesce(e.changes #>> '{source,1}', nullif(u.name, ''), u.username)";

const ACTIVITY = `
  select e.id, e.action, coalesce(${NOTED_NAME},
           case e.action when '${CUSTOMER_WROTE}' then 'The customer' else 'System' end) as by, e.changes, e.version,
         to_json(e.occurred_at) #>> '{}' as "occurredAt", to_json(e.created_at) #>> '{}' as "arrivedAt",
         case when p.task_id is not null then json_build_object('metres', p.metres) end as tap
  from task_events e left join users u on u.id = e.actor_id
    left join tap_positions p on p.task_id = e.task_id and p.version = e.version`;

/** The task's events, oldest first. */
export async function listActivity(actor: Actor, taskId: number): Promise<Activity[]> {
  await getTask({ actor, taskId });
  return rows<Activity>(`${ACTIVITY} where e.task_id = $taskId order by e.id`, { taskId });
}

/** Returns the changes of the task itself since the version that the caller knows. */
export async function changesSince(actor: Actor, taskId: number, version: number): Promise<Activity[]> {
  return rows<Activity>(
    `${ACTIVITY} join tasks t on t.id = e.task_id
     where t.id = $taskId and ${TASK_IN_SCOPE} and e.version > $version order by e.id`,
    { taskId, version, ...scopeOf(actor, 'readTasks').bind },
  );
}

/** The counts of tasks in SQL. */

const counted = Object.entries(TERMS).map(
  ([term, question]) => `'${term}', count(*) filter (where ${statusIs(question, 'status')})`,
);

/** SQL: counts the selected tasks, as an object like `Counts`. */
export const COUNTS = `json_build_object(${counted.join(', ')},
  'forRun', count(*) filter (where ${statusIs(isQueued, 'status')} and run_id is not null))`;

/** SQL for the facts of tasks as `t`. */

/** Columns of a select list. */
export const FACT_COLUMNS = FACT_KEYS.map((key) => `t.${key}`).join(', ');

/** All facts as one JSON value. */
export const FACTS_JSON = `json_build_object(${FACT_KEYS.map((key) => `'${key}', t.${key}`).join(', ')})`;

/** The facts that are filled, as one text. */
export const FACT_TEXT = `concat_ws(', ', ${FACT_KEYS.map((key) => `nullif(t.${key}, '')`).join(', ')})`;

/** Reads names for the ids in a task's history and on its form. */

type Id = number | null | undefined;
export type Names = { person(id: Id): string | null; account(id: Id): string | null };

/**
 * Returns the names of people and accounts, also of former ones. An unknown id gets a text that says so; no
 * id gets no name.
 */
export async function namesOf(actor: Actor, people: Iterable<Id>, accounts: Iterable<Id>): Promise<Names> {
  authorizeAll(actor, 'readUsers');
  const found = await rows<{ kind: 'person' | 'account'; id: number; name: string }>(
    `select 'person' as kind, id, coalesce(nullif(name, ''), username) as name from users where id = any($people::integer[])
     union all select 'account', id, name from accounts where id = any($accounts::integer[])`,
    { people: known(people), accounts: known(accounts) },
  );
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${String(id)}`, name]));
  return {
    person: (id) => (id ? (names.get(`person ${String(id)}`) ?? 'a former user') : null),
    account: (id) => (id ? (names.get(`account ${String(id)}`) ?? 'a deleted account') : null),
  };
}

const known = (ids: Iterable<Id>) => [...new Set(ids)].filter((id) => typeof id === 'number');

/** The other half of a transfer: its delivery, or the transfer that a delivery came out of. */
export type LinkedTask = { id: number; location: string; status: TaskStatus; driver: string | null };

export async function findLinked(
  actor: Actor,
  task: { id: number; linked_task_id: number | null },
): Promise<LinkedTask | null> {
  authorizeAll(actor, 'readTasks');
  return row<LinkedTask>(
    `select t.id, t.location, t.status, coalesce(nullif(u.name, ''), u.username) as driver
     from tasks t left join users u on u.id = t.driver_id
     where case when $transferId::integer is null then t.linked_task_id = $id else t.id = $transferId end`,
    { id: task.id, transferId: task.linked_task_id },
  );
}

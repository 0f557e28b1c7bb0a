/** Writes a changed task: the fields that differ, a new version, the time and the person. */
import { isDeepStrictEqual } from 'node:util';
import type { Attributes } from 'sequelize';
import { execute, row, send } from 'db/connection';
import { prepared } from 'db/statement';
import { Task } from 'db/models/tasks';
import { pick } from '~/domain/kernel/field-table';
import { BLANK_FIELDS, NOTICE_KEYS } from '~/domain/tasks/model/field-lists';
import type { Entry } from '~/domain/tasks/model/task';
import { businessZone } from '~/domain/network/settings/network.server';

/** null for the system. */
export type ActorId = number | null;

/** Returns the fields that were set and are not saved yet: name to [before, after]. */
export function changesOf(task: Task): Entry['changes'] {
  const fields = (task.changed() || []) as (keyof Attributes<Task>)[];
  return Object.fromEntries(
    fields
      .map((field): [string, [unknown, unknown]] => [field, [task.previous(field), task.get(field)]])
      .filter(([, [before, after]]) => !isDeepStrictEqual(before, after)),
  );
}

/**
 * Writes the fields that were set. The times of the change come from the database's clock, which all
 * instances share.
 * @param completedNow sets completed_at to the moment of this transaction.
 */
export async function saveChanged(
  actorId: ActorId,
  task: Task,
  { completedNow = false } = {},
): Promise<void> {
  const fields = (task.changed() || []) as (keyof Attributes<Task>)[];
  const values = { ...valuesOf(task, fields), ...(actorId !== null && { last_modifier_id: actorId }) };
  const written = Object.keys(values).map((field) =>
    // Rounded to what JavaScript can read back, because an undo compares the value.
    completedNow && field === 'completed_at'
      ? "completed_at = date_trunc('milliseconds', now())"
      : `${field} = $${field}`,
  );
  const isPlaced = fields.some((field) => FIELDS_OF_PLACE.has(field));
  await send(
    prepared(
      `update tasks set ${[...written, 'version = version + 1', 'updated_at = now()'].join(', ')}
       where id = $id ${isPlaced ? `and ${KNOWS_ACCOUNT}` : ''}`,
    ),
    { ...values, id: task.id },
  );
}

// The account of the task is written too, if it has changed. Without this setting, the trigger `keep_account` takes the
// writer for an older instance, and finds the account by the place.
const FIELDS_OF_PLACE = new Set<keyof Attributes<Task>>([
  ...(['account_id', 'type', 'location', 'address'] as const),
  ...(['transfer_destination_location', 'transfer_destination_address'] as const),
]);
const KNOWS_ACCOUNT = "set_config('parts_dispatch.accounts', 'known', true) is not null";

const valuesOf = (task: Task, fields: (keyof Attributes<Task>)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, task.get(field) ?? null]));

/** Writes a new task. Missing fields get the table's defaults. */
export async function insertTask(task: Task): Promise<void> {
  const fields = Object.keys(task.get()) as (keyof Attributes<Task>)[];
  await send(
    prepared(
      `insert into tasks (${fields.join(', ')}) values (${fields.map((field) => `$${field}`).join(', ')})`,
    ),
    valuesOf(task, fields),
  );
}

/** Returns the id of a task that is about to be written. */
export async function newTaskId(): Promise<number> {
  const made = await row<{ id: number }>(NEW_ID);
  return made?.id ?? NaN;
}
const NEW_ID = prepared("select nextval(pg_get_serial_sequence('tasks', 'id'))::integer as id");

/** Returns the value of `Entry.now`. */
const nowOf = (task: Task): Entry['now'] =>
  task.archived
    ? null
    : {
        driver_id: task.driver_id,
        status: task.status,
        priority: task.priority,
        seen_at: task.seen_at,
        ...pick(task, NOTICE_KEYS),
      };

/** An entry about a task that keeps its version: its fields have not changed, so edits get no conflict. */
export const noted = (
  taskId: number,
  action: string,
  driverId: number | null,
  changes: Entry['changes'] = {},
): Entry => ({ kind: 'TASK_UPDATED', taskId, action, changes, driverIds: [driverId] });

export const updated = (
  task: Task,
  action: string,
  changes: Entry['changes'],
  driverIds: Entry['driverIds'],
  occurredAt?: string,
): Entry => ({
  kind: 'TASK_UPDATED',
  taskId: task.id,
  action,
  changes,
  version: task.version + 1,
  driverIds,
  occurredAt,
  now: nowOf(task),
});

export const created = (task: Task): Entry => ({
  kind: 'TASK_CREATED',
  taskId: task.id,
  action: 'created',
  changes: {
    status: [null, task.status],
    driver_id: [null, task.driver_id],
    ...(task.run_id !== null && { run_id: [null, task.run_id], run_rule: [null, task.run_rule] }),
  },
  driverIds: [task.driver_id],
  now: nowOf(task),
});

const columns = Task.names.join(', ');

/** Returns all columns of a stored task, to the microsecond, for the event that outlives it. */
export async function snapshot(taskId: number): Promise<Entry['changes']> {
  const found = await row<{ task: Record<string, unknown> }>(
    `select to_jsonb(task) as task from (select ${columns} from tasks where id = $taskId) as task`,
    { taskId },
  );
  const values = Object.entries(found?.task ?? {});
  return Object.fromEntries(
    values.map(([field, value]): [string, [unknown, unknown]] => [field, [value, null]]),
  );
}

/**
 * Puts a deleted task back as the snapshot has it. Columns that are newer than the snapshot get their blank
 * values.
 */
export async function insertSnapshot(values: Record<string, unknown>): Promise<void> {
  await execute(
    `insert into tasks (${columns}) select ${columns} from jsonb_populate_record(null::tasks, $values::jsonb)`,
    { values: JSON.stringify({ ...BLANK_FIELDS, ...values }) },
  );
}

/** The values of a new task for which none is given. */
export const BLANK = {
  run_id: null,
  run_rule: null,
  run_place: null,
  promised_from: null,
  promised_to: null,
  ...BLANK_FIELDS,
  completed_by_driver_id: null,
  linked_task_id: null,
  latitude: null,
  longitude: null,
  geo_precision: null,
  order_index: null,
  order_updated_at: null,
  order_updated_by: null,
  failure_reason: null,
  completed_at: null,
  seen_at: null,
};

/**
 * The archive's daily counts. They are changed in the transaction that archives or deletes, so they always
 * equal a recount.
 */

// A task belongs to the business day of its completion; its driver's key is the id, `0` for a task without one.
const COUNTED = `
  select (completed_at at time zone $zone)::date as date, coalesce(driver_id, 0)::text as driver, count(*)::integer as n
  from tasks where id = any($taskIds) group by 1, 2`;

/** Adds tasks that have just been archived. */
export async function countArchived(taskIds: number[]): Promise<void> {
  await execute(
    `insert into task_archive_summary as s (date, task_count, driver_counts)
     select date, sum(n), jsonb_object_agg(driver, n) from (${COUNTED}) as counted group by date order by date
     on conflict (date) do update set
       task_count = s.task_count + excluded.task_count,
       driver_counts = (
         select jsonb_object_agg(driver, n)
         from (select key as driver, sum(value::integer) as n
               from (select * from jsonb_each_text(s.driver_counts)
                     union all select * from jsonb_each_text(excluded.driver_counts)) as merged
               group by key) as added
       ),
       updated_at = now()`,
    { taskIds, zone: businessZone() },
  );
}

/** Counts these days anew, after tasks of them were removed. */
export async function recountArchived(days: string[]): Promise<void> {
  await execute('delete from task_archive_summary where date = any($days::date[])', { days });
  await execute(
    `insert into task_archive_summary (date, task_count, driver_counts)
     select date, sum(n), jsonb_object_agg(driver, n) from (
       select date, coalesce(driver_id, 0)::text as driver, count(*)::integer as n
       from unnest($days::date[]) as date join tasks on archived
         and completed_at >= date::timestamp at time zone $zone
         and completed_at < (date + 1)::timestamp at time zone $zone
       group by 1, 2) as counted group by date`,
    { days, zone: businessZone() },
  );
}

/** Subtracts an archived task that is about to be deleted. */
export async function uncountArchived(taskId: number): Promise<void> {
  await execute(
    `update task_archive_summary as s set
       task_count = s.task_count - counted.n,
       driver_counts = case when (s.driver_counts ->> driver)::integer > counted.n
         then s.driver_counts || jsonb_build_object(driver, (s.driver_counts ->> driver)::integer - counted.n)
         else s.driver_counts - driver end,
       updated_at = now()
     from (${COUNTED}) as counted where s.date = counted.date`,
    { taskIds: [taskId], zone: businessZone() },
  );
}

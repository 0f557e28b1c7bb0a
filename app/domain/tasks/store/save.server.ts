/** Writes a changed task: the fields that differ, a new version, the time and the person. */
import { execute, row, send } from 'db/connection';
import { prepared } from 'db/statement';
import { isDeepStrictEqual } from 'node:util';
import { Task } from 'db/models/tasks';
import type { Attributes } from 'sequelize';
import { pick } from '~/domain/kernel/field-table';
import { BLANK_FIELDS, NOTICE_KEYS } from '~/domain/tasks/model/field-lists';
import type { Entry } from '~/domain/tasks/model/task';

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
  await send(
    prepared(
      `update tasks set ${[...written, 'version = version + 1', 'updated_at = now()'].join(', ')} where id = $id`,
    ),
    { ...values, id: task.id },
  );
}

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
export const nowOf = (task: Task): Entry['now'] =>
  task.archived
    ? null
    : {
        driver_id: task.driver_id,
        status: task.status,
        priority: task.priority,
        seen_at: task.seen_at,
        ...pick(task, NOTICE_KEYS),
      };

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

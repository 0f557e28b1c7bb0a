/** Gives a task to a driver, or to none. */
import type { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { conflict, notFound } from '~/domain/kernel/errors';
import { routeOf } from '~/domain/tasks/ordering/ordering.server';
import type { MoveTasks } from '~/domain/tasks/model/schema';
import type { Entry } from '~/domain/tasks/model/task';
import { applyChange } from './change.server';

export async function give(
  actor: Actor,
  task: Task | undefined,
  { driver_id, status }: Pick<MoveTasks, 'driver_id' | 'status'>,
): Promise<Entry[]> {
  if (!task) throw notFound('Task');
  const isThere = task.driver_id === driver_id;
  if (isThere && (status === undefined || task.status === status)) return [];
  if (task.status === 'completed') throw conflict('A completed task stays with its driver');
  return applyChange(actor, task, { ...(!isThere && { driver_id }), ...(status && { status }) });
}

/** Adds the final places of the tasks: a task that arrives may move another one. */
export async function withPlaces(entries: Entry[], driverId: number | null): Promise<Entry[]> {
  if (driverId === null) return entries;
  const places = new Map((await routeOf(driverId)).map(({ id, order_index }) => [id, order_index]));
  return entries.map((entry) => {
    const [before] = entry.changes.order_index ?? [];
    const place = places.get(entry.taskId);
    if (!entry.changes.order_index || place === undefined) return entry;
    return { ...entry, changes: { ...entry.changes, order_index: [before, place] } };
  });
}

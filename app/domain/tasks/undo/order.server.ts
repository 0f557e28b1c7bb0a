/** Restores the orders of lists when an act is undone. */
import { rows } from 'db/connection';
import type { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { mergeOrder } from '~/domain/tasks/ordering/merge-order';
import { renumber } from '~/domain/tasks/ordering/ordering.server';
import type { Event, RouteChange } from './events.server';

/** Returns the drivers whose tasks have been reordered since. Tasks that came between them do not matter. */
export function changedOrders(events: Event[], tasks: Map<number, Task>): Set<number | null> {
  const left = events
    .filter(({ action }) => action === 'reordered')
    .map(({ taskId, changes }) => ({ task: tasks.get(taskId), place: Number(changes.order_index?.[1]) }))
    .sort((a, b) => a.place - b.place);
  const last = new Map<number | null, number>();
  const changed = new Set<number | null>();
  for (const { task } of left) {
    const place = task?.order_index ?? null;
    if (!task || place === null) continue; // it was finished or taken away meanwhile
    if (place < (last.get(task.driver_id) ?? -1)) changed.add(task.driver_id);
    last.set(task.driver_id, place);
  }
  return changed;
}

/**
 * Puts tasks that came back behind the same task as before. Tasks in the right order keep their numbers, with
 * gaps; otherwise the route is numbered anew.
 * @param stood the route when the undo began.
 */
export async function settle(
  actor: Actor,
  [driverId, before, after]: RouteChange,
  stood: number[],
): Promise<void> {
  const route = await rows<{ id: number; place: number }>(
    `select id, order_index as place from tasks where driver_id = $driverId and order_index is not null
     order by status = 'going' desc, order_index, id`,
    { driverId },
  );
  const ids = new Set(route.map(({ id }) => id));
  const standing = [
    ...stood.filter((id) => ids.has(id)),
    ...before.filter((id) => ids.has(id) && !stood.includes(id)),
  ];
  const wanted = mergeOrder(after, before, standing);
  const places = new Set(route.map(({ place }) => place));
  const isRight = places.size === route.length && route.every(({ id }, index) => id === wanted[index]);
  if (!isRight) await renumber(actor, wanted);
}

/** The order of a driver's route: pending and going tasks, going ones first. Callers have locked the driver's list. */
import { rows } from 'db/connection';
import type { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import type { Attributes } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';

/** Returns the route as shown: tasks under way first, then by order_index. */
export const routeOf = (driverId: number) =>
  rows<Pick<Attributes<Task>, 'id' | 'status' | 'order_index' | 'location' | 'address'>>(ROUTE, { driverId });

const ROUTE = prepared(
  `select id, status, order_index, location, address from tasks
   where driver_id = $driverId and not archived and status in ('pending', 'going')
   order by status = 'going' desc, order_index, id`,
);

/** Numbers the tasks 0, 1, 2 … in the given order. @returns the ids whose number changed. */
export async function renumber(actor: Pick<Actor, 'id'> | null, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const moved = await rows<{ id: number }>(
    `update tasks set order_index = wanted.position - 1, order_updated_at = now(), order_updated_by = $actor
     from unnest($ids::integer[]) with ordinality as wanted(id, position)
     where tasks.id = wanted.id and tasks.order_index is distinct from wanted.position - 1
     returning tasks.id`,
    { ids, actor: actor?.id ?? null },
  );
  return moved.map(({ id }) => id);
}

/**
 * Returns the order index for a task that enters a driver's route: the last one; for an urgent task, the
 * first behind the tasks under way. Makes room if needed.
 */
export async function placeFor(driverId: number, taskId: number | null, urgent: boolean): Promise<number> {
  const others = (await routeOf(driverId)).filter(({ id }) => id !== taskId);
  if (!urgent) return Math.max(-1, ...others.map(({ order_index }) => order_index ?? -1)) + 1;
  const position = others.filter(({ status }) => status === 'going').length;
  await makeRoom(
    others.map(({ id }) => id),
    position,
  );
  return position;
}

async function makeRoom(ids: number[], gap: number): Promise<void> {
  await rows(
    `update tasks set order_index = wanted.position - 1 + (wanted.position > $gap)::integer
     from unnest($ids::integer[]) with ordinality as wanted(id, position)
     where tasks.id = wanted.id
       and tasks.order_index is distinct from wanted.position - 1 + (wanted.position > $gap)::integer`,
    { ids, gap },
  );
}

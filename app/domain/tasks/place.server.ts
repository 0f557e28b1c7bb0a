/** Where a task is, set by hand. */
import { transaction } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { forbidden, invalid, notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { toLatLng } from '~/domain/routing/coordinates';
import { amend } from './amend.server';
import { lockTasks } from './lists.server';
import { getTask } from './queries.server';
import { record } from './record.server';
import type { Task } from './task';

/**
 * Puts the task where the pin is.
 * @param pin degrees, as numbers or as text.
 * @throws invalid when that is nowhere.
 */
export async function placeTask(
  actor: Actor,
  taskId: number,
  pin: { latitude: number | string; longitude: number | string },
): Promise<Task> {
  if (authorize(actor, 'editTask') !== 'any') throw forbidden();
  const [latitude, longitude] = [String(pin.latitude), String(pin.longitude)];
  if (!toLatLng(latitude, longitude)) throw invalid('The pin must be somewhere on the map');
  return transaction(async () => {
    const task = (await lockTasks([taskId])).get(taskId);
    if (!task) throw notFound('Task');
    await record(actor, await amend(actor, task, { latitude, longitude, geo_precision: 'manual' }));
    return getTask(actor, taskId);
  });
}

/** Where a task is: looked up from its address, given with it, or set by hand. */
import { row, transaction } from 'db/connection';
import type { Task as StoredTask } from 'db/models/tasks';
import type { Actor } from '~/domain/actor';
import { forbidden, invalid, notFound } from '~/domain/errors';
import { isOnEarth } from '~/domain/geocoding/geocoder';
import { locate } from '~/domain/geocoding/locate.server';
import type { Place } from '~/domain/geocoding/store.server';
import { authorize } from '~/domain/permissions';
import { amend } from './amend.server';
import { lockTasks } from './lists.server';
import { getTask } from './queries.server';
import { record } from './record.server';
import { UpdateTask, type CreateTask } from './schema';
import type { Task } from './task';

/** What a task's coordinates are to become; nothing when they stay. */
export type Placing = { place: Partial<Place>; pending: boolean; isLookup: boolean };

const UNCHANGED: Placing = { place: {}, pending: false, isLookup: false };

/**
 * Coordinates for what a caller sends: those in it, else those of its address. Comes before the transaction, as a
 * provider may be asked.
 * @param id the task that is to be changed.
 */
export async function placingOf(input: CreateTask | UpdateTask, id?: number): Promise<Placing> {
  const { latitude, longitude, address } = input;
  if (latitude && longitude) return { ...UNCHANGED, place: { latitude, longitude, geo_precision: 'exact' } };
  if (address === undefined)
    return latitude === null
      ? { ...UNCHANGED, place: { latitude: null, longitude: null, geo_precision: null } }
      : UNCHANGED;
  if (id !== undefined && (await staysWhereItIs(id, address, latitude === null))) return UNCHANGED;
  return { ...(await locate(address, id)), isLookup: true };
}

/** What of that a locked task takes: somebody may have set its pin while the address was looked up. */
export const placeOn = (task: StoredTask, { place, isLookup }: Placing, address: string | undefined) =>
  isLookup && task.geo_precision === 'manual' && task.address === address ? {} : place;

/** A pin stays as long as it is the same address, however that is spelled; other coordinates until they are asked for anew. */
async function staysWhereItIs(id: number, address: string, anew: boolean): Promise<boolean> {
  return Boolean(
    await row(
      `select id from tasks where id = $id and latitude is not null
         and (geo_precision = 'manual' and address_key(address) = address_key($address)
              or address = $address and not $anew)`,
      { id, address, anew },
    ),
  );
}

const Pin = UpdateTask.pick({ latitude: true, longitude: true });

/**
 * Puts the task where the pin is. No lookup moves it again until the address changes.
 * @param pin degrees, as numbers or as text.
 * @throws invalid when that is nowhere.
 */
export async function placeTask(
  actor: Actor,
  taskId: number,
  pin: { latitude: number | string; longitude: number | string },
): Promise<Task> {
  if (authorize(actor, 'editTask') !== 'any') throw forbidden();
  const { data } = Pin.safeParse({ latitude: pin.latitude, longitude: pin.longitude });
  const { latitude, longitude } = data ?? {};
  if (!latitude || !longitude || !isOnEarth({ lat: Number(latitude), lng: Number(longitude) }))
    throw invalid('The pin must be somewhere on the map');
  return transaction(async () => {
    const task = (await lockTasks([taskId])).get(taskId);
    if (!task) throw notFound('Task');
    const entries = await amend(actor, task, { latitude, longitude, geo_precision: 'manual' });
    await record(
      actor,
      entries.map((entry) => (entry.taskId === taskId ? { ...entry, action: 'placed' } : entry)),
    );
    return getTask(actor, taskId);
  });
}

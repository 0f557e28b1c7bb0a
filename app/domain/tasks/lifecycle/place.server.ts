/** The coordinates of a task: geocoded from its address, sent with it, or set by hand. */
import { row, transaction } from 'db/connection';
import type { Task as StoredTask } from 'db/models/tasks';
import { command } from '~/domain/kernel/command.server';
import { invalid, notFound } from '~/domain/kernel/errors';
import { isOnEarth } from '~/domain/geography/geocoder';
import { locate } from '~/domain/geography/geocoding/locate.server';
import { NOWHERE, type Place } from '~/domain/geography/geocoding/places.server';
import { atTask, type CreateTask, PlaceTask, type UpdateTask } from '~/domain/tasks/model/schema';
import { TaskAnswer } from '~/domain/tasks/model/answers';
import { applyChange } from './change.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { record } from '~/domain/tasks/events/record.server';
import { untranslated } from '~/domain/kernel/sentence';

/** New coordinates of a task; an empty `place` leaves them unchanged. */
type GeocodeResult = {
  place: Partial<Place>;
  /** The address still has to be added to the queue. */
  pending: boolean;
  isLookup?: boolean;
  /** The address for which the present coordinates stay valid. */
  staysAt?: string;
};

/**
 * Returns the coordinates in a caller's input, else those of its address. Call it before the transaction,
 * because a provider may be asked.
 * @param id the task to be changed.
 */
export async function geocodeInput(input: CreateTask | UpdateTask, id?: number): Promise<GeocodeResult> {
  const { latitude, longitude, address } = input;
  if (Boolean(latitude) !== Boolean(longitude)) {
    const message = untranslated('halfCoordinates', 'Send both latitude and longitude');
    throw invalid(message, { [latitude ? 'longitude' : 'latitude']: [message] });
  }
  if (latitude && longitude)
    return { place: { latitude, longitude, geo_precision: 'exact' }, pending: false };
  if (address === undefined) return { place: latitude === null ? NOWHERE : {}, pending: false };
  const staysAt = id === undefined ? undefined : await addressToStayAt(id, address, latitude === null);
  if (staysAt !== undefined) return { place: {}, pending: false, staysAt };
  return { ...(await locate(address, { taskId: id })), isLookup: true };
}

/**
 * Returns the result for the locked task. Its address or pin may have changed while the provider was asked.
 */
export function geocodeResultFor(
  task: StoredTask,
  geocoded: GeocodeResult,
  address: string | undefined,
): GeocodeResult {
  const asItIs = { place: { latitude: task.latitude, longitude: task.longitude }, pending: false };
  if (geocoded.staysAt !== undefined)
    return task.address === geocoded.staysAt ? asItIs : { place: NOWHERE, pending: true };
  const isPinned = geocoded.isLookup && task.geo_precision === 'manual' && task.address === address;
  return isPinned ? asItIs : geocoded;
}

/**
 * A manual pin stays for every spelling of the same address; other coordinates stay until a new lookup is
 * requested.
 */
async function addressToStayAt(id: number, address: string, anew: boolean): Promise<string | undefined> {
  const found = await row<{ address: string }>(
    `select address from tasks where id = $id and latitude is not null
       and (geo_precision = 'manual' and address_key(address) = address_key($address)
            or address = $address and not $anew)`,
    { id, address, anew },
  );
  return found?.address;
}

/** Stores a manual pin. No lookup replaces it until the address changes. */
export const placeTask = command(
  {
    summary: 'Sets the location of a task on the map',
    may: 'placeTask',
    at: atTask,
    input: PlaceTask,
    answer: TaskAnswer,
  },
  async ({ actor, taskId, input: { latitude, longitude } }) => {
    if (!isOnEarth({ lat: Number(latitude), lng: Number(longitude) }))
      throw invalid(untranslated('pinOffMap', 'The pin must be somewhere on the map'));
    return transaction(async () => {
      const task = (await lockTasks([taskId])).get(taskId);
      if (!task) throw notFound('Task');
      const entries = await applyChange(actor, task, { latitude, longitude, geo_precision: 'manual' });
      await record(
        actor,
        entries.map((entry) => (entry.taskId === taskId ? { ...entry, action: 'placed' } : entry)),
      );
      return getTask({ actor, taskId });
    });
  },
);

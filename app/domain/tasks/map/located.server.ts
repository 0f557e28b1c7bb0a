/** Coordinates arrive for an address: every task there that has none, or none better, gets them once. */
import { rows, transaction } from 'db/connection';
import type { Place } from '~/domain/geocoding/places.server';
import { lockTasks } from '~/domain/tasks/lists.server';
import { invalidateLists, record } from '~/domain/tasks/lifecycle/record.server';
import type { Entry } from '~/domain/tasks/task';
import { changesOf, saveChanged, updated } from '~/domain/tasks/lifecycle/save.server';

/**
 * @param key the address as `address_key` spells it.
 * @param options.onlyWhereNone for a centre of a ZIP code, which must not replace what is nearer.
 */
export async function giveCoordinates(
  key: string,
  place: Place,
  { onlyWhereNone }: { onlyWhereNone: boolean },
): Promise<void> {
  const { latitude, longitude, geo_precision } = place;
  if (latitude === null) return;
  const bind = { key, latitude, longitude, precision: geo_precision, onlyWhereNone };
  await transaction(async () => {
    const waiting = await idsOf(bind);
    if (waiting.length === 0) return;
    const locked = await lockTasks(waiting);
    const entries: Entry[] = [];
    // The address or the pin may have changed before the locks were taken.
    for (const id of await idsOf(bind)) {
      const task = locked.get(id);
      if (!task) continue;
      task.set(place);
      entries.push(updated(task, 'located', changesOf(task), [task.driver_id]));
      await saveChanged(null, task);
    }
    await record(null, entries);
  });
  await giveToAddresses(bind);
}

type Bind = {
  key: string;
  latitude: string;
  longitude: string | null;
  precision: string | null;
  onlyWhereNone: boolean;
};

const WORSE = `(latitude is null or (not $onlyWhereNone and geo_precision in ('approximate', 'doubtful')))`;

async function idsOf({ key, latitude, longitude, precision, onlyWhereNone }: Bind): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select id from tasks where address_key(address) = $key and not archived and ${WORSE}
       and (latitude, longitude, geo_precision) is distinct from ($latitude, $longitude, $precision) order by id`,
    { key, latitude, longitude, precision, onlyWhereNone },
  );
  return found.map(({ id }) => id);
}

const UPDATE =
  'set latitude = $latitude::numeric, longitude = $longitude::numeric, geo_precision = $precision';
const THERE = `address_key(address_line(address, city, state, zip_code)) = $key and ${WORSE}`;

/** Of accounts and of dealerships, where routes begin. Boards have the towns of the first, and all of the second. */
async function giveToAddresses(bind: Bind): Promise<void> {
  await transaction(async () => {
    const given = [
      ...(await rows(`update account_addresses ${UPDATE} where ${THERE} returning 1`, bind)),
      ...(await rows(`update dealership_locations ${UPDATE} where ${THERE} returning 1`, bind)),
    ];
    if (given.length > 0) await invalidateLists('dispatchers');
  });
}

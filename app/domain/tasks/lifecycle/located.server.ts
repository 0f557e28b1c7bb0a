/** Gives new coordinates of an address once to every task there that has none, or less precise ones. */
import { rows, transaction } from 'db/connection';
import type { GeoPrecision } from '~/domain/kernel/schema';
import type { Place } from '~/domain/geography/geocoding/places.server';
import { followRun } from '~/domain/tasks/runs/join.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { record } from '~/domain/tasks/events/record.server';
import { invalidateLists } from '~/domain/platform/sync/pages.server';
import type { Entry } from '~/domain/tasks/model/task';
import { changesOf, saveChanged, updated } from '~/domain/tasks/store/save.server';

/**
 * @param key the address as `address_key` spells it.
 * @param options.onlyWorse for a place that no provider has confirmed: it replaces only less precise ones.
 */
export async function giveCoordinates(
  key: string,
  place: Place,
  { onlyWorse }: { onlyWorse: boolean },
): Promise<void> {
  const { latitude, longitude, geo_precision } = place;
  if (latitude === null) return;
  const worse = worseThan(geo_precision, onlyWorse);
  const bind = { key, latitude, longitude, precision: geo_precision, worse };
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
      const driverId = task.driver_id;
      await followRun(task, place, task.status);
      entries.push(updated(task, 'located', changesOf(task), [driverId, task.driver_id]));
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
  worse: GeoPrecision[];
};

/** The least precise first; those in one line are equally precise. */
const RANKS: GeoPrecision[][] = [
  ['approximate', 'doubtful'],
  ['street'],
  ['interpolated'],
  ['exact', 'manual'],
];

/**
 * Returns the precisions that a new place replaces: all less precise ones and, unless `onlyLessWell`, equal
 * ones as well. A place in the highest rank never replaces an equal one.
 */
function worseThan(precision: GeoPrecision | null, onlyLessWell: boolean): GeoPrecision[] {
  const rank = RANKS.findIndex((same) => precision !== null && same.includes(precision));
  const withEqual = !onlyLessWell && rank < RANKS.length - 1;
  return RANKS.slice(0, Math.max(0, withEqual ? rank + 1 : rank)).flat();
}

const WORSE = '(latitude is null or geo_precision = any($worse))';

async function idsOf({ key, latitude, longitude, precision, worse }: Bind): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select id from tasks where address_key(address) = $key and not archived and ${WORSE}
       and (latitude, longitude, geo_precision) is distinct from ($latitude, $longitude, $precision) order by id`,
    { key, latitude, longitude, precision, worse },
  );
  return found.map(({ id }) => id);
}

const UPDATE =
  'set latitude = $latitude::numeric, longitude = $longitude::numeric, geo_precision = $precision';
const THERE = `address_key(address_line(address, city, state, zip_code)) = $key and ${WORSE}`;

/**
 * Gives the place to addresses of accounts and dealerships. Dispatchers' lists show both, so they are
 * invalidated.
 */
async function giveToAddresses(bind: Bind): Promise<void> {
  await transaction(async () => {
    const given = [
      ...(await rows(`update account_addresses ${UPDATE} where ${THERE} returning 1`, bind)),
      ...(await rows(`update dealership_locations ${UPDATE} where ${THERE} returning 1`, bind)),
    ];
    if (given.length > 0) await invalidateLists('dispatchers');
  });
}

/**
 * Records arrivals and departures: in `stop_visits`, to learn from them, and in the activity of the tasks.
 */
import { row, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import { noted } from '~/domain/tasks/store/save.server';
import { notePredicted } from '~/domain/scheduling/arrivals/predictions.server';
import { type LatLng, toLatLng } from '~/domain/geography/coordinates';
import { record } from '~/domain/tasks/events/record.server';
import { placeKey } from '~/domain/geography/place-key';
import { inMiles, straightMetres } from '~/domain/geography/distance';
import type { Fix } from './accept';
import { readersClock } from '~/domain/network/settings/business-time.server';
import { link as words } from '~/words/en/link';
import { isInRoute } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** Finds arrivals and departures in a row of positions. Pure. They never complete a task. */

/** A place where a driver has tasks on the route. */
type StopPlace = LatLng & { key: string; taskIds: number[] };

/** `at`: milliseconds. With a `key`, the driver leaves only that place. */
type VisitEvent =
  { kind: 'arrived'; at: number; stop: StopPlace } | { kind: 'left'; at: number; key?: string };

/**
 * An arrival or departure that the phone has noticed itself. `region` is the name that it was given for a
 * stop.
 */
export type Transition = { region: string; isEnter: boolean; at: number };

/** The radius is large because drivers seldom park at the door. */
const RADIUS_METRES = 100;
/** After a longer gap between two positions, no arrival or departure is assumed. */
const GAP_MS = 2 * 3_600_000;

type Point = LatLng & Pick<Fix, 'at' | 'accuracy'>;

const isAt = (place: LatLng, point: Point) =>
  straightMetres(place, point) <= Math.max(RADIUS_METRES, point.accuracy ?? 0);

/**
 * Two positions in a row decide, because one may be wrong; the visit has the time of the first.
 * @param points in the order of their times, beginning with the last one before.
 * @param here the place of the driver since an arrival.
 */
export function visitsIn(points: Point[], stops: StopPlace[], here: LatLng | null): VisitEvent[] {
  const events: VisitEvent[] = [];
  let place = here;
  points.slice(1).forEach((now, index) => {
    const before = points[index];
    if (!before) return;
    const isGap = now.at - before.at > GAP_MS;
    const isAway = (from: LatLng) => !isAt(from, before) && !isAt(from, now);
    if (place && (isGap || isAway(place))) {
      events.push({ kind: 'left', at: before.at });
      place = null;
    }
    if (place || isGap) return;
    const stop = stops
      .filter((each) => isAt(each, before) && isAt(each, now))
      .sort((one, other) => straightMetres(one, now) - straightMetres(other, now))[0];
    if (!stop) return;
    events.push({ kind: 'arrived', at: before.at, stop });
    place = stop;
  });
  return events;
}

type StopTask = { id: number; location: string; address: string; latitude: string; longitude: string };
type OpenVisit = LatLng & { key: string; taskIds: number[] };
/** The present state of a driver who reports. */
export type Look = { open: OpenVisit | null; tasks: StopTask[] };

/** SQL, for tasks as `t`. An arrival at the center of a ZIP code can't be recognized. */
const HAS_PLACE = "coalesce(t.geo_precision, 'exact') not in ('approximate', 'doubtful', 'street')";

export const LOOK_COLUMNS = `
    (select json_build_object('lat', v.latitude, 'lng', v.longitude, 'key', v.place, 'taskIds', v.task_ids) from stop_visits v
      where v.driver_id = $driverId and v.left_at is null) as open,
    (select coalesce(json_agg(json_build_object('id', t.id, 'location', t.location, 'address', t.address,
       'latitude', t.latitude, 'longitude', t.longitude)), '[]')
     from tasks t where t.driver_id = $driverId and ${statusIs(isInRoute)} and not t.archived
       and ${HAS_PLACE}) as tasks`;
const LOOK = prepared(`select ${LOOK_COLUMNS}`);

/**
 * @param look the values of LOOK_COLUMNS.
 * @param points the last position before, and the newly stored ones, by time.
 */
export async function noteVisits(
  driverId: number,
  look: Look,
  points: (LatLng & Pick<Fix, 'at' | 'accuracy'>)[],
): Promise<void> {
  if (points.length < 2) return;
  const events = visitsIn(points, placesOf(look.tasks), look.open);
  if (events.length > 0) await write(driverId, events);
}

export async function noteTransition(driverId: number, { region, isEnter, at }: Transition): Promise<void> {
  const found = await row<Look>(LOOK, { driverId });
  const taskId = Number(/^stop (\d{1,9})$/.exec(region)?.[1]);
  const stop = placesOf(found?.tasks ?? []).find(({ taskIds }) => taskIds.includes(taskId));
  const open = found?.open;
  if (isEnter && stop && !open) await write(driverId, [{ kind: 'arrived', at, stop }]);
  if (isEnter || !open) return;
  // The region may be named after another task than those of the visit, which may be older.
  const isOfVisit = open.taskIds.includes(taskId) || stop?.key === open.key;
  if (isOfVisit) await write(driverId, [{ kind: 'left', at, key: open.key }]);
}

/** Returns the next stops as regions that a phone can watch. */
export async function nextRegions(driverId: number): Promise<(LatLng & { name: string; taskId: number })[]> {
  const found = await row<Look>(LOOK, { driverId });
  return placesOf(found?.tasks ?? [])
    .slice(0, MOST_REGIONS)
    .map(({ lat, lng, taskIds: [taskId = 0] }) => ({ lat, lng, taskId, name: `stop ${String(taskId)}` }));
}

/** iPhones watch 20 regions, including those of other apps. */
const MOST_REGIONS = 8;

function placesOf(tasks: StopTask[]): StopPlace[] {
  const places = new Map<string, StopPlace>();
  for (const task of tasks) {
    const at = toLatLng(task.latitude, task.longitude);
    if (!at) continue;
    const key = placeKey(task);
    const known = places.get(key);
    if (known) known.taskIds.push(task.id);
    else places.set(key, { ...at, key, taskIds: [task.id] });
  }
  return [...places.values()];
}

// A phone repeats a report that was not answered: an arrival older than a known visit is such a repetition,
// and is not stored.
const ARRIVE = `
  insert into stop_visits (driver_id, place, task_ids, latitude, longitude, arrived_at)
  select $driverId::integer, $key, $taskIds::integer[], $lat::float8, $lng::float8, $at::timestamptz
  where not exists (select from stop_visits v where v.driver_id = $driverId and v.arrived_at >= $at) on conflict (driver_id) where left_at is null do nothing
  returning task_ids as "taskIds"`;
const LEAVE = `
  update stop_visits set left_at = $at::timestamptz
  where driver_id = $driverId and left_at is null and arrived_at <= $at and place = coalesce($key, place)
  returning task_ids as "taskIds"`;

/** When two reports arrive at once, only one of them writes. */
async function write(driverId: number, events: VisitEvent[]): Promise<void> {
  await transaction(async () => {
    for (const event of events) {
      const at = new Date(event.at).toISOString();
      const stop = event.kind === 'arrived' ? event.stop : null;
      const key = event.kind === 'left' ? (event.key ?? null) : null;
      const written = await row<{ taskIds: number[] }>(
        stop ? ARRIVE : LEAVE,
        stop
          ? { driverId, at, key: stop.key, taskIds: stop.taskIds, lat: stop.lat, lng: stop.lng }
          : { driverId, at, key },
      );
      const entries = (written?.taskIds ?? []).map((taskId) => ({
        ...noted(taskId, event.kind, driverId),
        occurredAt: at,
      }));
      if (stop && written) await notePredicted(stop.taskIds, at);
      await record({ id: driverId }, entries);
    }
  });
}

/** Computes the distance to the driver, for the customer of the next stop. */

/** SQL: whether the network wants it. */
export const SHOWS_DISTANCE = `coalesce((
  select (value ->> 'showDistance')::boolean from settings where name = 'customer-messages'), false)`;

type Found = {
  at: string;
  driver: { lat: number; lng: number };
  latitude: string | null;
  longitude: string | null;
};

const AWAY = `
  select to_json(p.at) #>> '{}' as at, json_build_object('lat', p.latitude, 'lng', p.longitude) as driver,
    t.latitude::text, t.longitude::text
  from tasks t join last_positions p on p.driver_id = t.driver_id and p.at > now() - interval '10 minutes'
  where t.id = $taskId and ${HAS_PLACE} and ${SHOWS_DISTANCE}`;

const LEAST_METRES = 200;

/**
 * Returns null when the distance is not known, or the network does not show it. The position itself is never
 * shown.
 */
export async function distanceTo(taskId: number): Promise<string | null> {
  const found = await row<Found>(AWAY, { taskId });
  const stop = found && toLatLng(found.latitude, found.longitude);
  if (!stop) return null;
  const metres = Math.max(LEAST_METRES, straightMetres(found.driver, stop));
  return words.away(inMiles(metres), readersClock(found.at));
}

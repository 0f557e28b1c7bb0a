/**
 * Records arrivals and departures: in `stop_visits`, to learn from them, and in the activity of the tasks.
 */
import { row, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import { notePredicted } from '~/domain/scheduling/arrivals/predictions.server';
import { toLatLng, type LatLng } from '~/domain/geography/coordinates';
import { record } from '~/domain/tasks/events/record.server';
import { placeKey } from '~/domain/geography/place-key';
import type { Fix } from './accept';
import { visitsIn, type StopPlace, type Transition, type VisitEvent } from './visits';

type StopTask = { id: number; location: string; address: string; latitude: string; longitude: string };
type OpenVisit = LatLng & { key: string; taskIds: number[] };
/** The present state of a driver who reports. */
export type Look = { open: OpenVisit | null; tasks: StopTask[] };

/** SQL, for tasks as `t`. An arrival at the center of a ZIP code can't be recognized. */
export const HAS_PLACE = "coalesce(t.geo_precision, 'exact') not in ('approximate', 'doubtful', 'street')";

export const LOOK_COLUMNS = `
    (select json_build_object('lat', v.latitude, 'lng', v.longitude, 'key', v.place, 'taskIds', v.task_ids) from stop_visits v
      where v.driver_id = $driverId and v.left_at is null) as open,
    (select coalesce(json_agg(json_build_object('id', t.id, 'location', t.location, 'address', t.address,
       'latitude', t.latitude, 'longitude', t.longitude)), '[]')
     from tasks t where t.driver_id = $driverId and t.status in ('pending', 'going') and not t.archived
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
        kind: 'TASK_UPDATED' as const,
        taskId,
        action: event.kind,
        changes: {},
        driverIds: [driverId],
        occurredAt: at,
      }));
      if (stop && written) await notePredicted(stop.taskIds, at);
      await record({ id: driverId }, entries);
    }
  });
}

/** Arrival times of a driver's route as it is now: computed for whoever asks, and stored nowhere. */
import type * as z from 'zod/v4';
import { row } from 'db/connection';
import { prepared } from 'db/statement';
import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/actor';
import { query } from '~/domain/command.server';
import { forbidden, notFound } from '~/domain/errors';
import { businessZone } from '~/domain/network/network.server';
import { authorize } from '~/domain/permissions';
import { toLatLng, type LatLng } from '~/domain/routing/coordinates';
import { estimatedMatrix } from '~/domain/routing/distance';
import { legsAlong } from '~/domain/routing/roads.server';
import { groupByStop, type TaskCard } from '~/domain/tasks/board/board';
import { isActive } from '~/domain/tasks/lifecycle/transitions';
import { onRouteOf } from '~/domain/tasks/ordering/ordering.server';
import { atDriver } from '~/domain/tasks/schema';
import { zoneOffset } from '~/domain/time';
import { ArrivalsAnswer } from './answers';
import { arrivalsOf, isLate, type OpenStop } from './arrivals';
import { NOTHING_LEARNED } from './learned';

type Answer = z.output<typeof ArrivalsAnswer>;

export const getArrivals = query(
  {
    summary: 'When a driver arrives at the stops of the route',
    about:
      'From the driver’s position or last stop, in the order of the route. Drivers see their own. Stops without a place are in `withoutPlace`.',
    may: 'readTasks',
    at: atDriver,
    answer: ArrivalsAnswer,
  },
  async ({ actor, driverId }): Promise<Answer> => {
    if (authorize(actor, 'readTasks') === 'own' && driverId !== actor.id) throw forbidden();
    const found = await routeArrivals(driverId);
    if (!found) throw notFound('Driver');
    return found;
  },
);

/** When the task's driver arrives there, and what that is based on. */
export type TaskArrival = Pick<Answer, 'basis'> & Answer['stops'][number];

/** Null where nobody is to go there now, or nobody knows where it is. */
export async function arrivalAt(
  actor: Actor,
  { id, driver_id, status }: Pick<TaskCard, 'id' | 'driver_id' | 'status'>,
): Promise<TaskArrival | null> {
  authorize(actor, 'planTasks');
  if (driver_id === null || !isActive(status)) return null;
  const found = await routeArrivals(driver_id, PATIENCE_MS);
  const stop = found?.stops.find(({ taskIds }) => taskIds.includes(id));
  if (!found || !stop) return null;
  return { ...stop, basis: found.basis };
}

/** A dialog does not wait for a road engine: what it answers later is remembered for the next time. */
const PATIENCE_MS = 300;

/** Null for somebody who is no driver. */
async function routeArrivals(driverId: number, patienceMs?: number): Promise<Answer | null> {
  const [driver, tasks] = await Promise.all([row<Driver>(DRIVER, { driverId }), routeTasks(driverId)]);
  return driver && computed(driverId, driver, groupByStop(tasks).map(stopOf), patienceMs);
}

const routeTasks = (driverId: number) =>
  Task.findRows(
    ['id', 'type', 'location', 'address', 'deliver_by', 'latitude', 'longitude'] as const,
    onRouteOf(driverId),
  );
type Row = Awaited<ReturnType<typeof routeTasks>>[number];

type Driver = {
  startAt: [string | null, string | null];
  /** What was completed last, within the last hours. */
  last: { at: string; place: [string | null, string | null] } | null;
  /** When the stop under way was reported as Going. */
  going: string | null;
  position: { at: string; latitude: number; longitude: number } | null;
};

/** A completion that is older is of another shift; an older position says nothing about the drive under way. */
const SHIFT = "interval '12 hours'";
const FRESH = "interval '10 minutes'";

const DRIVER = prepared(`
  select json_build_array(d.latitude::text, d.longitude::text) as "startAt",
    (select json_build_object('at', t.completed_at, 'place', json_build_array(t.latitude, t.longitude)) from tasks t
     where t.driver_id = u.id and t.status = 'completed' and not t.archived and t.completed_at > now() - ${SHIFT}
     order by t.completed_at desc, t.id desc limit 1) as last,
    (select to_json(max(e.occurred_at)) #>> '{}' from tasks t join task_events e on e.task_id = t.id
     where t.driver_id = u.id and t.status = 'going' and not t.archived and e.action = 'going') as going,
    (select json_build_object('at', p.at, 'latitude', p.latitude, 'longitude', p.longitude) from last_positions p
     where p.driver_id = u.id and p.at > now() - ${FRESH}) as position
  from users u left join dealership_locations d on d.name = u.dealerships[1]
  where u.id = $driverId and u.deactivated_at is null and 'driver' = any(u.roles)`);

type Stop = {
  tasks: Row[];
  place: LatLng | null;
  dueAt: number | null;
};

function stopOf(tasks: Row[]): Stop {
  const dues = tasks.flatMap(({ deliver_by }) => deliver_by?.getTime() ?? []);
  const [place] = tasks.flatMap(({ latitude, longitude }) => toLatLng(latitude, longitude) ?? []);
  return { tasks, place: place ?? null, dueAt: dues.length > 0 ? Math.min(...dues) : null };
}

type Begin = { from: Answer['basis']['from']; place: LatLng | null; since: number; at: string | null };
const STANDING_MS = 30 * 60_000;
/** The drive to the first stop from nobody knows where. */
const UNKNOWN_DRIVE_SECONDS = 600;

/** Where the drive to the first stop began, and when: the best of what is known. */
function beginOf({ position, last, going, startAt }: Driver, now: number): Begin {
  if (position) {
    const { at, latitude, longitude } = position;
    return { from: 'position', place: { lat: latitude, lng: longitude }, since: Date.parse(at), at };
  }
  const left = last && Date.parse(last.at);
  const wentAt = going === null ? null : Date.parse(going);
  const place = (last && toLatLng(...last.place)) ?? toLatLng(...startAt);
  // Without a report, a driver who left the last stop long ago stands somewhere, and begins now at the earliest.
  const reported = wentAt === null ? left : Math.max(wentAt, left ?? 0);
  const isStanding = reported === null || (wentAt === null && now - reported > STANDING_MS);
  const since = isStanding ? now : reported;
  if (last && place) return { from: 'stop', place, since, at: last.at };
  return { from: place ? 'start' : 'now', place, since, at: going };
}

async function computed(
  driverId: number,
  driver: Driver,
  stops: Stop[],
  patienceMs: number | undefined,
): Promise<Answer> {
  const at = new Date();
  const now = at.getTime();
  const begin = beginOf(driver, now);
  const placed = stops.flatMap(({ place }) => place ?? []);
  const { seconds, source } = await legsAlong(placed, patienceMs);
  const first = placed[0];
  // Positions are estimated from: a road engine's answers are remembered, and a trail is nobody's memory.
  const toFirst =
    first && begin.place ? estimatedMatrix([begin.place, first]).seconds[1] : UNKNOWN_DRIVE_SECONDS;
  const legs = [toFirst ?? UNKNOWN_DRIVE_SECONDS, ...seconds];
  const open = stops.map(({ tasks: [task], place, dueAt }, index): OpenStop => ({
    key: String(index),
    address: task?.address ?? '',
    type: task?.type ?? '',
    roadSeconds: place && (legs.shift() ?? 0),
    dueAt,
  }));
  const route = { now, drivingSince: begin.since, arrivedAt: null, stops: open };
  const { arrivals, finish, unknown } = arrivalsOf(route, NOTHING_LEARNED, zoneOffset(at, businessZone()));
  const named = (key: string) => {
    const { tasks = [] } = stops[Number(key)] ?? {};
    const { location = '', address = '' } = tasks[0] ?? {};
    return { taskIds: tasks.map(({ id }) => id), location, address };
  };
  return {
    driverId,
    computedAt: at.toISOString(),
    basis: { from: begin.from, at: begin.at && new Date(begin.at).toISOString(), roads: source },
    finishAt: finish === null ? null : iso(finish),
    stops: arrivals.map((arrival) => {
      const dueAt = stops[Number(arrival.key)]?.dueAt ?? null;
      return {
        ...named(arrival.key),
        expectedAt: iso(arrival.expected),
        earliestAt: iso(arrival.from),
        latestAt: iso(arrival.to),
        deliverBy: dueAt === null ? null : iso(dueAt),
        latePercent: arrival.lateness && Math.round(arrival.lateness * 100),
        late: dueAt !== null && isLate(arrival, dueAt),
      };
    }),
    withoutPlace: unknown.map(named),
  };
}

const iso = (at: number) => new Date(at).toISOString();

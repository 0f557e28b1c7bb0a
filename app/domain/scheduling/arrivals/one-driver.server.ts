/** Computes the arrival times of a driver's present route. Nothing is stored. */
import type * as z from 'zod/v4';
import { ARRIVAL_ROADS_TIMEOUT_MS } from '~/lib/time-limits';
import type { Actor } from '~/domain/kernel/actor';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { authorizeAll, authorizeFor } from '~/domain/kernel/permissions';
import { businessZone } from '~/domain/network/settings/network.server';
import { waysFrom } from '~/domain/geography/roads/positions.server';
import { legsAlong } from '~/domain/geography/roads/roads.server';
import type { RoadSource } from '~/domain/geography/roads/texts';
import type { TaskCard } from '~/domain/tasks/model/task';
import { isActive } from '~/domain/tasks/model/transitions';
import { atDriver } from '~/domain/tasks/model/schema';
import { clockAt, clockLabel } from '~/domain/kernel/time';
import { ArrivalsAnswer } from './answers';
import { isLate } from '~/domain/scheduling/timetable/lateness';
import { learnedLately } from './past.server';
import {
  arrivalsNow,
  askedDrive,
  pathOf,
  placesOf,
  positionOf,
  routesNow,
  type Drives,
  type RouteNow,
} from './routes.server';

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
    authorizeFor(actor, 'readTasks', driverId);
    const found = await routeArrivals(driverId);
    if (!found) throw notFound('Driver');
    return found;
  },
);

/** The arrival at the task, and the source of its times. */
export type TaskArrival = Pick<Answer, 'basis'> & Answer['stops'][number];

/** Returns null when no driver is to go there now, or when the place is not known. */
export async function arrivalAt(
  actor: Actor,
  { id, driver_id, status }: Pick<TaskCard, 'id' | 'driver_id' | 'status'>,
): Promise<TaskArrival | null> {
  authorizeAll(actor, 'editAnyTask');
  return arrivalOf({ id, driver_id, status });
}

/** The same for the task's customer, who has a link and no permissions. */
export async function arrivalOf({
  id,
  driver_id,
  status,
}: Pick<TaskCard, 'id' | 'driver_id' | 'status'>): Promise<TaskArrival | null> {
  if (driver_id === null || !isActive(status)) return null;
  const found = await routeArrivals(driver_id, ARRIVAL_ROADS_TIMEOUT_MS);
  const stop = found?.stops.find(({ taskIds }) => taskIds.includes(id));
  if (!found || !stop) return null;
  return { ...stop, basis: found.basis };
}

/** `10:40 AM–10:55 AM`, on business clocks. */
export function rangeText({ earliestAt, latestAt }: TaskArrival, joint = '–'): string {
  const clock = (iso: string) => clockLabel(clockAt(new Date(iso), businessZone()));
  return `${clock(earliestAt)}${joint}${clock(latestAt)}`;
}

/** A route's times by task, in the form for lists of its stops. */
export type ListedArrivals = { finishAt: string | null; at: Record<number, ListedArrival> };
type ListedArrival = Pick<Answer['stops'][number], 'expectedAt' | 'late'>;

export async function listedArrivals(actor: Actor, driverId: number): Promise<ListedArrivals> {
  authorizeFor(actor, 'readTasks', driverId);
  const { finishAt = null, stops = [] } = (await routeArrivals(driverId, ARRIVAL_ROADS_TIMEOUT_MS)) ?? {};
  const at = stops.flatMap(({ taskIds, expectedAt, late }) =>
    taskIds.map((id) => [id, { expectedAt, late }] as const),
  );
  return { finishAt, at: Object.fromEntries(at) };
}

/**
 * Returns the drives by road, as far as the answers come in time. The source counts for all of them, because
 * one estimated drive moves all arrivals after it.
 */
export async function drivesOf(
  route: RouteNow,
  patienceMs?: number,
): Promise<{ drives: Drives; source: RoadSource }> {
  const path = pathOf(route);
  const position = positionOf(route);
  const [first] = placesOf(route);
  if (!position || !first) {
    const { seconds, source } = await legsAlong(path, patienceMs);
    return { drives: { path: seconds }, source };
  }
  const [along, ahead] = await Promise.all([
    legsAlong(path, patienceMs),
    waysFrom([position], [first], patienceMs),
  ]);
  const fromPosition = ahead.ways[0]?.[0]?.seconds ?? null;
  const isByRoad = fromPosition !== null || typeof askedDrive(route)?.seconds === 'number';
  const source = path.length > 1 ? along.source : ahead.source;
  return { drives: { path: along.seconds, fromPosition }, source: isByRoad ? source : 'estimate' };
}

/** Returns null for a user who is not a driver. */
async function routeArrivals(driverId: number, patienceMs?: number): Promise<Answer | null> {
  const [[route], learned] = await Promise.all([routesNow(driverId), learnedLately()]);
  if (!route) return null;
  const { drives, source } = await drivesOf(route, patienceMs);
  const at = new Date();
  const { arrivals, finish, unknown, begin } = arrivalsNow(route, drives, at, learned);
  return {
    driverId,
    computedAt: at.toISOString(),
    basis: { from: begin.from, at: begin.at && new Date(begin.at).toISOString(), roads: source },
    finishAt: isoOrNull(finish),
    stops: arrivals.map((arrival) => {
      const dueAt = route.stops[Number(arrival.key)]?.dueAt ?? null;
      return {
        ...named(route, arrival.key),
        expectedAt: iso(arrival.expected),
        waitsUntil: isoOrNull(arrival.waitsUntil),
        breakUntil: isoOrNull(arrival.brokeUntil),
        earliestAt: iso(arrival.from),
        latestAt: iso(arrival.to),
        deliverBy: isoOrNull(dueAt),
        latePercent: arrival.lateness && Math.round(arrival.lateness * 100),
        late: dueAt !== null && isLate(arrival, dueAt),
      };
    }),
    withoutPlace: unknown.map((key) => named(route, key)),
  };
}

function named({ stops }: RouteNow, key: string) {
  const { tasks = [] } = stops[Number(key)] ?? {};
  const { location = '', address = '' } = tasks[0] ?? {};
  return { taskIds: tasks.map(({ id }) => id), location, address };
}

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

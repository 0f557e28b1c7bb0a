/**
 * Computes when the routes of all drivers are done, and which stops are late. The result is shared by all
 * requests until something changes.
 */
import * as z from 'zod/v4';
import { row } from 'db/connection';
import { query } from '~/domain/kernel/command.server';
import { knownLegs, legsAlong } from '~/domain/geography/roads/roads.server';
import {
  eachVersion,
  LISTS_VERSION,
  listsVersion,
  rememberByVersion,
} from '~/domain/platform/sync/versions.server';
import { ARRIVAL_ROADS_TIMEOUT_MS } from '~/lib/time-limits';
import type { Actor } from '~/domain/kernel/actor';
import { notFound } from '~/domain/kernel/errors';
import { authorizeAll, authorizeFor } from '~/domain/kernel/permissions';
import { waysFrom } from '~/domain/geography/roads/drives.server';
import type { RoadSource } from '~/domain/geography/roads/texts';
import type { TaskCard } from '~/domain/tasks/model/task';
import { atDriver } from '~/domain/tasks/model/schema';
import { estimateRoute } from '~/domain/geography/distance';
import { isLate, LEAST_LATE_MS, lateOf } from '~/domain/scheduling/timetable/lateness';
import { readId } from '~/domain/kernel/ids';
import { known, moment } from '~/domain/kernel/schema';
import { stopsDoneToday } from './done.server';
import { learnedLately } from './past.server';
import {
  arrivalsNow,
  askedDrive,
  type Drives,
  pathOf,
  placesOf,
  positionOf,
  type RouteNow,
  routesNow,
} from './routes.server';
import { readersClock } from '~/domain/network/settings/business-time.server';
import { isInRoute, isUnderWay } from '~/domain/tasks/model/statuses';

/** Arrival times in answers of the API. */

const stop = z.strictObject({
  taskIds: z.array(known).describe('Tasks at one place are one stop'),
  location: z.string(),
  address: z.string(),
});

export const ArrivalsAnswer = z
  .strictObject({
    driverId: known,
    computedAt: moment,
    basis: z.strictObject({
      from: z
        .enum(['position', 'stop', 'start', 'now'])
        .describe(
          'What the first drive begins with: the driver’s position, the last completed stop, the start, or an unknown place',
        ),
      at: moment.nullable().describe('Of the position, or of leaving that stop'),
      roads: z
        .enum(['google', 'region', 'osrm', 'valhalla', 'estimate'])
        .describe('Where the times of drives come from'),
    }),
    finishAt: moment.nullable(),
    stops: z.array(
      z.strictObject({
        ...stop.shape,
        expectedAt: moment.describe('When the time at the stop begins: not before `deliver_after`'),
        waitsUntil: moment
          .nullable()
          .describe('The `deliver_after` that the driver waits for; null for a driver who is not early'),
        breakUntil: moment
          .nullable()
          .describe('When the break ends that comes before it; breaks without a time are not counted'),
        earliestAt: moment,
        latestAt: moment.describe('With `earliestAt` the range that most arrivals are within'),
        deliverBy: moment.nullable().describe('The first of its tasks'),
        latePercent: z
          .int()
          .min(0)
          .max(100)
          .nullable()
          .describe('How likely it is late; null without `deliverBy`'),
        late: z.boolean().describe('More likely than not, and by at least 5 minutes'),
      }),
    ),
    withoutPlace: z.array(stop).describe('Stops that are left out, as nobody knows where they are'),
  })
  .meta({ id: 'Arrivals' });

/** More stops of one driver could not be told apart in one line. */
const MOST_DONE = 20;
const MOST_TO_COME = 30;

/** The arrivals of a whole route, for the board. */
export const DriverArrivalsAnswer = z
  .strictObject({
    driverId: known,
    finishAt: moment.nullable().describe('When the last stop is done; null when no stop has a place'),
    standingSince: moment
      .nullable()
      .describe(
        'Since when the driver, by positions, has been at one place where there is nothing to do; null before 10 minutes',
      ),
    overtimeMinutes: z
      .int()
      .nullable()
      .describe('From the end of the shift until the last stop is done; null without a shift, and below 5'),
    late: z
      .array(known)
      .describe(
        'Tasks that will likely miss their `deliver_by`, or else the end of what their run promises, by at least 5 minutes',
      ),
    stops: z
      .array(
        z.strictObject({
          taskId: known.describe('The first task of the stop'),
          location: z.string(),
          at: moment.describe('When it was completed, or when the driver is expected; whole minutes'),
          state: z.enum(['done', 'going', 'expected']),
          urgent: z.boolean(),
          late: z.boolean().describe('Has a task that is in `late`'),
        }),
      )
      .describe(
        `Stops completed today, at most the last ${String(MOST_DONE)}, and then those to come that have a place, at most ${String(MOST_TO_COME)}`,
      ),
  })
  .meta({ id: 'DriverArrivals' });
export type DriverArrivals = z.output<typeof DriverArrivalsAnswer>;

const OfDrivers = z.strictObject({
  drivers: z
    .string()
    .max(1_000)
    .transform((ids) => ids.split(',').map((each) => readId(each) ?? NaN))
    .pipe(z.array(z.number('drivers must be ids, separated by commas')))
    .optional()
    .describe('Only these drivers: ids, separated by commas'),
});

/** Drivers move and time passes without a new version, so results get old after this time. */
const FRESH_MS = 30_000;

const remembered = rememberByVersion<DriverArrivals[]>(1);
/** Counts the changes of the known roads: times are computed anew after each. */
let news = 0;

/** Call it when some of the drives are newly known by road. */
export function roadsHaveChanged(): void {
  news += 1;
}

export const listArrivals = query(
  {
    summary: 'When each driver’s route is done, and which deliveries come late',
    about:
      'Of the drivers with a route or with stops done today; at most half a minute old. Times of one route: the next call.',
    may: 'readBoard',
    input: OfDrivers,
    answer: z.array(DriverArrivalsAnswer),
  },
  async ({ actor, input: { drivers } }) => {
    const all = await current(await listsVersion(actor, 'all'));
    return drivers ? all.filter(({ driverId }) => drivers.includes(driverId)) : all;
  },
);

/** Returns the tasks of all routes that will be late. */
export async function lateNow(): Promise<number[]> {
  const found = await row<{ version: number }>(LISTS_VERSION);
  return (await current(found?.version ?? 0)).flatMap(({ late }) => late);
}

function current(version: number): Promise<DriverArrivals[]> {
  const age = `${String(Math.floor(Date.now() / FRESH_MS))} ${String(news)}`;
  return remembered('all', `${String(version)} ${age}`, () => listed(age));
}

type Computed = { age: string; versions: Map<number, number>; drivers: Map<number, DriverArrivals> };
let latest: Computed | null = null;

/**
 * Computes the arrivals of drivers whose lists have changed, and after a while those of all: what the version of a list
 * does not cover, such as positions, counts within that time.
 * @param age changes when all results are too old.
 */
async function listed(age: string): Promise<DriverArrivals[]> {
  const before = latest?.age === age ? latest : null;
  const versions = new Map((await eachVersion()).map(({ owner, version }) => [owner, version]));
  const changed =
    before && [...versions].flatMap(([owner, at]) => (before.versions.get(owner) === at ? [] : [owner]));
  const drivers = new Map(before?.drivers);
  for (const owner of changed ?? []) drivers.delete(owner);
  if (changed?.length !== 0) for (const found of await compute(changed)) drivers.set(found.driverId, found);
  latest = { age, versions, drivers };
  return [...drivers.values()].sort((one, other) => one.driverId - other.driverId);
}

/** A shorter stand may be a jam. */
const STANDING_MS = 10 * 60_000;

async function compute(drivers: number[] | null): Promise<DriverArrivals[]> {
  const at = new Date();
  const [found, done] = await Promise.all([allArrivals(at, drivers), stopsDoneToday(drivers)]);
  const doneOf = (driverId: number) =>
    (done.get(driverId) ?? [])
      .slice(-MOST_DONE)
      .map((stop) => ({ ...stop, at: minute(Date.parse(stop.at)), state: 'done' as const, ...CALM }));
  const onRoute = new Set(found.map(({ route }) => route.driverId));
  return [
    ...found.map((each) => ofRoute(each, at, doneOf(each.route.driverId))),
    ...[...done.keys()]
      .filter((driverId) => !onRoute.has(driverId))
      .map((driverId) => ({ ...NO_ROUTE, driverId, stops: doneOf(driverId) })),
  ];
}

const CALM = { urgent: false, late: false };
const NO_ROUTE = { finishAt: null, standingSince: null, overtimeMinutes: null, late: [] };

function ofRoute(
  { route, arrivals, finish, standingSince }: Awaited<ReturnType<typeof allArrivals>>[number],
  at: Date,
  done: DriverArrivals['stops'],
): DriverArrivals {
  const stands = standingSince !== null && at.getTime() - standingSince >= STANDING_MS;
  const end = route.duty.endsAt;
  const overtime = finish === null || end === null ? 0 : finish - end;
  const toCome = arrivals.map((arrival) => {
    const { tasks = [] } = route.stops[Number(arrival.key)] ?? {};
    return { tasks, expected: arrival.expected, late: lateOf(tasks, arrival) };
  });
  return {
    driverId: route.driverId,
    standingSince: stands ? iso(standingSince) : null,
    finishAt: isoOrNull(finish),
    overtimeMinutes: overtime < LEAST_LATE_MS ? null : Math.round(overtime / MINUTE_MS),
    late: toCome.flatMap(({ late }) => late),
    stops: [
      ...done,
      ...toCome.slice(0, MOST_TO_COME).map(({ tasks, expected, late }) => ({
        taskId: tasks[0]?.id ?? 0,
        location: tasks[0]?.location ?? '',
        at: minute(expected),
        state: tasks.some(isUnderWay) ? ('going' as const) : ('expected' as const),
        urgent: tasks.some(({ priority }) => priority === 'urgent'),
        late: late.length > 0,
      })),
    ],
  };
}

const MINUTE_MS = 60_000;
const minute = (at: number) => iso(Math.round(at / MINUTE_MS) * MINUTE_MS);

/** Computes the arrivals of drivers with a route. @param drivers null for all */
export async function allArrivals(at: Date, drivers: number[] | null = null) {
  const [found, learned] = await Promise.all([routesNow(drivers), learnedLately()]);
  const routes = found.filter(({ stops }) => stops.length > 0);
  const legs = await knownLegs(routes.map(pathOf));
  return routes.map((route, index) => ({
    route,
    ...arrivalsNow(route, { path: legs[index] ?? [] }, at, learned),
  }));
}

/** Computes the arrival times of a driver's present route. Nothing is stored. */

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
    return found.answer;
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
  if (driver_id === null || !isInRoute({ status })) return null;
  const found = (await routeArrivals(driver_id, ARRIVAL_ROADS_TIMEOUT_MS))?.answer;
  const stop = found?.stops.find(({ taskIds }) => taskIds.includes(id));
  if (!found || !stop) return null;
  return { ...stop, basis: found.basis };
}

/** `10:40 AM–10:55 AM` on business clocks, as the reader writes it. */
export function rangeText(
  { earliestAt, latestAt }: Pick<TaskArrival, 'earliestAt' | 'latestAt'>,
  joint = '–',
): string {
  return `${readersClock(earliestAt)}${joint}${readersClock(latestAt)}`;
}

/** A route's times by task, in the form for lists of its stops. */
export type ListedArrivals = { finishAt: string | null; at: Record<number, ListedArrival> };
type ListedArrival = Pick<Answer['stops'][number], 'expectedAt' | 'late'> & {
  /** From the point before on the route, estimated from the straight line; null where that is unknown. */
  metres: number | null;
};

export async function listedArrivals(actor: Actor, driverId: number): Promise<ListedArrivals> {
  authorizeFor(actor, 'readTasks', driverId);
  const found = await routeArrivals(driverId, ARRIVAL_ROADS_TIMEOUT_MS);
  if (!found) return { finishAt: null, at: {} };
  const at = found.answer.stops.flatMap(({ taskIds, expectedAt, late }, index) =>
    taskIds.map((id) => [id, { expectedAt, late, metres: found.legs[index] ?? null }] as const),
  );
  return { finishAt: found.answer.finishAt, at: Object.fromEntries(at) };
}

/**
 * Returns the drives by road, as far as the answers come in time. The source counts for all of them, because
 * one estimated drive moves all arrivals after it.
 */
export async function drivesOf(
  route: RouteNow,
  timeoutMs?: number,
): Promise<{ drives: Drives; source: RoadSource }> {
  const path = pathOf(route);
  const position = positionOf(route);
  const [first] = placesOf(route);
  if (!position || !first) {
    const { seconds, source } = await legsAlong(path, timeoutMs);
    return { drives: { path: seconds }, source };
  }
  const [along, ahead] = await Promise.all([
    legsAlong(path, timeoutMs),
    waysFrom([position], [first], timeoutMs),
  ]);
  const fromPosition = ahead.ways[0]?.[0]?.seconds ?? null;
  const isByRoad = fromPosition !== null || typeof askedDrive(route)?.seconds === 'number';
  const source = path.length > 1 ? along.source : ahead.source;
  return { drives: { path: along.seconds, fromPosition }, source: isByRoad ? source : 'estimate' };
}

type RouteArrivals = {
  answer: Answer;
  /** Meters to each of the answer's stops from the point before. */
  legs: (number | null)[];
};

/** Returns null for a user who is not a driver. */
async function routeArrivals(driverId: number, timeoutMs?: number): Promise<RouteArrivals | null> {
  const [[route], learned] = await Promise.all([routesNow([driverId]), learnedLately()]);
  if (!route) return null;
  const { drives, source } = await drivesOf(route, timeoutMs);
  const at = new Date();
  const { arrivals, finish, unknown, begin } = arrivalsNow(route, drives, at, learned);
  const { legs } = estimateRoute(
    begin.place,
    route.stops.map(({ place }) => place),
  );
  const answer: Answer = {
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
  return { answer, legs: arrivals.map(({ key }) => roundOrNull(legs[Number(key)] ?? null)) };
}

function named({ stops }: RouteNow, key: string) {
  const { tasks = [] } = stops[Number(key)] ?? {};
  const { location = '', address = '' } = tasks[0] ?? {};
  return { taskIds: tasks.map(({ id }) => id), location, address };
}

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));
const roundOrNull = (metres: number | null) => (metres === null ? null : Math.round(metres));

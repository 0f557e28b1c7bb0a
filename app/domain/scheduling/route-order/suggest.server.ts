/** Suggests a driver's route and applies a suggestion. */
import { transaction } from 'db/connection';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, DomainError, invalid, notFound } from '~/domain/kernel/errors';
import { authorizeFor } from '~/domain/kernel/permissions';
import { zoneOffset } from '~/domain/kernel/time';
import { env } from '~/process/env.server';
import { atDriver } from '~/domain/tasks/model/schema';
import { RouteAnswer } from '~/domain/tasks/model/answers';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { reorderTasks, requireRouteOf, routeOf } from '~/domain/tasks/ordering/reorder.server';
import { type LatLng, toLatLng } from '~/domain/geography/coordinates';
import { businessZone } from '~/domain/network/settings/network.server';
import {
  arrivalsNow,
  type Begin,
  beginOf,
  positionOf,
  type RouteNow,
  routesNow,
} from '~/domain/scheduling/arrivals/routes.server';
import { drivesOf } from '~/domain/scheduling/arrivals/arrivals.server';
import { learnedLately } from '~/domain/scheduling/arrivals/past.server';
import type { Learned } from '~/domain/scheduling/timetable/learned';
import { isLate } from '~/domain/scheduling/timetable/lateness';
import { type Arrival, hourOfWeek } from '~/domain/scheduling/timetable/route-times';
import {
  expectedDrives,
  legsIn,
  type RouteTask,
  serviceOf,
  type Stop,
} from '~/domain/scheduling/timetable/stops';
import { estimatedMatrix, type RoadMatrix } from '~/domain/geography/distance';
import { waysFrom } from '~/domain/geography/roads/drives.server';
import { roadsBetween } from '~/domain/geography/roads/roads.server';
import type { RoutingPreference } from '~/domain/geography/roads/texts';
import { roadNotes } from '~/words/en/roads';
import { ORDER_QUEUE_TIMEOUT_MS, ORDER_TIMEOUT_MS } from '~/lib/time-limits';
import {
  optimizeOrder,
  type OrderProblem,
  presentOrder,
} from '~/domain/scheduling/route-optimizer/optimizer';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import { log } from '~/process/log.server';
import { type OrderStop, type Pair, planOf, problemOf, rowsAlong } from './route-problem';
import {
  ApplyRoute,
  AvailableAnswer,
  NoQuery,
  OptimizeRoute,
  SuggestedAnswer,
  type SuggestedRoute,
  type SuggestedStop,
} from './schema';
import { say } from '~/domain/kernel/sentence';
import { isUnderWay } from '~/domain/tasks/model/statuses';

/** Runs the optimizer. Larger problems run in a worker thread, so that requests are answered meanwhile. */

/** Problems of this size take a few milliseconds, so a thread would not pay off. */
const INLINE_UP_TO = 12;

const threads = new WorkerPool({
  file: './route-worker.js',
  runtime: 'worker_threads',
  atOnce: 2,
  answerWithinMs: ORDER_TIMEOUT_MS,
  longestWaitMs: ORDER_QUEUE_TIMEOUT_MS,
  refuse: (refusal) => new WorkerFailed(refusal),
});

/**
 * Returns the best order. If none is found in time, returns the present one with as few changes as the rules
 * need.
 */
export async function bestOrder(problem: OrderProblem): Promise<number[]> {
  if (problem.current.length <= INLINE_UP_TO) return optimizeOrder(problem);
  try {
    return await threads.run<number[]>('order', problem);
  } catch (error) {
    log.error({ err: error }, 'the route search gave up');
    return presentOrder(problem);
  }
}

/** Estimates need no provider, so suggestions are always available unless they are switched off. */
export const isAvailable = () => env.ROUTE_OPTIMIZATION === 'on';

export const routesAvailable = query(
  {
    summary: 'Whether route suggestions are available',
    may: 'signed in',
    input: NoQuery,
    answer: AvailableAnswer,
  },
  () => Promise.resolve({ available: isAvailable() }),
);

/**
 * Suggests an order: stops under way stay first, then urgent stops, then the others, each part as short as
 * possible from where the driver is. Nothing is changed. The times are equal to those of arrivals in the same
 * order.
 * @throws invalid when the driver has no active task.
 */
export const suggestRoute = command(
  {
    summary: 'Suggests an order for the stops',
    about:
      'Changes nothing. `returnToDealership` includes the trip back; `note` says why the configured source of road times was not used.',
    may: 'reorderTasks',
    at: atDriver,
    input: OptimizeRoute,
    answer: SuggestedAnswer,
  },
  async ({
    actor,
    driverId,
    input: { routingPreference = 'traffic-aware', returnToDealership = false },
  }): Promise<SuggestedRoute> => {
    authorizeFor(actor, 'reorderTasks', driverId);
    const [[route], learned] = await Promise.all([routesNow([driverId]), learnedLately()]);
    if (!route) throw notFound('Driver');
    if (!isAvailable()) throw new DomainError('unavailable', say('routesUnavailable'));
    if (route.stops.length === 0) throw invalid(say('noActiveTasks'));
    const at = new Date();
    const hour = hourOfWeek(at.getTime(), zoneOffset(at, businessZone()));
    const begin = beginOf(route, at.getTime());
    const plan = planOf(
      begin.place,
      route.stops.map((stop) => orderStop(stop, at, learned)),
      pairsOf(route.stops),
      returnToDealership ? toLatLng(...route.startAt) : null,
    );
    const { matrix: roads, source, note } = await roadsOf(plan.points, route, begin, routingPreference);
    const outside = outsideOf(plan.row, roads, route.stops);
    // Times with traffic are already what people drive; other road times are corrected by past drives.
    const isLive = source === 'google';
    const drives = isLive ? { ...learned, leg: withoutDeviation } : learned;
    const estimate = once(() => estimatedMatrix(plan.points));
    const timesOf = (order: number[]) => {
      const rows = rowsAlong(plan, order);
      const { metres, seconds, isEstimated } = legsIn(roads, rows, estimate);
      const isFromPosition = begin.from === 'position';
      const [fromPosition = null] = isFromPosition ? seconds : [];
      const path = isFromPosition ? seconds.slice(1) : seconds;
      const arrivals = arrivalsNow(inOrder(route, order), { path, fromPosition }, at, drives);
      const wayBack = plan.end === null ? 0 : drives.leg(seconds.at(-1) ?? 0, hour).seconds;
      return {
        arrivals,
        isEstimated,
        metres: metres.reduce((sum, leg) => sum + leg, 0),
        minutes: (arrivals.doneAt - arrivals.setsOutAt) / MINUTE_MS + wayBack / 60,
      };
    };
    const underWay = timesOf(plan.going).arrivals;
    const { problem, read } = problemOf(
      plan,
      isLive ? roads.seconds : expectedDrives(roads.seconds, learned, hour),
      Math.max(0, underWay.doneAt - at.getTime()) / 1_000,
    );
    const order = read(await bestOrder(problem));
    const [present, suggested] = [timesOf([...route.stops.keys()]), timesOf(order)];
    const ordered = inOrder(route, order);
    const { arrivals } = isLive ? await arrivalsByRoad(ordered, at, learned) : suggested.arrivals;
    const arrivalAt = (number: number) => arrivals.find(({ key }) => key === String(number));
    return {
      suggestedOrder: underWayFirst(ordered.stops),
      stops: ordered.stops.map((stop, number) => suggestedStop(stop, arrivalAt(number), at)),
      start: begin.place,
      returnsToDealership: plan.end !== null,
      estimatedTimeSavings: Math.max(0, Math.round(present.minutes - suggested.minutes)),
      totalDistance: Math.round(suggested.metres),
      totalDuration: Math.round(suggested.minutes),
      estimated: suggested.isEstimated || present.isEstimated,
      source,
      note: [note, outside.length > 0 && roadNotes.outside(outside)].filter(Boolean).join(' ') || null,
      withoutCoordinates: route.stops
        .filter(({ place }) => place === null)
        .flatMap(({ tasks }) => tasks.map(({ id }) => id)),
    };
  },
);

const MINUTE_MS = 60_000;

const withoutDeviation: Learned['leg'] = (seconds) => ({ seconds, deviation: 0 });

const inOrder = (route: RouteNow, order: number[]): RouteNow => ({
  ...route,
  stops: order.flatMap((number) => route.stops[number] ?? []),
});

/**
 * The same times as on the driver's page and the board. Google is not asked for them, as it bills every pair.
 */
async function arrivalsByRoad(route: RouteNow, at: Date, learned: Learned) {
  const { drives } = await drivesOf(route);
  return arrivalsNow(route, drives, at, learned);
}

/**
 * Drives from the driver's position are asked for separately: pairs of places are remembered, but positions
 * must not be.
 */
async function roadsOf(points: LatLng[], route: RouteNow, { from }: Begin, preference: RoutingPreference) {
  const position = positionOf(route);
  if (from !== 'position' || !position) return roadsBetween(points, preference);
  const places = points.slice(1);
  const [roads, { ways }] = await Promise.all([
    roadsBetween(places, preference),
    waysFrom([position], places),
  ]);
  const whole = estimatedMatrix(points);
  ways[0]?.forEach((way, index) => {
    if (!way) return;
    whole.seconds[index + 1] = way.seconds;
    whole.metres[index + 1] = way.metres;
  });
  return { ...roads, matrix: behindFirst(whole, roads.matrix) };
}

/** Joins two matrices: the first row and column are those of `whole`, and all others are those of `rest`. */
function behindFirst(whole: RoadMatrix, rest: RoadMatrix): RoadMatrix {
  const [size, inner] = [Math.sqrt(whole.seconds.length), Math.sqrt(rest.seconds.length)];
  for (let row = 0; row < inner; row += 1)
    for (let column = 0; column < inner; column += 1) {
      const [to, from] = [(row + 1) * size + column + 1, row * inner + column];
      whole.seconds[to] = rest.seconds[from] ?? Infinity;
      whole.metres[to] = rest.metres[from] ?? Infinity;
    }
  const outside = new Set([...(rest.outside ?? [])].map((row) => row + 1));
  return { ...whole, isEstimated: rest.isEstimated, outside };
}

/** Returns the names of stops, and of the start, that are outside of the street map. */
function outsideOf(row: number[], { outside }: RoadMatrix, stops: Stop[]): string[] {
  if (!outside) return [];
  const names = stops.flatMap(({ tasks: [first] }, number) =>
    first && outside.has(row[number] ?? -1) ? [first.location] : [],
  );
  return outside.size > names.length ? ['The start of the route', ...names] : names;
}

function suggestedStop(
  { tasks, place, dueAt }: Stop,
  arrival: Arrival | undefined,
  now: Date,
): SuggestedStop {
  const [first] = tasks;
  const minutesTo = (at: number) => Math.round((at - now.getTime()) / MINUTE_MS);
  const isOverdue = arrival !== undefined && dueAt !== null && isLate(arrival, dueAt);
  return {
    taskIds: tasks.map(({ id }) => id),
    location: first?.location ?? '',
    address: first?.address ?? '',
    at: place,
    minutesUntilArrival: arrival ? Math.max(0, minutesTo(arrival.expected)) : null,
    secondsUntilArrival: arrival ? Math.round((arrival.expected - now.getTime()) / 1_000) : null,
    minutesLate: isOverdue ? minutesTo(arrival.expected) - minutesTo(dueAt) : 0,
  };
}

/**
 * Puts the driver's active tasks into the suggested order.
 * @throws conflict, with the current tasks, when the suggestion was made for others.
 */
export const applyRoute = command(
  {
    summary: 'Applies a suggested order',
    about: '409 if the tasks have changed since.',
    may: 'reorderTasks',
    input: ApplyRoute,
    answer: RouteAnswer,
    refusals: [404],
  },
  async ({ actor, input: { driverId, taskIds } }) => {
    await requireRouteOf(actor, driverId);
    return transaction(async () => {
      await lockLists([driverId]);
      const active = (await routeOf(driverId)).map(({ id }) => id);
      const wanted = new Set(taskIds);
      if (active.length !== wanted.size || !active.every((id) => wanted.has(id)))
        throw conflict(say('routeListChanged'), { current: { taskIds: active } });
      const applied = await reorderTasks({ actor, driverId, input: { taskIds } });
      return { driverId, taskIds: applied.taskIds };
    });
  },
);

/** Returns a stop in the form that the search needs. */
export function orderStop(stop: Stop, now: Date, learned: Learned): OrderStop {
  return {
    at: stop.place,
    isGoing: stop.tasks.some(isUnderWay),
    isUrgent: stop.tasks.some(({ priority }) => priority === 'urgent'),
    dueIn: stop.dueAt === null ? null : (stop.dueAt - now.getTime()) / 1_000,
    service: serviceOf(stop, learned),
  };
}

/** A delivery comes after its transfer. */
export function pairsOf(stops: Stop[]): Pair[] {
  const stopOfTask = new Map(stops.flatMap(({ tasks }, stop) => tasks.map(({ id }) => [id, stop] as const)));
  return stops.flatMap(({ tasks }, then) =>
    tasks.flatMap(({ linkedTo }) => {
      const first = linkedTo === null ? undefined : stopOfTask.get(linkedTo);
      return first === undefined || first === then ? [] : [[first, then] as const];
    }),
  );
}

function underWayFirst(stops: Stop[]): SuggestedRoute['suggestedOrder'] {
  const tasks = stops.flatMap((stop) => stop.tasks);
  const isGoing = ({ status }: RouteTask) => isUnderWay({ status });
  return [...tasks.filter(isGoing), ...tasks.filter((task) => !isGoing(task))].map(
    ({ id, location, address }) => ({ id, location, address }),
  );
}

function once(make: () => RoadMatrix): () => RoadMatrix {
  let made: RoadMatrix | undefined;
  return () => (made ??= make());
}

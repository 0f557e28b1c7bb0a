/** Suggests a driver's route and applies a suggestion. */
import { row, transaction } from 'db/connection';
import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, DomainError, forbidden, invalid, notFound } from '~/domain/kernel/errors';
import { authorize } from '~/domain/kernel/permissions';
import { env } from '~/process/env.server';
import { RouteAnswer } from '~/domain/tasks/model/answers';
import { groupByStop } from '~/domain/tasks/model/stops';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { onRouteOf, routeOf } from '~/domain/tasks/ordering/ordering.server';
import { atDriver } from '~/domain/tasks/model/schema';
import { reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import { toLatLng, type LatLng } from '~/domain/geography/coordinates';
import { bestOrder } from './order.server';
import { planOf, problemOf, type Pair, type Stop } from './route-problem';
import { timetableOf } from '~/domain/scheduling/timetable/drives';
import { estimatedMatrix, type RoadMatrix } from '~/domain/geography/distance';
import { roadsBetween } from '~/domain/geography/roads/roads.server';
import {
  ApplyRoute,
  AvailableAnswer,
  NoQuery,
  OptimizeRoute,
  SuggestedAnswer,
  type SuggestedRoute,
  type SuggestedStop,
} from './schema';
import { NO_ACTIVE_TASKS, NOT_AVAILABLE, outsideNote } from '~/domain/geography/roads/texts';

/** Estimates need no provider, so routes are always available unless switched off. */
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
 * Stops under way stay first, then urgent stops, then the rest, each as short as possible from the driver's dealership.
 * Changes nothing.
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
    const start = await startOf(actor, driverId);
    if (!isAvailable()) throw new DomainError('unavailable', NOT_AVAILABLE);
    const tasks = await activeTasks(driverId);
    if (tasks.length === 0) throw invalid(NO_ACTIVE_TASKS);
    const groups = groupByStop(tasks);
    const now = Date.now();
    const plan = planOf(
      start,
      groups.map((group) => stopOf(group, now)),
      pairsOf(groups),
      returnToDealership,
    );
    const { matrix: roads, source, note } = await roadsBetween(plan.points, routingPreference);
    const outside = outsideOf(plan.row, roads, groups);
    const { problem, read } = problemOf(plan, roads);
    const order = read(await bestOrder(problem));
    const estimate = once(() => estimatedMatrix(plan.points));
    const present = timetableOf(plan, [...groups.keys()], roads, estimate);
    const suggested = timetableOf(plan, order, roads, estimate);
    return {
      suggestedOrder: inOrderOf(groups, order).map(({ id, location, address }) => ({
        id,
        location,
        address,
      })),
      stops: order.flatMap((number) => {
        const [group, stop] = [groups[number], plan.stops[number]];
        return group && stop ? [suggestedStop(group, stop, suggested.arrivals[number] ?? null)] : [];
      }),
      start,
      returnsToDealership: plan.comesBack,
      estimatedTimeSavings: Math.max(0, Math.round(present.minutes - suggested.minutes)),
      totalDistance: Math.round(suggested.metres),
      totalDuration: Math.round(suggested.minutes),
      estimated: suggested.isEstimated || present.isEstimated,
      source,
      note: [note, outside.length > 0 && outsideNote(outside)].filter(Boolean).join(' ') || null,
      withoutCoordinates: groups
        .filter((_, number) => plan.stops[number]?.at === null)
        .flatMap((group) => group.map(({ id }) => id)),
    };
  },
);

/** Names of what the street map does not have: stops, and the start. */
function outsideOf(row: number[], { outside }: RoadMatrix, groups: ActiveTask[][]): string[] {
  if (!outside) return [];
  const stops = groups.flatMap(([first], number) =>
    first && outside.has(row[number] ?? -1) ? [first.location] : [],
  );
  return outside.size > stops.length ? ['The start of the route', ...stops] : stops;
}

function suggestedStop(group: ActiveTask[], { at, dueIn }: Stop, arrival: number | null): SuggestedStop {
  const [first] = group;
  return {
    taskIds: group.map(({ id }) => id),
    location: first?.location ?? '',
    address: first?.address ?? '',
    at,
    minutesUntilArrival: arrival === null ? null : Math.round(arrival / 60),
    minutesLate: arrival === null || dueIn === null ? 0 : Math.max(0, Math.round((arrival - dueIn) / 60)),
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
    await startOf(actor, driverId);
    return transaction(async () => {
      await lockLists([driverId]);
      const active = (await routeOf(driverId)).map(({ id }) => id);
      const wanted = new Set(taskIds);
      if (active.length !== wanted.size || !active.every((id) => wanted.has(id)))
        throw conflict('The task list has changed. Suggest a route again', { current: { taskIds: active } });
      const applied = await reorderTasks({ actor, driverId, input: { taskIds } });
      return { driverId, taskIds: applied.taskIds };
    });
  },
);

/** The driver's start; null when unknown. @throws forbidden for another driver's route. */
async function startOf(actor: Actor, driverId: number): Promise<LatLng | null> {
  if (authorize(actor, 'reorderTasks') === 'own' && driverId !== actor.id) throw forbidden();
  const driver = await row<{ latitude: string | null; longitude: string | null }>(
    `select d.latitude::text, d.longitude::text
     from users u left join dealership_locations d on d.name = u.dealerships[1]
     where u.id = $driverId and u.deactivated_at is null and 'driver' = any(u.roles)`,
    { driverId },
  );
  if (!driver) throw notFound('Driver');
  return toLatLng(driver.latitude, driver.longitude);
}

const activeTasks = (driverId: number) =>
  Task.findRows(
    [
      ...(['id', 'status', 'priority', 'location', 'address', 'linked_task_id', 'need_by'] as const),
      ...(['latitude', 'longitude'] as const),
    ],
    onRouteOf(driverId),
  );
type ActiveTask = Awaited<ReturnType<typeof activeTasks>>[number];

function stopOf(group: ActiveTask[], now: number): Stop {
  const dues = group.flatMap(({ need_by }) => (need_by ? [(need_by.getTime() - now) / 1000] : []));
  const places = group.flatMap(({ latitude, longitude }) => toLatLng(latitude, longitude) ?? []);
  return {
    at: places[0] ?? null,
    isGoing: group.some(({ status }) => status === 'going'),
    isUrgent: group.some(({ priority }) => priority === 'urgent'),
    dueIn: dues.length > 0 ? Math.min(...dues) : null,
  };
}

/** A delivery comes after its transfer. */
function pairsOf(groups: ActiveTask[][]): Pair[] {
  const stopOfTask = new Map(groups.flatMap((group, stop) => group.map(({ id }) => [id, stop] as const)));
  return groups.flatMap((group, then) =>
    group.flatMap(({ linked_task_id }) => {
      const first = linked_task_id === null ? undefined : stopOfTask.get(linked_task_id);
      return first === undefined || first === then ? [] : [[first, then] as const];
    }),
  );
}

/** The tasks of the stops, those under way first. */
function inOrderOf(groups: ActiveTask[][], order: number[]): ActiveTask[] {
  const tasks = order.flatMap((stop) => groups[stop] ?? []);
  const isGoing = ({ status }: ActiveTask) => status === 'going';
  return [...tasks.filter(isGoing), ...tasks.filter((task) => !isGoing(task))];
}

function once(make: () => RoadMatrix): () => RoadMatrix {
  let made: RoadMatrix | undefined;
  return () => (made ??= make());
}

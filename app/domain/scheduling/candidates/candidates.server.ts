/**
 * Computes how much a task would add to the route of each driver, and where it would stand. Nothing is
 * stored.
 */
import { rows, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import type { Task } from 'db/models/tasks';
import { CANDIDATE_ROADS_TIMEOUT_MS } from '~/lib/time-limits';
import { preparedCommand, query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { learnedLately } from '~/domain/scheduling/arrivals/past.server';
import {
  pathOf,
  positionOf,
  type RouteNow,
  routesNow,
  taskForRoute,
} from '~/domain/scheduling/arrivals/routes.server';
import type { LatLng } from '~/domain/geography/coordinates';
import { drivesAround, waysFrom } from '~/domain/geography/roads/drives.server';
import { type RouteTask, stopOf } from '~/domain/scheduling/timetable/stops';
import { atTask } from '~/domain/tasks/model/schema';
import { disambiguateNames } from '~/domain/network/users/queries.server';
import { groupByStop } from '~/domain/tasks/model/stops';
import { requireDriver } from '~/domain/tasks/lifecycle/change.server';
import { record } from '~/domain/tasks/events/record.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { give, withPlaces } from '~/domain/tasks/lifecycle/move.server';
import { renumber, routeOf } from '~/domain/tasks/ordering/reorder.server';
import { type Delay, figuresOf } from './figures.server';
import { AssignedAnswer, AssignTask, type Candidate, type Candidates, CandidatesAnswer } from './schema';
import { say, untranslated } from '~/domain/kernel/sentence';
import { isDone, isHeld, isLinked, isQueued, isUnderWay, STATUS } from '~/domain/tasks/model/statuses';

type TaskToAssign = { task: RouteTask; driverId: number | null };

export const listCandidates = query(
  {
    summary: 'Who should take a task',
    about:
      'What the task would add to each driver’s route at the best place, when it would be there, and what it would make late. Stops under way stay in front, urgent ones next, a pickup before the delivery it feeds; nothing else changes its order. `POST /api/tasks/{id}/assign` takes `driver_id` and `behind` from here.',
    may: 'moveTasks',
    at: atTask,
    answer: CandidatesAnswer,
    refusals: [409],
  },
  async ({ taskId }) => candidatesOf(await taskToAssign(taskId), null),
);

/**
 * Returns the task that this task would stand behind in the driver's route; undefined when it can't be
 * computed.
 */
async function bestPlace(taskId: number, driverId: number): Promise<number | null | undefined> {
  const { candidates } = await candidatesOf(await taskToAssign(taskId), driverId);
  return candidates[0]?.added?.behind;
}

async function taskToAssign(taskId: number): Promise<TaskToAssign> {
  const found = await taskForRoute(taskId);
  if (!found) throw notFound('Task');
  const { archived, task, driverId } = found;
  requireOpen({ archived, status: task.status });
  return { task, driverId };
}

/** @throws conflict for a task that can't be given to a driver. */
function requireOpen({ archived, status }: { archived: boolean; status: string }): void {
  if (archived) throw conflict(say('taskArchived'));
  if (isDone({ status }))
    throw conflict(untranslated('completedTaskStays', 'A completed task stays with its driver'));
  if (isLinked({ status })) throw conflict(say('partOfTransfer'));
}

type Figured = {
  cost: number;
  delays: Delay[];
  candidate: Omit<Candidate, 'name' | 'added'>;
  added: Omit<Added, 'makesLate'> | null;
};
type Added = NonNullable<Candidate['added']>;

/** @param only one driver; null for all. */
async function candidatesOf({ task, driverId }: TaskToAssign, only: number | null): Promise<Candidates> {
  const at = new Date();
  const [routes, learned] = await Promise.all([routesNow(only === null ? null : [only]), learnedLately()]);
  const added = stopOf([task]);
  const others = routes.map((route) => without(route, task.id));
  const [drives, ahead] = added.place
    ? await Promise.all([drivesAround(added.place, others.map(pathOf)), fromPositions(others, added.place)])
    : [[], new Map<number, number>()];
  const figured = others.map((route, index): Figured => {
    const found = routes[index];
    const place = found ? placeIn(found, task.id) : -1;
    const own = drives[index];
    const figures =
      own &&
      figuresOf({
        route,
        task,
        drives: own,
        given: place < 0 ? null : place,
        at,
        learned,
        fromPosition: ahead.get(route.driverId) ?? null,
      });
    const { onDuty, shift } = route.duty;
    return {
      cost: figures?.cost ?? route.stops.length,
      delays: figures?.delays ?? [],
      candidate: {
        driverId: route.driverId,
        current: place >= 0,
        onDuty,
        onDutyFrom: onDuty || !shift ? null : new Date(shift.from).toISOString(),
        openStops: route.stops.length,
      },
      added: figures?.added ?? null,
    };
  });
  const [names, named] = await Promise.all([
    namesOf(routes),
    tasksOf(figured.flatMap(({ delays }) => delays.map((delay) => delay.taskId))),
  ]);
  return {
    taskId: task.id,
    driverId,
    computedAt: at.toISOString(),
    note: added.place ? null : `No location: nobody knows where ${task.address || task.location} is.`,
    candidates: figured
      .sort(
        ({ candidate: one, ...first }, { candidate: other, ...second }) =>
          Number(other.onDuty) - Number(one.onDuty) ||
          first.cost - second.cost ||
          one.driverId - other.driverId,
      )
      .map(({ candidate, added: figures, delays }) => ({
        ...candidate,
        name: names.get(candidate.driverId) ?? '',
        added: figures && { ...figures, makesLate: delays.flatMap((delay) => withName(delay, named)) },
      })),
  };
}

/** Returns the seconds by road from the drivers' positions, by driver. */
async function fromPositions(routes: RouteNow[], place: LatLng): Promise<Map<number, number>> {
  const placed = routes.flatMap((route) => {
    const position = positionOf(route);
    return position ? [{ driverId: route.driverId, position }] : [];
  });
  const positions = placed.map(({ position }) => position);
  const { ways } = await waysFrom(positions, [place], CANDIDATE_ROADS_TIMEOUT_MS);
  return new Map(
    placed.flatMap(({ driverId }, index) => {
      const seconds = ways[index]?.[0]?.seconds;
      return seconds === undefined ? [] : [[driverId, seconds] as const];
    }),
  );
}

const placeIn = ({ stops }: RouteNow, taskId: number) =>
  stops.findIndex(({ tasks }) => tasks.some(({ id }) => id === taskId));

function without(route: RouteNow, taskId: number): RouteNow {
  const stops = route.stops.flatMap((stop) => {
    const tasks = stop.tasks.filter(({ id }) => id !== taskId);
    if (tasks.length === stop.tasks.length) return [stop];
    return tasks.length > 0 ? [stopOf(tasks)] : [];
  });
  return { ...route, stops };
}

const NAMES = prepared('select id, name, username from users where id = any($ids::integer[])');
const TASKS = prepared(
  `select id as "taskId", location, invoice_number from tasks where id = any($ids::integer[])`,
);

async function namesOf(routes: RouteNow[]): Promise<Map<number, string>> {
  const ids = routes.map(({ driverId }) => driverId);
  const people = await rows<{ id: number; name: string; username: string }>(NAMES, { ids });
  return new Map(disambiguateNames(people).map(({ id, name, username }) => [id, name || username]));
}

const withName = (delay: Delay, named: Map<number, Named>) => {
  const task = named.get(delay.taskId);
  return task ? [{ ...task, ...delay }] : [];
};

type Named = Pick<Added['makesLate'][number], 'taskId' | 'location' | 'invoice_number'>;

async function tasksOf(ids: number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  return new Map((await rows<Named>(TASKS, { ids })).map((task) => [task.taskId, task]));
}

/** Gives a task to a driver, at a place in the route. */

/**
 * Repeating it is harmless. The place is computed before the lists are locked: if the task that it should
 * stand behind leaves the route meanwhile, it comes last.
 */
export const assignTask = preparedCommand(
  {
    summary: 'Assigns a task at a place in a driver’s route',
    about:
      'Without `behind`, or when that task is not in the route any more, at the best place. A task on hold or of the next route becomes pending. One that the driver has in the route already stays where it is.',
    may: 'moveTasks',
    at: atTask,
    input: AssignTask,
    answer: AssignedAnswer,
  },
  async ({ taskId, input: { driver_id, behind } }) => {
    if (behind === null) return null;
    const isThere = behind !== undefined && (await routeOf(driver_id)).some(({ id }) => id === behind);
    return isThere ? behind : bestPlace(taskId, driver_id);
  },
  ({ actor, taskId, input: { driver_id: to, expected_driver_id: expected } }, behind) =>
    transaction(async () => {
      await requireDriver(to, 'driver_id');
      const task = (await lockTasks([taskId], [to])).get(taskId);
      if (!task) throw notFound('Task');
      requireOpen(task);
      if (expected !== undefined && task.driver_id !== expected && task.driver_id !== to)
        throw conflict(
          untranslated('assignedMeanwhile', 'Somebody else has assigned this task meanwhile. Look again'),
        );
      const waits = isHeld(task) || isQueued(task);
      const entries = await give(actor, task, { driver_id: to, ...(waits && { status: STATUS.pending }) });
      if (entries.length > 0) {
        await renumber(actor, placed(await routeOf(to), task, behind));
        await record(actor, await withPlaces(entries, to));
      }
      const stops = groupByStop(await routeOf(to));
      return {
        driverId: to,
        taskIds: stops.flat().map(({ id }) => id),
        stop: stops.findIndex((stop) => stop.some(({ id }) => id === taskId)) + 1,
        stops: stops.length,
      };
    }),
);

/**
 * Returns the route with the task behind the stop of another task; null puts it in front, behind the stops
 * under way.
 */
function placed(route: Awaited<ReturnType<typeof routeOf>>, { id }: Task, behind: number | null | undefined) {
  const others = groupByStop(route.filter((each) => each.id !== id));
  const going = others.filter((stop) => stop.some(isUnderWay)).length;
  const found = others.findIndex((stop) => stop.some((each) => each.id === behind));
  const place = behind === null ? going : found < 0 ? others.length : Math.max(going, found + 1);
  const ids = others.map((stop) => stop.map((each) => each.id));
  return [...ids.slice(0, place), [id], ...ids.slice(place)].flat();
}

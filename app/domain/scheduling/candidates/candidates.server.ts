/**
 * Computes how much a task would add to the route of each driver, and where it would stand. Nothing is
 * stored.
 */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import { CANDIDATE_ROADS_TIMEOUT_MS } from '~/lib/time-limits';
import { query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { learnedLately } from '~/domain/scheduling/arrivals/past.server';
import {
  pathOf,
  positionOf,
  routesNow,
  taskForRoute,
  type RouteNow,
} from '~/domain/scheduling/arrivals/routes.server';
import type { LatLng } from '~/domain/geography/coordinates';
import { waysFrom } from '~/domain/geography/roads/positions.server';
import { stopOf, type RouteTask } from '~/domain/scheduling/timetable/stops';
import { drivesAround } from '~/domain/geography/roads/around.server';
import { atTask } from '~/domain/tasks/model/schema';
import { disambiguateNames } from '~/domain/network/users/names';
import { figuresOf, type Delay } from './figures.server';
import { CandidatesAnswer, type Candidate, type Candidates } from './schema';

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
export async function bestPlace(taskId: number, driverId: number): Promise<number | null | undefined> {
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
export function requireOpen({ archived, status }: { archived: boolean; status: string }): void {
  if (archived) throw conflict('This task is archived and can no longer be changed');
  if (status === 'completed') throw conflict('A completed task stays with its driver');
  if (status === 'linked') throw conflict('This delivery belongs to a transfer. Change the transfer instead');
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
  const [routes, learned] = await Promise.all([routesNow(only), learnedLately()]);
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

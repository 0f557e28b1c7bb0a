/** Presents the lists as they are, and the answer of each search. Pure. */
import type { Plan, PlanProblem } from '~/domain/scheduling/fleet-optimizer/plan-problem';
import { timetable } from '~/domain/scheduling/fleet-optimizer/plan-fleet';
import { breakUnderWay } from './fleet-problem';
import type { Draft, DraftStop } from './draft';
import type { PlanKind } from './kinds';
import type { Figures, Move, PlanAnswer, PlannedRoute } from './schema';

export type Shown = { draft: Draft; problem: PlanProblem; metres: Float64Array; at: number };

const MINUTE = 60;
const minutes = (seconds: number) =>
  Number.isFinite(seconds) ? Math.max(0, Math.round(seconds / MINUTE)) : 0;

export const figuresBefore = (shown: Shown): Figures =>
  figuresOf(
    shown,
    shown.problem.drivers.map(({ route }) => [...route]),
  );

export function answerOf(shown: Shown, kind: PlanKind, { routes, unplanned }: Plan): PlanAnswer {
  const { draft, problem } = shown;
  const planned = routes.map(({ stops }) => stops);
  const figures = figuresOf(shown, planned);
  const moves = planned.flatMap((numbers, person) => movesTo(draft, numbers, person));
  const isPlanned = new Set(planned.flat());
  const givers = moves.flatMap(({ from }) => from ?? []);
  const changed = figures.routes.filter((route) => route.changed).map(({ driverId }) => driverId);
  return {
    ...figures,
    kind,
    moves,
    moved: givers.length,
    affected: new Set([...changed, ...givers]).size,
    left: unplanned.flatMap(({ task, reason }) =>
      (problem.tasks[task]?.stops ?? [])
        .filter((number) => !isPlanned.has(number))
        .flatMap((number) => draft.stops[number]?.tasks ?? [])
        .map(({ id, location }) => ({ taskId: id, location, reason })),
    ),
  };
}

function movesTo({ stops, people }: Draft, numbers: number[], person: number): Move[] {
  const to = people[person]?.driverId ?? 0;
  return numbers
    .flatMap((number) => stops[number] ?? [])
    .filter(({ owner }) => owner !== to)
    .flatMap(({ tasks, owner }) => tasks.map(({ id }) => ({ taskId: id, from: owner, to })));
}

function figuresOf(shown: Shown, routes: number[][]): Figures {
  const planned = new Set(routes.flat());
  const shownRoutes = routes.map((numbers, person) => routeOf(shown, numbers, person, planned));
  const sum = (pick: (route: PlannedRoute) => number) =>
    shownRoutes.reduce((total, route) => total + pick(route), 0);
  return {
    metres: sum(({ metres }) => metres),
    minutes: sum((route) => route.minutes),
    lateStops: sum(({ lateStops }) => lateStops),
    overtime: sum(({ overtime }) => overtime),
    routes: shownRoutes,
  };
}

function routeOf(
  { draft, problem, metres, at }: Shown,
  numbers: number[],
  person: number,
  planned: Set<number>,
): PlannedRoute {
  const driver = draft.people[person];
  if (!driver) throw new RangeError('Every route has a driver');
  const { begins, finish, overtime, ...day } = timetable(problem, numbers, person);
  const moment = (seconds: number) =>
    new Date(at + Math.round((Number.isFinite(seconds) ? seconds : 0) * 1_000)).toISOString();
  const stops = numbers.flatMap((number, index) => {
    const [stop, visit] = [draft.stops[number], problem.stops[number]];
    const begin = begins[index] ?? 0;
    return stop && visit
      ? [
          {
            taskIds: stop.tasks.map(({ id }) => id),
            location: stop.tasks[0]?.location ?? '',
            at: moment(begin),
            until: moment(begin + visit.service),
            going: stop.isFixed,
            late: lateMinutes(stop, at + begin * 1_000),
          },
        ]
      : [];
  });
  const rest = stops.length > 0 ? (day.rest ?? breakUnderWay(driver, at)) : null;
  const { ids = [] } = draft.present[person] ?? {};
  const isElsewhere = new Set(
    [...planned].flatMap((number) => draft.stops[number]?.tasks.map(({ id }) => id) ?? []),
  );
  const taskIds = insertStaying(
    ids,
    stops.flatMap((stop) => stop.taskIds),
    (id) => !isElsewhere.has(id),
  );
  const begin = problem.drivers[person]?.from ?? 0;
  return {
    driverId: driver.driverId,
    taskIds,
    stops,
    changed: taskIds.join() !== ids.join(),
    metres: Math.round(lengthOf(problem, metres, numbers, person)),
    minutes: stops.length > 0 ? minutes(finish - begin) : 0,
    break: rest && { at: moment(rest.from), until: moment(rest.until) },
    lateStops: stops.filter(({ late }) => late > 0).length,
    beginAt: moment(begin),
    finishAt: stops.length > 0 ? moment(finish) : null,
    overtime: stops.length > 0 ? minutes(overtime) : 0,
  };
}

const lateMinutes = ({ dueAt }: DraftStop, at: number) =>
  dueAt === null || !Number.isFinite(at) ? 0 : Math.max(0, Math.round((at - dueAt) / (MINUTE * 1_000)));

function lengthOf(
  { stops, drivers, placeCount }: PlanProblem,
  metres: Float64Array,
  route: number[],
  person: number,
) {
  const driver = drivers[person];
  const places = [driver?.start, ...route.map((number) => stops[number]?.place), driver?.end];
  const known = route.length === 0 ? [] : places.flatMap((place) => place ?? []);
  return known.slice(1).reduce((sum, to, index) => {
    const leg = metres[(known[index] ?? to) * placeCount + to] ?? 0;
    return sum + (Number.isFinite(leg) ? leg : 0);
  }, 0);
}

/** Returns the planned order. Tasks of the list that are kept stay behind the task that they stood behind. */
export function insertStaying(list: number[], planned: number[], isKept: (id: number) => boolean): number[] {
  const order = [...planned];
  list.forEach((id, index) => {
    if (!isKept(id)) return;
    const before = list.slice(0, index).reverse();
    const behind = before.find((other) => order.includes(other));
    order.splice(behind === undefined ? 0 : order.indexOf(behind) + 1, 0, id);
  });
  return order;
}

/** Presents the lists as they are, and the answer of each search. Pure. */
import type { Plan, PlanProblem } from '~/modules/day-plans/fleet-optimizer/plan-problem';
import { timetable } from '~/modules/day-plans/fleet-optimizer/plan-fleet';
import { groupByStop } from '~/domain/tasks/model/stops';
import { breakUnderWay } from './fleet-problem';
import type { Draft, DraftStop, Person } from './draft';
import type { PlanKind, SkipReason } from './kinds';
import type { Figures, Move, PlanAnswer, PlannedRoute, PlanResult } from './schema';
import { isUnderWay, STATUS } from '~/domain/tasks/model/statuses';

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
function insertStaying(list: number[], planned: number[], isKept: (id: number) => boolean): number[] {
  const order = [...planned];
  list.forEach((id, index) => {
    if (!isKept(id)) return;
    const before = list.slice(0, index).reverse();
    const behind = before.find((other) => order.includes(other));
    order.splice(behind === undefined ? 0 : order.indexOf(behind) + 1, 0, id);
  });
  return order;
}

/** Decides which parts of a plan still hold, and computes the new lists of the accepted drivers. Pure. */

type Known = { taskId: number; version: number };
type Placed = { location: string; address: string };
/**
 * Tasks of one stop may stand apart in the stored list. Drivers see lists by stop, and plans are made for
 * those.
 */
export type StoredList = (Known & Placed)[];
/** The lists while all of them are locked. */
export type Lists = {
  routes: ReadonlyMap<number, StoredList>;
  /** Tasks that may be planned. */
  open: ReadonlyMap<number, { version: number; driverId: number | null }>;
  people: ReadonlyMap<number, Pick<Person, 'shiftVersion' | 'capacity' | 'skills'>>;
};

type Accepted = {
  moves: Move[];
  /**
   * Accepted drivers whose list stays as it is because of a reason, and accepted drivers without a change.
   */
  skipped: Map<number, SkipReason>;
  unchanged: number[];
  /** Tasks that another driver should get but does not. */
  notMoved: number[];
};

/**
 * Leaves out drivers for whom something has changed, and drivers whose vehicle would be too full because
 * others do not take their tasks.
 */
export function acceptedMoves(
  result: PlanResult,
  answer: PlanAnswer,
  accepted: ReadonlySet<number>,
  lists: Lists,
): Accepted {
  const chosen = result.drivers.filter(({ driverId }) => accepted.has(driverId));
  const skipped = new Map(
    chosen.flatMap((driver) => {
      const because = whatChanged(driver, lists);
      return because ? [[driver.driverId, because] as const] : [];
    }),
  );
  for (;;) {
    const taking = chosen.filter(({ driverId }) => !skipped.has(driverId));
    const unchanged = new Set(taking.map(({ driverId }) => driverId));
    const { moves, notMoved } = movesBetween(result, answer, unchanged, lists);
    const full = taking.find((driver) => isTooFull(result, driver, listWith(driver, answer, moves)));
    if (!full) return { moves, skipped, unchanged: [...unchanged], notMoved };
    skipped.set(full.driverId, 'room');
  }
}

type PlannedDriver = PlanResult['drivers'][number];

const byStop = <T extends Placed>(list: T[]) => groupByStop(list).flat();
const keyOf = (list: Known[]) =>
  list.map(({ taskId, version }) => `${String(taskId)}:${String(version)}`).join();

function whatChanged({ driverId, list, ...then }: PlannedDriver, lists: Lists): SkipReason | null {
  const now = lists.people.get(driverId);
  if (!now) return 'gone';
  if (keyOf(list) !== keyOf(byStop(lists.routes.get(driverId) ?? []))) return 'list';
  if (now.shiftVersion !== then.shiftVersion) return 'shift';
  const isSameVehicle = now.capacity === then.capacity && now.skills.join() === then.skills.join();
  return isSameVehicle ? null : 'vehicle';
}

/**
 * A task moves when both drivers are accepted and unchanged. If it has no driver, or a driver who is not in
 * the plan, the task itself must be unchanged. Tasks that belong together move together.
 */
function movesBetween(
  { versions, together }: PlanResult,
  answer: PlanAnswer,
  unchanged: ReadonlySet<number>,
  { open }: Lists,
): Pick<Accepted, 'moves' | 'notMoved'> {
  const version = new Map(versions.map((known) => [known.taskId, known.version]));
  const mayGo = ({ taskId, from, to }: Move) => {
    const now = open.get(taskId);
    if (!now || !unchanged.has(to)) return false;
    const known = version.get(taskId);
    if (known !== undefined) return now.version === known;
    return from !== null && now.driverId === from && unchanged.has(from);
  };
  const refused = new Set(answer.moves.filter((move) => !mayGo(move)).map(({ taskId }) => taskId));
  for (const group of together)
    if (group.some((id) => refused.has(id))) for (const id of group) refused.add(id);
  return {
    moves: answer.moves.filter(({ taskId }) => !refused.has(taskId)),
    notMoved: answer.moves
      .filter(({ taskId, to }) => refused.has(taskId) && unchanged.has(to))
      .map(({ taskId }) => taskId),
  };
}

function listWith({ driverId, list }: PlannedDriver, answer: PlanAnswer, moves: Move[]): number[] {
  const gone = new Set(moves.filter(({ from }) => from === driverId).map(({ taskId }) => taskId));
  const came = moves.filter(({ to }) => to === driverId);
  const now = [...list.filter(({ taskId }) => !gone.has(taskId)), ...came];
  return orderAfter(
    driverId,
    answer,
    moves,
    now.map(({ taskId: id }) => ({ id, status: STATUS.pending })),
  );
}

/** True when the load exceeds both the capacity and the load of the present list. */
function isTooFull({ sizes }: PlanResult, { capacity, load, list }: PlannedDriver, after: number[]): boolean {
  const adds = new Map(sizes.map((each) => [each.taskId, each.adds]));
  const peakOf = (ids: number[]) => {
    let [now, peak] = [load, load];
    for (const id of ids) peak = Math.max(peak, (now += adds.get(id) ?? 0));
    return peak;
  };
  return capacity !== null && peakOf(after) > Math.max(capacity, peakOf(list.map(({ taskId }) => taskId)));
}

type Standing = { id: number; status: string };

/**
 * Returns the new order; null when drivers would see the same one. @param now the stored list, with the tasks
 * that came and without those that left
 */
export function listAfter(
  driverId: number,
  answer: PlanAnswer,
  moves: Move[],
  now: (Standing & Placed)[],
): number[] | null {
  const standing = byStop(now);
  const order = orderAfter(driverId, answer, moves, standing);
  return order.join() === standing.map(({ id }) => id).join() ? null : order;
}

function orderAfter(driverId: number, { routes }: PlanAnswer, moves: Move[], now: Standing[]): number[] {
  const there = new Set(now.map(({ id }) => id));
  const wanted = routes.find((route) => route.driverId === driverId)?.taskIds ?? [];
  const still = wanted.filter((id) => there.has(id));
  const came = new Set(moves.filter(({ to }) => to === driverId).map(({ taskId }) => taskId));
  const known = new Set(still);
  // The tasks that the driver has just got stand at the end so far.
  const list = now.filter(({ id }) => !came.has(id)).map(({ id }) => id);
  const order = insertStaying(list, still, (id) => !known.has(id));
  const isGoing = new Set(now.filter(isUnderWay).map(({ id }) => id));
  return [...order.filter((id) => isGoing.has(id)), ...order.filter((id) => !isGoing.has(id))];
}

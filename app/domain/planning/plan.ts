/** Plans a day over several drivers. Pure and deterministic. Safe in the browser. */
import { modelOf, NO_WAY, type Model } from './model';
import {
  PRICE_OF_MOVING,
  type Plan,
  type PlanDriver,
  type PlannedRoute,
  type PlanProblem,
  type Reason,
} from './problem';
import { search, type Share } from './search';

/**
 * The routes of all drivers with the least cost. The same problem, seed and shares give the same plan.
 * @param share is asked again and again how much of the search is done: it shows progress, ends the search at 1, and
 *   counts iterations (see `iterations`) or reads a clock.
 * @throws RangeError when the problem contradicts itself.
 */
export function planDay(problem: PlanProblem, seed: number, share: Share): Plan {
  const model = modelOf(problem);
  const { routes, absent } = search(model, seed, share);
  const planned = routes.map((stops, driver) => timetable(problem, stops, driver));
  return {
    routes: planned,
    unplanned: Array.from(absent, (unit) => ({
      task: model.taskOf[unit] ?? 0,
      reason: reasonOf(model, unit),
    })),
    totals: totalsOf(problem, planned),
  };
}

/** A search of so many iterations: the same on every machine. */
export const iterations =
  (count: number): Share =>
  (done) =>
    count > 0 ? done / count : 1;

function timetable(problem: PlanProblem, stops: number[], number: number): PlannedRoute {
  const { placeCount, seconds, lengths } = problem;
  const driver = problem.drivers[number];
  const begins: number[] = [];
  const late: number[] = [];
  let [at, clock, length] = [driver?.start ?? null, driver?.from ?? 0, 0];
  const go = (to: number | null) => {
    if (at !== null && to !== null) {
      clock += seconds[at * placeCount + to] ?? 0;
      length += lengths[at * placeCount + to] ?? 0;
    }
    at = to;
  };
  for (const stop of stops) {
    const { place = 0, after = 0, by = Infinity, service = 0 } = problem.stops[stop] ?? {};
    go(place);
    clock = Math.max(clock, after);
    begins.push(clock);
    late.push(Math.max(0, clock - by));
    clock += service;
  }
  go(driver?.end ?? null);
  return { stops, begins, late, length, finish: clock, overtime: Math.max(0, clock - (driver?.until ?? 0)) };
}

function totalsOf({ tasks, drivers }: PlanProblem, routes: PlannedRoute[]): Plan['totals'] {
  const before = driverByStop(drivers.map(({ route }) => route));
  const now = driverByStop(routes.map(({ stops }) => stops));
  const moved = [...tasks.keys()].filter((task) => {
    // A pickup that is done no longer moves, and its delivery belongs to the same driver.
    const last = tasks[task]?.stops.at(-1) ?? -1;
    return before.has(last) && now.has(last) && before.get(last) !== now.get(last);
  });
  const sum = (pick: (route: PlannedRoute) => number) =>
    routes.reduce((total, route) => total + pick(route), 0);
  return {
    length: sum(({ length }) => length),
    late: sum(({ late }) => late.reduce((total, seconds) => total + seconds, 0)),
    overtime: sum(({ overtime }) => overtime),
    lateStops: sum(({ late }) => late.filter((seconds) => seconds > 0).length),
    moved,
    movedPrice: moved.reduce((total, task) => total + PRICE_OF_MOVING[tasks[task]?.known ?? 'unseen'], 0),
    drivers: routes.filter(({ stops }) => stops.length > 0).length,
  };
}

const driverByStop = (routes: readonly (readonly number[])[]) =>
  new Map(routes.flatMap((stops, driver) => stops.map((stop) => [stop, driver] as const)));

/** Why a unit is in no route: what stands against it even if it were alone. */
function reasonOf({ problem, price, driverCount, taskOf, first, then }: Model, unit: number): Reason {
  const allowed = [...problem.drivers.keys()].filter(
    (driver) => price[unit * driverCount + driver] !== Infinity,
  );
  if (allowed.length === 0) {
    const { pinned = null, skills = [] } = problem.tasks[taskOf[unit] ?? 0] ?? {};
    const isAble = ({ skills: has }: PlanDriver, driver: number) =>
      (pinned ?? driver) === driver && skills.every((skill) => has.includes(skill));
    return problem.drivers.some(isAble) ? 'capacity' : 'skills';
  }
  const delivery = then[unit] ?? -1;
  const stops = [first[unit] ?? 0, ...(delivery < 0 ? [] : [delivery])];
  const alone = allowed.map((driver) => timetable(problem, stops, driver));
  const reached = alone.filter(({ length, finish }) => length < NO_WAY && finish < Infinity);
  if (reached.length === 0) return 'road';
  const { late, overtime } = problem.costs;
  const isInTime = (route: PlannedRoute) =>
    (late < Infinity || route.late.every((seconds) => seconds === 0)) &&
    (overtime < Infinity || route.overtime === 0);
  return reached.some(isInTime) ? 'room' : 'time';
}

/** Plans a day over several drivers. Pure and deterministic. Safe in the browser. */
import { modelOf, NO_WAY, type Model } from './plan-model';
import {
  PRICE_OF_MOVING,
  type Plan,
  type PlanDriver,
  type PlannedRoute,
  type PlanProblem,
  type Reason,
} from './plan-problem';
import { opened, passed, restOf } from '~/domain/scheduling/timetable/day-clock';
import { search, type Share } from './search';

/**
 * Returns the routes of all drivers with the least cost. The same problem, seed and shares give the same
 * plan.
 * @param share is called often to tell how much of the search is done; it can show progress, ends the search
 * at 1, and counts iterations (see `iterations`) or reads a clock.
 * @throws RangeError when the problem contradicts itself.
 */
export function planDay(problem: PlanProblem, seed: number, share: Share): Plan {
  const model = modelOf(problem);
  const { routes, absent } = search(model, seed, share);
  return planOf(
    problem,
    routes,
    Array.from(absent, (unit) => {
      const other = model.unitOf[model.deliveryOf[unit] ?? -1] ?? -1;
      return {
        task: model.taskOf[unit] ?? 0,
        reason: reasonOf(model, absent.includes(other) ? other : unit),
      };
    }),
  );
}

/** Computes the figures of given routes, each as the numbers of its stops in order. */
export function planOf(problem: PlanProblem, routes: number[][], unplanned: Plan['unplanned']): Plan {
  const planned = routes.map((stops, driver) => timetable(problem, stops, driver));
  return { routes: planned, unplanned, totals: totalsOf(problem, planned) };
}

/** A search of so many iterations: the same on every machine. */
export const iterations =
  (count: number): Share =>
  (done) =>
    count > 0 ? done / count : 1;

/** Computes the times of a driver who serves these stops in this order. */
export function timetable(problem: PlanProblem, stops: number[], number: number): PlannedRoute {
  const { placeCount, seconds, lengths } = problem;
  const driver = problem.drivers[number];
  const begins: number[] = [];
  const late: number[] = [];
  const day = driver ? restOf(driver) : { due: -Infinity, rest: 0, restAtEnd: 0 };
  let restFrom: number | null = null;
  let [at, clock, length] = [driver?.start ?? null, driver?.from ?? 0, 0];
  const advance = (then: number, begin: number) => {
    if (day.rest > 0 && clock <= day.due && then > day.due) restFrom = begin;
    clock = then;
  };
  const go = (to: number | null) => {
    if (at !== null && to !== null) {
      advance(passed(clock, seconds[at * placeCount + to] ?? 0, day.due, day.rest), day.due);
      length += lengths[at * placeCount + to] ?? 0;
    }
    at = to;
  };
  for (const stop of stops) {
    const { place = 0, after = 0, by = Infinity, service = 0 } = problem.stops[stop] ?? {};
    go(place);
    advance(opened(clock, after, day.due, day.rest), day.due);
    begins.push(clock);
    late.push(Math.max(0, clock - by));
    advance(passed(clock, service, day.due, day.rest), clock + service);
  }
  if (day.restAtEnd > 0) restFrom = clock;
  clock += day.restAtEnd;
  go(driver?.end ?? null);
  const overtime = Math.max(0, clock - (driver?.until ?? 0));
  const rest = restFrom === null ? null : { from: restFrom, until: restFrom + day.rest + day.restAtEnd };
  return { stops, begins, late, length, finish: clock, overtime, rest };
}

function totalsOf({ tasks, drivers }: PlanProblem, routes: PlannedRoute[]): Plan['totals'] {
  const before = driverByStop(drivers.map(({ route }) => route));
  const now = driverByStop(routes.map(({ stops }) => stops));
  const moved = [...tasks.keys()].filter((task) => {
    // A finished pickup no longer moves, and its delivery belongs to the same driver.
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

/** Returns why a unit is in no route: the obstacle that it would have even alone, if there is one. */
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

/**
 * A simulated day with a clock. Tasks arrive in batches, and the rest of the day is planned again each time. Drivers
 * depart as late as the next window allows, and a stop whose drive has begun is fixed. Legs take longer than planned,
 * by the pair of places and the hour.
 */
import { violationsOf } from '~/modules/day-plans/fleet-optimizer/checker';
import { iterations, planDay } from '~/modules/day-plans/fleet-optimizer/plan-fleet';
import type {
  Plan,
  PlanDriver,
  PlanProblem,
  PlanStop,
  PlanTask,
} from '~/modules/day-plans/fleet-optimizer/plan-problem';
import { randomFrom } from '~/domain/scheduling/route-optimizer/search';

export type Mode = 'from scratch' | 'free' | 'few moves' | 'insert only';

export const BATCHES = 6;
/** The time from one batch to the next, as a share of the day. */
const PAUSE = 1 / 8;
/** The share of the tasks that arrive during the day. */
const ARRIVING = 0.3;
/** The longest delay of a leg as a share of its time, and how often the delay changes during the day. */
const SLOWEST = 0.4;
const HOURS = 8;
/** A driver who is under way knows this many of the next tasks. */
const SEEN = 3;
/** The cost of a unit of lateness or overtime, in units of length. */
const LATE = 2;
/** The cost of a moved task, in mean legs. */
const MOVED = 0.15;
/** The first plan is made overnight and has this many times the work. */
const FIRST = 4;
const SEED = 1;

type Trip = { stop: number; expected: number; begin: number; leave: number };
type Tour = { trips: Trip[]; route: number[] };

type Day = { problem: PlanProblem; batchOf: number[]; first: Plan; work: number };

export type Result = {
  length: number;
  late: number;
  /** For each re-plan: how many tasks could have moved, and how many did. */
  moves: { open: number; moved: number }[];
  unplanned: number;
  violations: number;
};

/** Builds the day from the tasks that are known in the morning. */
export function dayOf(given: PlanProblem, work: number): Day {
  const batches = batchesOf(given, randomFrom(SEED));
  const order = [...given.tasks.keys()].sort((a, b) => (batches[a] ?? 0) - (batches[b] ?? 0) || a - b);
  const tasks = order.flatMap((task) => given.tasks[task] ?? []);
  const stops = tasks.flatMap((task) => [...task.stops]);
  const numbers = new Map(stops.map((stop, number) => [stop, number]));
  const number = (stop: number) => numbers.get(stop) ?? -1;
  const problem: PlanProblem = {
    ...given,
    stops: stops.flatMap((stop) => given.stops[stop] ?? []),
    tasks: tasks.map(({ stops: [first, then], ...task }): PlanTask => ({
      ...task,
      stops: then === undefined ? [number(first)] : [number(first), number(then)],
    })),
    costs: { late: LATE, overtime: LATE, moved: 0, driver: 0 },
  };
  const batchOf = order.map((task) => batches[task] ?? 0);
  const known = knownAt(problem, batchOf, 0);
  return { problem, batchOf, first: planDay(known, SEED, iterations(FIRST * work)), work };
}

/** Returns for each task the batch with which it arrives, early enough to be reached in its window; 0 means the morning. */
function batchesOf({ tasks, stops, drivers, lengths, placeCount }: PlanProblem, random: () => number) {
  const batches = tasks.map(() => 0);
  const depot = drivers[0]?.start ?? 0;
  const end = drivers[0]?.until ?? 0;
  const drawn = tasks.map((_, task) => ({ task, key: random() })).sort((a, b) => a.key - b.key);
  let left = Math.round(ARRIVING * tasks.length);
  for (const { task } of drawn) {
    const { by = 0, place = 0 } = stops[tasks[task]?.stops[0] ?? -1] ?? {};
    const latest = by - (lengths[depot * placeCount + place] ?? 0);
    const last = Math.min(BATCHES, Math.floor(latest / (PAUSE * end)));
    const batch = 1 + Math.floor(random() * last);
    if (left === 0 || last < 1) continue;
    batches[task] = batch;
    left -= 1;
  }
  return batches;
}

function knownAt(problem: PlanProblem, batchOf: number[], batch: number): PlanProblem {
  const tasks = problem.tasks.filter((_, task) => (batchOf[task] ?? 0) <= batch);
  const stopCount = tasks.reduce((sum, { stops }) => sum + stops.length, 0);
  return { ...problem, tasks, stops: problem.stops.slice(0, stopCount) };
}

export function simulate({ problem, batchOf, first, work }: Day, mode: Mode): Result {
  const tours = first.routes.map(({ stops }): Tour => ({ trips: [], route: stops }));
  const price =
    MOVED * (first.totals.length / Math.max(1, first.routes.flatMap(({ stops }) => stops).length));
  const end = problem.drivers[0]?.until ?? 0;
  const result: Result = { length: 0, late: 0, moves: [], unplanned: 0, violations: 0 };
  let since = 0;
  for (let batch = 1; batch <= BATCHES; batch += 1) {
    const now = batch * PAUSE * end;
    for (const tour of tours) drive(problem, tour, since, now);
    const next = problemAt(knownAt(problem, batchOf, batch), tours, now, mode, price);
    const plan = planDay(next, SEED + batch, iterations(work));
    result.violations += violationsOf(next, plan).length;
    result.moves.push(movesOf(next, tours, plan));
    plan.routes.forEach(({ stops }, driver) => {
      const tour = tours[driver];
      if (tour) tour.route = stops;
    });
    result.length = plan.totals.length;
    result.unplanned = plan.unplanned.length;
    since = now;
  }
  for (const tour of tours) {
    drive(problem, tour, since, Infinity);
    for (const { stop, begin } of tour.trips)
      result.late += Math.max(0, begin - (problem.stops[stop]?.by ?? Infinity));
  }
  return result;
}

/** Lets a driver continue until a time. Stops of the last plan do not begin before `since`. */
function drive(
  { stops, drivers, lengths, placeCount }: PlanProblem,
  tour: Tour,
  since: number,
  until: number,
) {
  const { trips, route } = tour;
  for (const stop of route.slice(trips.length)) {
    const last = trips.at(-1);
    const from = last ? (stops[last.stop]?.place ?? 0) : (drivers[0]?.start ?? 0);
    const { place = 0, after = 0, service = 0 } = stops[stop] ?? {};
    const planned = lengths[from * placeCount + place] ?? 0;
    const departs = Math.max(last?.leave ?? 0, since, after - planned);
    if (departs >= until) return;
    const hour = Math.floor((HOURS * departs) / (drivers[0]?.until ?? 1));
    const delay = planned * SLOWEST * chance((from * placeCount + place) * HOURS + hour);
    const expected = Math.max(departs + planned, after);
    const begin = Math.max(departs + planned + delay, after);
    trips.push({ stop, expected, begin, leave: begin + service });
  }
}

/** Returns a number from 0 to 1 that is always the same for the same input. */
function chance(number: number): number {
  const random = randomFrom(number);
  for (let i = 0; i < 4; i += 1) random();
  return random();
}

/** Returns the problem that remains. The times of completed drives do not change. */
function problemAt(known: PlanProblem, tours: Tour[], now: number, mode: Mode, price: number): PlanProblem {
  const stops: PlanStop[] = [...known.stops];
  const drivers = known.drivers.map((driver, number): PlanDriver => {
    const { trips, route } = tours[number] ?? { trips: [], route: [] };
    trips.forEach(({ stop, expected, begin }, i) => {
      const visit = stops[stop];
      if (!visit) return;
      const after = begin <= now ? begin : Math.max(expected, now);
      // A driver without further work stays at the last stop.
      const service = i === trips.length - 1 ? Math.max(visit.service, now - after) : visit.service;
      stops[stop] = { ...visit, after, service };
    });
    const fixed = trips.length;
    const from = fixed > 0 ? driver.from : Math.max(driver.from, now);
    return { ...driver, from, route: mode === 'from scratch' ? route.slice(0, fixed) : route, fixed };
  });
  const distance = new Map(
    tours.flatMap(({ trips, route }) =>
      trips.length === 0 ? [] : route.slice(trips.length).map((stop, i) => [stop, i] as const),
    ),
  );
  const tasks = known.tasks.map((task): PlanTask => {
    const nearest = Math.min(...task.stops.map((stop) => distance.get(stop) ?? Infinity));
    return { ...task, known: nearest === 0 ? 'next' : nearest <= SEEN ? 'seen' : 'unseen' };
  });
  const costs = { ...known.costs, moved: mode === 'few moves' ? price : 0 };
  return { ...known, stops, tasks, drivers, costs, mayMove: mode !== 'insert only' };
}

/** Counts the tasks that had a driver and no drive yet. */
function movesOf({ tasks }: PlanProblem, tours: Tour[], plan: Plan): { open: number; moved: number } {
  let [open, moved] = [0, 0];
  for (const { stops } of tasks) {
    const before = tours.findIndex(({ trips, route }) => route.indexOf(stops[0]) >= trips.length);
    if (before < 0) continue;
    open += 1;
    if (!plan.routes[before]?.stops.includes(stops[0])) moved += 1;
  }
  return { open, moved };
}

/**
 * Checks a plan against its problem. It shares no code with the search, so that it finds the search's
 * mistakes; every answer is checked before people see it.
 */
import type { Plan, PlanDriver, PlannedRoute, PlanProblem } from './plan-problem';

/** Computes one driver's times for the checker, without code of the search. */

/** The break comes when it is due; a stop under way is finished first. */
class CheckedDay {
  time: number;
  /** The break, once it was taken. */
  taken: { from: number; until: number } | null = null;
  private readonly length: number;
  private readonly isAtEnd: boolean;
  private readonly due: number;

  constructor({ from, rest }: PlanDriver) {
    this.time = from;
    this.length = rest?.seconds ?? 0;
    this.isAtEnd = rest?.due === null;
    this.due = rest?.due ?? Infinity;
  }

  drive(seconds: number): void {
    this.time += seconds;
    if (this.isDue()) this.time += this.take(this.due);
  }

  waitUntil(opens: number): void {
    if (this.time >= opens) return;
    this.time = opens;
    if (this.isDue()) this.time = Math.max(opens, this.due + this.take(this.due));
  }

  serve(seconds: number): void {
    this.time += seconds;
    if (this.isDue()) this.time += this.take(this.time);
  }

  /** Takes a break that has no time of its own after the last stop. */
  endWork(): void {
    if (this.isAtEnd && this.length > 0) this.time += this.take(this.time);
  }

  private isDue(): boolean {
    return this.length > 0 && this.taken === null && this.time > this.due;
  }

  private take(from: number): number {
    this.taken = { from, until: from + this.length };
    return this.length;
  }
}

/**
 * Whether a stop or a drive overlaps the break of the answer. It uses only the times in the answer, not how
 * they were computed.
 */
function breakOverlaps(
  { stops, placeCount, seconds, drivers }: PlanProblem,
  { rest, ...route }: PlannedRoute,
  number: number,
  slack: number,
): boolean {
  if (!rest) return false;
  const driver = drivers[number];
  let [place, free] = [driver?.start ?? null, driver?.from ?? 0];
  for (const [index, stop] of route.stops.entries()) {
    const { place: to = 0, service = 0 } = stops[stop] ?? {};
    const begin = route.begins[index] ?? 0;
    const overlap = Math.max(0, Math.min(begin, rest.until) - Math.max(free, rest.from));
    const drive = place === null ? 0 : (seconds[place * placeCount + to] ?? 0);
    if (begin - free - overlap < drive - slack) return true;
    if (begin < rest.until - slack && begin + service > rest.from + slack) return true;
    [place, free] = [to, begin + service];
  }
  return false;
}

export type Violation =
  /** A stop is in no route although its task is not unplanned, or is in two, or does not exist. */
  | { rule: 'missing' | 'twice' | 'unknown'; stop: number }
  /** A task is both unplanned and planned, or is unplanned twice, or does not exist. */
  | { rule: 'unplanned'; task: number }
  /** A pickup and its delivery are with two drivers, or the delivery comes first. */
  | { rule: 'split' | 'order'; task: number }
  | { rule: 'skills' | 'pinned'; task: number; driver: number }
  | { rule: 'capacity' | 'overtime' | 'fixed'; driver: number }
  /** The break is at a wrong time, or something is driven or served in it. */
  | { rule: 'break'; driver: number }
  /** A stop is late although nothing may be late, or no road leads to it. */
  | { rule: 'late' | 'road'; stop: number }
  /** Only insertions were allowed, but a route that broke no rule has changed its order. */
  | { rule: 'reordered'; driver: number }
  /** A figure of the plan does not match its routes. */
  | { rule: 'figures'; figure: string };

/** Sums of fractions differ in the last digits when they are added in another order. */
const EXACT = 1e-6;

export function violationsOf(problem: PlanProblem, plan: Plan): Violation[] {
  return [
    ...presence(problem, plan),
    ...assignment(problem, plan.routes),
    ...plan.routes.flatMap((route, driver) => ofRoute(problem, route, driver)),
    ...totals(problem, plan),
  ];
}

function presence({ stops, tasks, drivers }: PlanProblem, { routes, unplanned }: Plan): Violation[] {
  const violations: Violation[] = [];
  const times = new Array<number>(stops.length).fill(0);
  for (const stop of routes.flatMap((route) => route.stops)) {
    if (times[stop] === undefined) violations.push({ rule: 'unknown', stop });
    else times[stop] += 1;
  }
  times.forEach((count, stop) => {
    if (count > 1) violations.push({ rule: 'twice', stop });
  });
  const left = new Set(unplanned.map(({ task }) => task));
  const isFixed = new Set(drivers.flatMap(({ route, fixed }) => route.slice(0, fixed)));
  tasks.forEach((task, number) => {
    for (const stop of task.stops) {
      const isPlanned = (times[stop] ?? 0) > 0;
      if (!isPlanned && !left.has(number)) violations.push({ rule: 'missing', stop });
      if (isPlanned && left.has(number) && !isFixed.has(stop))
        violations.push({ rule: 'unplanned', task: number });
    }
  });
  unplanned.forEach(({ task }, index) => {
    const isNamedBefore = unplanned.findIndex((other) => other.task === task) < index;
    if (isNamedBefore || !tasks[task]) violations.push({ rule: 'unplanned', task });
  });
  if (routes.length !== drivers.length) violations.push({ rule: 'figures', figure: 'routes' });
  return violations;
}

/**
 * Checks that each task has a driver who may have it, and that its stops have the same driver and keep their
 * order.
 */
function assignment({ tasks, drivers }: PlanProblem, routes: readonly PlannedRoute[]): Violation[] {
  const where = (stop: number) => {
    const driver = routes.findIndex(({ stops }) => stops.includes(stop));
    return { driver, at: routes[driver]?.stops.indexOf(stop) ?? -1 };
  };
  return tasks.flatMap(({ stops: [first, then], skills, pinned, delivery }, task): Violation[] => {
    const violations: Violation[] = [];
    const [from, to] = [where(first), where(then ?? first)];
    if (from.driver !== to.driver) {
      // A finished pickup keeps its driver, but its delivery may be left out.
      if (to.driver >= 0 || !isFixedIn(drivers, first)) violations.push({ rule: 'split', task });
    } else if (from.at > to.at) violations.push({ rule: 'order', task });
    if (
      delivery !== undefined &&
      from.driver >= 0 &&
      !isFixedIn(drivers, first) &&
      !isFixedIn(drivers, delivery)
    ) {
      const there = where(delivery);
      if (there.driver !== from.driver) violations.push({ rule: 'split', task });
      else if (from.at > there.at) violations.push({ rule: 'order', task });
    }
    for (const stop of then === undefined ? [first] : [first, then]) {
      const { driver } = where(stop);
      if (driver < 0 || isFixedIn(drivers, first)) continue;
      const has = drivers[driver]?.skills ?? [];
      if (!skills.every((skill) => has.includes(skill))) violations.push({ rule: 'skills', task, driver });
      if (pinned !== null && pinned !== driver) violations.push({ rule: 'pinned', task, driver });
    }
    return violations;
  });
}

const isFixedIn = (drivers: PlanProblem['drivers'], stop: number) =>
  drivers.some(({ route, fixed }) => route.slice(0, fixed).includes(stop));

/** Checks one driver's day, stop by stop. */
function ofRoute(problem: PlanProblem, route: PlannedRoute, number: number): Violation[] {
  const { stops, costs, placeCount, mayMove } = problem;
  const driver = problem.drivers[number];
  if (!driver) return [{ rule: 'unknown', stop: route.stops[0] ?? -1 }];
  const violations: Violation[] = [];
  const fixedStops = driver.route.slice(0, driver.fixed);
  if (fixedStops.some((stop, i) => route.stops[i] !== stop))
    violations.push({ rule: 'fixed', driver: number });
  const before = new Set(driver.route);
  const remaining = route.stops.filter((stop) => before.has(stop));
  if (!mayMove && driver.route.some((stop, i) => stop !== remaining[i]) && !isBroken(problem, number))
    violations.push({ rule: 'reordered', driver: number });

  const day = new CheckedDay(driver);
  let place = driver.start;
  let length = 0;
  let load = driver.load;
  let overload = 0;
  route.stops.forEach((stop, i) => {
    const visit = stops[stop];
    if (!visit) return;
    if (place !== null) {
      day.drive(problem.seconds[place * placeCount + visit.place] ?? NaN);
      length += problem.lengths[place * placeCount + visit.place] ?? NaN;
    }
    day.waitUntil(visit.after);
    const late = day.time > visit.by ? day.time - visit.by : 0;
    const isFixed = i < driver.fixed;
    const from = i === 0 ? driver.start : (stops[route.stops[i - 1] ?? -1]?.place ?? null);
    if (!isFixed && from !== null && problem.lengths[from * placeCount + visit.place] === Infinity)
      violations.push({ rule: 'road', stop });
    if (late > EXACT && costs.late === Infinity && !isFixed) violations.push({ rule: 'late', stop });
    if (!isSame(route.begins[i], day.time)) violations.push({ rule: 'figures', figure: 'begins' });
    if (!isSame(route.late[i], late)) violations.push({ rule: 'figures', figure: 'late' });
    day.serve(visit.service);
    place = visit.place;
    load += visit.size;
    // Unloading is allowed even when the vehicle is too full.
    if (!isFixed && visit.size > 0) overload = Math.max(overload, load - driver.capacity);
  });
  day.endWork();
  if (place !== null && driver.end !== null) {
    day.drive(problem.seconds[place * placeCount + driver.end] ?? NaN);
    length += problem.lengths[place * placeCount + driver.end] ?? NaN;
  }
  const overtime = day.time > driver.until ? day.time - driver.until : 0;
  const hasMore = route.stops.length > driver.fixed;
  if (overload > EXACT) violations.push({ rule: 'capacity', driver: number });
  if (overtime > EXACT && costs.overtime === Infinity && hasMore)
    violations.push({ rule: 'overtime', driver: number });
  const isTaken = isSame(route.rest?.from, day.taken?.from) && isSame(route.rest?.until, day.taken?.until);
  if (!isTaken || breakOverlaps(problem, route, number, EXACT))
    violations.push({ rule: 'break', driver: number });
  if (!isSame(route.finish, day.time)) violations.push({ rule: 'figures', figure: 'finish' });
  if (!isSame(route.overtime, overtime)) violations.push({ rule: 'figures', figure: 'overtime' });
  if (!isSame(route.length, length)) violations.push({ rule: 'figures', figure: 'length' });
  return violations;
}

/** Whether the present route of a driver breaks a rule; then it has to change. */
function isBroken(problem: PlanProblem, number: number): boolean {
  const none = { begins: [], late: [], length: 0, finish: 0, overtime: 0, rest: null };
  const routes = problem.drivers.map(({ route }, i) => ({ ...none, stops: i === number ? [...route] : [] }));
  const present = routes[number] ?? { ...none, stops: [] };
  const violations = [
    ...assignment(problem, routes),
    ...ofRoute({ ...problem, mayMove: true }, present, number),
  ];
  return violations.some(({ rule }) => rule !== 'figures' && rule !== 'break');
}

function totals(problem: PlanProblem, { routes, totals: claimed }: Plan): Violation[] {
  const prices = { unseen: 1, seen: 5, next: 15 };
  let [length, late, overtime, lateStops, drivers, movedPrice] = [0, 0, 0, 0, 0, 0];
  const moved: number[] = [];
  for (const route of routes) {
    length += route.length;
    overtime += route.overtime;
    if (route.stops.length > 0) drivers += 1;
    for (const seconds of route.late) {
      late += seconds;
      if (seconds > 0) lateStops += 1;
    }
  }
  problem.tasks.forEach((task, number) => {
    const last = task.stops[task.stops.length - 1] ?? -1;
    const from = problem.drivers.findIndex(({ route }) => route.includes(last));
    const to = routes.findIndex(({ stops }) => stops.includes(last));
    if (from < 0 || to < 0 || from === to) return;
    moved.push(number);
    movedPrice += prices[task.known];
  });
  const figures = { length, late, overtime, lateStops, drivers, movedPrice };
  const violations = Object.entries(figures)
    .filter(([figure, value]) => !isSame(claimed[figure as keyof typeof figures], value))
    .map(([figure]): Violation => ({ rule: 'figures', figure }));
  if (moved.join() !== claimed.moved.join()) violations.push({ rule: 'figures', figure: 'moved' });
  return violations;
}

/** Both may be infinite when no road leads to a stop that stays. */
const isSame = (claimed: number | undefined, value: number | undefined) =>
  claimed === value ||
  Math.abs((claimed ?? NaN) - (value ?? NaN)) <= EXACT * Math.max(1, Math.abs(value ?? NaN));

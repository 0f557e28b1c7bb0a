/** Runs the searches of a plan in the worker thread. Pure. */
import { type Violation, violationsOf } from '~/modules/day-plans/fleet-optimizer/checker';
import { planDay, planOf, timetable } from '~/modules/day-plans/fleet-optimizer/plan-fleet';
import type { Plan, PlanDriver, PlanProblem } from '~/modules/day-plans/fleet-optimizer/plan-problem';
import { PLAN_KINDS, type PlanKind } from './kinds';

/**
 * The search ignores waiting times. This moves a stop that may not be served yet to a later place, where that
 * saves time. Pure.
 */

/** Each try costs a pass over its route. */
const MOST_TRIED = 30;

function withFewerWaits(problem: PlanProblem, plan: Plan): Plan {
  if (!problem.stops.some(({ after }) => after > 0)) return plan;
  const routes = problem.drivers.map((driver, number) =>
    fewerWaits(problem, driver, number, plan.routes[number]?.stops ?? []),
  );
  return planOf(problem, routes, plan.unplanned);
}

function fewerWaits(problem: PlanProblem, driver: PlanDriver, number: number, planned: number[]): number[] {
  const isKept = (stop: number) => !problem.mayMove && driver.route.includes(stop);
  const tried = new Set<number>();
  let [route, cost] = [planned, costOf(problem, planned, number)];
  while (tried.size < MOST_TRIED) {
    const { begins } = timetable(problem, route, number);
    const mayWait = (stop: number, index: number) => {
      const { after = 0 } = problem.stops[stop] ?? {};
      return after > 0 && begins[index] === after && index >= driver.fixed && !isKept(stop);
    };
    const at = route.findIndex((stop, index) => !tried.has(stop) && mayWait(stop, index));
    const stop = route[at];
    if (stop === undefined) break;
    tried.add(stop);
    const others = route.filter((each) => each !== stop);
    for (let place = at + 1; place <= others.length; place += 1) {
      const other = [...others.slice(0, place), stop, ...others.slice(place)];
      const otherCost = costOf(problem, other, number);
      if (otherCost < cost && isAllowed(problem, driver, other)) [route, cost] = [other, otherCost];
    }
  }
  return route;
}

/** Returns the cost in seconds, waiting included. */
function costOf(problem: PlanProblem, route: number[], number: number): number {
  const { late, overtime, length, finish, rest } = timetable(problem, route, number);
  const { costs, drivers, stops } = problem;
  const service = route.reduce((sum, stop) => sum + (stops[stop]?.service ?? 0), 0);
  const rested = rest ? rest.until - rest.from : 0;
  const waiting = finish - (drivers[number]?.from ?? 0) - service - length - rested;
  const delay = late.reduce((sum, seconds) => sum + seconds, 0);
  return length + waiting + delay * costs.late + overtime * costs.overtime;
}

/** Returns true when each pickup comes before its delivery and the load fits into the vehicle. */
function isAllowed({ tasks, stops }: PlanProblem, { capacity, load, fixed }: PlanDriver, route: number[]) {
  const place = new Map(route.map((stop, index) => [stop, index]));
  const isBehind = ({ stops: [first, then], delivery }: PlanProblem['tasks'][number]) =>
    (place.get(first) ?? -1) > (place.get(then ?? delivery ?? -1) ?? Infinity);
  let now = load;
  const fits = route.every((stop, index) => {
    now += stops[stop]?.size ?? 0;
    return index < fixed || now <= capacity;
  });
  return fits && !tasks.some(isBehind);
}

/**
 * Indexes of the memory that is shared with the caller: how much is done, in thousandths of all searches, and
 * whether to stop.
 */
export const CONTROL = { done: 0, stop: 1, size: 2 } as const;

export type PlanInput = {
  problems: Record<PlanKind, PlanProblem>;
  iterations: number;
  control: Int32Array;
};
type PlanFound = { plan: Plan; violations: Violation[] };
export type PlansFound = Record<PlanKind, PlanFound>;

/** The length of each search, unless it is ended early. */
export const ITERATIONS = 12_000;
/** The seconds of a whole search, and the seconds of one of its size on the machine that was measured. */
export type Searched = { seconds: number; usual: number };

/**
 * Estimates the seconds of the searches, by `npm run bench -- --vrp` with 5 to 40 drivers and 30 to 1,000
 * tasks: within a fifth of the measured ones.
 */
export const usualSeconds = (tasks: number, drivers: number) =>
  0.1 + 0.07 * drivers + tasks * (0.0185 + 0.1 / Math.max(1, drivers));

/**
 * The weight of the last search: high enough to learn a new machine soon and to forget a busy moment soon.
 */
const NEWEST = 0.5;
export const paceAfter = (before: number | null, newest: number) =>
  before === null ? newest : before * (1 - NEWEST) + newest * NEWEST;

/** @param pace the time of searches here as a multiple of `usualSeconds`; null when it is not known. */
export const expectedSeconds = (tasks: number, drivers: number, pace: number | null) =>
  Math.max(1, Math.round(usualSeconds(tasks, drivers) * (pace ?? 1)));

const SEED = 1;
const WHOLE = 1_000;
/** If no list has two stops that may move, ordering gives the same answer as inserting. */
const hasOrder = ({ drivers }: PlanProblem) => drivers.some(({ route, fixed }) => route.length - fixed > 1);

export function planAll({ problems, iterations, control }: PlanInput): PlansFound {
  const search = (kind: PlanKind): PlanFound => {
    const problem = problems[kind];
    const found = planDay(problem, SEED, (done) => {
      const share = Math.min(1, done / iterations);
      const before = PLAN_KINDS.indexOf(kind);
      Atomics.store(control, CONTROL.done, Math.round((WHOLE * (before + share)) / PLAN_KINDS.length));
      return Atomics.load(control, CONTROL.stop) === 1 ? 1 : share;
    });
    const plan = withFewerWaits(problem, found);
    return { plan, violations: violationsOf(problem, plan) };
  };
  const insert = search('insert');
  const order = hasOrder(problems.order) ? search('order') : insert;
  return { insert, order, few: search('few'), free: search('free') };
}

export const shareDone = (control: Int32Array) => Atomics.load(control, CONTROL.done) / WHOLE;

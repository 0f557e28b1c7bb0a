/**
 * The search ignores waiting times. This moves a stop that may not be served yet to a later place, where that
 * saves time. Pure.
 */
import { planOf, timetable } from '~/domain/scheduling/fleet-optimizer/plan-fleet';
import type { Plan, PlanDriver, PlanProblem } from '~/domain/scheduling/fleet-optimizer/plan-problem';

/** Each try costs a pass over its route. */
const MOST_TRIED = 30;

export function withFewerWaits(problem: PlanProblem, plan: Plan): Plan {
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

/** Whether pickups come first and the vehicle has room. */
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

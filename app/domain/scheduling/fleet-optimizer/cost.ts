/** Computes the cost of the routes of a search, and copies them. */
import { LEFT_OUT, type Model } from './plan-model';
import type { Found, Routes } from './routes';

export const answerOf = ({ driverCount }: Model, routes: Routes): Found => ({
  routes: Array.from({ length: driverCount }, (_, driver) => routes.stopsOf(driver)),
  absent: routes.absent.slice(0, routes.absentCount),
});

export const costOf = (model: Model, routes: Routes) =>
  routes.cost + pricesOf(model, routes) + routes.absentCount * LEFT_OUT;

function pricesOf({ unitCount, price, driverCount, first, problem }: Model, { routeOf }: Routes): number {
  if (problem.costs.moved === 0) return 0;
  let sum = 0;
  for (let unit = 0; unit < unitCount; unit += 1) {
    const driver = routeOf[first[unit] ?? 0] ?? -1;
    if (driver >= 0) sum += price[unit * driverCount + driver] ?? 0;
  }
  return sum;
}

export function meanLeg({ stopCount }: Model, { leg, routeOf }: Routes): number {
  let [total, count] = [0, 0];
  for (let stop = 0; stop < stopCount; stop += 1) {
    if ((routeOf[stop] ?? -1) < 0) continue;
    total += leg[stop] ?? 0;
    count += 1;
  }
  return count === 0 ? 0 : total / count;
}

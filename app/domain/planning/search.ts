/**
 * Slack induction by string removals (Christiaens and Vanden Berghe, 2020): strings of neighboring stops are taken out
 * and put back one by one at the cheapest place; an answer that costs more is accepted ever more rarely.
 */
import { randomFrom } from '~/domain/routing/optimizer/search';
import { Insertions } from './insertion';
import { LEFT_OUT, type Model } from './model';
import { nearOf } from './near';
import { Orders } from './order';
import { loadPresent } from './present';
import { Removal } from './removal';
import { Routes } from './routes';

const STRINGS = { mean: 10, longest: 10 };
/** How often the cheapest place of a route is overlooked, so that the search does not always do the same. */
const BLINK = 0.01;
/** What may be accepted at first and at last, in mean legs. */
const WARMEST = 1;
const COOLEST = 0.01;
/** Iterations between two questions how far the search is. */
const STRIDE = 64;

/** How much of a search is done after so many iterations: from 0, and at 1 it ends. */
export type Share = (iterations: number) => number;

type Found = { routes: number[][]; absent: Int32Array };

/** Improves the present routes. The same seed and the same shares give the same answer. */
export function search(model: Model, seed: number, share: Share): Found {
  const random = randomFrom(seed);
  const routes = new Routes(model);
  const near = nearOf(model);
  const insertions = new Insertions(model, routes, near);
  const removal = new Removal(model, routes, near, STRINGS);
  const orders = new Orders(model);
  const insertAll = (blink: number) => {
    orders.sort(routes, random);
    const count = routes.absentCount;
    let left = 0;
    for (let i = 0; i < count; i += 1) {
      const unit = routes.absent[i] ?? 0;
      if (insertions.find(unit, blink, random)) insertions.insert(unit);
      else {
        routes.absent[left] = unit;
        left += 1;
      }
    }
    routes.absentCount = left;
  };

  loadPresent(model, routes);
  insertAll(0);
  routes.keep();
  let found = answerOf(model, routes);
  let current = costOf(model, routes);
  let least = current;
  const warmest = WARMEST * meanLeg(model, routes);
  const coolest = COOLEST * meanLeg(model, routes);
  let temperature = warmest;
  for (let i = 0; removal.isPossible; i += 1) {
    if (i % STRIDE === 0) {
      const done = share(i);
      if (done >= 1) break;
      temperature = warmest * (coolest / warmest) ** done || 0;
    }
    removal.remove(random);
    insertAll(BLINK);
    const cost = costOf(model, routes);
    if (cost >= current - temperature * Math.log(random() || 1e-9)) {
      routes.restore();
      continue;
    }
    routes.keep();
    current = cost;
    if (cost >= least) continue;
    least = cost;
    found = answerOf(model, routes);
  }
  return found;
}

const answerOf = ({ driverCount }: Model, routes: Routes): Found => ({
  routes: Array.from({ length: driverCount }, (_, driver) => routes.stopsOf(driver)),
  absent: routes.absent.slice(0, routes.absentCount),
});

const costOf = (model: Model, routes: Routes) =>
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

function meanLeg({ stopCount }: Model, { leg, routeOf }: Routes): number {
  let [total, count] = [0, 0];
  for (let stop = 0; stop < stopCount; stop += 1) {
    if ((routeOf[stop] ?? -1) < 0) continue;
    total += leg[stop] ?? 0;
    count += 1;
  }
  return count === 0 ? 0 : total / count;
}

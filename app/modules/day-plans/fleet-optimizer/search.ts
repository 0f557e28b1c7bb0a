/**
 * Slack induction by string removals (Christiaens and Vanden Berghe, 2020): strings of neighboring stops are
 * taken out and put back one by one at the cheapest place. An answer that costs more is accepted less and
 * less often.
 */
import { randomFrom } from '~/domain/scheduling/route-optimizer/search';
import { Insertions } from './insertion';
import { LEFT_OUT, type Model } from './plan-model';
import { nearOf, Removal } from './removal';
import { Orders } from './order';
import { type Found, Routes } from './routes';

/**
 * Simulated annealing: an answer that costs more is accepted less often over time, and less often the more it
 * costs.
 */

/**
 * Returns which share of a search is done after so many iterations: it starts at 0, and the search ends at 1.
 */
export type Share = (iterations: number) => number;

/** Iterations between two checks of the progress. */
const STRIDE = 64;

/** The temperatures at the beginning and at the end, in the unit of the costs. */
type Range = { warmest: number; coolest: number };

class Cooling {
  private temperature: number;

  constructor(
    private readonly share: Share,
    private readonly range: Range,
    private readonly random: () => number,
  ) {
    this.temperature = range.warmest;
  }

  /** Returns true when the search shall go on after `done` iterations. */
  goesOn(done: number): boolean {
    if (done % STRIDE !== 0) return true;
    const now = this.share(done);
    if (now >= 1) return false;
    const { warmest, coolest } = this.range;
    this.temperature = warmest * (coolest / warmest) ** now || 0;
    return true;
  }

  isAccepted(cost: number, current: number): boolean {
    return cost < current - this.temperature * Math.log(this.random() || 1e-9);
  }
}

/** Computes the cost of the routes of a search, and copies them. */

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

/** The present routes as the search begins, without stops that may not stay where they are. */
function buildInitialRoutes(model: Model, routes: Routes): void {
  model.problem.drivers.forEach(({ route, fixed }, driver) => {
    const may = route.filter((stop) => mayStay(model, route, stop, driver));
    may.forEach((stop, i) => routes.insert(stop, i === 0 ? routes.startOf(driver) : (may[i - 1] ?? 0)));
    if (fixed > 0) routes.gate[driver] = route[fixed - 1] ?? 0;
    routes.refresh(driver);
    while (!routes.isAllowed(driver)) {
      const last = routes
        .stopsOf(driver)
        .filter((stop) => (model.unitOf[stop] ?? -1) >= 0)
        .pop();
      if (last === undefined) break;
      routes.take(model.unitOf[last] ?? 0);
      routes.refresh(driver);
    }
  });
  removeOrphans(model, routes);
  const isAbsent = new Set(routes.absent.subarray(0, routes.absentCount));
  for (let unit = 0; unit < model.unitCount; unit += 1) {
    if (isAbsent.has(unit) || (routes.routeOf[model.first[unit] ?? 0] ?? -1) >= 0) continue;
    routes.absent[routes.absentCount] = unit;
    routes.absentCount += 1;
  }
}

/** Takes out the pickups whose delivery did not stay in the same route. */
function removeOrphans({ deliveryOf, first }: Model, routes: Routes): void {
  deliveryOf.forEach((delivery, unit) => {
    const driver = routes.routeOf[first[unit] ?? 0] ?? -1;
    if (delivery < 0 || driver < 0 || routes.routeOf[delivery] === driver) return;
    routes.take(unit);
    routes.refresh(driver);
  });
}

/**
 * A stop stays if it can't move. A unit stays if this driver may have it, and the whole unit is here in its
 * order.
 */
function mayStay(model: Model, route: readonly number[], stop: number, driver: number): boolean {
  const unit = model.unitOf[stop] ?? -1;
  if (unit < 0) return true;
  if (model.price[unit * model.driverCount + driver] === Infinity) return false;
  const delivery = model.deliveryOf[unit] ?? -1;
  const then = delivery < 0 ? (model.then[unit] ?? -1) : delivery;
  if (then < 0) return true;
  const at = route.indexOf(model.first[unit] ?? 0);
  return at >= 0 && at < route.indexOf(then);
}

/** Numbers of stops: see Removal. */
const STRINGS = { mean: 15, longest: 15 };
/** The chance that a place is skipped, so that the search does not always take the same steps. */
const BLINK = 0.01;
/** The temperatures at the beginning and at the end, as multiples of the mean leg. */
const WARMEST = 1;
const COOLEST = 0.01;

/** Improves the present routes. The same seed and the same shares give the same answer. */
export function search(model: Model, seed: number, share: Share): Found {
  const random = randomFrom(seed);
  const routes = new Routes(model);
  const { isPossible, insertAll, change } = stepsOf(model, routes, random);
  buildInitialRoutes(model, routes);
  insertAll(0);
  routes.save();
  const leg = meanLeg(model, routes);
  const cooling = new Cooling(share, { warmest: WARMEST * leg, coolest: COOLEST * leg }, random);

  let found = answerOf(model, routes);
  let current = costOf(model, routes);
  let least = current;
  for (let done = 0; isPossible && cooling.goesOn(done); done += 1) {
    const hasRoom = change();
    const cost = costOf(model, routes);
    if (!hasRoom || !cooling.isAccepted(cost, current)) {
      routes.restore();
      continue;
    }
    routes.save();
    current = cost;
    if (cost >= least) continue;
    least = cost;
    found = answerOf(model, routes);
  }
  return found;
}

/** Returns the steps that the search repeats. `isPossible`: there is something to take out. */
function stepsOf(model: Model, routes: Routes, random: () => number) {
  const near = nearOf(model);
  const insertions = new Insertions(model, routes, near);
  const removal = new Removal(model, routes, near, STRINGS);
  const orders = new Orders(model);
  const insertAll = (blink: number) => {
    orders.sort(routes, random);
    insertAbsent(routes, (unit) => insertions.insert(unit, blink, random));
  };
  /** @returns whether everything fits. */
  const change = () => {
    removal.remove(random);
    insertAll(BLINK);
    return !model.isUnloading || routes.hasRoom();
  };
  return { isPossible: removal.isPossible, insertAll, change };
}

/** Units that find no place stay absent, in their order. */
function insertAbsent(routes: Routes, insert: (unit: number) => boolean): void {
  const count = routes.absentCount;
  let left = 0;
  for (let i = 0; i < count; i += 1) {
    const unit = routes.absent[i] ?? 0;
    if (insert(unit)) continue;
    routes.absent[left] = unit;
    left += 1;
  }
  routes.absentCount = left;
}

/**
 * Slack induction by string removals (Christiaens and Vanden Berghe, 2020): strings of neighboring stops are
 * taken out and put back one by one at the cheapest place. An answer that costs more is accepted less and
 * less often.
 */
import { randomFrom } from '~/domain/scheduling/route-optimizer/search';
import { Cooling, type Share } from './cooling';
import { answerOf, costOf, meanLeg } from './cost';
import { Insertions } from './insertion';
import type { Model } from './plan-model';
import { nearOf } from './near';
import { Orders } from './order';
import { buildInitialRoutes } from './initial-routes';
import { Removal } from './removal';
import { Routes, type Found } from './routes';

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

/** The order in which stops are visited with the least cost. Pure and deterministic. Safe in the browser. */
import { exactOrder, EXACT_UP_TO } from './optimizer/exact';
import { modelOf } from './optimizer/model';
import { punctualOrder, weigh } from './optimizer/punctual';
import { searchOrder } from './optimizer/search';
import { inOrder, leastFirst } from './optimizer/seeds';
import type { OrderProblem } from './optimizer/problem';

export { MAX_STOPS, costOfOrder, iterationsFor, type OrderProblem } from './optimizer/problem';

/**
 * Every stop once: ranks ascending, each pair in its order, a fixed start first and a fixed end last. Never costs
 * more than `current`, which is answered itself where nothing is cheaper; where `current` breaks a rule, it is
 * compared with what is left of it when every rule is kept.
 * @throws RangeError when the problem contradicts itself (sizes, a `current` that is no permutation).
 */
export function optimizeOrder(problem: OrderProblem): number[] {
  const model = modelOf(problem);
  const current = inOrder(model);
  const shortest =
    model.stopCount <= EXACT_UP_TO
      ? exactOrder(model)
      : searchOrder(model, [current, leastFirst(model)], problem.iterations, problem.seed);
  const found = model.promises ? punctualOrder(model, shortest, problem.iterations, problem.seed) : shortest;
  // What the search counts in is rounded; the promise is made in the caller's numbers.
  return model.answer(weigh(model, found) < weigh(model, current) ? found : current);
}

/** The present order, with what breaks a rule moved no further than it must. Costs next to nothing. */
export function presentOrder(problem: OrderProblem): number[] {
  const model = modelOf(problem);
  return model.answer(inOrder(model));
}

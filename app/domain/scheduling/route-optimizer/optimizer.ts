/** Finds the order of stops with the least cost. Pure and deterministic. Safe in the browser. */
import { exactOrder, EXACT_UP_TO } from './exact';
import { modelOf } from './order-model';
import { punctualOrder, weigh } from './punctual';
import { inOrder, leastFirst, searchOrder } from './search';
import type { OrderProblem } from './order-problem';

export { costOfOrder, iterationsFor, type OrderProblem } from './order-problem';

/**
 * Returns every stop once: ranks ascending, each pair in its order, a fixed start first and a fixed end last.
 * The order never costs more than `current`, which is returned when nothing is cheaper. A `current` that
 * breaks a rule is first changed until it keeps all rules.
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
  // The search uses rounded costs, so the orders are compared by the caller's numbers.
  return model.answer(weigh(model, found) < weigh(model, current) ? found : current);
}

/** Returns the present order, with as few changes as the rules need. Fast. */
export function presentOrder(problem: OrderProblem): number[] {
  const model = modelOf(problem);
  return model.answer(inOrder(model));
}

/** The worker thread of the searches. A separate bundle: build/route-worker.js. */
import { parentPort } from 'node:worker_threads';
import { planAll, type PlanAsked } from './searches';
import { optimizeOrder, type OrderProblem } from '~/domain/scheduling/route-optimizer/optimizer';
import type { Answered, Asked } from '~/domain/scheduling/route-order/messages';

parentPort?.on('message', (asked: Asked | PlanAsked) => {
  const answer =
    'control' in asked ? planAll(asked) : ({ id: asked.id, order: solve(asked.problem) } satisfies Answered);
  parentPort?.postMessage(answer);
});

function solve(problem: OrderProblem): number[] | null {
  try {
    return optimizeOrder(problem);
  } catch {
    return null;
  }
}

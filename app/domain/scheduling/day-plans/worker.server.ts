/** The worker thread of the searches. A separate bundle: build/route-worker.js. */
import { parentPort } from 'node:worker_threads';
import { planAll, type PlanAsked } from './searches';
import { optimizeOrder } from '~/domain/scheduling/route-optimizer/optimizer';
import type { Answered, Asked } from '~/domain/scheduling/route-order/messages';

parentPort?.on('message', (asked: Asked | PlanAsked) => {
  parentPort?.postMessage('control' in asked ? planAll(asked) : solve(asked));
});

function solve({ id, problem }: Asked): Answered {
  try {
    return { id, order: optimizeOrder(problem) };
  } catch (error) {
    return { id, order: null, error: (error instanceof Error && error.stack) || String(error) };
  }
}

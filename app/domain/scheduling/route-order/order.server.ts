/** Runs the optimizer. Larger problems run in a worker thread, so that requests are answered meanwhile. */
import { ORDER_QUEUE_TIMEOUT_MS, ORDER_TIMEOUT_MS } from '~/lib/time-limits';
import {
  optimizeOrder,
  presentOrder,
  type OrderProblem,
} from '~/domain/scheduling/route-optimizer/optimizer';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import { log } from '~/process/log.server';

/** Problems of this size take a few milliseconds, so a thread would not pay off. */
const INLINE_UP_TO = 12;

const threads = new WorkerPool({
  file: './route-worker.js',
  runtime: 'worker_threads',
  atOnce: 2,
  answerWithinMs: ORDER_TIMEOUT_MS,
  longestWaitMs: ORDER_QUEUE_TIMEOUT_MS,
  refuse: (refusal) => new WorkerFailed(refusal),
});

/**
 * Returns the best order. If none is found in time, returns the present one with as few changes as the rules
 * need.
 */
export async function bestOrder(problem: OrderProblem): Promise<number[]> {
  if (problem.current.length <= INLINE_UP_TO) return optimizeOrder(problem);
  try {
    return await threads.run<number[]>('order', problem);
  } catch (error) {
    log.error({ err: error }, 'the route search gave up');
    return presentOrder(problem);
  }
}

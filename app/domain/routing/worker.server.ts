/** The worker thread of the search. A separate bundle: build/route-worker.js. */
import { parentPort } from 'node:worker_threads';
import { optimizeOrder, type OrderProblem } from './optimizer';

export type Asked = { id: number; problem: OrderProblem };
/** `order` is null when the problem could not be solved. */
export type Answered = { id: number; order: number[] | null };

parentPort?.on('message', ({ id, problem }: Asked) => {
  parentPort?.postMessage({ id, order: solve(problem) } satisfies Answered);
});

function solve(problem: OrderProblem): number[] | null {
  try {
    return optimizeOrder(problem);
  } catch {
    return null;
  }
}

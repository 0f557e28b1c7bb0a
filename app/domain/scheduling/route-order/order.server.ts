/** Runs the optimizer, larger problems in a worker thread so that requests are answered meanwhile. */
import { Worker } from 'node:worker_threads';
import { log } from '~/process/log.server';
import {
  optimizeOrder,
  presentOrder,
  type OrderProblem,
} from '~/domain/scheduling/route-optimizer/optimizer';
import type { Answered, Asked } from './messages';

/** Solved within a few milliseconds, so a thread would not pay. */
const INLINE_UP_TO = 12;
const THREADS = 2;
const WITHIN_MS = 5_000;

type Thread = { worker: Worker; waiting: Map<number, (order: number[] | null) => void> };

const threads: Thread[] = [];
let lastId = 0;

/** The best order; when none is found in time, the present one with as few changes as the rules need. */
export async function bestOrder(problem: OrderProblem): Promise<number[]> {
  if (problem.current.length <= INLINE_UP_TO) return optimizeOrder(problem);
  return (await ask(problem)) ?? presentOrder(problem);
}

function ask(problem: OrderProblem): Promise<number[] | null> {
  const thread = freeThread();
  const id = (lastId += 1);
  return new Promise((resolve) => {
    const timer = setTimeout(() => discard(thread, 'no answer in time'), WITHIN_MS);
    thread.waiting.set(id, (order) => {
      clearTimeout(timer);
      thread.waiting.delete(id);
      resolve(order);
    });
    thread.worker.postMessage({ id, problem } satisfies Asked);
  });
}

/** An idle thread, a new one, or the one with the shortest queue. */
function freeThread(): Thread {
  const [least] = [...threads].sort((a, b) => a.waiting.size - b.waiting.size);
  if (least && (least.waiting.size === 0 || threads.length >= THREADS)) return least;
  const worker = new Worker(new URL('./route-worker.js', import.meta.url));
  const thread: Thread = { worker, waiting: new Map() };
  // It must not keep a stopping process alive.
  worker.unref();
  worker.on('message', ({ id, order, error }: Answered) => {
    if (error !== undefined) log.error({ reason: error }, 'a route could not be searched');
    thread.waiting.get(id)?.(order);
  });
  worker.on('error', (error) => discard(thread, error));
  worker.on('exit', () => discard(thread, 'it ended'));
  threads.push(thread);
  return thread;
}

/** Ends a thread. Its problems stay unsolved, and the next problem gets a new thread. */
function discard(thread: Thread, reason: unknown): void {
  const place = threads.indexOf(thread);
  if (place < 0) return;
  threads.splice(place, 1);
  log.error({ err: reason }, 'the route search gave up');
  for (const answer of [...thread.waiting.values()]) answer(null);
  void thread.worker.terminate();
}

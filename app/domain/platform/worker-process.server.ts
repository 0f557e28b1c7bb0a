/** Used by the bundles of worker processes (workers.server.ts). */
import { Worker } from 'node:worker_threads';

/**
 * Makes the function that a worker exports. Its process ends together with its parent, and on SIGTERM when it
 * is idle.
 */
export function workerOf<Work, Answer>(answer: (work: Work) => Promise<Answer>) {
  let running = 0;
  process.on('disconnect', () => process.exit());
  // These signals reach all processes of a service, but a request that is being finished still needs its
  // answer.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('SIGTERM', () => {
    if (running === 0) process.exit();
  });
  return async (work: Work): Promise<Answer> => {
    running += 1;
    try {
      return await answer(work);
    } finally {
      running -= 1;
    }
  };
}

/**
 * Ends the process when it takes more memory than this. V8's own limit does not count buffers, and nothing on the
 * main thread runs while a library unpacks data, so a thread looks.
 */
export function limitMemory(megabytes: number): void {
  const most = String(megabytes * 1_000_000);
  const look = `setInterval(() => { if (process.memoryUsage.rss() > ${most}) process.kill(process.pid, 'SIGKILL'); }, 20)`;
  new Worker(look, { eval: true }).unref();
}

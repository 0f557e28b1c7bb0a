/** For the bundles of worker processes (workers.server.ts). */

/** The function that a worker exports. Its process ends with the one that has started it, and on SIGTERM when it is idle. */
export function workerOf<Work, Answer>(answer: (work: Work) => Promise<Answer>) {
  let running = 0;
  process.on('disconnect', () => process.exit());
  // A signal that reaches all processes of a service must not take the answer of a request that is being finished.
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

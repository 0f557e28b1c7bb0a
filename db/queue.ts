/** So many at a time, the others in the order in which they came, and nobody longer than 5 s. */
const LONGEST_WAIT_MS = 5_000;
const WEIGHT = 0.1;

/** It would have been too long until the turn of this work. */
export class Overloaded extends Error {
  constructor() {
    super('Too many requests are waiting for the database');
    this.name = 'Overloaded';
  }
}

/** @returns what runs work in its turn. @throws Overloaded, at once where the wait can be foreseen. */
export function createQueue(atOnce: number, longestWaitMs = LONGEST_WAIT_MS) {
  const waiting = new Set<() => void>();
  let running = 0;
  /** Between two that end, while somebody waits. */
  let intervalMs = 0;
  let lastEndAt: number | undefined;

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size * intervalMs > longestWaitMs) {
        reject(new Overloaded());
        return;
      }
      const start = () => {
        clearTimeout(late);
        waiting.delete(start);
        running += 1;
        resolve();
      };
      const late = setTimeout(() => {
        waiting.delete(start);
        reject(new Overloaded());
      }, longestWaitMs);
      waiting.add(start);
    });
  const end = () => {
    running -= 1;
    const at = performance.now();
    if (waiting.size > 0 && lastEndAt !== undefined) intervalMs += WEIGHT * (at - lastEndAt - intervalMs);
    lastEndAt = waiting.size > 0 ? at : undefined;
    const [start] = waiting;
    start?.();
  };

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else await turn();
    try {
      return await work();
    } finally {
      end();
    }
  };
}

/** Work that every instance does in rounds. */
export type Log = Record<'error' | 'warn', (details: object, message: string) => void>;

/** @returns the milliseconds until there is more to do; undefined when that is not known. */
export type Work = (isStopped: () => boolean) => Promise<number | undefined>;

/** Limits work to once in so many milliseconds; work that fails is repeated with the next round. */
export function every(ms: number, work: () => Promise<void>): Work {
  let nextAt = 0;
  return async () => {
    if (performance.now() >= nextAt) {
      await work();
      nextAt = performance.now() + ms;
    }
    return nextAt - performance.now();
  };
}

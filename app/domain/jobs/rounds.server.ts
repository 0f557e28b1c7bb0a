/** Rounds of background work: as soon as it is told that there is some, and now and then in case nobody said so. */
import { sweepFailures, sweepRounds } from '~/domain/administration/system/metrics.server';

export type Log = Record<'error' | 'warn', (details: object, message: string) => void>;

/** @returns in how many milliseconds there is more to do; nothing when that is not known. */
export type Work = (isStopped: () => boolean) => Promise<number | undefined>;

type Rounds = {
  /** There is something to do in so long. */
  wake: (ms?: number) => void;
  /** Whether it is told. */
  setListening: (isListening: boolean) => void;
  stop: () => Promise<void>;
};

/** Rounds are so far apart at least, also when it is told of each of many changes. */
const APART_MS = 1_000;
export const LOOK_EVERY_MS = 10_000;

/** Never two at a time; one that fails is repeated. */
export function startRounds(log: Log, name: string, work: Work, lookEveryMs = LOOK_EVERY_MS): Rounds {
  let isStopped = false;
  let isListening = false;
  let isRunning = false;
  let startedAt = -Infinity;
  let dueAt = Infinity;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  /** Why the last round failed: said once, and not every second. */
  let failure: string | null = null;

  const succeeded = () => {
    sweepRounds.observe({ work: name }, (performance.now() - startedAt) / 1_000);
    if (failure !== null) log.warn({ work: name }, 'background work succeeds again');
    failure = null;
  };
  const failed = (error: unknown) => {
    sweepFailures.inc({ work: name });
    const reason = error instanceof Error ? error.message : String(error);
    if (failure !== reason)
      log.error({ err: error, work: name }, 'background work failed; it will be retried');
    failure = reason;
  };

  const run = async () => {
    isRunning = true;
    startedAt = performance.now();
    dueAt = Infinity;
    let next: number | undefined = APART_MS;
    try {
      next = await work(() => isStopped);
      succeeded();
    } catch (error) {
      failed(error);
    }
    isRunning = false;
    wake(Math.min(next ?? Infinity, isListening ? lookEveryMs : APART_MS));
  };

  function wake(ms = 0): void {
    dueAt = Math.min(dueAt, Math.max(performance.now() + ms, startedAt + APART_MS));
    if (isRunning || isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      round = run();
    }, dueAt - performance.now());
  }

  wake();
  return {
    wake,
    setListening: (now) => {
      isListening = now;
      // Runs at once: a notification may have been missed until now, or may be missed from now on.
      wake();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** Summarizes the changes of several seconds in one sentence for screen readers. */
import type { LiveMessage } from '~/live/message';
import { onChange } from '~/live/use-live';

/** The shortest time between two sentences. */
const APART_MS = 10_000;
/** The messages of one action arrive within this time. */
const TOGETHER_MS = 500;

type Summary = {
  hear: (message: Pick<LiveMessage, 'taskId' | 'driverId'>) => void;
  /** The time to wait before the next sentence. */
  wait: (now: number) => number;
  /** The changes since the last sentence, in words. */
  say: (now: number, nameOf: (driverId: number) => string | undefined) => string;
};

export function createSummary(): Summary {
  let heard: Pick<LiveMessage, 'taskId' | 'driverId'>[] = [];
  let saidAt = -Infinity;
  return {
    hear: (message) => {
      heard.push(message);
    },
    wait: (now) => Math.max(TOGETHER_MS, saidAt + APART_MS - now),
    say: (now, nameOf) => {
      const tasks = new Set(heard.map(({ taskId }) => taskId));
      const names = new Set(
        heard.map(({ taskId, driverId }) => {
          if (driverId !== null) return nameOf(driverId) ?? 'Former driver';
          // A change without a task and a driver is about places or names.
          return taskId === null ? '' : 'Unassigned';
        }),
      );
      names.delete('');
      const several = tasks.has(null);
      heard = [];
      saidAt = now;
      const what = several ? 'Tasks' : tasks.size === 1 ? '1 task' : `${String(tasks.size)} tasks`;
      return [`${what} changed`, [...names].sort().join(', ')].filter(Boolean).join(': ');
    },
  };
}

/**
 * Announces changes by others and by drivers, at most every ten seconds.
 * @returns a function that ends this.
 */
export function announceChanges(
  say: (sentence: string) => void,
  nameOf: (driverId: number) => string | undefined,
): () => void {
  const summary = createSummary();
  let timer: number | undefined;
  const stop = onChange((message) => {
    summary.hear(message);
    timer ??= window.setTimeout(() => {
      timer = undefined;
      say(summary.say(performance.now(), nameOf));
    }, summary.wait(performance.now()));
  });
  return () => {
    stop();
    window.clearTimeout(timer);
  };
}

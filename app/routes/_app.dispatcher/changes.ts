/** Summarizes the changes of several seconds in one sentence for screen readers. In browsers only. */
import type { LiveMessage } from '~/live/message';

/** The shortest time between two sentences. */
const APART_MS = 10_000;
/** The messages of one action arrive within this time. */
const TOGETHER_MS = 500;

type Heard = Pick<LiveMessage, 'taskId' | 'driverId'>;

type Summary = {
  hear: (message: Heard) => void;
  /** The time to wait before the next sentence. */
  wait: (now: number) => number;
  /** The changes since the last sentence, in words. */
  say: (now: number, nameOf: (driverId: number) => string | undefined) => string;
};

export function createSummary(): Summary {
  let heard: Heard[] = [];
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

/** Announces what it hears, at most every ten seconds. */
export function createAnnouncer(
  say: (sentence: string) => void,
  nameOf: (driverId: number) => string | undefined,
) {
  const summary = createSummary();
  let timer: number | undefined;
  return {
    hear: (message: Heard): void => {
      summary.hear(message);
      timer ??= window.setTimeout(() => {
        timer = undefined;
        say(summary.say(performance.now(), nameOf));
      }, summary.wait(performance.now()));
    },
    end: (): void => {
      window.clearTimeout(timer);
    },
  };
}

/** Decides when a page connects again after failed attempts: later each time, and at another moment than other pages. */

/** Times in milliseconds, from which a random wait is taken: between half of it and one and a half times. */
const FIRST_MS = 2_000;
const LONGEST_MS = 20_000;

type Backoff = {
  /** Returns the time to wait before the next attempt, in milliseconds. */
  next: () => number;
  /** Called after a success, or when the next attempt is likely to succeed. */
  reset: () => void;
};

export function createBackoff(): Backoff {
  let mean = FIRST_MS;
  return {
    next: () => {
      const wait = mean * (0.5 + Math.random());
      mean = Math.min(mean * 2, LONGEST_MS);
      return wait;
    },
    reset: () => {
      mean = FIRST_MS;
    },
  };
}

/** Decides when a page connects again: soon, and after failed attempts later and at other moments than other pages. */

/** In milliseconds, as are the others. */
const FIRST_MS = 2_000;
/** Later times are random, between half of their mean and one and a half times. */
const SECOND_MS = 4_000;
const LONGEST_MS = 20_000;

type Backoff = {
  /** Returns the time to wait before the next attempt, in milliseconds. */
  next: () => number;
  /** Called after a success, or when the next attempt is likely to succeed. */
  reset: () => void;
};

export function createBackoff(): Backoff {
  let mean: number | null = null;
  return {
    next: () => {
      const wait = mean === null ? FIRST_MS : mean * (0.5 + Math.random());
      mean = mean === null ? SECOND_MS : Math.min(mean * 2, LONGEST_MS);
      return wait;
    },
    reset: () => {
      mean = null;
    },
  };
}

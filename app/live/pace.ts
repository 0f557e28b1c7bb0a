/**
 * Decides when a page loads again after changes: at once after one, and less often after many. Times are in
 * milliseconds.
 */

/** The messages of one transaction arrive within this time. */
const TOGETHER_MS = 10;
/** The shortest time from one start to the next. */
const APART_MS = 120;
/** The number of loads that may follow one another that fast. */
const IN_A_ROW = 24;
/** After this time one more load is allowed. In a network with constant changes, it is the time between loads. */
const REGAIN_MS = 350;

type Pace = {
  /** The time to wait before the next load. */
  wait: (now: number) => number;
  /** Called when a load starts. */
  begin: (now: number) => void;
};

export function createPace(): Pace {
  let startedAt = -Infinity;
  /** The number of loads that were still allowed at `startedAt`. */
  let left = IN_A_ROW;
  const leftAt = (now: number) => Math.min(IN_A_ROW, left + (now - startedAt) / REGAIN_MS);
  return {
    wait: (now) => Math.max(TOGETHER_MS, startedAt + APART_MS - now, (1 - leftAt(now)) * REGAIN_MS),
    begin: (now) => {
      left = leftAt(now) - 1;
      startedAt = now;
    },
  };
}

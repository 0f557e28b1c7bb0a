/** When a page loads again for changes: at once for one, and less often the more there are. Times in milliseconds. */

/** The messages of one transaction arrive within this time. */
const TOGETHER_MS = 10;
/** From the beginning of one look to the next. */
const APART_MS = 120;
/** Looks that may follow each other like this … */
const IN_A_ROW = 24;
/** … and how long it takes until there may be one more. In a network where something changes all the time, that is the pace. */
const REGAIN_MS = 500;

type Pace = {
  /** The time to wait before the next look. */
  wait: (now: number) => number;
  /** A look begins. */
  begin: (now: number) => void;
};

export function createPace(): Pace {
  let startedAt = -Infinity;
  /** Looks that may still follow, at that time. */
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

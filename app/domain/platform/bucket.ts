/** Limits that are counted in this process alone: for what must cost nothing, not even a query. */
import { BoundedMap } from '~/lib/bounded-map';

type Level = { left: number; at: number };

const MOST_KNOWN = 20_000;

type Bucket = {
  /** Counts one. @returns false when that is one too many. */
  take: (key: string) => boolean;
  /** Whether the next one would be too many. */
  isEmpty: (key: string) => boolean;
};

/** @param most at once; so many more each second. */
export function bucket({ most, perSecond }: { most: number; perSecond: number }): Bucket {
  // A key that is dropped costs little: it can be used up to its limit once more.
  const levels = new BoundedMap<string, Level>(MOST_KNOWN);
  const levelOf = (key: string, now: number): Level => {
    const known = levels.get(key);
    if (!known) return { left: most, at: now };
    return { left: Math.min(most, known.left + ((now - known.at) / 1_000) * perSecond), at: now };
  };
  return {
    take: (key) => {
      const level = levelOf(key, performance.now());
      const isGranted = level.left >= 1;
      if (isGranted) level.left -= 1;
      levels.set(key, level);
      return isGranted;
    },
    isEmpty: (key) => levelOf(key, performance.now()).left < 1,
  };
}

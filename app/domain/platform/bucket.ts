/** Limits that are counted only in this process, for requests that must not even cost a query. */
import { BoundedMap } from '~/lib/bounded-map';

type Level = { left: number; at: number };

const MOST_KNOWN = 20_000;

type Bucket = {
  /** Counts one. @returns false when that exceeds the limit. */
  take: (key: string) => boolean;
  /** True when one more would exceed the limit. */
  isEmpty: (key: string) => boolean;
};

/** @param most the number at once; `perSecond` more are allowed each second. */
export function bucket({ most, perSecond }: { most: number; perSecond: number }): Bucket {
  // Dropping a key does little harm: it can be used up to its limit once more.
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

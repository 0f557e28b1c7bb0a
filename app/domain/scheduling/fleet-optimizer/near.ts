/**
 * Tells which stops are near each other: strings are taken out around one, and put back near where they were.
 */
import type { Model } from './plan-model';

/** More than this many near stops are never looked at. */
const MOST = 150;

export type Near = {
  /** Stops that may be taken out. */
  movable: Int32Array;
  /**
   * By stop, the `count` nearest movable stops, the nearest first; a movable stop comes first in its own
   * list.
   */
  stops: Int32Array;
  count: number;
};

export function nearOf({ stopCount, site, siteCount, lengths, unitOf, mayMove }: Model): Near {
  const isMovable = (stop: number) => mayMove[unitOf[stop] ?? -1] === 1;
  const movable = Int32Array.from([...unitOf.keys()].filter(isMovable));
  const count = Math.min(MOST, movable.length);
  const stops = new Int32Array(stopCount * count);
  const ways = new Float64Array(stopCount);
  for (const stop of movable) {
    const own = site[stop] ?? 0;
    for (const other of movable) {
      const its = site[other] ?? 0;
      ways[other] = Math.min(lengths[own * siteCount + its] ?? 0, lengths[its * siteCount + own] ?? 0);
    }
    ways[stop] = -1;
    const sorted = movable.slice().sort((a, b) => (ways[a] ?? 0) - (ways[b] ?? 0) || a - b);
    stops.set(sorted.subarray(0, count), stop * count);
  }
  return { movable, stops, count };
}

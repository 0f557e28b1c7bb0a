/**
 * Chooses the stops that the search takes out: strings of stops around one place, each from another route.
 */
import type { Model } from './plan-model';
import type { Routes } from './routes';

type Strings = {
  /** Mean number of stops that are removed. */
  mean: number;
  /** The longest string of one route. */
  longest: number;
};

export class Removal {
  private readonly isUsed: Uint8Array;
  private readonly scratch: Int32Array;

  constructor(
    private readonly model: Model,
    private readonly routes: Routes,
    private readonly near: Near,
    private readonly strings: Strings,
  ) {
    this.scratch = new Int32Array(model.stopCount);
    this.isUsed = new Uint8Array(model.driverCount);
  }

  /** Whether there is anything to take out. */
  get isPossible(): boolean {
    return this.near.movable.length > 0;
  }

  /** Takes strings out of routes near a stop chosen at random. */
  remove(random: () => number): void {
    const { routes, strings, model } = this;
    const { movable, stops: near, count: nearCount } = this.near;
    const seed = movable[Math.floor(random() * movable.length)] ?? 0;
    let used = 0;
    for (let driver = 0; driver < model.driverCount; driver += 1)
      if ((routes.count[driver] ?? 0) > 0) used += 1;
    if (used === 0) return;
    const longest = Math.min(strings.longest, movable.length / used);
    const most = (4 * strings.mean) / (1 + longest) - 1;
    let left = Math.floor(1 + random() * most);
    this.isUsed.fill(0);
    for (let i = 0; i < nearCount && left > 0; i += 1) {
      const stop = near[seed * nearCount + i] ?? 0;
      const driver = routes.routeOf[stop] ?? -1;
      if (driver < 0 || this.isUsed[driver] === 1) continue;
      this.isUsed[driver] = 1;
      left -= 1;
      this.cut(driver, stop, random, longest);
    }
  }

  /** Removes a string that contains the stop. Half of the time, the string keeps some stops in its middle. */
  private cut(driver: number, stop: number, random: () => number, longest: number): void {
    const { routes, scratch, model } = this;
    const end = routes.endOf(driver);
    let [length, at] = [0, 0];
    for (let node = routes.next[routes.gate[driver] ?? 0] ?? 0; node !== end; node = routes.next[node] ?? 0) {
      if (node === stop) at = length;
      scratch[length] = node;
      length += 1;
    }
    const size = Math.floor(1 + random() * Math.min(length, longest));
    const gap = size > 1 && size < length && random() < 0.5 ? 1 : 0;
    const span = size + gap;
    const lowest = Math.max(0, at - span + 1);
    const highest = Math.min(at, length - span);
    const from = lowest + Math.floor(random() * (highest - lowest + 1));
    const kept = gap === 1 ? from + 1 + Math.floor(random() * (size - 1)) : -1;
    for (let i = from; i < from + span; i += 1) {
      const node = scratch[i] ?? 0;
      const unit = model.unitOf[node] ?? 0;
      if (i !== kept && routes.routeOf[node] === driver && model.mayMove[unit] === 1) routes.take(unit);
    }
    routes.refresh(driver);
  }
}

/**
 * Tells which stops are near each other: strings are taken out around one, and put back near where they were.
 */

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

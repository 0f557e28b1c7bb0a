/** Chooses the order in which removed units are put back: one of several, each with its weight. */
import type { Model } from './plan-model';
import type { Routes } from './routes';

/** The chance of each order below, and of a random one. */
const CHANCES = { random: 4, large: 4, far: 2, near: 1, narrow: 2, early: 2, last: 2 };

export class Orders {
  private readonly keys: { chance: number; key: Float64Array | null }[];
  private readonly total: number;
  private readonly sorted: Float64Array;
  private readonly deliveryOf: Int32Array;
  private readonly hasExtraPickups: boolean;

  constructor({
    unitCount,
    first,
    then,
    deliveryOf,
    lengths,
    siteCount,
    site,
    stopCount,
    size,
    after,
    by,
  }: Model) {
    this.deliveryOf = deliveryOf;
    this.hasExtraPickups = deliveryOf.some((delivery) => delivery >= 0);
    const depot = (site[stopCount] ?? 0) * siteCount;
    const byUnit = (pick: (stop: number, last: number) => number) =>
      Float64Array.from({ length: unitCount }, (_, unit) => {
        const [stop, delivery] = [first[unit] ?? 0, then[unit] ?? -1];
        return pick(stop, delivery < 0 ? stop : delivery);
      });
    const way = (stop: number) => lengths[depot + (site[stop] ?? 0)] ?? 0;
    this.keys = [
      { chance: CHANCES.random, key: null },
      { chance: CHANCES.large, key: byUnit((stop) => -(size[stop] ?? 0)) },
      { chance: CHANCES.far, key: byUnit((stop) => -way(stop)) },
      { chance: CHANCES.near, key: byUnit(way) },
      { chance: CHANCES.narrow, key: byUnit((stop, last) => (by[last] ?? 0) - (after[stop] ?? 0)) },
      { chance: CHANCES.early, key: byUnit((stop) => after[stop] ?? 0) },
      { chance: CHANCES.last, key: byUnit((_, last) => -(by[last] ?? 0)) },
    ];
    this.total = this.keys.reduce((sum, { chance }) => sum + chance, 0);
    this.sorted = new Float64Array(unitCount);
  }

  /** Sorts the units that are in no route. There are few of them. */
  sort({ absent, absentCount }: Routes, random: () => number): void {
    const order = this.choose(random);
    for (let i = 0; i < absentCount; i += 1) {
      const unit = absent[i] ?? 0;
      const key = order ? (order[unit] ?? 0) : random();
      let j = i - 1;
      for (; j >= 0 && (this.sorted[j] ?? 0) > key; j -= 1) {
        this.sorted[j + 1] = this.sorted[j] ?? 0;
        absent[j + 1] = absent[j] ?? 0;
      }
      this.sorted[j + 1] = key;
      absent[j + 1] = unit;
    }
    if (this.hasExtraPickups) this.putExtraPickupsLast(absent, absentCount);
  }

  /** A pickup that feeds a delivery has no place until the delivery has one. */
  private putExtraPickupsLast(absent: Int32Array, count: number): void {
    const all = [...absent.subarray(0, count)];
    const isExtraPickup = (unit: number) => (this.deliveryOf[unit] ?? -1) >= 0;
    absent.set([...all.filter((unit) => !isExtraPickup(unit)), ...all.filter(isExtraPickup)]);
  }

  private choose(random: () => number): Float64Array | null {
    let drawn = random() * this.total;
    for (const { chance, key } of this.keys) {
      drawn -= chance;
      if (drawn < 0) return key;
    }
    return null;
  }
}

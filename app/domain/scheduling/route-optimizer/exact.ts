/** Solves small problems exactly: dynamic programming over sets of stops (Held–Karp). */
import type { Model } from './order-model';

/** 4,096 sets × 12 last stops: about two milliseconds. */
export const EXACT_UP_TO = 12;

/** The cheapest order that keeps every rule. */
export function exactOrder(model: Model): Int32Array {
  const { stopCount: n, size, costs } = model;
  const required = requiredBefore(model);
  const sets = 1 << n;
  const least = new Float64Array(sets * n).fill(Infinity);
  const previous = new Int8Array(sets * n).fill(-1);
  const cost = (from: number, to: number) => costs[from * size + to] ?? 0;
  const isOpen = (stop: number, visited: number) => ((required[stop] ?? 0) & ~visited) === 0;

  for (let stop = 0; stop < n; stop += 1)
    if (isOpen(stop, 0)) least[(1 << stop) * n + stop] = cost(0, stop + 1);
  for (let visited = 1; visited < sets; visited += 1) {
    for (let last = 0; last < n; last += 1) {
      const soFar = least[visited * n + last] ?? Infinity;
      if (soFar === Infinity) continue;
      for (let next = 0; next < n; next += 1) {
        if (visited & (1 << next) || !isOpen(next, visited)) continue;
        const at = (visited | (1 << next)) * n + next;
        const total = soFar + cost(last + 1, next + 1);
        if (total >= (least[at] ?? Infinity)) continue;
        least[at] = total;
        previous[at] = last;
      }
    }
  }

  let [last, best] = [-1, Infinity];
  for (let stop = 0; stop < n; stop += 1) {
    const total = (least[(sets - 1) * n + stop] ?? Infinity) + cost(stop + 1, size - 1);
    if (total < best) [last, best] = [stop, total];
  }
  const order = new Int32Array(n);
  for (let visited = sets - 1, i = n - 1; i >= 0; i -= 1) {
    order[i] = last + 1;
    const from = previous[visited * n + last] ?? -1;
    visited &= ~(1 << last);
    last = from;
  }
  return order;
}

/**
 * Returns for each stop the set of stops that must come before it, as bits: its partners, and all of a lower
 * rank.
 */
export function requiredBefore({ stopCount, rank, before }: Model): Int32Array {
  return Int32Array.from({ length: stopCount }, (_, stop) => {
    let bits = 0;
    for (const node of before[stop + 1] ?? []) bits |= 1 << (node - 1);
    for (let other = 0; other < stopCount; other += 1)
      if ((rank[other + 1] ?? 0) < (rank[stop + 1] ?? 0)) bits |= 1 << other;
    return bits;
  });
}

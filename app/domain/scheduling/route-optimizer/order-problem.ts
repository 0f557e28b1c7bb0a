/** The optimizer's input. */

/** The limit, because the matrix of more would take over 128 MB. */
export const MAX_STOPS = 4_000;

export type OrderProblem = {
  /** Row-major, from row to column. May be asymmetric; Infinity where there is no road. Never negative. */
  costs: Float64Array;
  /** The first stop; null for any. */
  start: number | null;
  /** The last stop, `start` (or the first stop) for a round trip, `free` for any. */
  end: number | 'free' | 'start';
  /** By stop. All stops of rank 0 come first, then all of rank 1 … */
  rank: ArrayLike<number>;
  /** The first of each pair comes before the second. A pair that contradicts earlier ones is ignored. */
  before: readonly (readonly [first: number, then: number])[];
  /** Promised times. A delay is allowed, but it has a cost. */
  promises?: Promises | undefined;
  /** Every stop once, in the present order. */
  current: readonly number[];
  seed: number;
  /** Iterations of the search; the same number gives the same answer on every machine. Unused for small problems. */
  iterations: number;
};

/** In the unit of the costs, which must then be times. */
export type Promises = {
  /** Due time by stop; Infinity for none. */
  due: ArrayLike<number>;
  /** Departure time. */
  begin: number;
  /** Time at the stop, by stop. */
  service: ArrayLike<number>;
  /** Cost of one unit of delay. */
  weight: number;
};

/**
 * More iterations hardly ever find a better order. They take about 0.1 s for 50 to 150 stops and 0.3 s for
 * 200, a third more with ranks or pairs. `npm run bench -- --tsplib FOLDER` and `--routes` measure it.
 */
export function iterationsFor(stopCount: number, isRuled = false): number {
  const plain = iterationsOf(stopCount);
  return isRuled ? Math.round((4 / 3) * plain) : plain;
}

function iterationsOf(stopCount: number): number {
  if (stopCount <= 60) return 3_000;
  if (stopCount <= 150) return 2_000;
  // No driver has so many stops. An iteration takes long then, and the answer has to come within seconds.
  if (stopCount > 250) return Math.min(6_000, 6 * stopCount);
  return Math.min(9_000, 2_000 + 140 * (stopCount - 150));
}

/** The cost of an order; Infinity when a road is missing. */
export function costOfOrder(
  { costs, end, current }: Pick<OrderProblem, 'costs' | 'end' | 'current'>,
  order: readonly number[],
): number {
  const n = current.length;
  let total = 0;
  for (let i = 1; i < order.length; i += 1) total += costs[(order[i - 1] ?? 0) * n + (order[i] ?? 0)] ?? 0;
  const [first, last] = [order[0], order[order.length - 1]];
  const comesBack = end === 'start' || end === first;
  if (comesBack && first !== undefined && last !== undefined && first !== last)
    total += costs[last * n + first] ?? 0;
  return total;
}

type Pair = readonly [first: number, then: number];

/** The pairs without duplicates and without those that make a cycle with earlier ones. */
export function acyclic(size: number, pairs: readonly Pair[]): Pair[] {
  const after: number[][] = Array.from({ length: size }, () => []);
  const leadsTo = (from: number, to: number, seen: Set<number>): boolean =>
    from === to || (after[from] ?? []).some((next) => !seen.has(next) && leadsTo(next, to, seen.add(next)));
  return pairs.filter(([first, then]) => {
    if (after[first]?.includes(then) || leadsTo(then, first, new Set())) return false;
    after[first]?.push(then);
    return true;
  });
}

/** A stop that must come before an urgent one becomes as urgent. Changes `rank`. */
export function raiseRanks(rank: Uint8Array, pairs: readonly Pair[]): void {
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const [first, then] of pairs) {
      if ((rank[first] ?? 0) <= (rank[then] ?? 0)) continue;
      rank[first] = rank[then] ?? 0;
      isStable = false;
    }
  }
}

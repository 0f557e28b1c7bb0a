/** What is asked of the optimizer. */

/** More are refused: the matrix alone would take 128 MB. */
export const MAX_STOPS = 4_000;

export type OrderProblem = {
  /** Row-major, from row to column. Need not be symmetric; Infinity where there is no way. Never negative. */
  costs: Float64Array;
  /** The stop to set out from; null for any. */
  start: number | null;
  /** The stop to finish at, `start` (or the stop of the start) to come back to where it began, `free` for anywhere. */
  end: number | 'free' | 'start';
  /** One for each stop. All of rank 0 come first, then all of rank 1 … */
  rank: ArrayLike<number>;
  /** The first of each pair comes before the second. Pairs that close a circle are left out, the later ones. */
  before: readonly (readonly [first: number, then: number])[];
  /** Times that were promised. Being late is no breach of a rule, but it has its price. */
  promises?: Promises | undefined;
  /** Every stop once, as they stand now. */
  current: readonly number[];
  seed: number;
  /** How much is tried; the same number gives the same answer on every machine. Not used for small problems. */
  iterations: number;
};

/** Everything in the unit of the costs, which are times then. */
export type Promises = {
  /** By stop: when it is due; Infinity for stops that are not. */
  due: ArrayLike<number>;
  /** When the start is left. */
  begin: number;
  /** What a stop takes. */
  perStop: number;
  /** What each unit of being late costs. */
  weight: number;
};

/**
 * Enough for an answer that is hardly ever beaten: about 0.1 s at 50 to 200 stops, and a third more where ranks or
 * pairs leave less to try.
 */
export function iterationsFor(stopCount: number, isRuled = false): number {
  const plain = stopCount <= 60 ? 3_000 : Math.min(6_000, Math.max(2_000, 6 * stopCount));
  return isRuled ? Math.round((4 / 3) * plain) : plain;
}

/** What the order costs; Infinity when there is no way somewhere. */
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

/** A driver's stops, and the order that is suggested for them. Pure. */
import type { LatLng } from './coordinates';
import { MINUTES_PER_STOP } from './distance';
import { iterationsFor, presentOrder, type OrderProblem } from './optimizer';
import type { RoadMatrix } from './road-matrix';

export type Stop = {
  at: LatLng | null;
  isGoing: boolean;
  isUrgent: boolean;
};

export type Plan = {
  /** Where matrix and problem begin: the driver's start when it is known, then the stops with a place. */
  points: LatLng[];
  /** Numbers of stops. Stays in front, in the present order. */
  going: number[];
  /** To be put into the best order. */
  free: number[];
  /** Comes last: no place, or something without a place must come before. */
  tail: number[];
  pairs: readonly Pair[];
  /** By stop, its row in the matrix; -1 without a place. */
  row: number[];
  hasStart: boolean;
  stops: Stop[];
};

/** Numbers of stops: the first comes before the second. */
export type Pair = readonly [first: number, then: number];

export type Totals = { metres: number; minutes: number; isEstimated: boolean };

// The same list gets the same answer.
const SEED = 20;

/** @param stops in the present order. */
export function planOf(start: LatLng | null, stops: Stop[], pairs: readonly Pair[]): Plan {
  const points = start ? [start] : [];
  const row = stops.map(({ at }) => (at ? points.push(at) - 1 : -1));
  const all = stops.map((_, number) => number);
  const isGoing = (number: number) => stops[number]?.isGoing === true;
  const late = new Set(all.filter((number) => !isGoing(number) && row[number] === -1));
  for (let size = -1; size !== late.size;) {
    size = late.size;
    for (const [first, then] of pairs) if (late.has(first) && !isGoing(then)) late.add(then);
  }
  return {
    points,
    going: all.filter(isGoing),
    free: all.filter((number) => !isGoing(number) && !late.has(number)),
    tail: all.filter((number) => late.has(number)),
    pairs,
    row,
    hasStart: start !== null,
    stops,
  };
}

/** What the optimizer is asked, and how its answer becomes an order of all stops. */
export function problemOf(
  plan: Plan,
  { seconds }: RoadMatrix,
): { problem: OrderProblem; read: (order: number[]) => number[] } {
  const { points, going, free, tail, row, hasStart } = plan;
  const lastGoing = going.map((number) => row[number] ?? -1).filter((at) => at >= 0);
  const from = lastGoing[lastGoing.length - 1] ?? (hasStart ? 0 : null);
  const rows = [...(from === null ? [] : [from]), ...free.map((number) => row[number] ?? 0)];
  const shift = from === null ? 0 : 1;
  const costs = Float64Array.from(
    rows.flatMap((a) => rows.map((b) => (a === b ? 0 : (seconds[a * points.length + b] ?? Infinity)))),
  );
  const problem = ruled(plan, free, shift, costs);
  const end = presentOrder(ruled(plan, tail, 0, new Float64Array(tail.length ** 2)));
  return {
    problem,
    read: (order) => [
      ...going,
      ...order.flatMap((index) => free[index - shift] ?? []),
      ...end.flatMap((index) => tail[index] ?? []),
    ],
  };
}

/** The rules among some stops; `shift` is 1 where index 0 is the start. */
function ruled(plan: Plan, numbers: number[], shift: number, costs: Float64Array): OrderProblem {
  const index = new Map(numbers.map((number, i) => [number, i + shift]));
  const size = numbers.length + shift;
  const rank = new Uint8Array(size);
  for (const [number, i] of index) rank[i] = plan.stops[number]?.isUrgent ? 0 : 1;
  return {
    costs,
    start: shift === 0 ? null : 0,
    end: 'free',
    rank,
    before: plan.pairs.flatMap(([first, then]) => {
      const [a, b] = [index.get(first), index.get(then)];
      return a === undefined || b === undefined ? [] : [[a, b] as const];
    }),
    current: Array.from({ length: size }, (_, i) => i),
    seed: SEED,
    iterations: iterationsFor(size),
  };
}

/** What the stops take in this order. Where there is no way, `estimate` stands in. */
export function totalsOf(plan: Plan, order: number[], roads: RoadMatrix, estimate: () => RoadMatrix): Totals {
  const size = plan.points.length;
  let { isEstimated } = roads;
  let [metres, seconds, at] = [0, 0, plan.hasStart ? 0 : -1];
  for (const number of order) {
    const to = plan.row[number] ?? -1;
    if (to < 0) continue;
    if (at >= 0) {
      const cell = at * size + to;
      const isOpen = Number.isFinite(roads.seconds[cell]) && Number.isFinite(roads.metres[cell]);
      const leg = isOpen ? roads : estimate();
      isEstimated ||= !isOpen;
      metres += leg.metres[cell] ?? 0;
      seconds += leg.seconds[cell] ?? 0;
    }
    at = to;
  }
  return { metres, minutes: seconds / 60 + MINUTES_PER_STOP * order.length, isEstimated };
}

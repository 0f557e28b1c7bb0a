/** Translates a driver's stops into the optimizer's problem, and its answer into an order of stops. Pure. */
import type { LatLng } from '~/domain/geography/coordinates';
import type { RoadMatrix } from '~/domain/geography/distance';
import {
  iterationsFor,
  type OrderProblem,
  presentOrder,
} from '~/domain/scheduling/route-optimizer/optimizer';

/** A stop in the form that the search needs. */
export type OrderStop = {
  at: LatLng | null;
  isGoing: boolean;
  isUrgent: boolean;
  /** Seconds until the due time, negative when past; null without one. */
  dueIn: number | null;
  /** Seconds at the stop. */
  service: number;
};

type Plan = {
  /** The points of the matrix: the route's begin if it is known, the stops with a place, the route's end. */
  points: LatLng[];
  /** By stop: its row in the matrix; -1 without a place. */
  row: number[];
  /** Rows of the route's begin and end; null when they are unknown or free. */
  begin: number | null;
  end: number | null;
  /** Numbers of the stops that stay in front, in the present order. */
  going: number[];
  /** Numbers of the stops to be put in order. */
  free: number[];
  /** Numbers of the stops that come last: without a place, or after a stop without one. */
  tail: number[];
  pairs: readonly Pair[];
  stops: OrderStop[];
};

/** Numbers of two stops: the first comes before the second. */
export type Pair = readonly [first: number, then: number];

// A fixed seed, so that the same list gets the same answer.
const SEED = 20;
/** A minute of delay counts as much as this many minutes of driving. */
export const LATE_WEIGHT = 5;

const isSame = (one: LatLng, other: LatLng) => one.lat === other.lat && one.lng === other.lng;

/** @param stops in the present order. */
export function planOf(
  begin: LatLng | null,
  stops: OrderStop[],
  pairs: readonly Pair[],
  end: LatLng | null,
): Plan {
  const points = begin ? [begin] : [];
  const row = stops.map(({ at }) => (at ? points.push(at) - 1 : -1));
  const isLoop = begin && end && isSame(begin, end);
  const endRow = end && (isLoop ? 0 : points.push(end) - 1);
  const all = stops.map((_, number) => number);
  const isGoing = (number: number) => stops[number]?.isGoing === true;
  const late = new Set(all.filter((number) => !isGoing(number) && row[number] === -1));
  for (let size = -1; size !== late.size;) {
    size = late.size;
    for (const [first, then] of pairs) if (late.has(first) && !isGoing(then)) late.add(then);
  }
  return {
    points,
    row,
    begin: begin && 0,
    end: endRow,
    going: all.filter(isGoing),
    free: all.filter((number) => !isGoing(number) && !late.has(number)),
    tail: all.filter((number) => late.has(number)),
    pairs,
    stops,
  };
}

/** Returns the rows of the matrix in this order, from the begin to the end of the route. */
export const rowsAlong = ({ row, begin, end }: Plan, order: number[]): number[] =>
  [begin ?? -1, ...order.map((number) => row[number] ?? -1), end ?? -1].filter((at) => at >= 0);

/**
 * Returns the optimizer's problem, and a function that turns its answer into an order of all stops.
 * @param seconds the expected times between the points, row-major.
 * @param beginIn seconds until the stops under way are done.
 */
export function problemOf(
  plan: Plan,
  seconds: RoadMatrix['seconds'],
  beginIn: number,
): { problem: OrderProblem; read: (order: number[]) => number[] } {
  const { points, going, free, tail, row, begin, end } = plan;
  const lastGoing = going.map((number) => row[number] ?? -1).filter((at) => at >= 0);
  const from = lastGoing[lastGoing.length - 1] ?? begin;
  const isLoop = end !== null && from === end;
  const rows = [
    ...(from === null ? [] : [from]),
    ...free.map((number) => row[number] ?? 0),
    ...(end === null || isLoop ? [] : [end]),
  ];
  const shift = from === null ? 0 : 1;
  const costs = Float64Array.from(
    rows.flatMap((a) => rows.map((b) => (a === b ? 0 : (seconds[a * points.length + b] ?? Infinity)))),
  );
  const problem: OrderProblem = {
    ...ruled(plan, free, shift, costs),
    end: isLoop ? 'start' : end === null ? 'free' : rows.length - 1,
    promises: promisesOf(plan, beginIn, shift),
  };
  const last = presentOrder(ruled(plan, tail, 0, new Float64Array(tail.length ** 2)));
  return {
    problem,
    read: (order) => [
      ...going,
      ...order.flatMap((index) => free[index - shift] ?? []),
      ...last.flatMap((index) => tail[index] ?? []),
    ],
  };
}

function promisesOf({ free, stops }: Plan, begin: number, shift: number): OrderProblem['promises'] {
  const due = free.map((number) => stops[number]?.dueIn ?? Infinity);
  if (!due.some(Number.isFinite)) return undefined;
  const service = free.map((number) => stops[number]?.service ?? 0);
  const isShifted = shift === 1;
  return {
    due: [...(isShifted ? [Infinity] : []), ...due],
    begin,
    service: [...(isShifted ? [0] : []), ...service],
    weight: LATE_WEIGHT,
  };
}

/** Adds the rules for these stops. `shift` is 1 when index 0 is the start. */
function ruled(plan: Plan, numbers: number[], shift: number, costs: Float64Array): OrderProblem {
  const index = new Map(numbers.map((number, i) => [number, i + shift]));
  const size = Math.sqrt(costs.length);
  const rank = new Uint8Array(size);
  for (const [number, i] of index) rank[i] = plan.stops[number]?.isUrgent ? 0 : 1;
  const before = plan.pairs.flatMap(([first, then]) => {
    const [a, b] = [index.get(first), index.get(then)];
    return a === undefined || b === undefined ? [] : [[a, b] as const];
  });
  const isRuled = before.length > 0 || rank.includes(0, shift);
  return {
    costs,
    start: shift === 0 ? null : 0,
    end: 'free',
    rank,
    before,
    current: Array.from({ length: size }, (_, i) => i),
    seed: SEED,
    iterations: iterationsFor(size, isRuled),
  };
}

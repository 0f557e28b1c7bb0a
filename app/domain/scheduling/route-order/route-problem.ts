/** Translates a driver's stops into the optimizer's problem, and its answer into an order of stops. Pure. */
import type { LatLng } from '~/domain/geography/coordinates';
import type { RoadMatrix } from '~/domain/geography/distance';
import { SECONDS_PER_STOP, timetableOf, type Places } from '~/domain/scheduling/timetable/drives';
import {
  iterationsFor,
  presentOrder,
  type OrderProblem,
} from '~/domain/scheduling/route-optimizer/optimizer';

export type Stop = {
  at: LatLng | null;
  isGoing: boolean;
  isUrgent: boolean;
  /** Seconds until the promised time, negative when past; null when none was promised. */
  dueIn: number | null;
};

type Plan = Places & {
  /** Numbers of the stops that stay in front, in the present order. */
  going: number[];
  /** Numbers of the stops to be put in order. */
  free: number[];
  /** Numbers of the stops that come last: without a place, or after a stop without one. */
  tail: number[];
  pairs: readonly Pair[];
  stops: Stop[];
};

/** Numbers of two stops: the first comes before the second. */
export type Pair = readonly [first: number, then: number];

// Fixed, so that the same list gets the same answer.
const SEED = 20;
/** A minute of delay counts as much as this many minutes of driving. */
export const LATE_WEIGHT = 5;

/**
 * @param stops in the present order.
 * @param comesBack has no effect without a start.
 */
export function planOf(
  start: LatLng | null,
  stops: Stop[],
  pairs: readonly Pair[],
  comesBack: boolean,
): Plan {
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
    comesBack: comesBack && start !== null,
    stops,
  };
}

/** The optimizer's problem, and a function that turns its answer into an order of all stops. */
export function problemOf(
  plan: Plan,
  roads: RoadMatrix,
): { problem: OrderProblem; read: (order: number[]) => number[] } {
  const { points, going, free, tail, row, hasStart, comesBack } = plan;
  const lastGoing = going.map((number) => row[number] ?? -1).filter((at) => at >= 0);
  const from = lastGoing[lastGoing.length - 1] ?? (hasStart ? 0 : null);
  const isLoop = comesBack && from === 0;
  const rows = [
    ...(from === null ? [] : [from]),
    ...free.map((number) => row[number] ?? 0),
    ...(comesBack && !isLoop ? [0] : []),
  ];
  const shift = from === null ? 0 : 1;
  const costs = Float64Array.from(
    rows.flatMap((a) => rows.map((b) => (a === b ? 0 : (roads.seconds[a * points.length + b] ?? Infinity)))),
  );
  const problem: OrderProblem = {
    ...ruled(plan, free, shift, costs),
    end: isLoop ? 'start' : comesBack ? rows.length - 1 : 'free',
    promises: promisesOf(plan, roads, shift),
  };
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

function promisesOf(plan: Plan, roads: RoadMatrix, shift: number): OrderProblem['promises'] {
  const due = plan.free.map((number) => plan.stops[number]?.dueIn ?? Infinity);
  if (!due.some(Number.isFinite)) return undefined;
  const { minutes } = timetableOf({ ...plan, comesBack: false }, plan.going, roads, () => roads);
  return {
    due: [...(shift === 1 ? [Infinity] : []), ...due],
    begin: minutes * 60,
    perStop: SECONDS_PER_STOP,
    weight: LATE_WEIGHT,
  };
}

/** The rules among these stops; `shift` is 1 where index 0 is the start. */
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

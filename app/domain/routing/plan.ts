/** A driver's stops, and the order that is suggested for them. Pure. */
import type { LatLng } from './coordinates';
import { MINUTES_PER_STOP } from './distance';
import { iterationsFor, presentOrder, type OrderProblem } from './optimizer';
import type { RoadMatrix } from './road-matrix';

export type Stop = {
  at: LatLng | null;
  isGoing: boolean;
  isUrgent: boolean;
  /** Seconds from now until it was promised, negative when that is past; null when nothing was. */
  dueIn: number | null;
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
  /** Whether the way ends where it begins. */
  comesBack: boolean;
  stops: Stop[];
};

/** Numbers of stops: the first comes before the second. */
export type Pair = readonly [first: number, then: number];

export type Timetable = {
  metres: number;
  minutes: number;
  isEstimated: boolean;
  /** By stop, seconds from now; null where that is not known. */
  arrivals: (number | null)[];
};

// The same list gets the same answer.
const SEED = 20;
const SECONDS_PER_STOP = MINUTES_PER_STOP * 60;
/** A promise that is missed by a minute is worth a detour of so many. */
const LATE_WEIGHT = 5;

/**
 * @param stops in the present order.
 * @param comesBack matters where the start is known.
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

/** What the optimizer is asked, and how its answer becomes an order of all stops. */
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

/** The rules among some stops; `shift` is 1 where index 0 is the start. */
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

/** What the stops take in this order, and when each is reached. Where there is no way, `estimate` stands in. */
export function timetableOf(
  plan: Plan,
  order: number[],
  roads: RoadMatrix,
  estimate: () => RoadMatrix,
): Timetable {
  const size = plan.points.length;
  const arrivals = plan.stops.map((): number | null => null);
  let { isEstimated } = roads;
  let [metres, seconds, at] = [0, 0, plan.hasStart ? 0 : -1];
  const drive = (to: number) => {
    const cell = at * size + to;
    if (at >= 0) {
      const isOpen = Number.isFinite(roads.seconds[cell]) && Number.isFinite(roads.metres[cell]);
      const leg = isOpen ? roads : estimate();
      isEstimated ||= !isOpen;
      metres += leg.metres[cell] ?? 0;
      seconds += leg.seconds[cell] ?? 0;
    }
    at = to;
  };
  for (const number of order) {
    const to = plan.row[number] ?? -1;
    if (to >= 0) {
      drive(to);
      if (plan.hasStart) arrivals[number] = seconds;
    }
    seconds += SECONDS_PER_STOP;
  }
  if (plan.comesBack) drive(0);
  return { metres, minutes: seconds / 60, isEstimated, arrivals };
}

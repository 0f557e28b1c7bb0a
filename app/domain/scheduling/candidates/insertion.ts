/** Finds the place in a route where a new stop costs least. Pure. Times are seconds from now. */
import { type Break, DayClock } from '~/domain/scheduling/timetable/day-clock';
import { LATE_WEIGHT } from '~/domain/scheduling/route-order/route-problem';

type PlannedStop = {
  /** False: its place is not known. It takes its time, and no drive leads there. */
  isPlaced: boolean;
  serviceSeconds: number;
  dueAt: number | null;
  /** A driver who is there earlier waits; null: at any time. */
  afterAt: number | null;
  /** Lower ranks come first: stops under way, then urgent ones, then the others. */
  rank: number;
};

export type RouteStop = PlannedStop & {
  /** The order that the new stop must keep with this one, because one of them feeds the other. */
  order: 'before it' | 'after it' | null;
};

export type Insertion = {
  /** When the driver can set out. */
  start: number;
  /** The break that is still to come. */
  rest: Break | null;
  stops: readonly RouteStop[];
  added: PlannedStop;
  /**
   * Returns the seconds between stops by their numbers. Null is the driver's place, and the last number is
   * the new stop.
   */
  drive: (from: number | null, to: number) => number;
};

/**
 * Returns the number of stops in front of the new one. Among places of equal cost it takes the last, which
 * delays the fewest stops.
 */
export function cheapestPlace(given: Insertion): number {
  const problem = { ...given, drive: remembering(given) };
  const { first, last } = placesFor(problem);
  let best = { place: last, cost: costAt(problem, last) };
  for (let place = last - 1; place >= first; place -= 1) {
    const cost = costAt(problem, place);
    if (cost < best.cost) best = { place, cost };
  }
  return best.place;
}

/** Remembers drives, because every place asks for nearly the same ones. */
function remembering({ stops, drive }: Insertion): Insertion['drive'] {
  const width = stops.length + 2;
  const known = new Float64Array(width ** 2).fill(NaN);
  return (from, to) => {
    const cell = (from ?? width - 1) * width + to;
    const before = known[cell] ?? NaN;
    return Number.isNaN(before) ? (known[cell] = drive(from, to)) : before;
  };
}

/**
 * Returns the places that the rules allow. A pickup before its delivery is more important than urgent stops
 * before others.
 */
function placesFor({ stops, added }: Insertion): { first: number; last: number } {
  const numberOf = (isMeant: (stop: RouteStop) => boolean, otherwise: number) => {
    const found = stops.findIndex(isMeant);
    return found < 0 ? otherwise : found;
  };
  const afterLast = (isMeant: (stop: RouteStop) => boolean) =>
    Math.max(0, ...stops.map((stop, number) => (isMeant(stop) ? number + 1 : 0)));
  const underWay = afterLast(({ rank }) => rank === 0);
  // Dispatchers may have put urgent stops further back, so only those at the front count as the urgent part.
  const ranked = Math.max(
    underWay,
    numberOf(({ rank }) => rank >= added.rank, stops.length),
  );
  const followers = Math.max(
    underWay,
    numberOf(({ rank }) => rank > added.rank, stops.length),
  );
  const first = Math.max(
    underWay,
    afterLast(({ order }) => order === 'before it'),
  );
  const last = Math.max(
    first,
    numberOf(({ order }) => order === 'after it', stops.length),
  );
  const within = (place: number) => Math.min(last, Math.max(first, place));
  return { first: within(ranked), last: within(followers) };
}

/** Returns the seconds until all is done, plus the weighted lateness. */
function costAt({ start, rest, stops, added, drive }: Insertion, place: number): number {
  const numbers = stops.map((_, number) => number);
  const clock = new DayClock(start, rest);
  let late = 0;
  let at: number | null = null;
  for (const number of [...numbers.slice(0, place), stops.length, ...numbers.slice(place)]) {
    const { isPlaced, serviceSeconds, dueAt, afterAt } = stops[number] ?? added;
    if (isPlaced) clock.drive(drive(at, number));
    if (afterAt !== null) clock.waitUntil(afterAt);
    if (isPlaced) {
      if (dueAt !== null) late += Math.max(0, clock.at - dueAt);
      at = number;
    }
    clock.serveUntil(clock.at + serviceSeconds);
  }
  return clock.at + LATE_WEIGHT * late;
}

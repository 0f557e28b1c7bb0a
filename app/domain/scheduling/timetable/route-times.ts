/**
 * Computes the arrival of a driver at each stop of a route. Pure: `now` is its only clock. Times are
 * milliseconds.
 */
import { type Break, DayClock } from './day-clock';
import { latenessOf, shareBelow } from './lateness';
import type { Learned } from './learned';

export type OpenStop = {
  /** The caller's name for the stop. */
  key: string;
  address: string;
  type: string;
  /** By road from the last stop with a known place; null when the place of this one is not known. */
  roadSeconds: number | null;
  /** The earliest due time of its tasks. */
  dueAt: number | null;
  /** The tasks can't be handed over before this time: a driver who is early waits. */
  afterAt?: number | null;
  /** The seconds of its tasks, where somebody has entered them. */
  serviceSeconds?: number | null;
};

export type Route = {
  now: number;
  /**
   * The time since when the driver has been driving to the first stop: the time of the position, or of
   * leaving the last stop.
   */
  drivingSince: number;
  /** The seconds that the driver has stood at a place without a purpose. */
  stoodSeconds?: number;
  /** Seconds by road of the whole drive to the first stop, when a position tells how much of it is left. */
  wholeDrive?: number;
  /** The time since when the driver is at the first stop; null when they are not there. */
  arrivedAt: number | null;
  /** The first stop was reported as under way, so it is finished before the break. */
  isUnderWay?: boolean;
  /** The break, when it is not over at `now`. */
  rest?: Break | null;
  stops: readonly OpenStop[];
};

export type Arrival = {
  key: string;
  /** The expected begin of the stop; for a driver who is there, the arrival. */
  expected: number;
  /** The end of the wait of a driver who is early; null for others. */
  waitsUntil: number | null;
  /** The end of the break, when the break comes before this stop. */
  brokeUntil: number | null;
  /** The range, in steps of five minutes. */
  from: number;
  to: number;
  /** The expected standard deviation in milliseconds. Errors are measured in this unit. */
  deviation: number;
  /** The probability of being late, from 0 to 1; null without a due time. */
  lateness: number | null;
};

type Arrivals = {
  arrivals: Arrival[];
  /** The end of the last stop; null without any arrival. */
  finish: number | null;
  /** The end of the last stop, also when the places of the stops are not known. */
  doneAt: number;
  /** The part of that time that the break takes. */
  rested: number;
  /** The stops without a known place. */
  unknown: string[];
};

const MINUTE_MS = 60_000;
export const STEP_MS = 5 * MINUTE_MS;
/** The errors of a day are correlated: one slow street makes all later stops later. */
const SHARED = 0.3;
/** In seconds. No arrival is predicted more precisely. */
const LEAST_DEVIATION = 45;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS_OF_WEEK = 168;
/** 1970 began on a Thursday. */
const FIRST_HOUR = 4 * 24;

/**
 * Returns the hours since Sunday at midnight on business clocks. @param offset milliseconds by which these
 * are ahead of UTC.
 */
export const hourOfWeek = (at: number, offset: number) => {
  const hour = (Math.floor((at + offset) / HOUR_MS) + FIRST_HOUR) % HOURS_OF_WEEK;
  return (hour + HOURS_OF_WEEK) % HOURS_OF_WEEK;
};

/** Adds up deviations that are partly correlated. */
class Deviations {
  private squares = 0;
  private sum = 0;

  add(seconds: number): void {
    this.squares += seconds ** 2;
    this.sum += seconds;
  }

  /**
   * @param seconds from the expected arrival until the wait ends. A driver who is late by less than that
   * still begins on time.
   */
  wait(seconds: number): void {
    const rest = restOfDeviation(seconds / this.exact);
    this.squares *= rest ** 2;
    this.sum *= rest;
  }

  private get exact(): number {
    return Math.sqrt((1 - SHARED) * this.squares + SHARED * this.sum ** 2);
  }

  get seconds(): number {
    return Math.max(LEAST_DEVIATION, this.exact);
  }
}

/** Beyond this many deviations, the share is zero. */
const FAR = 5;

/** Returns the standard deviation of the maximum of `z` and a value of the standard normal distribution. */
export function restOfDeviation(z: number): number {
  if (Number.isNaN(z) || z > FAR) return 0;
  if (z < -FAR) return 1;
  const below = shareBelow(z);
  const density = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
  const mean = z * below + density;
  return Math.sqrt(Math.max(0, z ** 2 * below + 1 - below + z * density - mean ** 2));
}

/** @param offset milliseconds by which business clocks are ahead of UTC. */
export function arrivalsOf(route: Route, learned: Learned, offset: number): Arrivals {
  const { now, arrivedAt, stops, rest = null } = route;
  const deviations = new Deviations();
  const arrivals: Arrival[] = [];
  const unknown: string[] = [];
  let isHere = arrivedAt !== null;
  let isFirst = isHere || route.isUnderWay === true;
  const pause = isHere ? 0 : pauseAfter(route.stoodSeconds ?? 0);
  deviations.add(pause);
  const setsOut = route.drivingSince + pause * 1_000;
  let clock = isFirst ? new DayClock(arrivedAt ?? setsOut, null) : clockWith(setsOut, rest, now);
  let whole = route.wholeDrive;
  let [doneAt, rested] = [clock.at, clock.rested];
  let [lastFrom, lastTo] = [-Infinity, -Infinity];
  for (const { key, address, type, roadSeconds, dueAt, afterAt, serviceSeconds } of stops) {
    const stop = learned.stop(address, type);
    const after = afterAt ?? -Infinity;
    let reached = clock.at;
    if (roadSeconds !== null && !isHere) {
      const leg = learned.leg(roadSeconds, hourOfWeek(clock.at, offset), whole);
      deviations.add(leg.deviation);
      clock.drive(leg.seconds * 1_000);
      // The driver is overdue, so the present place is not known.
      if (clock.at < now) deviations.add((now - clock.at) / 2_000);
      reached = clock.at = Math.max(clock.at, now);
    }
    const deviation = isHere ? 0 : deviations.seconds * 1_000;
    if (after > -Infinity) {
      deviations.wait((after - clock.at) / 1_000);
      clock.waitUntil(after);
    }
    if (roadSeconds === null) unknown.push(key);
    else {
      const expected = isHere ? reached : clock.at;
      const waits = clock.at > reached ? clock.at : -Infinity;
      const range = isHere
        ? rangeOf(reached, { now, deviation, earliest: -Infinity, after: -Infinity }, learned)
        : rangeOf(reached, { now, deviation, earliest: now, after: Math.max(after, waits) }, learned);
      lastFrom = Math.max(lastFrom, range.from);
      lastTo = Math.max(lastTo, range.to);
      arrivals.push({
        key,
        expected,
        from: lastFrom,
        to: lastTo,
        deviation,
        waitsUntil: after > Math.max(reached, now) ? after : null,
        brokeUntil: clock.brokeUntil,
        lateness: latenessOf({ at: reached, deviation, after }, dueAt),
      });
    }
    const usual = serviceSeconds ?? stop.seconds;
    if (isHere && clock.at < now) {
      const spent = (now - clock.at) / 1_000;
      const isAsSaid = typeof serviceSeconds === 'number' && spent < usual;
      const left = isAsSaid ? usual - spent : stillServed(usual, stop.deviation / stop.seconds, spent);
      clock.serveUntil(now + left * 1_000);
      deviations.add(Math.min(stop.deviation, Math.max(left, stop.deviation / 2)));
    } else {
      clock.serveUntil(clock.at + usual * 1_000);
      deviations.add(stop.deviation);
    }
    [doneAt, rested] = [clock.at, clock.rested];
    if (isFirst) clock = clockWith(clock.at, rest, now);
    isHere = isFirst = false;
    whole = undefined;
  }
  return { arrivals, finish: arrivals.length === 0 ? null : doneAt, doneAt, rested, unknown };
}

/** Lights and jams delay a driver for about this long. */
const HELD_UP_SECONDS = 120;
const LONGEST_PAUSE_SECONDS = 15 * 60;

/** Estimates how much longer a driver stands: the longer they have stood, the longer it will be. */
const pauseAfter = (stoodSeconds: number) =>
  Math.min(LONGEST_PAUSE_SECONDS, Math.max(0, stoodSeconds - HELD_UP_SECONDS) / 2);

/** The deviation of stops as a share of their usual time: the smallest and the largest value. */
const [LEAST_SHARE, LARGEST_SHARE] = [0.2, 0.7];

/**
 * Estimates how much longer a stop takes, given the seconds spent there: the longer it has taken, the more
 * there is to do.
 */
export function stillServed(usual: number, share: number, spent: number): number {
  if (usual <= 0) return 0;
  const sigma = Math.min(LARGEST_SHARE, Math.max(LEAST_SHARE, share));
  const z = Math.log(spent / usual) / sigma;
  // A stop of this length has never been seen.
  if (z > 3) return usual * sigma;
  // The mean of the part above `spent`, for a log-normal distribution with this mean.
  const beyond = usual * (shareBelow(sigma - z) / shareBelow(-z));
  return Math.max(0, beyond - spent);
}

/**
 * For a driver who begins at `at`. The rest of a break that has begun comes first, and so does a break that
 * is due before `at`.
 */
function clockWith(at: number, rest: Break | null, now: number): DayClock {
  if (!rest) return new DayClock(at, null);
  if (rest.from > now) {
    const from = Math.max(rest.from, at);
    return new DayClock(at, { from, until: rest.until + from - rest.from });
  }
  const clock = new DayClock(Math.max(at, now), null);
  clock.restUntil(rest.until);
  return clock;
}

type Limits = { now: number; deviation: number; earliest: number; after: number };

/**
 * Rounds to whole steps: the beginning down and the end up. While the driver is on the way, the range is
 * never in the past. It begins with the end of a wait, and then still has a length.
 */
function rangeOf(at: number, { now, deviation, earliest, after }: Limits, learned: Learned) {
  const spread = learned.spread((at - now) / MINUTE_MS);
  const soonest = Math.max(at - spread.low * deviation, Math.min(earliest, at));
  const from = Math.floor(Math.max(soonest, after) / STEP_MS) * STEP_MS;
  const to = Math.ceil(Math.max(at + spread.high * deviation, after) / STEP_MS) * STEP_MS;
  return { from, to: after > soonest ? Math.max(to, from + STEP_MS) : to };
}

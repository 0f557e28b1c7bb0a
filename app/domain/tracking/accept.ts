/**
 * Decides which positions are kept. Pure: the known facts are parameters, and no decision is an error for the
 * phone.
 */
import type { LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';

/** A position of a phone. Milliseconds since 1970, degrees, meters, meters per second, percent. */
export type Fix = LatLng & {
  at: number;
  accuracy: number | null;
  speed: number | null;
  battery: number | null;
};

/** The reasons to drop a position, in the order in which they are checked. */
export const DROP_REASONS = [
  'malformed',
  'off duty',
  'future',
  'old',
  'inaccurate',
  'far away',
  'too fast',
  'too many',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** @param lastAt the time of the last position that was kept. */
export type Known = {
  now: number;
  /**
   * The time since when the driver has the present work; null without any, or when the driver has switched
   * positions off.
   */
  dutySince: number | null;
  last: Pick<Fix, 'lat' | 'lng' | 'at' | 'accuracy'> | null;
  /** The last position that was dropped because the driver would have been too fast. */
  doubted: Fix | null;
  /** The places of the network. If there are none, no position counts as far away. */
  places: LatLng[];
};

const MINUTE_MS = 60_000;
const LATEST_AHEAD_MS = 2 * MINUTE_MS;
const OLDEST_MS = 7 * 24 * 60 * MINUTE_MS;
const WORST_ACCURACY = 200;
/** 198 km/h. */
const FASTEST = 55;
/** No part is driven farther, and other continents are farther away. */
const FARTHEST = 2_000_000;
/** Two positions that are farther apart in time do not confirm each other. */
const AGREEING_MS = 30 * MINUTE_MS;

/** Returns why a report of this time is dropped; null when it is kept. */
export function untimely(
  at: number,
  { now, dutySince }: Pick<Known, 'now' | 'dutySince'>,
): DropReason | null {
  if (!within(at, LAST_MOMENT)) return 'malformed';
  if (dutySince === null) return 'off duty';
  if (at > now + LATEST_AHEAD_MS) return 'future';
  if (at < now - OLDEST_MS) return 'old';
  return at < dutySince ? 'off duty' : null;
}

export function dropReasonOf(
  fix: Fix,
  { now, dutySince, last, places }: Omit<Known, 'doubted'>,
): DropReason | null {
  if (!isMeant(fix)) return 'malformed';
  const reason = untimely(fix.at, { now, dutySince });
  if (reason) return reason;
  if ((fix.accuracy ?? 0) > WORST_ACCURACY) return 'inaccurate';
  if (places.length > 0 && places.every((place) => straightMetres(place, fix) > FARTHEST)) return 'far away';
  if ((fix.speed ?? 0) > FASTEST || (last && jumpOf(last, fix) > FASTEST)) return 'too fast';
  return null;
}

/** The latest time that a `Date` can hold. */
const LAST_MOMENT = 8.64e15;
const within = (value: number, most: number) => Number.isFinite(value) && Math.abs(value) <= most;
const isMeant = ({ at, lat, lng, accuracy, speed }: Fix) =>
  within(at, LAST_MOMENT) &&
  within(lat, 90) &&
  within(lng, 180) &&
  // Some phones report 0, 0 until they know their position.
  !(lat === 0 && lng === 0) &&
  [accuracy ?? 0, speed ?? 0].every((value) => Number.isFinite(value) && value >= 0);

/** Returns the lowest speed between two positions that their accuracies allow. */
function jumpOf(last: NonNullable<Known['last']>, fix: Fix): number {
  const doubt = (last.accuracy ?? 0) + (fix.accuracy ?? 0);
  const seconds = Math.max(1, Math.abs(fix.at - last.at) / 1_000);
  return Math.max(0, straightMetres(last, fix) - doubt) / seconds;
}

/** Whether a driver can have come from one to the other. */
const areConsistent = (doubted: Fix, fix: Fix) =>
  fix.at > doubted.at &&
  fix.at - doubted.at <= AGREEING_MS &&
  (fix.speed ?? 0) <= FASTEST &&
  jumpOf(doubted, fix) <= FASTEST;

type Sifted = { kept: Fix[]; dropped: DropReason[]; doubted: Fix | null };

/**
 * Goes through positions in the order of their own times, because phones without a connection send some
 * later. If two have the same time, the first counts. Two that agree overrule an earlier one: the first
 * position of a day may be in another city.
 */
export function sift(fixes: Fix[], known: Known): Sifted {
  const [kept, dropped]: [Fix[], DropReason[]] = [[], []];
  let { doubted } = known;
  // The clock was ahead when the last position was stored, so every present measurement overrules it.
  let last = known.last && known.last.at > known.now + LATEST_AHEAD_MS ? null : known.last;
  for (const fix of [...fixes].sort((a, b) => a.at - b.at)) {
    if (kept.length > 0 && kept.at(-1)?.at === fix.at) continue;
    const reason = dropReasonOf(fix, { ...known, last });
    const overrules = reason === 'too fast' && doubted !== null && areConsistent(doubted, fix);
    if (reason && !overrules) {
      dropped.push(reason);
      if (reason === 'too fast') doubted = fix;
      continue;
    }
    kept.push(fix);
    [last, doubted] = [fix, null];
  }
  return { kept, dropped, doubted };
}

/** Rounds to the single precision of the column: PostgreSQL refuses numbers smaller than its smallest one. */
export const single = (value: number | null): number | null => (value === null ? null : Math.fround(value));

/** Counts the reports to this process since its start. Dropped positions are counted by reason only. */

export const positionCounts = {
  stored: 0,
  dropped: Object.fromEntries(DROP_REASONS.map((reason) => [reason, 0])) as Record<DropReason, number>,
};

export const countDropped = (reason: DropReason, count = 1): void => {
  positionCounts.dropped[reason] += count;
};

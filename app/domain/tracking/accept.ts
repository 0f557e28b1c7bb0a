/** Decides which positions are kept. Pure: what is known comes in, and nothing here is an error for the phone. */
import type { LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';

/** Where a phone was. Milliseconds since 1970, degrees, meters, meters per second, percent. */
export type Fix = LatLng & {
  at: number;
  accuracy: number | null;
  speed: number | null;
  battery: number | null;
};

/** Why a position is dropped, in the order in which it is asked. */
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

/** @param lastAt of the last position kept. */
export type Known = {
  now: number;
  /** Since when the driver has the work at hand; null without any, or when the driver has switched it off. */
  dutySince: number | null;
  last: Pick<Fix, 'lat' | 'lng' | 'at' | 'accuracy'> | null;
  /** The last one that was too fast to follow it. */
  doubted: Fix | null;
  /** Of the network. Without any, no position is far away. */
  places: LatLng[];
};

const MINUTE_MS = 60_000;
const LATEST_AHEAD_MS = 2 * MINUTE_MS;
const OLDEST_MS = 7 * 24 * 60 * MINUTE_MS;
const WORST_ACCURACY = 200;
/** 198 km/h. */
const FASTEST = 55;
/** No part is driven so far, and other continents are farther. */
const FARTHEST = 2_000_000;
/** Two positions that far apart in time no longer say the same. */
const AGREEING_MS = 30 * MINUTE_MS;

/** Of what was noticed at a time. */
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

/** Of `Date`. */
const LAST_MOMENT = 8.64e15;
const within = (value: number, most: number) => Number.isFinite(value) && Math.abs(value) <= most;
const isMeant = ({ at, lat, lng, accuracy, speed }: Fix) =>
  within(at, LAST_MOMENT) &&
  within(lat, 90) &&
  within(lng, 180) &&
  // Some phones report 0, 0 until they know where they are.
  !(lat === 0 && lng === 0) &&
  [accuracy ?? 0, speed ?? 0].every((value) => Number.isFinite(value) && value >= 0);

/** The speed that two positions imply, as far as their accuracies allow it to be lower. */
function jumpOf(last: NonNullable<Known['last']>, fix: Fix): number {
  const doubt = (last.accuracy ?? 0) + (fix.accuracy ?? 0);
  const seconds = Math.max(1, Math.abs(fix.at - last.at) / 1_000);
  return Math.max(0, straightMetres(last, fix) - doubt) / seconds;
}

/** Whether a driver can have come from the one to the other. */
const areConsistent = (doubted: Fix, fix: Fix) =>
  fix.at > doubted.at &&
  fix.at - doubted.at <= AGREEING_MS &&
  (fix.speed ?? 0) <= FASTEST &&
  jumpOf(doubted, fix) <= FASTEST;

type Sifted = { kept: Fix[]; dropped: DropReason[]; doubted: Fix | null };

/**
 * In the order of their own times, as a dead zone holds some back; of two at the same time the first counts. Two that
 * agree overrule one before them: the first position of a day may be that of another city.
 */
export function sift(fixes: Fix[], known: Known): Sifted {
  const [kept, dropped]: [Fix[], DropReason[]] = [[], []];
  let { doubted } = known;
  // A clock was ahead once: what it left behind is overruled by everything that is measured now.
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

/** As a column of single precision takes it: PostgreSQL refuses what is smaller than its smallest number. */
export const single = (value: number | null): number | null => (value === null ? null : Math.fround(value));

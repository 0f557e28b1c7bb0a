/** Stores positions of drivers on duty: one statement reads the present state, another one writes. */
import { row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import type { LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import {
  countDropped,
  type DropReason,
  type Fix,
  type Known,
  positionCounts,
  sift,
  single,
  untimely,
} from './accept';
import { tellMove } from './tell-moves.server';
import { type Look, LOOK_COLUMNS, noteTransition, noteVisits, type Transition } from './visits.server';
import { isInRoute } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/**
 * Computes the direction in which a driver goes and since when the driver stands, from a row of positions.
 * Pure.
 */

type Motion = {
  /** Degrees from north. */
  heading: number | null;
  /** The place that the driver has not left, and since when, in milliseconds. */
  still: LatLng & { since: number };
};
type Point = LatLng & Pick<Fix, 'at' | 'accuracy'>;

/** Phones that stand still report positions that vary by up to this distance. */
const STILL_METRES = 100;
/** After a longer silence, the driver may have been elsewhere. */
const LONGEST_GAP_MS = 20 * 60_000;
/**
 * A shorter way, or one between positions that are farther apart in time, does not show the direction of the
 * driver.
 */
const HEADING_METRES = 20;
const HEADING_MS = 2 * 60_000;

/**
 * @param points in the order of their times.
 * @param before the motion up to the last position before them.
 */
export function motionAfter(
  points: readonly Point[],
  last: Point | null,
  before: Motion | null,
): Motion | null {
  let [motion, from] = [before, last];
  for (const point of points) {
    const gap = from === null ? Infinity : point.at - from.at;
    const isStill =
      motion !== null &&
      gap <= LONGEST_GAP_MS &&
      straightMetres(motion.still, point) <= Math.max(STILL_METRES, point.accuracy ?? 0);
    motion = {
      heading: from && gap <= HEADING_MS ? headingOf(from, point) : null,
      still: isStill && motion ? motion.still : { lat: point.lat, lng: point.lng, since: point.at },
    };
    from = point;
  }
  return motion;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

function headingOf(from: Point, to: Point): number | null {
  if (straightMetres(from, to) < Math.max(HEADING_METRES, to.accuracy ?? 0)) return null;
  const east = (to.lng - from.lng) * Math.cos(radians(to.lat));
  const degrees = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI;
  return Math.round(degrees + 360) % 360;
}

/** A driver as the database knows them when positions arrive. `last*` are null when there is no last position. */
export type Standing = {
  driverId: number;
  /** 0: the driver's page. */
  deviceId: number;
  source: 'page' | 'owntracks' | 'traccar' | 'osmand';
  isOnDuty: boolean;
  lastAt: number | null;
  lastLat: number;
  lastLng: number;
  lastAccuracy: number | null;
  /** Null before the first position, and for one that an older version has stored. */
  stillSince: number | null;
  stillLat: number | null;
  stillLng: number | null;
};

/** SQL: whether task `t` is in a driver's route. */
const ROUTE = `${statusIs(isInRoute)} and not t.archived`;
/** SQL: the columns of `Standing`, for users as `u` and last positions as `p`. */
export const STANDING = `
  u.id as "driverId",
  u.shares_position is distinct from false
    and exists (select from tasks t where t.driver_id = u.id and ${ROUTE}) as "isOnDuty",
  extract(epoch from p.at)::float8 * 1000 as "lastAt", p.latitude as "lastLat", p.longitude as "lastLng",
  p.accuracy as "lastAccuracy", extract(epoch from p.still_since)::float8 * 1000 as "stillSince",
  p.still_latitude as "stillLat", p.still_longitude as "stillLng"`;

const OF_DRIVER = prepared(
  `select ${STANDING}, 0 as "deviceId", 'page' as source
   from users u left join last_positions p on p.driver_id = u.id where u.id = $driverId`,
);

/** The driver who reports on their own page. */
export const standingOf = (driverId: number) => row<Standing>(OF_DRIVER, { driverId });

/**
 * SQL: the beginning of the present work, which is when the first of its tasks was given to the driver or
 * planned.
 */
const DUTY_SINCE = `
  select extract(epoch from min(coalesce(
    (select max(e.created_at) from task_events e
     where e.task_id = t.id and (e.changes ? 'driver_id' or e.changes -> 'status' ->> 0 is null and e.changes ? 'status'
       or not ${statusIs(isInRoute, "e.changes -> 'status' ->> 0")})), t.created_at)))::float8 * 1000 as since
  from tasks t where t.driver_id = $driverId and ${ROUTE}`;

const LATE_MS = 60_000;

async function dutySinceOf({ driverId, isOnDuty }: Standing, oldest: number, now: number) {
  if (!isOnDuty) return null;
  if (oldest > now - LATE_MS) return -Infinity;
  return (await row<{ since: number | null }>(DUTY_SINCE, { driverId }))?.since ?? null;
}

const PLACES_FRESH_MS = 60_000;
let places: { at: number; found: Promise<LatLng[]> } | undefined;

/** Returns the places of the network, read at most once a minute. */
function placesOfNetwork(): Promise<LatLng[]> {
  if (!places || performance.now() - places.at > PLACES_FRESH_MS) {
    const found = rows<LatLng>(
      `select latitude::float8 as lat, longitude::float8 as lng from dealership_locations
       where latitude is not null and longitude is not null`,
    );
    places = { at: performance.now(), found };
    found.catch(() => (places = undefined));
  }
  return places.found;
}

// The driver is locked, so that nothing is stored after positions were switched off or removed at the same
// moment. The commit does not wait for the disk: losing the last second of positions does little harm.
const STORE = prepared(
  `with driver as (
     select id from users
     where id = $driverId::integer and shares_position is distinct from false and deactivated_at is null for share
   ), given as (
     select driver.id as driver_id, $deviceId::integer as device_id, f.at, f.lat, f.lng, f.accuracy, f.speed, f.battery
     from driver, jsonb_to_recordset($fixes::jsonb)
       as f(at timestamptz, lat float8, lng float8, accuracy real, speed real, battery smallint)
   ), stored as (
     insert into positions (driver_id, device_id, at, latitude, longitude, accuracy, speed, battery)
     select * from given on conflict do nothing returning 1
   ), latest as (
     insert into last_positions as l (driver_id, at, latitude, longitude, accuracy, speed, battery, source,
       heading, still_since, still_latitude, still_longitude)
     select driver_id, at, lat, lng, accuracy, speed, battery, $source, $heading::smallint, $stillSince::timestamptz,
       $stillLat::float8, $stillLng::float8 from given order by at desc limit 1
     on conflict (driver_id) do update
     set (at, latitude, longitude, accuracy, speed, battery, source, heading, still_since, still_latitude,
       still_longitude) = (excluded.at, excluded.latitude, excluded.longitude, excluded.accuracy, excluded.speed,
       excluded.battery, excluded.source, excluded.heading, excluded.still_since, excluded.still_latitude,
       excluded.still_longitude)
     where excluded.at > l.at or l.at > now() + interval '2 minutes' returning 1
   ), seen as (
     update devices set last_seen_at = now(), battery = coalesce($battery::smallint, battery)
     where id = $deviceId::integer and (last_seen_at is null or last_seen_at < now() - interval '30 seconds')
   )
   select exists (select from driver) as "isOn", (select count(*)::integer from stored) as stored,
     exists (select from latest) as "isLatest", set_config('synchronous_commit', 'off', true), ${LOOK_COLUMNS}`,
);

/**
 * Dropped positions by driver, on this instance. After a start, or on another instance, it takes a third
 * position to overrule an outlier.
 */
const doubts = new Map<number, Fix>();

/**
 * Stores the credible positions and counts the others. A position that is stored already is not stored again.
 */
export async function recordFixes(standing: Standing, fixes: Fix[]) {
  const now = Date.now();
  const { driverId, deviceId, source, lastAt, lastLat, lastLng, lastAccuracy } = standing;
  const oldest = fixes.reduce((least, { at }) => Math.min(least, at), now);
  const known: Known = {
    now,
    dutySince: await dutySinceOf(standing, oldest, now),
    last: lastAt === null ? null : { at: lastAt, lat: lastLat, lng: lastLng, accuracy: lastAccuracy },
    doubted: doubts.get(driverId) ?? null,
    places: standing.isOnDuty ? await placesOfNetwork() : [],
  };
  const { kept, dropped: reasons, doubted } = sift(fixes, known);
  if (doubted) doubts.set(driverId, doubted);
  else doubts.delete(driverId);
  const latest = kept.at(-1);
  const newer = kept.filter(({ at }) => !known.last || at > known.last.at);
  if (!latest) return { stored: 0, dropped: countEach(reasons) };
  const outcome = await row<{ isOn: boolean; stored: number; isLatest: boolean } & Look>(STORE, {
    driverId,
    deviceId,
    source,
    ...motionOf(standing, known.last, newer),
    battery: latest.battery,
    fixes: JSON.stringify(kept.map(storable)),
  });
  if (!outcome?.isOn)
    return { stored: 0, dropped: countEach([...reasons, ...kept.map(() => 'off duty' as const)]) };
  if (outcome.isLatest) tellMove(driverId);
  positionCounts.stored += outcome.stored;
  const { last } = known;
  await noteVisits(driverId, outcome, [...(last ? [last] : []), ...newer]);
  return { stored: outcome.stored, dropped: countEach(reasons) };
}

/** Returns the motion in the form of its columns. */
function motionOf({ stillSince, stillLat, stillLng }: Standing, last: Known['last'], newer: Fix[]) {
  const isKnown = stillSince !== null && stillLat !== null && stillLng !== null;
  const before = isKnown
    ? { heading: null, still: { lat: stillLat, lng: stillLng, since: stillSince } }
    : null;
  const after = motionAfter(newer, last, before);
  return {
    heading: after?.heading ?? null,
    stillSince: after && new Date(after.still.since).toISOString(),
    stillLat: after?.still.lat ?? null,
    stillLng: after?.still.lng ?? null,
  };
}

const storable = ({ at, accuracy, speed, ...fix }: Fix) => ({
  ...fix,
  at: new Date(at).toISOString(),
  accuracy: single(accuracy),
  speed: single(speed),
});

function countEach(reasons: DropReason[]): Partial<Record<DropReason, number>> {
  const dropped: Partial<Record<DropReason, number>> = {};
  for (const reason of reasons) {
    countDropped(reason);
    dropped[reason] = (dropped[reason] ?? 0) + 1;
  }
  return dropped;
}

/**
 * Records an arrival or departure that the phone has noticed itself. Its time is judged like that of a
 * position.
 */
export async function recordTransition(standing: Standing, transition: Transition): Promise<void> {
  const now = Date.now();
  const { at } = transition;
  const isTime = untimely(at, { now, dutySince: -Infinity }) === null;
  const reason = untimely(at, { now, dutySince: isTime ? await dutySinceOf(standing, at, now) : -Infinity });
  if (reason) countDropped(reason);
  else await noteTransition(standing.driverId, transition);
}

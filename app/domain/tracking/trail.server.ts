/** Reads a stored day of a driver. A view of another person's trail is recorded in the audit log. */
import * as z from 'zod/v4';
import { execute, row, rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { moment } from '~/domain/kernel/schema';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { businessZone } from '~/domain/network/settings/network.server';
import { authorizeFor } from '~/domain/kernel/permissions';
import { RETENTION } from '~/domain/network/settings/retention.server';
import { readSetting } from '~/domain/network/settings/settings.server';
import { wallClock } from '~/domain/kernel/time';
import type { DriverMark } from '~/domain/network/users/driver-marks';
import { readDriverMarks } from '~/domain/network/users/driver-marks.server';
import { atUser } from '~/domain/network/users/schema';
import { daysOf } from '~/domain/network/settings/business-time.server';
import { type LatLng, onSquareWorld } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import { straightened } from '~/domain/geography/straighten';
import type { MapSettings } from '~/domain/geography/region/map-settings';
import { leafletSettings } from '~/domain/geography/region/region.server';
import { trail as words } from '~/words/en/positions';

const TrailOf = z.strictObject({
  date: z.iso
    .date('date must be a day like 2026-03-09')
    .optional()
    .describe('A business day; today without it'),
});

const TrailAnswer = z
  .strictObject({
    date: z.iso.date(),
    driver: z.string(),
    keptDays: z.int().describe('After so many days positions are deleted'),
    positions: z.array(
      z.strictObject({
        at: moment,
        latitude: z.number(),
        longitude: z.number(),
        accuracy: z.number().nullable().describe('Meters'),
        battery: z.int().nullable().describe('Percent'),
        source: z.string().describe('The driver’s page, or the name of the phone with a tracker app'),
      }),
    ),
  })
  .meta({ id: 'Trail' });
type Trail = z.output<typeof TrailAnswer>;

const MOST = 10_000;
const PAGE = 'Driver’s page';

export const getTrail = query(
  {
    summary: 'Where a driver was on one day, oldest first',
    about: `Your own, or as a dispatcher anyone's; that is recorded in the audit log. At most ${MOST.toLocaleString('en-US')} positions.`,
    may: 'readTrail',
    at: atUser,
    input: TrailOf,
    answer: TrailAnswer,
    refusals: [404],
  },
  async ({ actor, userId, input: { date = wallClock(new Date(), businessZone()).date } }): Promise<Trail> => {
    authorizeFor(actor, 'readTrail', userId);
    const user = await row<{ name: string }>(
      `select coalesce(nullif(name, ''), username) as name from users where id = $userId`,
      { userId },
    );
    if (!user) throw notFound('User');
    if (userId !== actor.id) await noteLook(actor, { id: userId, name: user.name }, date);
    const { positions: keptDays } = await readSetting(RETENTION);
    return { date, driver: user.name, keptDays, positions: await positionsOn(date, userId) };
  },
);

const positionsOn = (date: string, userId: number) =>
  rows<Trail['positions'][number]>(
    `select to_json(p.at) #>> '{}' as at, p.latitude, p.longitude, p.accuracy::float8, p.battery,
       coalesce(d.name, $page) as source
     from positions p left join devices d on d.id = p.device_id
     where p.driver_id = $userId and p.at >= $date::date::timestamp at time zone $zone
       and p.at < ($date::date + 1)::timestamp at time zone $zone
     order by p.at limit $most`,
    { userId, date, zone: businessZone(), page: PAGE, most: MOST },
  );

/** Recorded once an hour, because an open page asks again and again. */
const noteLook = (actor: Actor, target: { id: number; name: string }, date: string): Promise<void> =>
  execute(
    `insert into admin_events (actor_id, act, target_id, target_name, changes)
     select $actorId, 'trail.viewed', $id::text, $name, $changes::jsonb
     where not exists (select from admin_events where actor_id = $actorId and act = 'trail.viewed'
       and target_id = $id::text and changes = $changes::jsonb and created_at > now() - interval '1 hour')`,
    { actorId: actor.id, id: target.id, name: target.name, changes: JSON.stringify({ day: [null, date] }) },
  );

/**
 * Prepares a driver's day for its pages: a line without needless corners, a list by minutes, and the stops.
 */

/** A stop at which positions show that the driver was there. */
export type TrailStop = LatLng & { name: string; arrivedAt: string; leftAt: string | null };

export type TrailDrawing = Pick<Trail, 'date' | 'driver' | 'keptDays'> & {
  /** Null for someone who does not drive. */
  mark: DriverMark | null;
  /** The number of positions that are stored. */
  count: number;
  /** One position for each minute. */
  listed: Trail['positions'];
  /** The lines of the way, cut where positions are missing. */
  pieces: LatLng[][];
  stops: TrailStop[];
  map: MapSettings;
};

/** @throws the errors of `getTrail`, which checks the permission and records the view. */
export async function drawTrail(
  actor: Actor,
  userId: number,
  chosenDate: string | undefined,
): Promise<TrailDrawing> {
  const { positions, ...trail } = await getTrail({ actor, userId, input: { date: chosenDate } });
  const { date } = trail;
  const stops = await rows<TrailStop>(
    `select coalesce(t.location, $deleted) as name, v.latitude as lat, v.longitude as lng,
       to_json(v.arrived_at) #>> '{}' as "arrivedAt", to_json(v.left_at) #>> '{}' as "leftAt"
     from stop_visits v
       left join lateral (select location from tasks where id = any(v.task_ids) order by id limit 1) t on true
     where v.driver_id = $userId and v.arrived_at >= $from::date::timestamp at time zone $zone
       and v.arrived_at < ($to::date + 1)::timestamp at time zone $zone
     order by v.arrived_at`,
    { userId, deleted: words.deletedTask, ...daysOf({ from: date, to: date }) },
  );
  const marks = await readDriverMarks();
  return {
    ...trail,
    mark: marks.get(userId) ?? null,
    count: positions.length,
    listed: positions
      .filter(({ at }, index) => minuteOf(at) !== minuteOf(positions[index - 1]?.at ?? ''))
      .map((each) => ({ ...each, source: each.source === PAGE ? words.driversPage : each.source })),
    pieces: piecesOf(positions),
    stops,
    map: leafletSettings(actor),
  };
}

const MINUTE_MS = 60_000;
const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / MINUTE_MS);

/** The line is cut at longer gaps, because the way in between is not known. */
const GAP_MS = 5 * MINUTE_MS;
const GAP_METRES = 2_000;
/** Half the width of a street. */
const APART_METRES = 5;
const EQUATOR_METRES = 40_075_017;

/** @param positions oldest first. */
export function piecesOf(positions: Pick<Trail['positions'][number], 'at' | 'latitude' | 'longitude'>[]) {
  const pieces: (LatLng & { at: number })[][] = [];
  for (const { at: iso, latitude: lat, longitude: lng } of positions) {
    const point = { lat, lng, at: Date.parse(iso) };
    const piece = pieces.at(-1);
    const before = piece?.at(-1);
    if (piece && before && point.at - before.at <= GAP_MS && straightMetres(before, point) <= GAP_METRES)
      piece.push(point);
    else pieces.push([point]);
  }
  return pieces.map((piece) => {
    const metres = EQUATOR_METRES * Math.cos(((piece[0]?.lat ?? 0) * Math.PI) / 180);
    const flat = piece.map(({ lat, lng }) => {
      const { x, y } = onSquareWorld({ lat, lng });
      return { lat, lng, x: x * metres, y: y * metres };
    });
    return straightened(flat, APART_METRES).map(({ lat, lng }) => ({ lat, lng }));
  });
}

/**
 * Prepares a driver's day for its pages: a line without needless corners, a list by minutes, and the stops.
 */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { daysOf } from '~/domain/network/settings/business-time.server';
import { onSquareWorld, type LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import { straightened } from '~/domain/geography/straighten';
import type { MapSettings } from '~/domain/geography/region/map-settings';
import { leafletSettings } from '~/domain/geography/region/region.server';
import { getTrail, type Trail } from './trail.server';

/** A stop at which positions show that the driver was there. */
export type TrailStop = LatLng & { name: string; arrivedAt: string; leftAt: string | null };

export type TrailDrawing = Pick<Trail, 'date' | 'driver' | 'keptDays'> & {
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
    `select coalesce(t.location, 'Deleted task') as name, v.latitude as lat, v.longitude as lng,
       to_json(v.arrived_at) #>> '{}' as "arrivedAt", to_json(v.left_at) #>> '{}' as "leftAt"
     from stop_visits v
       left join lateral (select location from tasks where id = any(v.task_ids) order by id limit 1) t on true
     where v.driver_id = $userId and v.arrived_at >= $from::date::timestamp at time zone $zone
       and v.arrived_at < ($to::date + 1)::timestamp at time zone $zone
     order by v.arrived_at`,
    { userId, ...daysOf({ from: date, to: date }) },
  );
  return {
    ...trail,
    count: positions.length,
    listed: positions.filter(({ at }, index) => minuteOf(at) !== minuteOf(positions[index - 1]?.at ?? '')),
    pieces: piecesOf(positions),
    stops,
    map: leafletSettings(),
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

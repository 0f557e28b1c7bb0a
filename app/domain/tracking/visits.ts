/** Finds arrivals and departures in a row of positions. Pure. They never complete a task. */
import type { LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import type { Fix } from './accept';

/** A place where a driver has tasks on the route. */
export type StopPlace = LatLng & { key: string; taskIds: number[] };

/** `at`: milliseconds. With a `key`, the driver leaves only that place. */
export type VisitEvent =
  { kind: 'arrived'; at: number; stop: StopPlace } | { kind: 'left'; at: number; key?: string };

/**
 * An arrival or departure that the phone has noticed itself. `region` is the name that it was given for a
 * stop.
 */
export type Transition = { region: string; isEnter: boolean; at: number };

/** The radius is large because drivers seldom park at the door. */
const RADIUS_METRES = 100;
/** After a longer gap between two positions, no arrival or departure is assumed. */
const GAP_MS = 2 * 3_600_000;

type Point = LatLng & Pick<Fix, 'at' | 'accuracy'>;

const isAt = (place: LatLng, point: Point) =>
  straightMetres(place, point) <= Math.max(RADIUS_METRES, point.accuracy ?? 0);

/**
 * Two positions in a row decide, because one may be wrong; the visit has the time of the first.
 * @param points in the order of their times, beginning with the last one before.
 * @param here the place of the driver since an arrival.
 */
export function visitsIn(points: Point[], stops: StopPlace[], here: LatLng | null): VisitEvent[] {
  const events: VisitEvent[] = [];
  let place = here;
  points.slice(1).forEach((now, index) => {
    const before = points[index];
    if (!before) return;
    const isGap = now.at - before.at > GAP_MS;
    const isAway = (from: LatLng) => !isAt(from, before) && !isAt(from, now);
    if (place && (isGap || isAway(place))) {
      events.push({ kind: 'left', at: before.at });
      place = null;
    }
    if (place || isGap) return;
    const stop = stops
      .filter((each) => isAt(each, before) && isAt(each, now))
      .sort((one, other) => straightMetres(one, now) - straightMetres(other, now))[0];
    if (!stop) return;
    events.push({ kind: 'arrived', at: before.at, stop });
    place = stop;
  });
  return events;
}

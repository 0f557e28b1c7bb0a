/**
 * Computes the direction in which a driver goes and since when the driver stands, from a row of positions.
 * Pure.
 */
import type { LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import type { Fix } from './accept';

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

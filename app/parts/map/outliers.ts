/** Points that are so far from the others that the map does not show them by itself: a wrong address as a rule. Pure. */
import type { LatLng } from '~/domain/routing/coordinates';
import { straightMetres } from '~/domain/routing/distance';

const FAR_METRES = 100_000;
/** Of the distance that half of them have at most. */
const FAR_TIMES = 5;
/** More than every third is no mistake, but where work is. */
const MOST = 1 / 3;

/**
 * Those to look at. Whatever is near a dealership belongs to the network, and so does whatever is not far from the middle
 * of all of them.
 * @param bases where the dealerships are.
 */
export function withoutOutliers(points: LatLng[], bases: LatLng[]): LatLng[] {
  const middle = { lat: median(points.map(({ lat }) => lat)), lng: median(points.map(({ lng }) => lng)) };
  const away = points.map((point) => straightMetres(middle, point));
  const far = Math.max(FAR_METRES, FAR_TIMES * median(away));
  const isNearBase = (point: LatLng) => bases.some((base) => straightMetres(base, point) <= FAR_METRES);
  const near = points.filter((point, index) => (away[index] ?? 0) <= far || isNearBase(point));
  // Two places are each other's outlier: then only dealerships tell which of them is meant.
  const atBases = points.filter(isNearBase);
  const kept = points.length < 3 ? (atBases.length > 0 ? atBases : points) : near;
  const outside = points.length - kept.length;
  return outside <= Math.max(1, Math.floor(points.length * MOST)) ? kept : points;
}

/** The lower one of two in the middle. */
function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

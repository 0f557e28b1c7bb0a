/** Points far from all others, usually wrong addresses. The map does not zoom out for them. Pure. */
import type { LatLng } from '~/domain/routing/coordinates';
import { straightMetres } from '~/domain/routing/distance';

const FAR_METRES = 100_000;
/** Times the median distance from the middle. */
const FAR_TIMES = 5;
/** When more than a third is far away, these are no mistakes. */
const MOST = 1 / 3;

/**
 * The points without outliers. Points near a dealership and points not far from the middle are never outliers.
 * @param bases the points of the dealerships.
 */
export function withoutOutliers(points: LatLng[], bases: LatLng[]): LatLng[] {
  const middle = { lat: median(points.map(({ lat }) => lat)), lng: median(points.map(({ lng }) => lng)) };
  const away = points.map((point) => straightMetres(middle, point));
  const far = Math.max(FAR_METRES, FAR_TIMES * median(away));
  const isNearBase = (point: LatLng) => bases.some((base) => straightMetres(base, point) <= FAR_METRES);
  const near = points.filter((point, index) => (away[index] ?? 0) <= far || isNearBase(point));
  // Of two points, only the dealerships tell which is the outlier.
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

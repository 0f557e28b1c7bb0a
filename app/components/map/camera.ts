/** Computes the part of the map to show. Pure. */
import { average, type LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import { group, pointKey, type Camera, type Scene } from './scene';

const DEFAULT_CENTRE: LatLng = { lat: 39.1, lng: -94.58 };
const DEFAULT_ZOOM = 12;
const SINGLE_ZOOM = 14;
/** Space between the markers and the edge of the map, in pixels. */
export const FIT_PADDING = 50;

/**
 * Shows the selected driver's markers, or all markers if there are none. It leaves out outliers. Without markers it
 * shows the dealerships.
 */
export function cameraOf({ markers: drawn, dealerships }: Scene): Camera {
  const selected = drawn.filter(({ standing }) => standing === 'selected');
  const markers = selected.length > 0 ? selected : drawn;
  const all = [...group(markers, ({ at }) => pointKey(at)).values()].flatMap(([first]) =>
    first ? [first.at] : [],
  );
  const points = withoutOutliers(all, dealerships);
  const [only] = points;
  if (points.length > 1) return { around: points };
  return only
    ? { at: only, zoom: SINGLE_ZOOM }
    : { at: average(dealerships) ?? DEFAULT_CENTRE, zoom: DEFAULT_ZOOM };
}

/**
 * Points that are farther away than both limits are outliers, usually wrong addresses. The map does not zoom out for
 * them.
 */
const FAR_METRES = 100_000;
/** A factor of the median distance from the middle. */
const FAR_TIMES = 5;
/** If more than this part of the points is far away, they are no mistakes and stay. */
const MOST = 1 / 3;

/**
 * The points without outliers. Points near a dealership and points not far from the middle are never outliers.
 * @param bases the points of the dealerships.
 */
function withoutOutliers(points: LatLng[], bases: LatLng[]): LatLng[] {
  const middle = { lat: median(points.map(({ lat }) => lat)), lng: median(points.map(({ lng }) => lng)) };
  const away = points.map((point) => straightMetres(middle, point));
  const far = Math.max(FAR_METRES, FAR_TIMES * median(away));
  const isNearBase = (point: LatLng) => bases.some((base) => straightMetres(base, point) <= FAR_METRES);
  const near = points.filter((point, index) => (away[index] ?? 0) <= far || isNearBase(point));
  // Two points have no useful median. A point near a dealership is then the right one.
  const atBases = points.filter(isNearBase);
  const kept = points.length < 3 ? (atBases.length > 0 ? atBases : points) : near;
  const outside = points.length - kept.length;
  return outside <= Math.max(1, Math.floor(points.length * MOST)) ? kept : points;
}

/** For an even count, the lower of the two middle values. */
function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

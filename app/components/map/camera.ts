/** Where the map looks. Pure. */
import { average, type LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import { group, pointKey, type Camera, type Scene } from './scene';

const DEFAULT_CENTRE: LatLng = { lat: 39.1, lng: -94.58 };
const DEFAULT_ZOOM = 12;
const SINGLE_ZOOM = 14;
/** Pixels between the markers and the edge. */
export const FIT_PADDING = 50;

/** Shows the selected driver's markers, else all except outliers, the only marker, or the dealerships. */
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

/** Points far from all others, usually wrong addresses. The map does not zoom out for them. */
const FAR_METRES = 100_000;
/** Times the median distance from the middle. */
const FAR_TIMES = 5;
/** More than a third far away are not mistakes. */
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

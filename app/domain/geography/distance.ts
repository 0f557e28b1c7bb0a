/** Estimated distances and times, of routes and between all pairs of points. Safe in the browser. */
import type { LatLng } from './coordinates';

export const DISTANCE_BASED = '(Distance-based)';

const EARTH_RADIUS_METRES = 6_371_008.8;
const METRES_PER_MILE = 1609.34;
/** A road is about this many times as long as the straight line. */
const ROAD_FACTOR = 1.3;
const MILES_PER_HOUR = 30;
/** The time that a stop takes. */
const MINUTES_PER_STOP = 3;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The straight distance. */
export function straightMetres(from: LatLng, to: LatLng): number {
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const across = half(radians(to.lat - from.lat));
  const along = half(radians(to.lng - from.lng)) * Math.cos(radians(from.lat)) * Math.cos(radians(to.lat));
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(across + along)));
}

const roadMetres = (from: LatLng, to: LatLng) => straightMetres(from, to) * ROAD_FACTOR;

/** Returns the driving time on a road of this length. */
const drivingSeconds = (metres: number) => (metres / METRES_PER_MILE / MILES_PER_HOUR) * 3_600;

type RouteEstimate = {
  metres: number;
  /** Driving, and the time at stops. */
  minutes: number;
  /** Meters to each stop from the point before; null where that is unknown. */
  legs: (number | null)[];
};

/**
 * Measures a route through stops in their order. A stop without a place has no leg; the next leg begins at the last known
 * point.
 * @param start the driver's start, if known.
 */
export function estimateRoute(start: LatLng | null, stops: (LatLng | null)[]): RouteEstimate {
  let at = start;
  const legs = stops.map((stop) => {
    const leg = at && stop ? roadMetres(at, stop) : null;
    at = stop ?? at;
    return leg;
  });
  const metres = legs.reduce<number>((total, leg) => total + (leg ?? 0), 0);
  return { metres, legs, minutes: drivingSeconds(metres) / 60 + MINUTES_PER_STOP * stops.length };
}

/** "3.2 mi". */
export const inMiles = (metres: number) => `${(metres / METRES_PER_MILE).toFixed(1)} mi`;

export type RoadMatrix = {
  /** Row-major, from row to column. Infinity where there is no road. */
  metres: Float64Array;
  seconds: Float64Array;
  /** Estimated from straight lines. */
  isEstimated: boolean;
  /** Rows of points outside of the street map; the times to and from them are estimated. */
  outside?: ReadonlySet<number>;
};

export function estimatedMatrix(points: LatLng[]): RoadMatrix {
  const metres = new Float64Array(points.length ** 2);
  points.forEach((from, row) =>
    points.forEach((to, column) => (metres[row * points.length + column] = roadMetres(from, to))),
  );
  return { metres, seconds: metres.map(drivingSeconds), isEstimated: true };
}

/** Driving distances and times between all pairs of points. Safe in the browser. */
import type { LatLng } from './coordinates';
import { drivingSeconds, roadMetres } from './distance';

export type RoadMatrix = {
  /** Row-major, from row to column. Infinity where there is no road. */
  metres: Float64Array;
  seconds: Float64Array;
  /** Estimated from straight lines. */
  isEstimated: boolean;
};

export function estimatedMatrix(points: LatLng[]): RoadMatrix {
  const metres = new Float64Array(points.length ** 2);
  points.forEach((from, row) =>
    points.forEach((to, column) => (metres[row * points.length + column] = roadMetres(from, to))),
  );
  return { metres, seconds: metres.map(drivingSeconds), isEstimated: true };
}

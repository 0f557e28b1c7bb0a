/** The drives of a route in a given order, and when each stop is reached if every stop takes the usual time. Pure. */
import type { LatLng } from '~/domain/geography/coordinates';
import { MINUTES_PER_STOP, type RoadMatrix } from '~/domain/geography/distance';

export const SECONDS_PER_STOP = MINUTES_PER_STOP * 60;

export type Places = {
  /** The points of the matrix: the driver's start if known, then the stops with a place. */
  points: LatLng[];
  /** The row of each stop in the matrix; -1 without a place. */
  row: number[];
  hasStart: boolean;
  /** The route ends at its start. */
  comesBack: boolean;
};

type Timetable = {
  metres: number;
  minutes: number;
  isEstimated: boolean;
  /** Seconds from now by stop; null where unknown. */
  arrivals: (number | null)[];
};

/** Duration, distance and arrival times of an order. `estimate` replaces legs without a road. */
export function timetableOf(
  plan: Places,
  order: number[],
  roads: RoadMatrix,
  estimate: () => RoadMatrix,
): Timetable {
  const size = plan.points.length;
  const arrivals = plan.row.map((): number | null => null);
  let { isEstimated } = roads;
  let [metres, seconds, at] = [0, 0, plan.hasStart ? 0 : -1];
  const drive = (to: number) => {
    const cell = at * size + to;
    if (at >= 0) {
      const isOpen = Number.isFinite(roads.seconds[cell]) && Number.isFinite(roads.metres[cell]);
      const leg = isOpen ? roads : estimate();
      isEstimated ||= !isOpen || roads.outside?.has(at) === true || roads.outside?.has(to) === true;
      metres += leg.metres[cell] ?? 0;
      seconds += leg.seconds[cell] ?? 0;
    }
    at = to;
  };
  for (const number of order) {
    const to = plan.row[number] ?? -1;
    if (to >= 0) {
      drive(to);
      if (plan.hasStart) arrivals[number] = seconds;
    }
    seconds += SECONDS_PER_STOP;
  }
  if (plan.comesBack) drive(0);
  return { metres, minutes: seconds / 60, isEstimated, arrivals };
}

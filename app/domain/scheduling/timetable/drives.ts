/** The expected drives between the points of a matrix. Pure. */
import type { RoadMatrix } from '~/domain/geography/distance';
import type { Learned } from './learned';

/** @param seconds by road; Infinity where there is none. @param hour of the week, on business clocks. */
export const expectedDrives = (seconds: RoadMatrix['seconds'], learned: Learned, hour: number) =>
  seconds.map((road) => (road > 0 && road < Infinity ? learned.leg(road, hour).seconds : road));

type Legs = { metres: number[]; seconds: number[]; isEstimated: boolean };

/** Returns the drives from each of these rows to the next one; where there is no road, the estimate. */
export function legsIn(roads: RoadMatrix, rows: number[], estimate: () => RoadMatrix): Legs {
  const size = Math.sqrt(roads.seconds.length);
  const legs: Legs = { metres: [], seconds: [], isEstimated: roads.isEstimated };
  rows.slice(1).forEach((to, index) => {
    const from = rows[index] ?? to;
    const cell = from * size + to;
    const isOpen = Number.isFinite(roads.seconds[cell]) && Number.isFinite(roads.metres[cell]);
    const leg = isOpen ? roads : estimate();
    legs.metres.push(leg.metres[cell] ?? 0);
    legs.seconds.push(leg.seconds[cell] ?? 0);
    legs.isEstimated ||= !isOpen || [from, to].some((row) => roads.outside?.has(row));
  });
  return legs;
}

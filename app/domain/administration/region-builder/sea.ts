/** Adds the sea of a region, from its coastlines, where it can be told from the land. */
import { COASTLINE, OCEAN } from './classes';
import { isInLine, seasOf, type Sea } from './coast';
import type { Extent, MapData } from './map-data';
import type { Point } from './rings';

const SAMPLES = 500;
// Bridges and ferries cross the sea, so a few streets may be in it; towns may not.
const MOST_IN_THE_SEA = 0.1;

/**
 * Adds the sea as areas. If much of the land would be in it, as with an incomplete coastline, it adds only
 * the coast. @returns whether sea and land could be told apart.
 */
export function addSea(map: MapData, coasts: Uint32Array[], extent: Extent): boolean {
  if (coasts.length === 0) return true;
  const at = (point: number): Point => [map.lon.at(point), map.lat.at(point)];
  const seas = seasOf(
    coasts.map((line) => [...line].map(at)),
    extent,
  );
  if (isLandIn(seas, map)) {
    for (const points of coasts) map.add(COASTLINE, [{ points, isHole: false }]);
    return false;
  }
  const numbered = (line: readonly Point[]) => line.map(([lon, lat]) => map.addPoint(lon, lat));
  for (const { outer, holes } of seas)
    map.add(OCEAN, [
      { points: numbered(outer), isHole: false },
      ...holes.map((hole) => ({ points: numbered(hole), isHole: true })),
    ]);
  return true;
}

function isLandIn(seas: Sea[], map: MapData): boolean {
  const isInSea = (point: Point) =>
    seas.some(({ outer, holes }) => isInLine(outer, point) && !holes.some((hole) => isInLine(hole, point)));
  const samples = [...map.streetPoints(SAMPLES), ...map.places.map(({ lon, lat }): Point => [lon, lat])];
  return samples.filter(isInSea).length > samples.length * MOST_IN_THE_SEA;
}

/** Draws routes along the roads. */
import type { LatLng } from '~/domain/geography/coordinates';
import { warnOf, type Leg, type RoadProvider } from './provider.server';
import { roadProviders } from './roads.server';

/** A line for each point but the first; null where no road is known. */
type Lines = (LatLng[] | null)[];

/** @returns null when no source of roads is set up. */
export async function linesThrough(points: LatLng[]): Promise<Lines | null> {
  const providers = await roadProviders();
  for (const provider of providers) {
    const lines = await linesOf(provider, points);
    if (lines) return lines;
  }
  return providers.length > 0 ? points.slice(1).map(() => null) : null;
}

const isOnEarth = ({ lat, lng }: LatLng) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/**
 * Asks once for each run of points that are on the street map. @returns null when the source does not answer.
 */
async function linesOf(provider: RoadProvider, points: LatLng[]): Promise<Lines | null> {
  const located = await provider.locate(points);
  if (!located.ok) {
    warnOf(provider.id, located);
    return null;
  }
  const isInside = (index: number) => located.value[index] === true;
  const lines: Lines = points.slice(1).map(() => null);
  let answers = 0;
  let refusals = 0;
  for (let first = 0; first < points.length; first += 1) {
    let end = first;
    while (end < points.length && isInside(end)) end += 1;
    if (end - first >= 2) {
      const route = await provider.route(points.slice(first, end));
      if (route.ok)
        route.value.forEach(({ line }: Leg, i) => (lines[first + i] = line.every(isOnEarth) ? line : null));
      else warnOf(provider.id, route);
      if (route.ok) answers += 1;
      else refusals += 1;
    }
    first = Math.max(first, end - 1);
  }
  return answers === 0 && refusals > 0 ? null : lines;
}

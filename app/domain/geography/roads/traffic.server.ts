/** Google's road times with current traffic, remembered for a few minutes. */
import { BoundedMap } from '~/lib/bounded-map';
import { env } from '~/process/env.server';
import type { LatLng } from '~/domain/geography/coordinates';
import { googleMatrix, MOST_POINTS } from './google-matrix.server';
import type { RoadMatrix } from '~/domain/geography/distance';
import { reportService } from '~/domain/platform/services.server';
import { warnOf } from './provider.server';
import type { RoutingPreference } from './texts';

/** Google's quota is per minute. */
const PAUSE_MS = 60_000;
let googleRestsUntil = 0;

type Live = { matrix: RoadMatrix; missing: null } | { matrix: null; missing: string | null };

/** `missing` is the reason for having no roads; null without a key. */
export async function liveRoads(points: LatLng[], preference: RoutingPreference): Promise<Live> {
  const key = env.GOOGLE_MAPS_SERVER_KEY;
  if (!key) return { matrix: null, missing: null };
  const most = MOST_POINTS[preference];
  if (points.length > most)
    return {
      matrix: null,
      missing: `Live traffic is available for at most ${String(most)} locations at once`,
    };
  const none: Live = { matrix: null, missing: 'Live traffic is not available right now' };
  const matrix = await cachedMatrix(preference, points, async () => {
    if (performance.now() < googleRestsUntil) return null;
    const answer = await googleMatrix({ url: env.GOOGLE_ROUTES_URL, key }, points, preference);
    if (answer.ok) {
      reportService('roads google', null);
      return answer.matrix;
    }
    warnOf('google', answer);
    if (answer.kind === 'retry')
      googleRestsUntil =
        performance.now() + (answer.afterMs ?? (answer.detail === 'HTTP 429' ? PAUSE_MS : 0));
    return null;
  });
  return matrix ? { matrix, missing: null } : none;
}

/** Traffic changes little in this time. */
const CACHE_MS = 5 * 60_000;
const MOST_CACHED = 200;

type CachedMatrix = { places: string[]; matrix: Promise<RoadMatrix | null> };

const cache = new BoundedMap<string, CachedMatrix>(MOST_CACHED, CACHE_MS);

const placeOf = ({ lat, lng }: LatLng) => `${lat.toFixed(6)},${lng.toFixed(6)}`;

/** Returns the answer of `ask`, or a recent one for the same points in any order. A failure is not cached. */
async function cachedMatrix(
  kind: string,
  points: LatLng[],
  ask: () => Promise<RoadMatrix | null>,
): Promise<RoadMatrix | null> {
  const places = points.map(placeOf);
  const key = `${kind} ${[...places].sort().join(' ')}`;
  const known = cache.get(key);
  if (known) return arranged(await known.matrix, known.places, places);
  const matrix = ask();
  cache.set(key, { places, matrix });
  const answer = await matrix;
  if (!answer && cache.get(key)?.matrix === matrix) cache.delete(key);
  return answer;
}

/** Returns the same matrix with its points in another order. */
function arranged(matrix: RoadMatrix | null, from: string[], to: string[]): RoadMatrix | null {
  if (!matrix) return null;
  const size = to.length;
  // Equal places have equal rows, so any of them will do.
  const source = to.map((place) => from.indexOf(place));
  const cells = (values: Float64Array) =>
    Float64Array.from(values, (_, cell) => {
      const [row, column] = [source[Math.floor(cell / size)] ?? 0, source[cell % size] ?? 0];
      return values[row * size + column] ?? Infinity;
    });
  return { ...matrix, metres: cells(matrix.metres), seconds: cells(matrix.seconds) };
}

/** Google's road times with current traffic, remembered for a few minutes. */
import * as z from 'zod/v4';
import { BoundedMap } from '~/lib/bounded-map';
import { env } from '~/process/env.server';
import type { LatLng } from '~/domain/geography/coordinates';
import type { RoadMatrix } from '~/domain/geography/distance';
import { reportService } from '~/domain/platform/services.server';
import { ROAD_SERVICE_TIMEOUT_MS } from '~/lib/time-limits';
import { fetchJson, type ProviderFail } from '~/domain/platform/fetch-json.server';
import { warnOf } from './provider.server';
import type { RoutingPreference } from './texts';
import { roadNotes } from '~/words/en/roads';

/** Roads from Google's Routes API, with current traffic. */

const LARGEST_ANSWER = 1024 * 1024;
/** The most points of one request: Google answers at most 625 pairs, and 100 with the best traffic data. */
const MOST_POINTS: Record<RoutingPreference, number> = {
  'traffic-aware': 25,
  'traffic-aware-optimal': 10,
  'traffic-unaware': 25,
};
// The status is asked for because it is the only sign that a pair has failed.
const FIELDS = 'originIndex,destinationIndex,status,condition,distanceMeters,duration';

const index = z.number().int().min(0).default(0);
const Pair = z.object({
  originIndex: index,
  destinationIndex: index,
  status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
  condition: z.string().default(''),
  distanceMeters: z.number().min(0).default(0),
  duration: z
    .string()
    .regex(/^\d+(\.\d+)?s$/)
    .transform((text) => Number(text.slice(0, -1)))
    .default(0),
});
const Pairs = z.array(Pair);

type Answer = { ok: true; matrix: RoadMatrix } | ProviderFail;

/**
 * Returns times and distances between all points, or the reason for having none.
 * @param points no more than MOST_POINTS of the preference.
 */
async function googleMatrix(
  { url, key }: { url: string; key: string },
  points: LatLng[],
  preference: RoutingPreference,
): Promise<Answer> {
  const places = points.map(({ lat, lng }) => ({
    waypoint: { location: { latLng: { latitude: lat, longitude: lng } } },
  }));
  const answer = await fetchJson(new URL(`${url}/distanceMatrix/v2:computeRouteMatrix`), {
    signal: AbortSignal.timeout(ROAD_SERVICE_TIMEOUT_MS),
    largest: LARGEST_ANSWER,
    headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': FIELDS },
    body: {
      origins: places,
      destinations: places,
      travelMode: 'DRIVE',
      routingPreference: preference.replaceAll('-', '_').toUpperCase(),
    },
  });
  return answer.ok ? read(answer.body, points.length) : answer;
}

function read(body: unknown, size: number): Answer {
  const { data: pairs } = Pairs.safeParse(body);
  if (!pairs) return retry('the answer is no matrix');
  const metres = new Float64Array(size * size).fill(NaN);
  const seconds = metres.slice();
  for (const { originIndex, destinationIndex, status, condition, distanceMeters, duration } of pairs) {
    if (status.code !== 0) return retry(`a pair has status ${String(status.code)}`);
    if (originIndex >= size || destinationIndex >= size) return retry('the matrix is of another size');
    const isOpen = originIndex === destinationIndex || condition === 'ROUTE_EXISTS';
    const cell = originIndex * size + destinationIndex;
    metres[cell] = isOpen ? distanceMeters : Infinity;
    seconds[cell] = isOpen ? duration : Infinity;
  }
  if (seconds.some(Number.isNaN)) return retry('the matrix has gaps');
  return { ok: true, matrix: { metres, seconds, isEstimated: false } };
}

const retry = (detail: string): ProviderFail => ({ ok: false, kind: 'retry', detail });

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
      missing: roadNotes.tooMany(most),
    };
  const none: Live = { matrix: null, missing: roadNotes.noTraffic };
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

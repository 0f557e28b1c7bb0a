/** Roads from Google's Routes API, with current traffic. */
import * as z from 'zod/v4';
import { ROAD_SERVICE_TIMEOUT_MS } from '~/lib/time-limits';
import { fetchJson } from '~/domain/platform/fetch-json.server';
import type { ProviderFail } from '~/domain/platform/outside';
import type { LatLng } from '~/domain/geography/coordinates';
import type { RoadMatrix } from '~/domain/geography/distance';
import type { RoutingPreference } from './texts';

const LARGEST_ANSWER = 1024 * 1024;
/** The most points of one request: Google answers at most 625 pairs, and 100 with the best traffic data. */
export const MOST_POINTS: Record<RoutingPreference, number> = {
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
export async function googleMatrix(
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

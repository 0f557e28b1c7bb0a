/** Requests to Valhalla and its answers, for the region's own process and for VALHALLA_URL. */
import * as z from 'zod/v4';
import { ROAD_SERVICE_TIMEOUT_MS } from '~/lib/time-limits';
import { fetchJson } from '~/domain/platform/fetch-json.server';
import type { LatLng } from '~/domain/geography/coordinates';
import {
  cellRows,
  cellsOf,
  decodeLine,
  keyOf,
  retry,
  type Answer,
  type Cells,
  type Leg,
  type Origin,
  type RoadProvider,
} from './provider.server';

export type Method = 'locate' | 'matrix' | 'route';
type Ask = (method: Method, query: object) => Promise<Answer<unknown>>;

/** A place farther from every road is outside of the street map. */
const FARTHEST_METRES = 1_000;
/**
 * At least this many crossings must lead to a place and away from it. Fewer are an island that no other place
 * can reach.
 */
const FEWEST_REACHED = 50;
/**
 * A busy machine still answers a block of this size in time (a third of a second), and a route can go between
 * two blocks.
 */
const SIDE = 25;
const MOST_ON_ROUTE = 20;
const METRES = 1_000;

const reach = z.number();
const Located = z.array(
  z.object({
    edges: z.array(z.object({ distance: reach, outbound_reach: reach, inbound_reach: reach })).nullable(),
  }),
);
const Matrix = z.object({ sources_to_targets: z.object({ durations: cellRows, distances: cellRows }) });
const Trip = z.object({
  trip: z.object({
    legs: z.array(
      z.object({
        summary: z.object({ time: z.number().min(0), length: z.number().min(0) }),
        shape: z.string(),
      }),
    ),
  }),
});

/** A position may be this far from its road, and the road may bend this much between two positions. */
const ROAD_METRES = 30;
const TOLERANCE_DEGREES = 60;

const placeOf = ({ lat, lng, heading }: Origin) => ({
  lat,
  lon: lng,
  // Without the heading, the nearest road may be one in the other direction, or one that is crossed.
  ...(typeof heading === 'number' && { heading, heading_tolerance: TOLERANCE_DEGREES, radius: ROAD_METRES }),
});

/** A costing that is not set up crashes the embedded Valhalla, so only "auto" is used. */
const DRIVING = { costing: 'auto', units: 'kilometers' };

export function valhallaRoads(id: RoadProvider['id'], key: string, ask: Ask): RoadProvider {
  const matrix = async (from: Origin[], to: LatLng[]): Promise<Answer<Cells>> => {
    const answer = await ask('matrix', {
      ...DRIVING,
      sources: from.map(placeOf),
      targets: to.map(placeOf),
      verbose: false,
      shape_format: 'no_shape',
    });
    if (!answer.ok) return answer;
    const { data } = Matrix.safeParse(answer.value);
    if (!data) return retry('the answer is no matrix');
    const { durations, distances } = data.sources_to_targets;
    const [seconds, metres] = [cellsOf(durations, from, to), cellsOf(distances, from, to, METRES)];
    return seconds && metres
      ? { ok: true, value: { seconds, metres } }
      : retry('the matrix is of another size');
  };
  const legsOf = async (points: LatLng[]): Promise<Answer<Leg[]>> => {
    const locations = points.map(placeOf);
    const answer = await ask('route', { ...DRIVING, locations, directions_type: 'none' });
    if (!answer.ok) return answer;
    const legs = Trip.safeParse(answer.value).data?.trip.legs;
    if (legs?.length !== points.length - 1) return retry('the answer is no route');
    return {
      ok: true,
      value: legs.map(({ summary, shape }) => ({
        seconds: summary.time,
        metres: summary.length * METRES,
        line: decodeLine(shape),
      })),
    };
  };
  return {
    id,
    key,
    locate: async (points) => {
      const locations = points.map(({ lat, lng }) => placeOf({ lat, lng }));
      const answer = await ask('locate', { ...DRIVING, locations, verbose: true });
      if (!answer.ok) return answer;
      const { data } = Located.safeParse(answer.value);
      if (data?.length !== points.length) return retry('the answer has other places');
      return {
        ok: true,
        value: data.map(({ edges }) =>
          (edges ?? []).some(
            ({ distance, outbound_reach: out, inbound_reach: back }) =>
              distance <= FARTHEST_METRES && Math.min(out, back) >= FEWEST_REACHED,
          ),
        ),
      };
    },
    side: SIDE,
    matrix,
    route: async (points) => {
      const legs: Leg[] = [];
      for (let first = 0; first < points.length - 1; first += MOST_ON_ROUTE - 1) {
        const piece = await legsOf(points.slice(first, first + MOST_ON_ROUTE));
        if (!piece.ok) return piece;
        legs.push(...piece.value);
      }
      return { ok: true, value: legs };
    },
  };
}

const LARGEST_ANSWER = 8 * 1024 * 1024;
const SERVICES = { locate: 'locate', matrix: 'sources_to_targets', route: 'route' };

export const valhallaServer = (url: string): RoadProvider =>
  valhallaRoads('valhalla', keyOf('valhalla', url), async (method, body) => {
    const answer = await fetchJson(new URL(`${url.replace(/\/$/, '')}/${SERVICES[method]}`), {
      signal: AbortSignal.timeout(ROAD_SERVICE_TIMEOUT_MS),
      largest: LARGEST_ANSWER,
      body,
    });
    return answer.ok ? { ok: true, value: answer.body } : answer;
  });

/** Roads from an OSRM server: its table and route services. */
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
  type Origin,
  type RoadProvider,
} from './provider.server';

/** With more, the address becomes too long for some proxies, and the answer too large. */
const MOST_POINTS = 400;
const LARGEST_ANSWER = 8 * 1024 * 1024;

const Table = z.object({ code: z.literal('Ok'), durations: cellRows, distances: cellRows });
const Leg = z.object({
  duration: z.number().min(0),
  distance: z.number().min(0),
  steps: z.array(z.object({ geometry: z.string() })),
});
const Route = z.object({ code: z.literal('Ok'), routes: z.array(z.object({ legs: z.array(Leg) })).min(1) });

/** A road may bend this much between two positions. */
const TOLERANCE_DEGREES = 60;
const isMoving = ({ heading }: Origin) => typeof heading === 'number';
const bearingOf = ({ heading }: Origin) =>
  typeof heading === 'number' ? `${String(heading)},${String(TOLERANCE_DEGREES)}` : '';

export function osrmRoads(url: string): RoadProvider {
  const ask = (service: string, points: LatLng[], options: Record<string, string>) => {
    if (points.length > MOST_POINTS) return retry(`more than ${String(MOST_POINTS)} points`);
    // Longitude first; seven decimals are a centimetre.
    const path = points.map(({ lat, lng }) => `${lng.toFixed(7)},${lat.toFixed(7)}`).join(';');
    const endpoint = new URL(`${url.replace(/\/$/, '')}/${service}/v1/driving/${path}`);
    // OSRM expects commas and semicolons unescaped.
    endpoint.search = Object.entries(options)
      .map((option) => option.join('='))
      .join('&');
    return fetchJson(endpoint, {
      signal: AbortSignal.timeout(ROAD_SERVICE_TIMEOUT_MS),
      largest: LARGEST_ANSWER,
    });
  };
  const matrix = async (from: Origin[], to: LatLng[]): Promise<Answer<Cells>> => {
    const isSquare = from.length === to.length && from.every((point, i) => point === to[i]);
    const points: Origin[] = isSquare ? from : [...from, ...to];
    const numbers = (count: number, first: number) =>
      Array.from({ length: count }, (_, i) => first + i).join(';');
    const parts = !isSquare && {
      sources: numbers(from.length, 0),
      destinations: numbers(to.length, from.length),
    };
    const bearings = points.some(isMoving) && { bearings: points.map(bearingOf).join(';') };
    const answer = await ask('table', points, { annotations: 'duration,distance', ...parts, ...bearings });
    if (!answer.ok) return answer;
    const table = Table.safeParse(answer.body);
    if (!table.success) return retry('the answer is no table');
    const [metres, seconds] = [table.data.distances, table.data.durations].map((rows) =>
      cellsOf(rows, from, to),
    );
    if (!metres || !seconds) return retry('the table is of another size');
    return { ok: true, value: { metres, seconds } };
  };
  return {
    id: 'osrm',
    key: keyOf('osrm', url),
    // No check is needed: the table has null for an unconnected point, and the other points stay usable.
    locate: (points) => Promise.resolve({ ok: true, value: points.map(() => true) }),
    side: MOST_POINTS / 2,
    matrix: async (from, to) => {
      const answer = await matrix(from, to);
      if (answer.ok || !from.some(isMoving)) return answer;
      // With the headings there was no answer: no road leads that way here, so it is asked without them.
      return matrix(
        from.map(({ lat, lng }) => ({ lat, lng })),
        to,
      );
    },
    route: async (points) => {
      const answer = await ask('route', points, {
        overview: 'false',
        steps: 'true',
        geometries: 'polyline6',
      });
      if (!answer.ok) return answer;
      const legs = Route.safeParse(answer.body).data?.routes[0]?.legs;
      if (legs?.length !== points.length - 1) return retry('the answer is no route');
      return {
        ok: true,
        value: legs.map(({ duration, distance, steps }) => ({
          seconds: duration,
          metres: distance,
          line: steps.flatMap(({ geometry }) => decodeLine(geometry)),
        })),
      };
    },
  };
}

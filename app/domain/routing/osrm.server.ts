/** Roads from the table service of an OSRM server. */
import * as z from 'zod/v4';
import { fetchJson } from '~/domain/geocoding/fetch-json.server';
import type { ProviderFail } from '~/domain/geocoding/geocoder';
import type { LatLng } from './coordinates';
import type { RoadMatrix } from './distance';

const ANSWER_WITHIN_MS = 4_000;
/** With more, the address becomes too long for some proxies, and the answer too large. */
const MOST_POINTS = 400;
const LARGEST_ANSWER = 8 * 1024 * 1024;

const cells = z.array(z.array(z.number().min(0).nullable()));
const Table = z.object({ code: z.literal('Ok'), durations: cells, distances: cells });

type Answer = { ok: true; matrix: RoadMatrix } | ProviderFail;

/** Times and distances between all points, or the reason for having none. */
export async function osrmMatrix(url: string, points: LatLng[]): Promise<Answer> {
  if (points.length > MOST_POINTS) return retry(`more than ${String(MOST_POINTS)} points`);
  // Longitude first; seven decimals are a centimetre.
  const path = points.map(({ lat, lng }) => `${lng.toFixed(7)},${lat.toFixed(7)}`).join(';');
  const asked = new URL(`${url.replace(/\/$/, '')}/table/v1/driving/${path}`);
  asked.search = 'annotations=duration,distance';
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const answer = await fetchJson(asked, { signal, largest: LARGEST_ANSWER });
  if (!answer.ok) return answer;
  const table = Table.safeParse(answer.body);
  if (!table.success) return retry('the answer is no table');
  const [metres, seconds] = [table.data.distances, table.data.durations].map((rows) =>
    flat(rows, points.length),
  );
  if (!metres || !seconds) return retry('the table is of another size');
  return { ok: true, matrix: { metres, seconds, isEstimated: false } };
}

const retry = (detail: string): ProviderFail => ({ ok: false, kind: 'retry', detail });

function flat(rows: (number | null)[][], size: number): Float64Array | null {
  if (rows.length !== size || rows.some((row) => row.length !== size)) return null;
  return Float64Array.from(rows.flat(), (cell) => cell ?? Infinity);
}

/** The configured provider: Google with a server key, else Nominatim with a URL, else none. */
import * as z from 'zod/v4';
import { env } from '~/process/env.server';
import { centreOf } from '~/domain/geography/streets/zip-codes.server';
import { type Found, type Geocoder, isOnEarth, type Precision } from '~/domain/geography/geocoder';
import type { LatLng } from '~/domain/geography/coordinates';
import { fetchJson, type Res } from '~/domain/platform/fetch-json.server';
import { reportService } from '~/domain/platform/services.server';
import { nominatim } from './nominatim.server';

/** Google's Geocoding API. */

// Google's terms let coordinates be kept for 30 days.
const KEPT_MS = 30 * 24 * 3_600_000;
const RETRY = ['OVER_QUERY_LIMIT', 'UNKNOWN_ERROR'];
const MISCONFIGURED = ['OVER_DAILY_LIMIT', 'REQUEST_DENIED', 'INVALID_REQUEST'];
/** Result types of answers that are only a country or a state. */
const WHOLE_REGIONS = ['country', 'administrative_area_level_1', 'administrative_area_level_2'];

const Result = z.object({
  geometry: z.object({
    location: z.object({ lat: z.number(), lng: z.number() }).refine(isOnEarth),
    location_type: z.enum(['ROOFTOP', 'RANGE_INTERPOLATED', 'GEOMETRIC_CENTER', 'APPROXIMATE']),
  }),
  types: z.array(z.string()).default([]),
  partial_match: z.boolean().default(false),
});
const Answer = z.object({
  status: z.string().max(100),
  error_message: z.string().optional(),
  results: z.array(z.unknown()).default([]),
});

export function google({ url, key }: { url: string; key: string }): Geocoder {
  return {
    id: 'google',
    geocode: async (address, { signal }) => {
      const endpoint = new URL(`${url}/maps/api/geocode/json`);
      endpoint.search = new URLSearchParams({
        address,
        components: 'country:US',
        language: 'en',
        key,
      }).toString();
      const answer = await fetchJson(endpoint, { signal });
      return answer.ok ? read(answer.body, key) : answer;
    },
  };
}

function read(body: unknown, key: string): Res<Found> {
  const { data: answer } = Answer.safeParse(body);
  if (!answer) return { ok: false, kind: 'retry', detail: 'the answer is not one of Google' };
  const { status, error_message = '' } = answer;
  if (status === 'ZERO_RESULTS') return { ok: false, kind: 'not_found' };
  if (RETRY.includes(status)) return { ok: false, kind: 'retry', detail: status };
  if (MISCONFIGURED.includes(status)) {
    const detail = `${status} ${error_message.replaceAll(key, '…')}`.trim().slice(0, 300);
    return { ok: false, kind: 'misconfigured', detail };
  }
  const { data: result } = Result.safeParse(answer.results[0]);
  if (status !== 'OK' || !result)
    return { ok: false, kind: 'retry', detail: 'the answer is not one of Google' };
  if (result.types.some((type) => WHOLE_REGIONS.includes(type))) return { ok: false, kind: 'not_found' };
  const storeUntil = new Date(Date.now() + KEPT_MS);
  return { ok: true, value: { ...result.geometry.location, precision: precisionOf(result), storeUntil } };
}

function precisionOf({ geometry, types, partial_match }: z.output<typeof Result>): Precision {
  switch (geometry.location_type) {
    case 'ROOFTOP':
      return partial_match ? 'street' : 'rooftop';
    case 'RANGE_INTERPOLATED':
      return partial_match ? 'street' : 'interpolated';
    case 'GEOMETRIC_CENTER':
      return 'street';
    case 'APPROXIMATE':
      return types.includes('postal_code') ? 'postcode' : 'city';
  }
}

export const provider: Geocoder | null = chosen();

function chosen(): Geocoder | null {
  if (env.GOOGLE_MAPS_SERVER_KEY)
    return google({ url: env.GOOGLE_MAPS_SERVER_URL, key: env.GOOGLE_MAPS_SERVER_KEY });
  if (!env.NOMINATIM_URL) return null;
  return nominatim({
    url: env.NOMINATIM_URL,
    userAgent: `parts-dispatch (${env.APP_ORIGIN ?? 'self-hosted'})`,
    perSecond: env.NOMINATIM_PER_SECOND,
  });
}

/** Asks the provider. Never throws; an implausible answer counts as not found. */
export async function askProvider(address: string, signal: AbortSignal): Promise<Res<Found>> {
  if (!provider) return { ok: false, kind: 'not_found' };
  let answer: Res<Found>;
  try {
    answer = await provider.geocode(address, { signal });
  } catch (error) {
    answer = { ok: false, kind: 'retry', detail: error instanceof Error ? error.name : 'no answer' };
  }
  const isAsked = answer.ok || (answer.kind !== 'busy' && !signal.aborted);
  if (isAsked) reportService('geocoder', 'detail' in answer ? answer.detail : null);
  if (answer.ok) return isFarOff(address, answer.value) ? { ok: false, kind: 'not_found' } : answer;
  return answer;
}

const FAR_KM = 200;
const KM_PER_DEGREE = 111.2;

/** True when the answer is far from the ZIP code of the address (or from its city when the ZIP code is wrong): the same street in another state. */
function isFarOff(address: string, { lat, lng }: LatLng): boolean {
  const centre = centreOf(address);
  if (!centre.ok || (centre.value.precision !== 'postcode' && !centre.value.isDoubtful)) return false;
  const east = (lng - centre.value.lng) * Math.cos((lat * Math.PI) / 180);
  return KM_PER_DEGREE * Math.hypot(lat - centre.value.lat, east) > FAR_KM;
}

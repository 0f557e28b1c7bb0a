/** Google's Geocoding API. */
import * as z from 'zod/v4';
import { fetchJson, type Res } from '~/domain/platform/fetch-json.server';
import { isOnEarth, type Found, type Geocoder, type Precision } from '~/domain/geography/geocoder';

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

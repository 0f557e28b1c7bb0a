/** The configured provider: Google with a server key, else Nominatim with a URL, else none. */
import { env } from '~/process/env.server';
import { centreOf } from '~/domain/geography/streets/zip-codes.server';
import type { Found, Geocoder, LatLng } from '~/domain/geography/geocoder';
import type { Res } from '~/domain/platform/fetch-json.server';
import { reportService } from '~/domain/platform/services.server';
import { google } from './google.server';
import { nominatim } from './nominatim.server';

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

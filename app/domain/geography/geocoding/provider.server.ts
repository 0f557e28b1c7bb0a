/** The configured provider: Google with a server key, else Nominatim with a URL, else none. */
import { env } from '~/process/env.server';
import { log } from '~/process/log.server';
import { centreOf } from '~/domain/geography/streets/zip-codes.server';
import type { Found, Geocoder, LatLng } from '~/domain/geography/geocoder';
import type { Res } from '~/domain/platform/outside';
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
  if (answer.ok) return isFarOff(address, answer.value) ? { ok: false, kind: 'not_found' } : answer;
  if (answer.kind === 'misconfigured') complain(provider.id, answer.detail);
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

const COMPLAIN_EVERY_MS = 3_600_000;
let complainedAt = -COMPLAIN_EVERY_MS;

/** Logs at most once an hour. */
function complain(id: string, detail: string): void {
  if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return;
  complainedAt = performance.now();
  log.error(
    { provider: id, detail },
    'the geocoding provider rejects our requests; locations are approximate meanwhile',
  );
}

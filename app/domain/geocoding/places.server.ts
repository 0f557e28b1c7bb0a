/** Turns answers of a provider into the coordinates that tasks store. */
import { centreOf, isDoubtful } from './embedded.server';
import { geoPrecisionOf, type Found } from './geocoder';
import type { Known, Place } from './store.server';

export const NOWHERE: Place = { latitude: null, longitude: null, geo_precision: null };

/** Approximate coordinates are doubtful when the address contradicts itself; exact ones are not. */
export function placeAt(address: string, { lat, lng, precision }: Omit<Found, 'storeUntil'>): Place {
  const known = geoPrecisionOf(precision);
  const geo_precision = known === 'approximate' && isDoubtful(address) ? 'doubtful' : known;
  return { latitude: String(lat), longitude: String(lng), geo_precision };
}

/** The center of the ZIP code or city, marked as approximate; NOWHERE when the table does not contain it. */
export function fallbackFor(address: string): Place {
  const centre = centreOf(address);
  return centre.ok ? placeAt(address, centre.value) : NOWHERE;
}

/** The best stored place: a manual pin, an exact answer, another task's place, any answer. Null: ask the provider. */
export function placeFrom({ address, own, cached }: Known): Place | null {
  if (own?.geo_precision === 'manual') return own;
  const found = cached?.precision ? placeAt(address, cached) : null;
  if (found?.geo_precision === 'exact') return found;
  return own ?? found ?? (cached ? fallbackFor(address) : null);
}

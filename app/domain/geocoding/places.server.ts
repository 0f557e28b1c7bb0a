/** From what a provider said to what a task keeps. */
import { centreOf, isDoubtful } from './embedded.server';
import { geoPrecisionOf, type Found } from './geocoder';
import type { Known, Place } from './store.server';

export const NOWHERE: Place = { latitude: null, longitude: null, geo_precision: null };

/** A door that was found is beyond doubt; the middle of something is not, where the address contradicts itself. */
export function placeAt(address: string, { lat, lng, precision }: Omit<Found, 'storeUntil'>): Place {
  const known = geoPrecisionOf(precision);
  const geo_precision = known === 'approximate' && isDoubtful(address) ? 'doubtful' : known;
  return { latitude: String(lat), longitude: String(lng), geo_precision };
}

/** The centre of the ZIP code or city, marked as such; nowhere when the table does not know it. */
export function fallbackFor(address: string): Place {
  const centre = centreOf(address);
  return centre.ok ? placeAt(address, centre.value) : NOWHERE;
}

/** The best of what is known: a pin set by hand, an exact answer, another task's, any answer. Null: it has to be asked for. */
export function placeFrom({ address, own, cached }: Known): Place | null {
  if (own?.geo_precision === 'manual') return own;
  const found = cached?.precision ? placeAt(address, cached) : null;
  if (found?.geo_precision === 'exact') return found;
  return own ?? found ?? (cached ? fallbackFor(address) : null);
}

/** The interface of geocoding providers. Their own formats stay in their adapters. */

/** Degrees. */
export type LatLng = { lat: number; lng: number };

/** From the door to the town. */
export type Precision = 'rooftop' | 'interpolated' | 'street' | 'postcode' | 'city';

export type Found = LatLng & { precision: Precision; storeUntil?: Date };

export type ProviderFail =
  /** Definitive for this address. */
  | { ok: false; kind: 'not_found' }
  /** Slow, down, out of quota, or a malformed answer. */
  | { ok: false; kind: 'retry'; afterMs?: number; detail: string }
  /** Not asked, because too many requests wait for their turn. */
  | { ok: false; kind: 'busy'; afterMs: number }
  /** Key, billing or URL: a setting has to be changed. */
  | { ok: false; kind: 'misconfigured'; detail: string };

export type Res<Value> = { ok: true; value: Value } | ProviderFail;

export type Geocoder = {
  readonly id: string;
  /**
   * Looks up an address, given as one line. Never throws; failures are part of the answer, without keys in their detail.
   * @param options.signal ends the request early.
   */
  geocode(address: string, options: { signal: AbortSignal }): Promise<Res<Found>>;
};

const DOOR: Precision[] = ['rooftop', 'interpolated'];

/** The precisions that the application distinguishes. */
export const geoPrecisionOf = (precision: Precision): 'exact' | 'approximate' =>
  DOOR.includes(precision) ? 'exact' : 'approximate';

/** False for impossible coordinates, and for 0, 0, which broken services return. */
export const isOnEarth = ({ lat, lng }: LatLng) =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && !(lat === 0 && lng === 0);

/** What a provider of coordinates is, whichever it is. Nothing of a provider's own format gets past its adapter. */

/** Degrees. */
export type LatLng = { lat: number; lng: number };

/** From the door to the town. */
export type Precision = 'rooftop' | 'interpolated' | 'street' | 'postcode' | 'city';

export type Found = LatLng & { precision: Precision; storeUntil?: Date };

export type ProviderFail =
  /** Definitive for this address. */
  | { ok: false; kind: 'not_found' }
  /** Slow, down, out of quota, or an answer that makes no sense. */
  | { ok: false; kind: 'retry'; afterMs?: number; detail: string }
  /** It was not asked, as too many others are waiting for their turn. */
  | { ok: false; kind: 'busy'; afterMs: number }
  /** Key, billing, address of the service: somebody has to change a setting. */
  | { ok: false; kind: 'misconfigured'; detail: string };

export type Res<Value> = { ok: true; value: Value } | ProviderFail;

export type Geocoder = {
  readonly id: string;
  /**
   * Asks for one address, in one line. Never throws: what goes wrong is in the answer, and its detail holds no key.
   * @param options.signal ends the request early.
   */
  geocode(address: string, options: { signal: AbortSignal }): Promise<Res<Found>>;
};

const DOOR: Precision[] = ['rooftop', 'interpolated'];

/** What the rest of the application tells apart. */
export const geoPrecisionOf = (precision: Precision): 'exact' | 'approximate' =>
  DOOR.includes(precision) ? 'exact' : 'approximate';

/** Whether these can be the coordinates of anything: 0, 0 is what a broken service says. */
export const isOnEarth = ({ lat, lng }: LatLng) =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && !(lat === 0 && lng === 0);

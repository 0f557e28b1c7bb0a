/** The interface of geocoding providers. Their own formats stay in their adapters. */

import type { Res } from '~/domain/platform/fetch-json.server';
import type { LatLng } from './coordinates';

/** From the most precise to the least. */
export type Precision = 'rooftop' | 'interpolated' | 'street' | 'postcode' | 'city';

export type Found = LatLng & { precision: Precision; storeUntil?: Date };

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

/** Returns false for impossible coordinates, and for 0, 0, which broken services return. */
export const isOnEarth = ({ lat, lng }: LatLng) =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && !(lat === 0 && lng === 0);

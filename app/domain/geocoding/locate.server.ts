/** From an address to a point on the map, without asking anybody: the centre of its ZIP code. */
import type * as Zipcodes from 'zipcodes';

export type Place = {
  latitude: string | null;
  longitude: string | null;
  geo_precision: 'approximate' | null;
};

const NOWHERE: Place = { latitude: null, longitude: null, geo_precision: null };
// The last five digits that stand alone; a house number comes before the street.
const ZIP = /\b(\d{5})(?:-\d{4})?\b(?!.*\b\d{5}\b)/;
const CITY_AND_STATE = /,\s*([^,]+?)\s*,?\s+([A-Z]{2})\b/i;

// Five megabytes of table: read when the first address needs it.
let table: Promise<typeof Zipcodes> | undefined;

/** Never fails: an address that the table does not know has null coordinates. Marked approximate, as it is. */
export async function locate(address: string): Promise<Place> {
  if (address.trim() === '') return NOWHERE;
  table ??= import('zipcodes').then((module) => module.default);
  const zipcodes = await table;
  const [, zip] = ZIP.exec(address) ?? [];
  const [, city, state] = CITY_AND_STATE.exec(address) ?? [];
  const byZip = zip ? zipcodes.lookup(zip) : undefined;
  const found = byZip ?? (city && state ? zipcodes.lookupByName(city, state)[0] : undefined);
  if (!found) return NOWHERE;
  return {
    latitude: String(found.latitude),
    longitude: String(found.longitude),
    geo_precision: 'approximate',
  };
}

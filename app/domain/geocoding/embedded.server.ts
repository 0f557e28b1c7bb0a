/** From an address to a point on the map without asking anybody: the centre of its ZIP code, or of its city. */
import type * as Zipcodes from 'zipcodes';
import type { Found, Precision, Res } from './geocoder';

// The last five digits that stand alone.
const ZIP = /\b(\d{5})\b(?!.*\b\d{5}\b)/;
const HOUSE_NUMBER = /^\s*\d{5}\s+(?=[^\s,])/;
const CITY_AND_STATE = /,\s*([^,]+?)\s*,?\s+([A-Z]{2})\b/i;

// Five megabytes of table: read when the first address needs it.
let table: Promise<typeof Zipcodes> | undefined;

/** The centre of the ZIP code that the address names, else of the city. Never more than approximate. */
export async function centreOf(given: string): Promise<Res<Found>> {
  // In a long run of spaces each of the expression's runs would try every place to end.
  const address = given.replace(/\s+/g, ' ');
  table ??= import('zipcodes').then((module) => module.default);
  const zipcodes = await table;
  const [, zip] = ZIP.exec(address.replace(HOUSE_NUMBER, '')) ?? [];
  const [, city, state] = CITY_AND_STATE.exec(address) ?? [];
  const byZip = zip ? zipcodes.lookup(zip) : undefined;
  if (byZip) return centre(byZip, 'postcode');
  const byCity = city && state ? zipcodes.lookupByName(city, state)[0] : undefined;
  return byCity ? centre(byCity, 'city') : { ok: false, kind: 'not_found' };
}

const centre = ({ latitude, longitude }: Zipcodes.ZipCode, precision: Precision): Res<Found> => ({
  ok: true,
  value: { lat: latitude, lng: longitude, precision },
});

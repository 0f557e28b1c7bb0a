/** Geocodes without a provider: to the center of the ZIP code, or of the city. */
import { readFileSync } from 'node:fs';
import { STATE_PATTERN, stateCode } from '~/domain/geography/states';
import { log } from '~/process/log.server';
import type { Found, Precision } from '~/domain/geography/geocoder';
import type { Res } from '~/domain/platform/fetch-json.server';

// The last five digits that stand alone.
const ZIP = /\b(\d{5})\b(?!.*\b\d{5}\b)/;
const HOUSE_NUMBER = /^\s*\d{5}\s+(?=[^\s,])/;
const CITY_AND_STATE = /,\s*([^,]+?)\s*,?\s+([A-Z]{2})\b/i;
const COUNTRY = /[\s,]+(?:USA|U\.S\.A\.|United States)\.?$/i;
const END = new RegExp(`(?:^|,) ?([^,]*?)(?: ?, ?| )(${STATE_PATTERN})\\.?(?: ?,? ?[0-9-]{4,10})?$`, 'i');

/** ZIP codes of post offices near a border that serve both sides of it. */
const OF_TWO_STATES = new Set(
  '02861 42223 59221 63673 71749 73949 81137 84536 86044 86515 88063 89439 97635' // from USPS
    .split(' '),
);

type ZipCode = { zip: string; state: string; city: string; latitude: number; longitude: number };
type Table = { byZip: Map<string, ZipCode>; byState: Map<string, ZipCode[]> };

// Written by the build, from the package `zipcodes`.
const FILE = 'build/zip-codes.json';
type Stored = Record<string, [zip: string, city: string, latitude: number, longitude: number][]>;

let table: Table | undefined;

/**
 * Reads the table of ZIP codes. It has 2 MB and blocks the process for a moment, so it is read before the server
 * listens. When that fails, addresses have no coordinates until it can be read.
 */
export function readZipCodes(): Table | undefined {
  try {
    table ??= tableOf(JSON.parse(readFileSync(FILE, 'utf8')) as Stored);
  } catch (error) {
    log.error(
      { err: error },
      'the ZIP code table could not be read; addresses have no location until it can be',
    );
  }
  return table;
}

function tableOf(stored: Stored): Table {
  const byState = new Map(
    Object.entries(stored).map(([state, zips]) => [
      state,
      zips.map(([zip, city, latitude, longitude]) => ({ zip, state, city, latitude, longitude })),
    ]),
  );
  return { byState, byZip: new Map([...byState.values()].flat().map((each) => [each.zip, each])) };
}

function findCity({ byState }: Table, city: string, state: string): ZipCode | undefined {
  const wanted = city.toUpperCase();
  return byState.get(state.toUpperCase())?.find((each) => each.city.toUpperCase() === wanted);
}

type Centre = Found & {
  /** The ZIP code belongs to another state than the address names; the point is the city in that state. */
  isDoubtful: boolean;
};

/**
 * The center of the address' ZIP code, else of its city: always approximate. When ZIP code and state contradict each
 * other, the ZIP code is assumed to be wrong: one wrong digit can be a thousand miles.
 */
export function centreOf(given: string): Res<Centre> {
  const { byZip, byCity, isDoubtful } = read(given);
  if (byZip && !isDoubtful) return centre(byZip, 'postcode');
  return byCity ? centre(byCity, 'city', isDoubtful) : { ok: false, kind: 'not_found' };
}

/**
 * Returns the ZIP codes in which the street of an address may be: its own, and the others of its city.
 * Returns none when ZIP code and state disagree, because either may be wrong.
 */
export function zipCodesOf(address: string): { own: string[]; ofCity: string[] } {
  const { zip, byZip, byCity, isDoubtful } = read(address);
  if (isDoubtful) return { own: [], ofCity: [] };
  const there = byZip ?? byCity;
  const inState = (there && readZipCodes()?.byState.get(there.state)) ?? [];
  const ofCity = inState.filter(({ city }) => city === there?.city).map((each) => each.zip);
  return { own: zip ? [zip] : [], ofCity: ofCity.filter((each) => each !== zip) };
}

/** True when the ZIP code belongs to another state than the address names. */
export const isDoubtful = (address: string) => read(address).isDoubtful;

function read(given: string) {
  // A long run of spaces would make the regular expressions slow.
  const address = given.replace(/\s+/g, ' ').trim();
  const zipcodes = readZipCodes();
  if (!zipcodes) return { isDoubtful: false };
  const [, zip] = ZIP.exec(address.replace(HOUSE_NUMBER, '')) ?? [];
  const byZip = zip ? zipcodes.byZip.get(zip) : undefined;
  const [, before = '', named = ''] = END.exec(address.replace(COUNTRY, '')) ?? [];
  const state = stateCode(named);
  if (byZip && (state === null || byZip.state === state || OF_TWO_STATES.has(byZip.zip)))
    return { zip, byZip, isDoubtful: false };
  const byCity = state === null ? cityIn(address, zipcodes) : cityAtEnd(before, state, zipcodes);
  // In "100 5th St NE 20002", NE is not Nebraska.
  const isInState = state !== null && (byCity !== undefined || !/\d/.test(before));
  return { zip, byZip, byCity, isDoubtful: Boolean(byZip) && isInState };
}

function cityIn(address: string, zipcodes: Table) {
  const [, city, state] = CITY_AND_STATE.exec(address) ?? [];
  return city && state ? findCity(zipcodes, city, state) : undefined;
}

const MOST_WORDS = 5;

/**
 * For addresses without a comma between street and city: finds the longest ending that is the name of a city.
 */
function cityAtEnd(text: string, state: string, zipcodes: Table) {
  const words = text.trim().split(' ').slice(-MOST_WORDS);
  for (const index of words.keys()) {
    const found = findCity(zipcodes, words.slice(index).join(' '), state);
    if (found) return found;
  }
  return undefined;
}

const centre = ({ latitude, longitude }: ZipCode, precision: Precision, isDoubtful = false): Res<Centre> => ({
  ok: true,
  value: { lat: latitude, lng: longitude, precision, isDoubtful },
});

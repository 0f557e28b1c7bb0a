/**
 * Reads ranges of house numbers from the Census Bureau's ADDRFEAT files, as rows of the table
 * `street_ranges`.
 */
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Feature, Position } from 'geojson';
import { rows, transaction } from 'db/connection';
import { StreetCounty, StreetRange } from 'db/models/places';
import type { County } from 'db/street-ranges';
import { houseNumberOf, streetName } from '~/domain/geography/streets/street-name';
import { type AddressQuery, type Place, placeAlongStreet } from '~/domain/geography/geocoding/places.server';
import { giveCoordinates } from '~/domain/tasks/lifecycle/located.server';
import { featuresOf, openZip } from './census-file.server';

/** The name that the Census Bureau gives the files within a download, whatever the download is called. */
const NAME = /tl_(\d{4})_(\d{5})_addrfeat\.shp$/i;

/** @throws Error with a sentence for a person. */
export async function readHouseNumbers(path: string, file: string, signal: AbortSignal): Promise<County> {
  try {
    const [, year = '', county = ''] = NAME.exec(await nameWithin(path)) ?? [];
    if (!county) throw new Error('its files are not named after a county (tl_2025_29095_addrfeat)');
    const counted = { ranges: 0 };
    await pipeline(Readable.from(linesOf(path, county, counted)), createWriteStream(file), { signal });
    if (counted.ranges === 0) throw new Error('there are no house numbers in it');
    return { county, year: Number(year), ranges: counted.ranges, file };
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${basename(path)} can't be used: ${why}`);
  }
}

async function nameWithin(path: string): Promise<string> {
  const zip = await openZip(path);
  zip.close();
  return zip.nameOf('.shp');
}

async function* linesOf(path: string, county: string, counted: { ranges: number }): AsyncGenerator<string> {
  for await (const feature of featuresOf(path)) {
    const lines = rangesOf(feature).map((range) => `${county}\t${range}\n`);
    counted.ranges += lines.length;
    if (lines.length > 0) yield lines.join('');
  }
}

const MICRO = 1e6;

/** Returns the columns after the county, one row for each side of the street that has numbers. */
function rangesOf({ geometry, properties }: Feature): string[] {
  const name = streetName(textOf(properties, 'FULLNAME'));
  const corners = cornersOf(geometry);
  if (!name || corners.length < 2) return [];
  const line = `{${corners.flatMap(([lon = NaN, lat = NaN]) => [micro(lon, 180), micro(lat, 90)]).join(',')}}`;
  return (['L', 'R'] as const).flatMap((side) => {
    const from = houseNumberOf(textOf(properties, `${side}FROMHN`));
    const to = houseNumberOf(textOf(properties, `${side}TOHN`));
    const zip = textOf(properties, `ZIP${side}`);
    if (!from || from.prefix !== to?.prefix || !/^\d{5}$/.test(zip)) return [];
    const parity = parityOf(textOf(properties, `PARITY${side}`), from.number, to.number);
    return [[name, zip, from.prefix, from.number, to.number, parity, side, line].join('\t')];
  });
}

const textOf = (properties: Feature['properties'], field: string) => {
  const value: unknown = properties?.[field];
  return typeof value === 'string' ? value.trim() : '';
};

const cornersOf = (geometry: Feature['geometry'] | null): Position[] =>
  geometry?.type === 'LineString' ? geometry.coordinates : [];

function micro(degrees: number, most: number): number {
  if (!(Math.abs(degrees) <= most)) throw new Error('its coordinates are no degrees');
  return Math.round(degrees * MICRO);
}

/** Falls back to the numbers at both ends when the file does not say the parity. */
function parityOf(said: string, from: number, to: number): 'O' | 'E' | 'B' {
  if (said === 'O' || said === 'E' || said === 'B') return said;
  if (from % 2 !== to % 2) return 'B';
  return from % 2 === 1 ? 'O' : 'E';
}

/**
 * After house numbers have been installed, looks up places that were only known approximately along their
 * streets, once.
 */

const ROUGH = "(latitude is null or geo_precision in ('street', 'approximate', 'doubtful'))";
const LINE = 'address_line(address, city, state, zip_code)';
const ADDRESSES = `
  select address_key(address) as key, min(askable_address(address)) as address from (
    select address from tasks where not archived and ${ROUGH}
    union all select ${LINE} from account_addresses where ${ROUGH}
    union all select ${LINE} from dealership_locations where ${ROUGH}
  ) as rough
  where address_key(address) <> '' group by 1 order by 1`;

/** Open boards load again once after each batch. */
const AT_ONCE = 50;

/**
 * Keeps pins set by hand and exact places of a provider. @returns the number of addresses that are on a known
 * street.
 */
export async function improvePlaces(
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<number> {
  const addresses = await rows<AddressQuery>(ADDRESSES);
  let improved = 0;
  for (let from = 0; from < addresses.length && !signal.aborted; from += AT_ONCE) {
    improved += await improve(addresses.slice(from, from + AT_ONCE));
    onProgress(Math.min(1, (from + AT_ONCE) / addresses.length));
  }
  return improved;
}

async function improve(batch: AddressQuery[]): Promise<number> {
  const found = new Map<string, Place>();
  for (const { key, address } of batch) {
    const place = await placeAlongStreet(address);
    if (place) found.set(key, place);
  }
  if (found.size === 0) return 0;
  await transaction(async () => {
    for (const [key, place] of found) await giveCoordinates(key, place, { onlyWorse: true });
  });
  return found.size;
}

/** Places that were found by house numbers stay. */
export async function removeHouseNumbers(): Promise<void> {
  await transaction(async () => {
    await StreetCounty.destroy({ where: {} });
    await StreetRange.destroy({ where: {} });
  });
}

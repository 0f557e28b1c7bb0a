/**
 * Reads ranges of house numbers from the Census Bureau's ADDRFEAT files, as rows of the table
 * `street_ranges`.
 */
import type { Feature, Position } from 'geojson';
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { houseNumberOf, streetName } from '~/domain/geography/streets/street-name';
import { featuresOf } from './census-file.server';
import { openZip } from './zip-file.server';

/** The ranges of a county, in a file as COPY reads it. */
export type CountyRanges = { county: string; year: number; ranges: number; file: string };

/** The name that the Census Bureau gives the files within a download, whatever the download is called. */
const NAME = /tl_(\d{4})_(\d{5})_addrfeat\.shp$/i;

/** @throws Error with a sentence for a person. */
export async function readHouseNumbers(
  path: string,
  file: string,
  signal: AbortSignal,
): Promise<CountyRanges> {
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

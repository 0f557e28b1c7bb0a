/** Recognizes the files that an operator names by their contents, because a download may have any name. */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { TileType } from 'pmtiles';
import { openTiles } from '~/domain/geography/region/region.server';
import { type CensusKind, censusKindOf } from './census-file.server';
import { type Box, openOsm } from './osm-file.server';

type OsmGiven = { path: string; bytes: number; date: Date; box: Box | null };
type TilesGiven = {
  path: string;
  bytes: number;
  date: Date;
  box: Box;
  zooms: [number, number];
  attribution: string | null;
};
/** Each file of the Census Bureau covers one county. */
export type Given = { osm: OsmGiven | null; tiles: TilesGiven | null } & Record<CensusKind, string[]>;

/** The map's rules draw nothing without these layers. */
const LAYERS = ['roads', 'water'];

/** @throws Error with a sentence that names the file. */
export async function recognize(paths: string[]): Promise<Given> {
  const given: Given = { osm: null, tiles: null, areaWater: [], addresses: [] };
  for (const path of paths) {
    const refused = (why: string) => new Error(`${basename(path)} can't be used: ${why}`);
    const beginning = await begin(path).catch((error: unknown) => {
      throw refused(error instanceof Error ? error.message : String(error));
    });
    try {
      if (beginning.startsWith('PMTiles')) given.tiles = only(given.tiles, await tilesGiven(path));
      else if (beginning.slice(6).startsWith('OSMHeader')) given.osm = only(given.osm, await osmGiven(path));
      else if (beginning.startsWith('PK')) given[await censusKindOf(path)].push(path);
      else throw new Error(describeFile(beginning));
    } catch (error) {
      throw refused(error instanceof Error ? error.message : String(error));
    }
  }
  // House numbers that are given alone are added to the region in use.
  const isMap = given.osm !== null || given.tiles !== null;
  if (!isMap && (given.areaWater.length > 0 || given.addresses.length === 0))
    throw new Error('An .osm.pbf file is needed');
  return given;
}

function only<Found>(before: Found | null, found: Found): Found {
  if (before) throw new Error('there is another file of this kind; a region has one');
  return found;
}

async function begin(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => {
    throw new Error('there is no such file, or it may not be read');
  });
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is no file');
    const { bytesRead, buffer } = await file.read(Buffer.alloc(64), 0, 64, 0);
    if (bytesRead === 0) throw new Error('it is empty');
    return buffer.toString('latin1');
  } finally {
    await file.close();
  }
}

/** Files that people often give instead of an .osm.pbf file. */
const OTHERS: [beginning: RegExp, what: string][] = [
  [/^\s*<(!doctype|html)/i, 'it is a web page; the download may have asked for something first'],
  [/^\s*<(\?xml|osm)/i, 'it is an .osm file; download the same as .osm.pbf'],
  [/^BZh/, 'it is compressed with bzip2; download an .osm.pbf file'],
  [/^SQLite format/, 'it is a database (.mbtiles or .gpkg); download an .osm.pbf file'],
];
const describeFile = (beginning: string) =>
  OTHERS.find(([like]) => like.test(beginning))?.[1] ??
  'it is neither an .osm.pbf, a .pmtiles nor a .zip file';

async function osmGiven(path: string): Promise<OsmGiven> {
  const file = openOsm(path);
  file.close();
  return { path, bytes: file.bytes, box: file.box, date: file.date ?? (await stat(path)).mtime };
}

async function tilesGiven(path: string): Promise<TilesGiven> {
  const tiles = await openTiles(path);
  try {
    const [header, described] = await Promise.all([tiles.header(), tiles.metadata()]).catch(() => {
      throw new Error('it is damaged or cut short');
    });
    const { size, mtime } = await stat(path);
    if (header.tileDataOffset + (header.tileDataLength ?? 0) > size)
      throw new Error('it is damaged or cut short');
    if (header.tileType !== TileType.Mvt) throw new Error('it contains pictures; a vector map is needed');
    const metadata = described as { vector_layers?: { id: string }[]; attribution?: string };
    const layers = new Set(metadata.vector_layers?.map(({ id }) => id));
    if (!LAYERS.every((layer) => layers.has(layer)))
      throw new Error('it has other layers than a basemap of Protomaps');
    const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom } = header;
    return {
      path,
      bytes: size,
      date: mtime,
      box: [minLon, minLat, maxLon, maxLat],
      zooms: [minZoom, maxZoom],
      attribution: metadata.attribution?.replaceAll(/<[^>]*>/g, '') ?? null,
    };
  } finally {
    await tiles.close();
  }
}

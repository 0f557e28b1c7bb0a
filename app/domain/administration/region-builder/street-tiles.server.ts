/** Makes the street tiles of an .osm.pbf file: one .pmtiles file. */
import { basename } from 'node:path';
import type { Position } from 'geojson';
import { ATTRIBUTION, DEEPEST_ZOOM, FIRST_ZOOM, waterOf } from './classes';
import { cutTiles } from './cut.server';
import { DEGREE, type Extent, type MapData, overlaps } from './map-data';
import { type Box, openOsm } from './osm-file.server';
import { type Progress, readMap } from './osm-map.server';
import { addSea } from './coast';
import { TileFile } from './tile-file.server';
import { featuresOf } from './census-file.server';

/**
 * Reads water from the Census Bureau's AREAWATER files. They contain areas, so that no coastline has to be
 * closed.
 */
async function addAreaWater(map: MapData, path: string, extent: Extent): Promise<void> {
  for await (const { geometry, properties } of featuresOf(path)) {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    const rings = polygons.flatMap((polygon) =>
      polygon.map((ring, i) => ({ points: ring.map((place) => pointOf(map, place)), isHole: i > 0 })),
    );
    const given = waterOf(String(properties?.MTFCC ?? ''), String(properties?.FULLNAME ?? ''));
    if (rings.length > 0 && overlaps(map.extentOfParts(rings), extent)) map.add(given, rings);
  }
}

const pointOf = (map: MapData, [lon = 0, lat = 0]: Position) =>
  map.addPoint(Math.round(lon * DEGREE), Math.round(lat * DEGREE));

export type TilesInput = {
  osm: string;
  /** AREAWATER files of the Census Bureau. With them, no coastline has to be closed. */
  areaWater: string[];
  /** The path of the file to write. */
  to: string;
};
export type Made = { box: Box; tiles: number; hasSea: boolean };

/** @throws Error with a sentence for a person about the file that can not be used. */
export async function makeStreetTiles(
  { osm, areaWater, to }: TilesInput,
  onProgress: Progress,
): Promise<Made> {
  const file = openOsm(osm);
  try {
    const { map, extent, coasts } = await naming(osm, () => readMap(file, onProgress));
    for (const zip of areaWater) await naming(zip, () => addAreaWater(map, zip, extent));
    const hasSea = areaWater.length > 0 || addSea(map, coasts, extent);
    const tiles = new TileFile(to);
    await cutTiles(map, extent, tiles, onProgress);
    const box = extent.map((side) => side / DEGREE) as Box;
    const metadata = { attribution: ATTRIBUTION, vector_layers: LAYERS };
    tiles.finish({ box, zooms: [FIRST_ZOOM, DEEPEST_ZOOM], metadata });
    return { box, tiles: tiles.tiles, hasSea };
  } finally {
    file.close();
  }
}

const LAYERS = ['landuse', 'water', 'roads', 'boundaries', 'places'].map((id) => ({ id, fields: {} }));

async function naming<Result>(path: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new Error(
      `${basename(path)} can't be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Makes the street tiles of an .osm.pbf file: one .pmtiles file. */
import { basename } from 'node:path';
import { addAreaWater } from './area-water.server';
import { ATTRIBUTION, DEEPEST_ZOOM, FIRST_ZOOM } from './classes';
import { cutTiles } from './cut.server';
import { DEGREE } from './map-data';
import { openOsm, type Box } from './osm-file.server';
import { readMap, type Progress } from './osm-map.server';
import { addSea } from './sea';
import { TileFile } from './tile-file.server';

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

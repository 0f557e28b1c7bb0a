/** Makes the street tiles of an .osm.pbf file or of the invented town: one .pmtiles file. */
import { basename } from 'node:path';
import type { Position } from 'geojson';
import {
  areaOf,
  ATTRIBUTION,
  DEEPEST_ZOOM,
  FIRST_ZOOM,
  isStreet,
  linesOf,
  placeOf,
  waterOf,
} from './classes';
import { cutTiles } from './cut.server';
import { inventedTown } from './invented-town';
import { ClassList, DEGREE, type Extent, include, MapData, nowhere, overlaps } from './map-data';
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
    return { ...(await writeTiles({ map, extent, attribution: ATTRIBUTION, to }, onProgress)), hasSea };
  } finally {
    file.close();
  }
}

/** Makes the tiles of the invented town. They have no author. */
export async function makeInventedTiles(to: string, onProgress: Progress): Promise<Made> {
  const { nodes, ways } = inventedTown();
  const map = new MapData(new ClassList(), new Int32Array(), new Int32Array());
  const extent = nowhere();
  const points = new Map(nodes.map(([id, lon, lat]) => [id, pointOf(map, [lon, lat])]));
  for (const [id, , , tags] of nodes) {
    const place = tags && placeOf(tags);
    const at = points.get(id) ?? 0;
    if (place) map.places.push({ class: place, lon: map.lon.at(at), lat: map.lat.at(at) });
  }
  for (const [, refs, tags] of ways) {
    const line = refs.map((id) => points.get(id) ?? 0);
    const given = [...linesOf(tags), areaOf(tags)].filter((each) => each !== null);
    for (const each of given) map.add(each, [{ points: line, isHole: false }]);
    if (given.some(isStreet)) for (const point of line) include(extent, map.lon.at(point), map.lat.at(point));
  }
  return { ...(await writeTiles({ map, extent, attribution: '', to }, onProgress)), hasSea: false };
}

type Writing = { map: MapData; extent: Extent; attribution: string; to: string };

async function writeTiles({ map, extent, attribution, to }: Writing, onProgress: Progress) {
  const tiles = new TileFile(to);
  await cutTiles(map, extent, tiles, onProgress);
  const box = extent.map((side) => side / DEGREE) as Box;
  tiles.finish({
    box,
    zooms: [FIRST_ZOOM, DEEPEST_ZOOM],
    metadata: { attribution, vector_layers: LAYERS },
  });
  return { box, tiles: tiles.tiles };
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

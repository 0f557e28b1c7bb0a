/**
 * Reads water from the Census Bureau's AREAWATER files. They contain areas, so that no coastline has to be
 * closed.
 */
import type { Position } from 'geojson';
import { featuresOf } from './census-file.server';
import { waterOf } from './classes';
import { DEGREE, overlaps, type Extent, type MapData } from './map-data';

export async function addAreaWater(map: MapData, path: string, extent: Extent): Promise<void> {
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

/**
 * Cuts the map into tiles, one cell after the other: each cell is made, cut, written and dropped, so that the
 * memory does not grow with the region.
 */
import type { Feature, Geometry, Position } from 'geojson';
import GeoJSONVT, { type LegacyFeature } from 'geojson-vt';
import { fromGeojsonVt } from 'vt-pbf';
import { DEEPEST_ZOOM, FIRST_ZOOM, type Class, type Layer } from './classes';
import { DEGREE, type Extent, type MapData, tileX, tileY } from './map-data';
import type { Progress } from './osm-map.server';
import type { TileFile } from './tile-file.server';

/** The zooms of a tier are cut together, from cells of its first zoom. */
const TIERS: [first: number, last: number][] = [
  [FIRST_ZOOM, 7],
  [8, 9],
  [10, 11],
  [12, DEEPEST_ZOOM],
];
/** A tile also holds this much beyond its edges, so that lines do not end there. */
const BUFFER = 64 / 4_096;
// Clipping a shorter ring here would take longer than cutting it whole.
const LONG_RING = 200;

type Tile = { x: number; y: number };
type Range = { from: Tile; to: Tile };
type Drawn = { class: Class; minZoom: number };

function rangeOf(extent: Extent, zoom: number, margin = 0): Range {
  const [west = 0, south = 0, east = 0, north = 0] = extent.map((side) => side / DEGREE);
  return {
    from: { x: Math.floor(tileX(west, zoom) - margin), y: Math.floor(tileY(north, zoom) - margin) },
    to: { x: Math.floor(tileX(east, zoom) + margin), y: Math.floor(tileY(south, zoom) + margin) },
  };
}

const within = (a: Range, b: Range): Range => ({
  from: { x: Math.max(a.from.x, b.from.x), y: Math.max(a.from.y, b.from.y) },
  to: { x: Math.min(a.to.x, b.to.x), y: Math.min(a.to.y, b.to.y) },
});

function* tilesIn({ from, to }: Range): Generator<Tile> {
  for (let y = from.y; y <= to.y; y += 1) for (let x = from.x; x <= to.x; x += 1) yield { x, y };
}

/** Yields to other work after each cell, so that the process notices when the build is canceled. */
export async function cutTiles(
  map: MapData,
  extent: Extent,
  file: TileFile,
  onProgress: Progress,
): Promise<void> {
  for (const [tier, [first, last]] of TIERS.entries()) {
    const cells = rangeOf(extent, first);
    const itemsOf = byCell(map, cells, first, last);
    let done = 0;
    for (const cell of tilesIn(cells)) {
      const features = [
        ...[...itemsOf(done)].flatMap((item) => featureOf(map, item, cell, first)),
        ...placesIn(map, cell, first, last),
      ];
      if (features.length > 0) cutCell(features, { cell, first, last, extent }, file);
      done += 1;
      const size = (cells.to.x - cells.from.x + 1) * (cells.to.y - cells.from.y + 1);
      onProgress('Cutting tiles', (tier + done / size) / TIERS.length);
      await new Promise(setImmediate);
    }
  }
}

/** The items of each cell, by the number of the cell: counted first, then listed in one long list. */
function byCell(map: MapData, cells: Range, first: number, last: number): (cell: number) => Uint32Array {
  const width = cells.to.x - cells.from.x + 1;
  const starts = new Uint32Array(width * (cells.to.y - cells.from.y + 1) + 1);
  const each = (visit: (cell: number, item: number) => void) => {
    for (let item = 0; item < map.length; item += 1) {
      if (map.minZoomOf(item) > last) continue;
      for (const { x, y } of tilesIn(within(rangeOf(map.extentOf(item), first, BUFFER), cells)))
        visit((y - cells.from.y) * width + x - cells.from.x, item);
    }
  };
  each((cell) => (starts[cell + 1] = (starts[cell + 1] ?? 0) + 1));
  for (let cell = 1; cell < starts.length; cell += 1)
    starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0);
  const items = new Uint32Array(starts.at(-1) ?? 0);
  const next = starts.slice();
  each((cell, item) => {
    items[next[cell] ?? 0] = item;
    next[cell] = (next[cell] ?? 0) + 1;
  });
  return (cell) => items.subarray(starts[cell], starts[cell + 1]);
}

function featureOf(map: MapData, item: number, cell: Tile, zoom: number): Feature[] {
  const drawn: Drawn = { class: map.classOf(item), minZoom: map.minZoomOf(item) };
  const parts = [...map.partsOf(item)];
  if (!drawn.class.isArea)
    return [
      feature(drawn, { type: 'MultiLineString', coordinates: parts.map(({ coordinates }) => coordinates) }),
    ];
  const polygons: Position[][][] = [];
  const edges = edgesOf(cell, zoom);
  for (const { isHole, coordinates } of parts) {
    const ring = coordinates.length > LONG_RING ? clipRing(coordinates, edges) : coordinates;
    if (isHole) polygons.at(-1)?.push(ring);
    else polygons.push([ring]);
  }
  const there = polygons
    .map((rings) => (rings[0] && rings[0].length > 3 ? rings.filter(({ length }) => length > 3) : []))
    .filter(({ length }) => length > 0);
  return there.length > 0 ? [feature(drawn, { type: 'MultiPolygon', coordinates: there })] : [];
}

const feature = (drawn: Drawn, geometry: Geometry): Feature => ({
  type: 'Feature',
  geometry,
  properties: drawn,
});

function placesIn(map: MapData, cell: Tile, first: number, last: number): Feature[] {
  return map.places.flatMap(({ class: given, lon, lat }) => {
    if (given.minZoom > last) return [];
    const coordinates = [lon / DEGREE, lat / DEGREE];
    const { from } = rangeOf([lon, lat, lon, lat], first);
    if (from.x !== cell.x || from.y !== cell.y) return [];
    return [feature({ class: given, minZoom: given.minZoom }, { type: 'Point', coordinates })];
  });
}

type Edge = { axis: 0 | 1; at: number; keeps: 1 | -1 };

/** The edges of a cell with twice its buffer, in degrees. */
function edgesOf({ x, y }: Tile, zoom: number): Edge[] {
  const margin = 2 * BUFFER;
  const lon = (at: number) => (at / 2 ** zoom - 0.5) * 360;
  const lat = (at: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * at) / 2 ** zoom))) * 180) / Math.PI;
  return [
    { axis: 0, at: lon(x - margin), keeps: 1 },
    { axis: 0, at: lon(x + 1 + margin), keeps: -1 },
    { axis: 1, at: lat(y + 1 + margin), keeps: 1 },
    { axis: 1, at: lat(y - margin), keeps: -1 },
  ];
}

/**
 * Clips a ring (Sutherland and Hodgman). Without it, each cell would project the whole long ring of a coast.
 */
function clipRing(ring: Position[], edges: Edge[]): Position[] {
  return edges.reduce((points, { axis, at, keeps }) => {
    const kept: Position[] = [];
    const depth = (point: Position) => ((point[axis] ?? 0) - at) * keeps;
    points.forEach((point, i) => {
      const before = points[i === 0 ? points.length - 1 : i - 1] ?? point;
      const [a, b] = [depth(before), depth(point)];
      if (a >= 0 !== b >= 0) {
        const share = a / (a - b);
        kept.push([0, 1].map((k) => (before[k] ?? 0) + share * ((point[k] ?? 0) - (before[k] ?? 0))));
      }
      if (b >= 0) kept.push(point);
    });
    const [start, end] = [kept[0], kept.at(-1)];
    if (start && (start[0] !== end?.[0] || start[1] !== end?.[1])) kept.push(start);
    return kept;
  }, ring);
}

type Cut = { cell: Tile; first: number; last: number; extent: Extent };

function cutCell(features: Feature[], { cell, first, last, extent }: Cut, file: TileFile): void {
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: DEEPEST_ZOOM, indexMaxZoom: 0, indexMaxPoints: 0 },
  );
  for (let zoom = first; zoom <= last; zoom += 1) {
    const times = 2 ** (zoom - first);
    const ofCell: Range = {
      from: { x: cell.x * times, y: cell.y * times },
      to: { x: (cell.x + 1) * times - 1, y: (cell.y + 1) * times - 1 },
    };
    for (const { x, y } of tilesIn(within(ofCell, rangeOf(extent, zoom)))) {
      const tile = encode(index.getTile(zoom, x, y)?.features ?? [], zoom);
      if (tile) file.add(zoom, x, y, tile);
    }
  }
}

function encode(features: LegacyFeature[], zoom: number): Uint8Array | null {
  const layers: Partial<Record<Layer, { features: LegacyFeature[] }>> = {};
  for (const found of features) {
    const { class: given, minZoom } = found.tags as Drawn;
    if (minZoom > zoom) continue;
    const layer = (layers[given.layer] ??= { features: [] });
    layer.features.push({ ...found, tags: given.properties });
  }
  return Object.keys(layers).length > 0 ? fromGeojsonVt(layers, { version: 2 }) : null;
}

/**
 * Reads the map of an .osm.pbf file in three passes: relations tell which ways are needed, ways tell which
 * nodes, and only the coordinates of those are kept. Ids of elements exceed 32 bits.
 */
import {
  areaOf,
  borderLevel,
  borderOf,
  isStreet,
  linesOf,
  PLACE_KEYS,
  placeOf,
  RELATION_KEYS,
  WAY_KEYS,
  type Class,
} from './classes';
import {
  ClassList,
  DEGREE,
  type Extent,
  Growing,
  include,
  MapData,
  MISSING,
  nowhere,
  overlaps,
  placeIn,
  sortedOnce,
} from './map-data';
import type { OsmFile } from './osm-file.server';
import { closedRings, polygons } from './rings';

export type Progress = (stage: string, share: number) => void;

type OsmMap = {
  map: MapData;
  /** Covers the streets only, because relations have members far away. */
  extent: Extent;
  /** Coastlines, with their direction. */
  coasts: Uint32Array[];
};

/** @throws Error with a sentence for a person when there is no street in it. */
export function readMap(file: OsmFile, onProgress: Progress): OsmMap {
  const stage = (name: string) => (share: number) => onProgress(name, share);
  const relations = readRelations(file, stage('Reading relations'));
  const ways = readWays(file, relations, stage('Reading ways'));
  const { map, points } = readNodes(file, ways, stage('Reading nodes'));
  const line = (way: number) => points.subarray(ways.starts.at(way), ways.starts.at(way + 1));
  const extent = extentOfStreets(file, ways, map, line);
  ways.drawnWays.view().forEach((way, i) => {
    const given = ways.classes.at(ways.drawnClasses.at(i));
    const parts = whole(line(way), map);
    if (given.isArea ? parts.length === 1 && parts[0]?.length === line(way).length : parts.length > 0)
      draw(map, extent, given, parts);
  });
  for (const relation of relations.areas) {
    const given = relation.area ?? relation.outers.map((id) => ways.areas.get(id)).find(Boolean);
    if (!given) continue;
    const linesOfWays = (ids: number[]) =>
      ids.flatMap((id) => {
        const way = ways.members.get(id);
        return way === undefined ? [] : whole(line(way), map);
      });
    const rings = polygons(
      closedRings(linesOfWays(relation.outers)),
      closedRings(linesOfWays(relation.inners)),
      map,
    );
    if (rings.length > 0 && overlaps(map.extentOfParts(rings), extent)) map.add(given, rings);
  }
  return { map, extent, coasts: ways.coasts.flatMap((way) => whole(line(way), map)) };
}

function draw(map: MapData, extent: Extent, given: Class, lines: Uint32Array[]): void {
  const parts = lines.map((points) => ({ points, isHole: false }));
  if (overlaps(map.extentOfParts(parts), extent)) map.add(given, parts);
}

type Relations = {
  /** `area` is null for an old relation, whose tags are those of its outer way. */
  areas: { area: Class | null; outers: number[]; inners: number[] }[];
  /** The highest border of each way that is part of one. */
  borders: Map<number, number>;
  members: Float64Array;
  /** Ways that are drawn with their relation, which knows the holes. */
  outers: Float64Array;
};

function readRelations(file: OsmFile, onProgress: (share: number) => void): Relations {
  const areas: Relations['areas'] = [];
  const borders: Relations['borders'] = new Map();
  const take = (tags: Record<string, string> | null, members: { way: number; role: string }[]) => {
    if (!tags || (tags.type !== 'multipolygon' && tags.type !== 'boundary')) return;
    const level = borderLevel(tags);
    if (level > 0)
      for (const { way } of members) borders.set(way, Math.min(level, borders.get(way) ?? level));
    const area = areaOf(tags);
    const isOld =
      tags.type === 'multipolygon' && Object.keys(tags).every((key) => key === 'type' || key === 'name');
    if (!area && !isOld) return;
    const inners = members.filter(({ role }) => role === 'inner').map(({ way }) => way);
    areas.push({
      area,
      inners,
      outers: members.filter(({ role }) => role !== 'inner').map(({ way }) => way),
    });
  };
  file.each('relation', (block) => block.relations(RELATION_KEYS, take), onProgress);
  const outers = areas.flatMap((each) => each.outers);
  const inners = areas.flatMap((each) => each.inners);
  return {
    areas,
    borders,
    members: sortedOnce(Float64Array.from([...outers, ...inners, ...borders.keys()])),
    outers: sortedOnce(Float64Array.from(outers)),
  };
}

type Ways = {
  classes: ClassList;
  /** Nodes of way i are refs[starts[i]] to refs[starts[i + 1] - 1]. */
  refs: Growing<Float64Array>;
  starts: Growing<Uint32Array>;
  /** Pairs of a way and its class. */
  drawnWays: Growing<Uint32Array>;
  drawnClasses: Growing<Uint32Array>;
  /** Members of relations, by id. */
  members: Map<number, number>;
  /** The class of each outer way that has its own tags, by the id of the way. */
  areas: Map<number, Class>;
  coasts: number[];
};

function readWays(file: OsmFile, relations: Relations, onProgress: (share: number) => void): Ways {
  const ways: Ways = {
    classes: new ClassList(),
    refs: new Growing(Float64Array),
    starts: new Growing(Uint32Array),
    drawnWays: new Growing(Uint32Array),
    drawnClasses: new Growing(Uint32Array),
    members: new Map(),
    areas: new Map(),
    coasts: [],
  };
  const take = (id: number, tags: Record<string, string> | null, refs: () => readonly number[]) => {
    const isMember = placeIn(relations.members, id) >= 0;
    if (!tags && !isMember) return;
    const given = tags ? linesOf(tags) : [];
    const border = borderOf(relations.borders.get(id) ?? borderLevel(tags ?? {}));
    if (border) given.push(border);
    const area = tags && areaOf(tags);
    const isOuter = isMember && placeIn(relations.outers, id) >= 0;
    const isCoast = tags?.natural === 'coastline';
    if (given.length === 0 && !area && !isMember && !isCoast) return;
    const nodes = refs();
    if (area && isOuter) ways.areas.set(id, area);
    else if (area && nodes.length >= 4 && nodes[0] === nodes.at(-1)) given.push(area);
    if (given.length === 0 && !isMember && !isCoast) return;
    const way = ways.starts.push(ways.refs.length);
    for (const node of nodes) ways.refs.push(node);
    if (isMember) ways.members.set(id, way);
    if (isCoast) ways.coasts.push(way);
    for (const each of given) {
      ways.drawnWays.push(way);
      ways.drawnClasses.push(ways.classes.know(each));
    }
  };
  file.each('way', (block) => block.ways(WAY_KEYS, take), onProgress);
  ways.starts.push(ways.refs.length);
  return ways;
}

/** @returns the points of all ways in the place of their refs. */
function readNodes(file: OsmFile, ways: Ways, onProgress: (share: number) => void) {
  const refs = ways.refs.view();
  const ids = sortedOnce(refs.slice());
  const lons = new Int32Array(ids.length).fill(MISSING);
  const lats = new Int32Array(ids.length);
  const map = new MapData(ways.classes, lons, lats);
  // Most files are sorted; then each id is found with one comparison.
  let isSorted = true;
  let next = 0;
  let before = -Infinity;
  file.each(
    'node',
    (block) => {
      block.nodes(PLACE_KEYS, (id, lon, lat, tags) => {
        const place = tags && placeOf(tags);
        if (place) map.places.push({ class: place, lon, lat });
        isSorted &&= id >= before;
        before = id;
        if (isSorted) while (next < ids.length && (ids[next] ?? 0) < id) next += 1;
        const at = isSorted ? next : placeIn(ids, id);
        if (ids[at] !== id) return;
        lons[at] = lon;
        lats[at] = lat;
      });
    },
    onProgress,
  );
  return { map, points: Uint32Array.from(refs, (id) => placeIn(ids, id)) };
}

/** Splits a line at the points that are not in the file. */
function whole(points: Uint32Array, { lon }: MapData): Uint32Array[] {
  const isMissing = (point: number) => lon.at(point) === MISSING;
  if (!points.some(isMissing)) return points.length > 1 ? [points] : [];
  const pieces: Uint32Array[] = [];
  let start = 0;
  for (let i = 0; i <= points.length; i += 1) {
    if (i < points.length && !isMissing(points[i] ?? 0)) continue;
    if (i - start > 1) pieces.push(points.subarray(start, i));
    start = i + 1;
  }
  return pieces;
}

function extentOfStreets(
  file: OsmFile,
  ways: Ways,
  map: MapData,
  line: (way: number) => Uint32Array,
): Extent {
  const extent = nowhere();
  ways.drawnWays.view().forEach((way, i) => {
    if (!isStreet(ways.classes.at(ways.drawnClasses.at(i)))) return;
    for (const point of line(way))
      if (map.lon.at(point) !== MISSING) include(extent, map.lon.at(point), map.lat.at(point));
  });
  if (extent[0] === Infinity) throw new Error('there is no street in it');
  const [west = -180, south = -90, east = 180, north = 90] = file.box ?? [];
  const declared: Extent = [west * DEGREE, south * DEGREE, east * DEGREE, north * DEGREE];
  if (!overlaps(extent, declared)) return extent;
  return [
    Math.round(Math.max(extent[0], declared[0])),
    Math.round(Math.max(extent[1], declared[1])),
    Math.round(Math.min(extent[2], declared[2])),
    Math.round(Math.min(extent[3], declared[3])),
  ];
}

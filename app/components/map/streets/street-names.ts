/**
 * Joins the pieces of streets. In a tile a street is split at each change of its lanes, and a piece is too short for
 * its name.
 */
import type { Feature } from 'protomaps-leaflet';
import { straightened } from '~/domain/geography/straighten';

type Line = Feature['geom'][number];

/** Pieces with the same key have the same label and may be joined. */
const keyOf = ({ geomType, props }: Feature) =>
  JSON.stringify([geomType, props.kind, props.kind_detail, props.name, props.ref]);

/** Makes one feature of the pieces of each street. Its lines are as long and as straight as possible. Pure. */
export function namedStreets(roads: Feature[]): Feature[] {
  const streets = new Map<string, Feature[]>();
  for (const road of roads) {
    if (typeof (road.props.name ?? road.props.ref) !== 'string') continue;
    const key = keyOf(road);
    const pieces = streets.get(key);
    if (pieces) pieces.push(road);
    else streets.set(key, [road]);
  }
  return [...streets.values()].flatMap((pieces) => {
    const [first] = pieces;
    if (!first) return [];
    const geom = joined(pieces.flatMap((piece) => piece.geom)).map((line) => straightened(line, FLAT_PIXELS));
    const numVertices = geom.reduce((sum, line) => sum + line.length, 0);
    const boxes = pieces.map(({ bbox }) => bbox);
    const bbox = {
      minX: Math.min(...boxes.map(({ minX }) => minX)),
      minY: Math.min(...boxes.map(({ minY }) => minY)),
      maxX: Math.max(...boxes.map(({ maxX }) => maxX)),
      maxY: Math.max(...boxes.map(({ maxY }) => maxY)),
    };
    return [{ ...first, geom, numVertices, bbox }];
  });
}

type Point = Line[number];
const placeOf = (point: Point | undefined) => (point ? `${String(point.x)},${String(point.y)}` : '');

/** Joins lines that have an end in common. */
function joined(lines: Line[]): Line[] {
  const all = new Set<Line>();
  const ending = new Map<string, Line>();
  const take = (at: string, besides: Line): Line | undefined => {
    const line = ending.get(at);
    if (!line || line === besides) return undefined;
    all.delete(line);
    for (const end of [line[0], line[line.length - 1]])
      if (ending.get(placeOf(end)) === line) ending.delete(placeOf(end));
    return line;
  };
  for (const piece of lines) {
    let line = piece;
    const [start, end] = [placeOf(piece[0]), placeOf(piece[piece.length - 1])];
    const before = take(start, line);
    if (before)
      line = [...(placeOf(before[0]) === start ? before.slice().reverse() : before), ...line.slice(1)];
    const after = take(end, line);
    if (after) line = [...line, ...(placeOf(after[0]) === end ? after : after.slice().reverse()).slice(1)];
    all.add(line);
    for (const point of [line[0], line[line.length - 1]])
      if (!ending.has(placeOf(point))) ending.set(placeOf(point), line);
  }
  return [...all];
}

/**
 * Corners smaller than this are removed, in pixels of a tile of 512, because names are written along straight pieces
 * only.
 */
const FLAT_PIXELS = 0.5;

/**
 * Turns coastlines into water. In OpenStreetMap the sea is no area: its coast is a line with the water on the
 * right. The lines are cut at the box of the region, and closed along it.
 */
import type { Extent, MapData } from './map-data';
import { isInside, type Point } from './rings';
import { COASTLINE, OCEAN } from './classes';

type Line = Point[];
/** `holes` are islands. */
type Sea = { outer: Line; holes: Line[] };

const isSame = (a: Point | undefined, b: Point | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** Joins lines where the end of one is the beginning of another. */
function chained(lines: Line[]): Line[] {
  const key = (point: Point | undefined) => String(point);
  const byStart = new Map(lines.map((each) => [key(each[0]), each]));
  const isContinued = new Set(lines.map((each) => key(each.at(-1))));
  const left = new Set(lines);
  // Lines that continue no other come first, so that a chain is not begun in its middle.
  const inOrder = [...lines].sort(
    (a, b) => Number(isContinued.has(key(a[0]))) - Number(isContinued.has(key(b[0]))),
  );
  return inOrder.flatMap((start) => {
    if (!left.delete(start)) return [];
    const chain = [...start];
    for (;;) {
      const next = byStart.get(key(chain.at(-1)));
      if (!next || !left.delete(next)) return [chain];
      chain.push(...next.slice(1));
    }
  });
}

function pieces(line: Line, box: Extent): Line[] {
  const found: Line[] = [];
  let piece: Line = [];
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [line[i - 1], line[i]];
    if (!a || !b) continue;
    const cut = clipped(a, b, box);
    if (!cut) continue;
    if (!isSame(piece.at(-1), cut[0])) {
      if (piece.length > 1) found.push(piece);
      piece = [cut[0]];
    }
    piece.push(cut[1]);
  }
  if (piece.length > 1) found.push(piece);
  const [first, last] = [found[0], found.at(-1)];
  // The ring begins within the box, so its last piece continues in the first one.
  if (first && last && first !== last && isSame(line[0], line.at(-1)) && isSame(first[0], last.at(-1))) {
    found[0] = [...last, ...first.slice(1)];
    found.pop();
  }
  return found;
}

/** The part of a segment within the box (Liang and Barsky); null when it is outside. */
function clipped(
  [ax, ay]: Point,
  [bx, by]: Point,
  [west, south, east, north]: Extent,
): [Point, Point] | null {
  let [from, to] = [0, 1];
  const [dx, dy] = [bx - ax, by - ay];
  const sides = [
    [-dx, ax - west],
    [dx, east - ax],
    [-dy, ay - south],
    [dy, north - ay],
  ] as const;
  for (const [p, q] of sides) {
    if (p === 0 && q < 0) return null;
    if (p < 0) from = Math.max(from, q / p);
    if (p > 0) to = Math.min(to, q / p);
  }
  if (from >= to) return null;
  const at = (share: number): Point =>
    share === 0
      ? [ax, ay]
      : share === 1
        ? [bx, by]
        : [Math.round(ax + share * dx), Math.round(ay + share * dy)];
  return [at(from), at(to)];
}

/** Returns the nearest point on the edge of the box. */
function toEdge([x, y]: Point, [west, south, east, north]: Extent): Point {
  const edges: [distance: number, point: Point][] = [
    [Math.abs(x - west), [west, y]],
    [Math.abs(east - x), [east, y]],
    [Math.abs(y - south), [x, south]],
    [Math.abs(north - y), [x, north]],
  ];
  return edges.reduce((best, each) => (each[0] < best[0] ? each : best))[1];
}

/** Returns the distance along the edge of the box, clockwise from its north-west corner. */
function around([x, y]: Point, [west, south, east, north]: Extent): number {
  const [width, height] = [east - west, north - south];
  if (y >= north) return x - west;
  if (x >= east) return width + north - y;
  if (y <= south) return width + height + east - x;
  return 2 * width + height + y - south;
}

function corners([west, south, east, north]: Extent): Point[] {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
}

/** Returns twice the area of the ring; positive when it is counterclockwise. */
const turn = (ring: Line) =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y];
    return sum + (x * nextY - nextX * y);
  }, 0);

/** Connects ends with beginnings along the box, clockwise, so that the water stays on the right. */
function closedAlong(open: Line[], box: Extent): Line[] {
  const total = 2 * (box[2] - box[0] + box[3] - box[1]);
  const ahead = (from: number, to: number) => (to - from + total) % total;
  const left = new Set(open);
  const rings: Line[] = [];
  for (const first of open) {
    if (!left.has(first)) continue;
    const ring: Line = [];
    let piece = first;
    while (left.delete(piece)) {
      ring.push(...piece);
      const end: number = around(piece.at(-1) ?? [0, 0], box);
      const way = (each: Line) => ahead(end, around(each[0] ?? [0, 0], box));
      const candidates: Line[] = [...left, first];
      const next: Line = candidates.reduce((best, each) => (way(each) < way(best) ? each : best));
      const passed = corners(box)
        .map((corner) => ({ corner, way: ahead(end, around(corner, box)) }))
        .filter((each) => each.way > 0 && each.way < way(next))
        .sort((a, b) => a.way - b.way);
      ring.push(...passed.map(({ corner }) => corner));
      piece = next;
    }
    ring.push(first[0] ?? [0, 0]);
    rings.push(ring);
  }
  return rings;
}

/**
 * @param lines in their direction. An end within the box, where the file was cut, is connected to the nearest
 * edge.
 */
function seasOf(lines: Line[], box: Extent): Sea[] {
  const closed: Line[] = [];
  const open: Line[] = [];
  for (const piece of chained(lines).flatMap((chain) => pieces(chain, box))) {
    const [start, end] = [piece[0], piece.at(-1)];
    if (!start || !end) continue;
    if (isSame(start, end)) closed.push(piece);
    else open.push([toEdge(start, box), ...piece, toEdge(end, box)]);
  }
  const islands = closed.filter((ring) => turn(ring) > 0);
  const outers = [...closedAlong(open, box), ...closed.filter((ring) => turn(ring) < 0)];
  // With islands only, the whole box is in the sea.
  if (outers.length === 0 && islands.length > 0) outers.push([...corners(box), ...corners(box).slice(0, 1)]);
  return outers.map((outer) => ({
    outer,
    holes: islands.filter(([point]) => point && isInLine(outer, point)),
  }));
}

const isInLine = (ring: Line, point: Point) => isInside(ring.length, (i) => ring[i] ?? [0, 0], point);

/** Adds the sea of a region, from its coastlines, where it can be told from the land. */

const SAMPLES = 500;
// Bridges and ferries cross the sea, so a few streets may be in it; towns may not.
const MOST_IN_THE_SEA = 0.1;

/**
 * Adds the sea as areas. If much of the land would be in it, as with an incomplete coastline, it adds only
 * the coast. @returns whether sea and land could be told apart.
 */
export function addSea(map: MapData, coasts: Uint32Array[], extent: Extent): boolean {
  if (coasts.length === 0) return true;
  const at = (point: number): Point => [map.lon.at(point), map.lat.at(point)];
  const seas = seasOf(
    coasts.map((line) => [...line].map(at)),
    extent,
  );
  if (isLandIn(seas, map)) {
    for (const points of coasts) map.add(COASTLINE, [{ points, isHole: false }]);
    return false;
  }
  const numbered = (line: readonly Point[]) => line.map(([lon, lat]) => map.addPoint(lon, lat));
  for (const { outer, holes } of seas)
    map.add(OCEAN, [
      { points: numbered(outer), isHole: false },
      ...holes.map((hole) => ({ points: numbered(hole), isHole: true })),
    ]);
  return true;
}

function isLandIn(seas: Sea[], map: MapData): boolean {
  const isInSea = (point: Point) =>
    seas.some(({ outer, holes }) => isInLine(outer, point) && !holes.some((hole) => isInLine(hole, point)));
  const samples = [...map.streetPoints(SAMPLES), ...map.places.map(({ lon, lat }): Point => [lon, lat])];
  return samples.filter(isInSea).length > samples.length * MOST_IN_THE_SEA;
}

/**
 * Prepares the lines of states and counties for a map without tiles: cut to one square of it, simplified and
 * rounded to pixels.
 */
import { readFileSync } from 'node:fs';
import { onSquareWorld } from '~/domain/geography/coordinates';
import { SQUARE_PIXELS, type MapLines } from './map';
import { log } from '~/process/log.server';

type Point = readonly [x: number, y: number];
type Line = { points: Point[]; west: number; east: number; north: number; south: number };
type Stored = {
  transform: { scale: Point; translate: Point };
  /** Steps from point to point, beginning at the origin. */
  state: number[][];
  county: number[][];
};

// Written by the build, from the package `us-atlas`.
const FILE = 'build/map-lines.json';

let lines: { state: Line[]; county: Line[] } | undefined;

/**
 * Read at the first request, which takes 20 ms. If that fails, the map has no lines until the file can be
 * read.
 */
function readLines() {
  try {
    lines ??= linesOf(JSON.parse(readFileSync(FILE, 'utf8')) as Stored);
  } catch (error) {
    log.error({ err: error }, 'the lines of states and counties could not be read; the map is without them');
  }
  return lines ?? { state: [], county: [] };
}

function linesOf({ transform: { scale, translate }, state, county }: Stored) {
  const lineOf = (steps: number[]): Line => {
    const points: Point[] = [];
    let [east, north] = [0, 0];
    for (let i = 0; i + 1 < steps.length; i += 2) {
      east += steps[i] ?? 0;
      north += steps[i + 1] ?? 0;
      const { x, y } = onSquareWorld({
        lat: north * scale[1] + translate[1],
        lng: east * scale[0] + translate[0],
      });
      points.push([x, y]);
    }
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    return {
      points,
      west: Math.min(...xs),
      east: Math.max(...xs),
      north: Math.min(...ys),
      south: Math.max(...ys),
    };
  };
  return { state: state.map(lineOf), county: county.map(lineOf) };
}

const CLOSEST_ZOOM = 18;
/** At lower zooms, counties are too many and too small. */
const COUNTIES_FROM_ZOOM = 9;
/** Up to this zoom, a view may contain the coasts of the whole country. */
const COUNTRY_ZOOM = 6;
/** Pixels that are drawn beyond the edges, so that squares join. */
const BEYOND = 4;
const [LOW, HIGH] = [-BEYOND, SQUARE_PIXELS + BEYOND];

/**
 * Squares are counted like tiles: from the west and from the north. @returns null when there is no such
 * square.
 */
export function linesIn(z: number, x: number, y: number): MapLines | null {
  const inRow = 2 ** (z - 1);
  const isThere = z >= 1 && z <= CLOSEST_ZOOM && x < inRow && y < inRow;
  if (!isThere) return null;
  const { state, county } = readLines();
  const square = { worldPixels: inRow * SQUARE_PIXELS, left: x * SQUARE_PIXELS, top: y * SQUARE_PIXELS };
  const apart = z <= COUNTRY_ZOOM ? 7 : 3;
  const draw = (all: Line[]) => all.map((line) => pathOf(line, square, apart)).join('');
  return { state: draw(state), county: z < COUNTIES_FROM_ZOOM ? '' : draw(county) };
}

type Square = { worldPixels: number; left: number; top: number };

function pathOf(line: Line, { worldPixels, left, top }: Square, apart: number): string {
  const across = (part: number) => part * worldPixels - left;
  const down = (part: number) => part * worldPixels - top;
  const isOutside =
    across(line.east) < LOW || across(line.west) > HIGH || down(line.south) < LOW || down(line.north) > HIGH;
  const size = Math.max(line.east - line.west, line.south - line.north) * worldPixels;
  if (isOutside || (size < 2 * apart && isRing(line))) return '';
  const points = simplified(
    line.points.map(([x, y]) => [across(x), down(y)] as const),
    apart,
  );
  let path = '';
  let end: Point | null = null;
  for (let i = 1; i < points.length; i += 1) {
    const [from, to] = [points[i - 1], points[i]];
    const part = from && to && clipped(from, to);
    if (!part) {
      end = null;
      continue;
    }
    const [start, stop] = part.map(([x, y]) => [Math.round(x), Math.round(y)] as const) as [Point, Point];
    const goesOn = end?.[0] === start[0] && end[1] === start[1];
    const [dx, dy] = [stop[0] - start[0], stop[1] - start[1]];
    if (dx === 0 && dy === 0 && goesOn) continue;
    path += goesOn ? 'l' : `M${String(start[0])} ${String(start[1])}l`;
    path += `${String(dx)}${dy < 0 ? '' : ' '}${String(dy)}`;
    end = stop;
  }
  return path;
}

/** True for islands, which are only dots at low zooms. */
const isRing = ({ points }: Line) => {
  const [first, last] = [points[0], points[points.length - 1]];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
};

/** Removes points closer than `apart` to the one before. Both ends stay, because other lines join there. */
function simplified(points: Point[], apart: number): Point[] {
  let [lastX, lastY] = [Infinity, Infinity];
  return points.filter(([x, y], index) => {
    const isEnd = index === 0 || index === points.length - 1;
    if (!isEnd && Math.hypot(x - lastX, y - lastY) < apart) return false;
    [lastX, lastY] = [x, y];
    return true;
  });
}

/** The part of a straight line that is within the square (Liang and Barsky); null if none is. */
function clipped([x, y]: Point, [toX, toY]: Point): [Point, Point] | null {
  const [dx, dy] = [toX - x, toY - y];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, x - LOW],
    [dx, HIGH - x],
    [-dy, y - LOW],
    [dy, HIGH - y],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) from = Math.max(from, room / step);
    if (step > 0) to = Math.min(to, room / step);
  }
  return from > to
    ? null
    : [
        [x + from * dx, y + from * dy],
        [x + to * dx, y + to * dy],
      ];
}

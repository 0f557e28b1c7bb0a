import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { onSquareWorld } from '~/domain/geography/coordinates';
import { linesIn } from '~/domain/views/map/lines.server';
import { SQUARE_PIXELS, squarePath, type MapLines } from '~/domain/views/map/map';

const KANSAS_CITY = { lat: 39.1, lng: -94.58 };
const CORNERS = [
  { lat: 49.5, lng: -125 },
  { lat: 24.5, lng: -66 },
];

function squareOf(z: number, at: { lat: number; lng: number }): [x: number, y: number] {
  const { x, y } = onSquareWorld(at);
  return [Math.floor(x * 2 ** (z - 1)), Math.floor(y * 2 ** (z - 1))];
}

function square(z: number, x: number, y: number): MapLines {
  const lines = linesIn(z, x, y);
  if (!lines) throw new Error('There is no such square');
  return lines;
}

type Point = [x: number, y: number];

/** Returns the straight parts of a path. */
function partsOf(path: string): [from: Point, to: Point][] {
  let at: Point = [0, 0];
  return [...path.matchAll(/([Ml])(-?\d+) ?(-?\d+)/g)].flatMap(([, how, x, y]) => {
    const from = at;
    at = how === 'M' ? [Number(x), Number(y)] : [at[0] + Number(x), at[1] + Number(y)];
    return how === 'M' ? [] : [[from, at] as [Point, Point]];
  });
}

/** Returns where lines cross the vertical line at `x`. */
const crossings = (path: string, x: number) =>
  partsOf(path)
    .filter(([[from], [to]]) => Math.min(from, to) <= x && Math.max(from, to) > x)
    .map(([[fromX, fromY], [toX, toY]]) => fromY + ((x - fromX) / (toX - fromX)) * (toY - fromY))
    .filter((y) => y > 0 && y < SQUARE_PIXELS)
    .sort((one, other) => one - other);

test('a square has the lines within it and no others; counties from near only', () => {
  const around = square(10, ...squareOf(10, KANSAS_CITY));
  expect(partsOf(around.state).length).toBeGreaterThan(5);
  expect(partsOf(around.county).length).toBeGreaterThan(5);
  for (const path of [around.state, around.county]) {
    expect(path).toMatch(/^(M-?\d+ -?\d+(l-?\d+( |(?=-))-?\d+)+)+$/);
    const all = partsOf(path).flat(2);
    expect([Math.min(...all) >= -4, Math.max(...all) <= SQUARE_PIXELS + 4]).toEqual([true, true]);
  }
  expect(square(8, ...squareOf(8, KANSAS_CITY))).toEqual({
    state: expect.stringMatching(/^M/) as string,
    county: '',
  });
  expect(square(10, 1, 1)).toEqual({ state: '', county: '' });
});

test('squares join: what leaves one at its edge goes on in the next', () => {
  const [x, y] = squareOf(9, KANSAS_CITY);
  const [here, next] = [square(9, x, y), square(9, x + 1, y)];
  for (const kind of ['state', 'county'] as const) {
    const out = crossings(here[kind], SQUARE_PIXELS);
    const into = crossings(next[kind], 0);
    expect(into).toHaveLength(out.length);
    for (const [index, at] of out.entries()) expect(Math.abs(at - (into[index] ?? NaN))).toBeLessThan(2);
  }
});

test('there are squares of the world only', () => {
  for (const [z, x, y] of [
    [0, 0, 0],
    [19, 0, 0],
    [3, 4, 0],
    [3, 0, 4],
    [NaN, 0, 0],
    [3, NaN, 0],
  ] as const)
    expect(linesIn(z, x, y)).toBeNull();
  expect(linesIn(18, 2 ** 17 - 1, 0)).not.toBeNull();
});

/** A window of 1366 pixels touches at most these squares. */
const VIEW = [0, 1, 2, 3].flatMap((x) => [0, 1, 2].map((y) => [x, y] as const));
const MOST_BYTES = 12_000;

test.each([3, 4, 5, 6, 7, 8, 9])('at zoom level %i any view is at most 12 kB, compressed', (z) => {
  const [[west, north], [east, south]] = CORNERS.map((corner) => squareOf(z, corner)) as [Point, Point];
  const texts = new Map<string, string>();
  for (let x = west; x <= east; x += 1)
    for (let y = north; y <= south; y += 1)
      texts.set(`${String(x)} ${String(y)}`, JSON.stringify(square(z, x, y)));
  const views = [...texts.keys()].map((corner) => {
    const [x = 0, y = 0] = corner.split(' ').map(Number);
    return VIEW.map(([right, below]) => texts.get(`${String(x + right)} ${String(y + below)}`) ?? '');
  });
  const length = (view: string[]) => view.join('').length;
  const [largest = []] = views.sort((one, other) => length(other) - length(one));
  const asSent = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const bytes = largest.map((text) => brotliCompressSync(text, asSent).length);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(MOST_BYTES);
});

test('browsers keep squares for a year: other lines need another number in their address', () => {
  const some = [4, 9, 12].map((z) => square(z, ...squareOf(z, KANSAS_CITY)));
  const hash = createHash('sha1').update(JSON.stringify(some)).digest('hex');
  expect([squarePath({ z: 9, x: 1, y: 2 }), hash]).toEqual([
    '/dispatcher/map-lines/1/9/1/2',
    '0e91b8099e8e474f2462c72d57d47adf84573b55',
  ]);
});

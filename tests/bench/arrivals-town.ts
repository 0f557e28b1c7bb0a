/** The shops of a town and the road times between them, from Valhalla or from a made-up town. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import Pbf from 'pbf';
import { diceOf, type Dice } from 'db/demo/dice';
import { inventedTown } from '~/modules/region-builder/invented-town';
import type { LatLng } from '~/domain/geography/coordinates';
import { valhallaConfig } from '~/domain/geography/region/valhalla-config';
import { osmFile } from '../support/osm-file';
import { VALHALLA } from '../support/region';

const SHOPS = 100;
/** More places are tried than needed, because some have no road. */
const TRIED = 500;
const AT_ONCE = 50;

export type Shop = LatLng & {
  address: string;
  type: string;
  /** Seconds of a usual stop. */
  seconds: number;
};
/** Days begin at the shop with number 0. `seconds` holds road times, row by row. */
export type Town = { shops: Shop[]; seconds: Float64Array };

type Actor = Record<'locate' | 'matrix', (query: string) => Promise<string>>;
type Located = { edges: { distance: number; outbound_reach: number; inbound_reach: number }[] | null }[];
type Matrix = { sources_to_targets: { durations: (number | null)[][] } };

/** Returns a random number of a normal distribution around 0. */
export const noise = (dice: Dice) =>
  Math.sqrt(-2 * Math.log(1 - dice.next())) * Math.cos(2 * Math.PI * dice.next());

/** @param file of OpenStreetMap; without one, the roads of a made-up city are used. */
export async function townOf(file: string | undefined, seed: number): Promise<Town> {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-arrivals-'));
  try {
    return await measured(file, seed, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(file: string | undefined, seed: number, folder: string): Promise<Town> {
  const library = join(VALHALLA, 'node_modules/@valhallajs/valhallajs');
  const osm = file ?? join(folder, 'town.osm.pbf');
  if (!file) writeFileSync(osm, osmFile(inventedTown()));
  const tiles = join(folder, 'tiles');
  mkdirSync(tiles);
  const config = JSON.stringify(valhallaConfig(tiles));
  writeFileSync(join(folder, 'config.json'), config);
  const program = join(library, platform(), arch(), 'valhalla_build_tiles');
  execFileSync(program, ['-j', '1', '-c', join(folder, 'config.json'), osm], {
    stdio: 'ignore',
    cwd: folder,
  });
  const { Actor } = createRequire(import.meta.url)(library) as { Actor: new (config: string) => Actor };
  const actor = new Actor(config);
  const dice = diceOf(seed);
  const places = await placesWithRoads(actor, dice, file);
  return {
    shops: places.map((place, index) => shopAt(place, index, dice)),
    seconds: await matrixOf(actor, places),
  };
}

const pointOf = ({ lat, lng }: LatLng) => ({ lat, lon: lng });

async function placesWithRoads(actor: Actor, dice: Dice, file: string | undefined): Promise<LatLng[]> {
  const [west, south, east, north] = boxOf(file);
  const tried = Array.from({ length: TRIED }, () => ({
    lat: south + (north - south) * dice.next(),
    lng: west + (east - west) * dice.next(),
  }));
  const found: LatLng[] = [];
  for (let first = 0; first < TRIED && found.length < SHOPS; first += 100) {
    const some = tried.slice(first, first + 100);
    const query = { locations: some.map(pointOf), costing: 'auto', verbose: true };
    const located = JSON.parse(await actor.locate(JSON.stringify(query))) as Located;
    some.forEach((place, index) => {
      const isNear = located[index]?.edges?.some(
        ({ distance, outbound_reach: out, inbound_reach: back }) =>
          distance <= 300 && Math.min(out, back) >= 50,
      );
      if (isNear && found.length < SHOPS) found.push(place);
    });
  }
  return found;
}

type Box = [west: number, south: number, east: number, north: number];

/** Returns most of the area of a made-up city, or the area that the first block of a file names. */
function boxOf(file: string | undefined): Box {
  if (!file) return [-94.8, 38.88, -94.44, 39.2];
  const bytes = readFileSync(file);
  const start = 4 + bytes.readUInt32BE(0);
  const { size } = new Pbf(bytes.subarray(4, start)).readFields(
    (tag, into, pbf) => {
      if (tag === 3) into.size = pbf.readVarint();
    },
    { size: 0 },
  );
  const found: { head: Uint8Array } = { head: new Uint8Array() };
  const blob = new Pbf(bytes.subarray(start, start + size)).readFields((tag, into, pbf) => {
    if (tag === 1) into.head = pbf.readBytes();
    if (tag === 3) into.head = inflateSync(pbf.readBytes());
  }, found);
  const sides = new Pbf(blob.head).readFields((tag, into: number[], pbf) => {
    if (tag === 1)
      pbf.readMessage((side, values: number[], inner) => {
        values[side] = inner.readSVarint() / 1e9;
      }, into);
  }, [] as number[]);
  const [, west, east, north, south] = sides;
  if (west === undefined || east === undefined || north === undefined || south === undefined)
    throw new Error(`${file} does not say where it is`);
  return [west, south, east, north];
}

async function matrixOf(actor: Actor, places: LatLng[]): Promise<Float64Array> {
  const seconds = new Float64Array(places.length ** 2);
  for (let row = 0; row < places.length; row += AT_ONCE)
    for (let column = 0; column < places.length; column += AT_ONCE) {
      const [from, to] = [places.slice(row, row + AT_ONCE), places.slice(column, column + AT_ONCE)];
      const query = {
        sources: from.map(pointOf),
        targets: to.map(pointOf),
        costing: 'auto',
        verbose: false,
        shape_format: 'no_shape',
      };
      const answer = JSON.parse(await actor.matrix(JSON.stringify(query))) as Matrix;
      answer.sources_to_targets.durations.forEach((cells, y) => {
        cells.forEach((cell, x) => (seconds[(row + y) * places.length + column + x] = cell ?? 3_600));
      });
    }
  return seconds;
}

const shopAt = (place: LatLng, index: number, dice: Dice): Shop => ({
  ...place,
  address: `${String(index)} Main Street`,
  type: dice.chance(0.75) ? 'delivery' : 'pickup',
  seconds: 240 * Math.exp(noise(dice) * 0.5),
});

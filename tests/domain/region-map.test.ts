/** Street tiles are made from small files that these tests write. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { recognize } from '~/modules/region-builder/given-files.server';
import { tileX, tileY } from '~/modules/region-builder/map-data';
import { isInside } from '~/modules/region-builder/rings';
import { makeStreetTiles } from '~/modules/region-builder/street-tiles.server';
import { TileFile } from '~/modules/region-builder/tile-file.server';
import { openTiles, type TileReader } from '~/domain/geography/region/region.server';
import { censusFile, type Census } from '../support/census-file';
import { grid, osmFile, type Osm } from '../support/osm-file';
import { drawnIn } from '../support/vector-tile';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-region-'));
const opened: TileReader[] = [];
afterAll(async () => {
  for (const tiles of opened) await tiles.close();
  rmSync(folder, { recursive: true });
});
let files = 0;
const fileName = (end: string) => join(folder, `${String((files += 1))}${end}`);

function write(contents: Buffer | string): string {
  const path = fileName('.osm.pbf');
  writeFileSync(path, contents);
  return path;
}

type Options = Parameters<typeof osmFile>[1];

async function mapOf(osm: Osm, options?: Options, areaWater: string[] = []) {
  const to = fileName('.pmtiles');
  const made = await makeStreetTiles({ osm: write(osmFile(osm, options)), areaWater, to }, () => undefined);
  const tiles = await openTiles(to);
  opened.push(tiles);
  const drawn = async (lon: number, lat: number, zoom = 14) => {
    const [x, y] = [tileX(lon, zoom), tileY(lat, zoom)];
    const tile = await tiles.tile(zoom, Math.floor(x), Math.floor(y));
    return { found: tile ? drawnIn(tile) : [], at: [x % 1, y % 1] as const };
  };
  return {
    made,
    drawn: async (lon: number, lat: number, zoom?: number) => (await drawn(lon, lat, zoom)).found,
    /** Returns whether a place is in the water. */
    isWet: async (lon: number, lat: number) => {
      const { found, at } = await drawn(lon, lat);
      const areas = found.filter(({ layer, type }) => layer === 'water' && type === 'area');
      const around = areas
        .flatMap(({ lines }) => lines)
        .filter((ring) => isInside(ring.length, (i) => ring[i] ?? [0, 0], at));
      return around.length % 2 === 1;
    },
  };
}

const WEST = -90;
const SOUTH = 40;
const whole = osmFile(grid(5, [WEST, SOUTH]));
const AREA = { natural: 'water', name: 'Lake' };
const square = (west: number, south: number, size: number, firstId: number): Osm['nodes'] => [
  [firstId, west, south],
  [firstId + 1, west + size, south],
  [firstId + 2, west + size, south + size],
  [firstId + 3, west, south + size],
];
const around = (firstId: number) => [firstId, firstId + 1, firstId + 2, firstId + 3, firstId];

test.each<[string, number, Options]>([
  ['packed', 1, {}],
  ['not compressed', 1, { compression: 1 }],
  ['with ids above 32 bits', 2 ** 33, {}],
])('streets of a file that is %s', async (_, firstId, options) => {
  const osm = grid(12, [WEST, SOUTH], firstId);
  osm.nodes.reverse();
  const last = firstId + 500;
  osm.nodes.push([last, WEST + 0.001, SOUTH + 0.002, { place: 'city', name: 'Middle', population: '60000' }]);
  osm.nodes.push([last + 1, WEST + 3, SOUTH + 3]);
  osm.ways.push(
    [last + 1, [firstId, firstId + 13], { highway: 'footway', footway: 'sidewalk' }],
    [last + 2, [firstId, firstId + 26], { highway: 'service', service: 'driveway' }],
    [last + 3, [firstId, last + 1], { waterway: 'river', name: 'Long River' }],
  );
  const { made, drawn } = await mapOf(osm, options);
  // The river continues beyond the map.
  const box = [WEST, SOUTH, WEST + 0.011, SOUTH + 0.011];
  made.box.forEach((side, i) => expect(side).toBeCloseTo(box[i] ?? 0, 6));
  const found = await drawn(WEST + 0.005, SOUTH + 0.005);
  const names = new Set(found.map(({ tags }) => tags.name));
  expect([...names].sort()).toEqual(
    [...osm.ways.slice(0, 24).map(([, , tags]) => tags.name), 'Long River', 'Middle'].sort(),
  );
  expect(found.filter(({ layer }) => layer === 'roads').map(({ tags }) => tags.kind)).not.toContain('path');
  expect(found.find(({ tags }) => tags.name === 'Avenue 3')).toMatchObject({
    layer: 'roads',
    type: 'line',
    tags: { kind: 'major_road', kind_detail: 'primary' },
  });
  expect(found.find(({ layer }) => layer === 'places')?.tags).toMatchObject({
    kind: 'locality',
    population_rank: 7,
  });
  // Small streets appear only at higher zoom levels.
  const early = await drawn(WEST + 0.005, SOUTH + 0.005, 8);
  expect(new Set(early.map(({ tags }) => tags.kind))).toEqual(new Set(['major_road', 'river', 'locality']));
});

test('a lake is filled, its island is not, and neither is a river whose banks are cut off', async () => {
  const osm = grid(12, [WEST, SOUTH]);
  osm.nodes.push(
    ...square(WEST + 0.001, SOUTH + 0.001, 0.002, 1_001),
    ...square(WEST + 0.0015, SOUTH + 0.0015, 0.001, 1_011),
    ...square(WEST + 0.006, SOUTH + 0.006, 0.003, 1_021),
    ...square(WEST + 0.001, SOUTH + 0.006, 0.003, 1_031),
  );
  osm.ways.push(
    [1_001, [1_001, 1_002, 1_003], {}],
    [1_002, [1_001, 1_004, 1_003], {}],
    [1_003, around(1_011), {}],
    [1_004, [1_021, 1_022, 1_023, 1_024], {}],
    // This ring is open, and the way is tagged as an area itself.
    [1_005, [1_031, 1_032, 1_033, 1_034], AREA],
  );
  osm.relations = [
    [
      1,
      [
        [1_001, 'outer'],
        [1_002, 'outer'],
        [1_003, 'inner'],
      ],
      { type: 'multipolygon', ...AREA },
    ],
    [
      2,
      [
        [1_004, 'outer'],
        [9_999, 'outer'],
      ],
      { type: 'multipolygon', natural: 'water', water: 'river' },
    ],
  ];
  const { isWet } = await mapOf(osm);
  expect(await isWet(WEST + 0.0012, SOUTH + 0.0012)).toBe(true);
  expect(await isWet(WEST + 0.002, SOUTH + 0.002)).toBe(false);
  expect(await isWet(WEST + 0.0075, SOUTH + 0.0075)).toBe(false);
  expect(await isWet(WEST + 0.0025, SOUTH + 0.0075)).toBe(false);
});

/** Builds a coast from south to north, with the land in the west and an island in the sea. The ends may be within the box. */
function coast(ends: [north: number, south: number]): Osm {
  const osm = grid(12, [WEST, SOUTH]);
  const x = WEST + 0.014;
  osm.nodes.push([2_001, x, SOUTH + ends[0]], [2_002, x, SOUTH + 0.005], [2_003, x, SOUTH + ends[1]]);
  // The coastline of an island has the land on its left, too.
  osm.nodes.push(...square(WEST + 0.016, SOUTH + 0.004, 0.002, 2_011));
  osm.nodes.push([2_021, WEST + 0.02, SOUTH], [2_022, WEST + 0.02, SOUTH + 0.0001]);
  osm.ways.push(
    [2_001, [2_002, 2_001], { natural: 'coastline' }],
    [2_002, [2_003, 2_002], { natural: 'coastline' }],
    [2_003, around(2_011), { natural: 'coastline' }],
    [2_004, [2_021, 2_022], { highway: 'residential', name: 'Pier' }],
  );
  return osm;
}

test.each([
  ['goes through', [0.02, -0.01]],
  ['ends within the box', [0.0105, 0.0005]],
] as const)('a coast that %s has the sea on its right', async (_, [north, south]) => {
  const { isWet, made } = await mapOf(coast([north, south]));
  expect(made.hasSea).toBe(true);
  expect(await isWet(WEST + 0.015, SOUTH + 0.008)).toBe(true);
  expect(await isWet(WEST + 0.019, SOUTH + 0.002)).toBe(true);
  expect(await isWet(WEST + 0.017, SOUTH + 0.005)).toBe(false);
  expect(await isWet(WEST + 0.01, SOUTH + 0.005)).toBe(false);
});

test('where the land would be in the sea, only the coast is drawn', async () => {
  const osm = coast([0.02, -0.01]);
  for (const [, nodes, tags] of osm.ways) if (tags.natural) nodes.reverse();
  const { isWet, drawn, made } = await mapOf(osm);
  expect(made.hasSea).toBe(false);
  expect(await isWet(WEST + 0.005, SOUTH + 0.005)).toBe(false);
  const water = (await drawn(WEST + 0.014, SOUTH + 0.005)).filter(({ layer }) => layer === 'water');
  expect(water.map(({ type }) => type)).toContain('line');
});

const WATER_COLUMNS: Census['columns'] = [
  ['HYDROID', 22],
  ['FULLNAME', 100],
  ['MTFCC', 5],
];
const ringOf = (west: number, south: number, size: number) => {
  const corners = square(west, south, size, 0).map(([, lon, lat]): [number, number] => [lon, lat]);
  // The rings of shapes have the water on their right.
  return [...corners, ...corners.slice(0, 1)].reverse();
};

test('water of the Census Bureau takes the place of the coast', async () => {
  const rows: Census['rows'] = [
    {
      parts: [ringOf(WEST + 0.001, SOUTH + 0.001, 0.003)],
      values: { MTFCC: 'H2051', FULLNAME: 'Bahía Grande' },
    },
  ];
  const zip = fileName('.zip');
  writeFileSync(zip, censusFile('tl_2025_24510_areawater', { shape: 5, columns: WATER_COLUMNS, rows }));
  expect((await recognize([write(whole), zip])).areaWater).toEqual([zip]);
  const { isWet, drawn } = await mapOf(coast([0.02, -0.01]), {}, [zip]);
  expect(await isWet(WEST + 0.0025, SOUTH + 0.0025)).toBe(true);
  expect(await isWet(WEST + 0.019, SOUTH + 0.002)).toBe(false);
  const water = (await drawn(WEST + 0.0025, SOUTH + 0.0025)).find(({ layer }) => layer === 'water');
  expect(water?.tags).toEqual({ kind: 'ocean', name: 'Bahía Grande' });
});

test('a zip file that is cut, unpacks to too much, or is another one is refused', async () => {
  const census: Census = { shape: 5, columns: WATER_COLUMNS, rows: [] };
  const zip = (contents: Buffer) => {
    const path = fileName('.zip');
    writeFileSync(path, contents);
    return recognize([path]);
  };
  await expect(zip(censusFile('a', census).subarray(0, -30))).rejects.toThrow('it is damaged or cut short');
  await expect(zip(censusFile('a', census, 2_000_000_000))).rejects.toThrow('it unpacks to too much');
  const roads: Census = { ...census, shape: 3, columns: [['LINEARID', 22]] };
  await expect(zip(censusFile('a', roads))).rejects.toThrow(
    'it is neither an AREAWATER nor an ADDRFEAT file',
  );
});

test.each<[string, Buffer | string, string]>([
  ['cut within a blob', whole.subarray(0, -20), 'the file is cut short'],
  ['cut within a header', whole.subarray(0, 16), 'the file is cut short'],
  ['empty', '', 'it is empty'],
  ['a text', 'node,way,relation\n'.repeat(10), 'it is neither an .osm.pbf, a .pmtiles nor a .zip file'],
  ['a page of a web site', '<!DOCTYPE html><p>Sign in', 'it is a web page'],
  ['XML', '<?xml version="1.0"?><osm/>', 'it is an .osm file; download the same as .osm.pbf'],
])('a file that is %s is refused by name', async (_, contents, why) => {
  const path = write(contents);
  await expect(recognize([path])).rejects.toThrow(`${String(files)}.osm.pbf can't be used: ${why}`);
});

test('a compression that is not supported is named, and a file without streets is refused', async () => {
  const make = (osm: Osm, options?: Options) => mapOf(osm, options);
  await expect(make(grid(5, [WEST, SOUTH]), { compression: 7 })).rejects.toThrow(
    'compressed with zstd, which is not supported',
  );
  const lake: Osm = { nodes: square(WEST, SOUTH, 0.1, 1), ways: [[1, around(1), AREA]] };
  await expect(make(lake)).rejects.toThrow('there is no street in it');
});

test('a file of many tiles has directories of directories', async () => {
  const path = fileName('.pmtiles');
  const file = new TileFile(path);
  const contents = (i: number) => Buffer.from(`${String(i)} `.repeat(1 + ((i * 7_919) % 251)));
  const place = (i: number): [number, number, number] => [14, (i * 104_729) % 16_384, (i * 31_337) % 16_384];
  for (let i = 0; i < 8_000; i += 1) file.add(...place(i), contents(i));
  file.finish({ box: [-180, -85, 180, 85], zooms: [14, 14], metadata: {} });
  const tiles = await openTiles(path);
  expect((await tiles.header()).leafDirectoryLength).toBeGreaterThan(0);
  for (const i of [0, 1, 4_000, 7_999]) {
    expect(gunzipSync((await tiles.tile(...place(i))) ?? Buffer.alloc(0))).toEqual(contents(i));
  }
  expect(await tiles.tile(14, 1, 2)).toBeNull();
  await tiles.close();
});

/** ADDRFEAT files of the Census Bureau: the data that is read, and the files that are refused. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recognize } from '~/modules/region-builder/given-files.server';
import { readHouseNumbers } from '~/modules/region-builder/house-numbers.server';
import { addressFile, censusFile, type StreetPiece } from '../support/census-file';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-numbers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();

/** Reads a file as the command does, which first recognizes it by its contents. */
async function read(contents: Buffer) {
  const path = join(folder, 'given.zip');
  const file = join(folder, 'rows.copy');
  writeFileSync(path, contents);
  const { addresses } = await recognize([path]);
  expect(addresses).toEqual([path]);
  const county = await readHouseNumbers(path, file, signal);
  return { county, rows: readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

const piece = (more: Partial<StreetPiece> = {}): StreetPiece => ({
  name: 'N Peña Street',
  zip: '64113',
  line: [
    [-94.6, 39.01],
    [-94.598, 39.0100004],
  ],
  left: ['4599', '4501'],
  ...more,
});
const CLAY = '29047';

test('each side with numbers is a row; what is no range is left out', async () => {
  const { county, rows } = await read(
    addressFile(CLAY, [
      piece({ right: ['N6W100', 'N6W198'] }),
      piece({ left: ['10', '21'] }),
      piece({ left: ['59-17', '60-99'] }),
      piece({ left: ['12', ''] }),
      piece({ zip: '' }),
      piece({ name: '' }),
      piece({ left: ['-5', '99999999'] }),
    ]),
  );
  const line = '{-94600000,39010000,-94598000,39010000}';
  expect(rows).toEqual(
    [
      ['4599', '4501', 'O', 'L', ''],
      ['100', '198', 'E', 'R', 'N6W'],
      ['10', '21', 'E', 'L', ''],
    ].map(([from, to, parity, side, prefix]) =>
      [CLAY, 'n peña st', '64113', prefix, from, to, parity, side, line].join('\t'),
    ),
  );
  expect(county).toMatchObject({ county: CLAY, year: 2025, ranges: 3 });
});

const far: StreetPiece['line'] = [
  [590_000, 4_300_000],
  [590_100, 4_300_000],
];

test.each([
  ['cut short', addressFile(CLAY, [piece()]).subarray(0, -30), 'it is damaged or cut short'],
  ['a bomb', addressFile(CLAY, [piece()], 2_000_000_000), 'it unpacks to too much'],
  ['a bomb that says it is none', addressFile(CLAY, [piece()], 40), "given.zip can't be used"],
  ['of nobody knows where', addressFile('county', [piece()]), 'its files are not named after a county'],
  ['without numbers', addressFile(CLAY, [piece({ left: ['A', 'B'] })]), 'there are no house numbers in it'],
  ['in meters', addressFile(CLAY, [piece({ line: far })]), 'its coordinates are no degrees'],
  [
    'of other columns',
    censusFile('tl_2025_29047_roads', { shape: 3, columns: [['NAME', 20]], rows: [] }),
    'neither an AREAWATER nor an ADDRFEAT file',
  ],
])('a file %s is refused', async (_, contents, why) => {
  await expect(read(contents)).rejects.toThrow(why);
});

const FILE_HEAD = 100;
const write = (shp: Buffer, at: number, number: number, order: 'BE' | 'LE') => {
  shp[order === 'BE' ? 'writeInt32BE' : 'writeInt32LE'](number, FILE_HEAD + at);
  return shp;
};
test.each<[what: string, change: (shp: Buffer) => Buffer, why: string]>([
  ['are zeros', () => Buffer.alloc(8_000_000), 'its shapes are neither lines nor areas'],
  ['are followed by zeros', (shp) => Buffer.concat([shp, Buffer.alloc(8_000_000)]), 'its shape 3 is broken'],
  ['have no length', (shp) => write(shp, 4, 0, 'BE'), 'its shape 1 is broken'],
  ['have a length below zero', (shp) => write(shp, 4, -5, 'BE'), 'its shape 1 is broken'],
  ['say they go on for ever', (shp) => write(shp, 4, 2_000_000_000, 'BE'), 'its shape 1 is broken'],
  ['have a length of more than there is', (shp) => write(shp, 4, 20_000, 'BE'), 'its shapes are cut short'],
  ['have two billion points', (shp) => write(shp, 8 + 40, 2_000_000_000, 'LE'), 'its shape 1 is broken'],
  ['have less than no parts', (shp) => write(shp, 8 + 36, -1, 'LE'), 'its shape 1 is broken'],
  ['are of another type each', (shp) => write(shp, 8, 8, 'LE'), 'its shape 1 is broken'],
  ['end early', (shp) => shp.subarray(0, -8), 'its shapes are cut short'],
])('a file whose shapes %s is refused, and soon', async (_, change, why) => {
  const file = addressFile(CLAY, [piece(), piece()], undefined, change);
  await expect(read(file)).rejects.toThrow(`given.zip can't be used: ${why}`);
});

test('a file that breaks off within its shapes is refused', async () => {
  const pieces = Array.from({ length: 2_000 }, (_, i): StreetPiece =>
    piece({
      line: [
        [-94.6, 39.01],
        [-94.5 + Math.sin(i) / 100, 39 + Math.cos(i) / 100],
      ],
    }),
  );
  const whole = addressFile(CLAY, pieces);
  expect((await read(whole)).rows).toHaveLength(2_000);
  // These bytes are in the middle of the packed shapes.
  whole.fill(0xff, 2_000, 4_000);
  await expect(read(whole)).rejects.toThrow("given.zip can't be used");
});

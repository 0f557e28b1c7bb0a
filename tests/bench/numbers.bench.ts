/**
 * Measures the house numbers of a county with 100,000 ranges: their import and the search for addresses. `npm run
 * bench -- --numbers`
 */
import { connect, disconnect } from 'db/connection';
import { replaceCounties } from 'db/street-ranges';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { findAlongStreet } from '~/domain/geography/streets/ranges.server';
import { readHouseNumbers } from '~/modules/region-builder/house-numbers.server';
import { addressFile, type StreetPiece } from '../support/census-file';
import { createDatabase, type TestDatabase } from '../support/database';
import { report, row } from './report';

const STREETS = 500;
const BLOCKS = 100;
const LOOKUPS = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-bench-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  connect(database.url);
});
afterAll(async () => {
  await disconnect();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function block(street: number, number: number): StreetPiece {
  const [lon, lat] = [-94.6 + number * 0.001, 39 + street * 0.001];
  const [first, last] = [number * 100 + 1, number * 100 + 99];
  return {
    name: `N ${String(street)}th St`,
    zip: '64113',
    line: [0, 0.0003, 0.0006, 0.001].map((east): [number, number] => [lon + east, lat]),
    left: [String(first), String(last)],
    right: [String(first - 1), String(last - 1)],
  };
}

const secondsOf = async (work: () => Promise<unknown>) => {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - wall) / 1_000, 'CPU s': (user + system) / 1e6 };
};

test('house numbers', { timeout: 600_000 }, async () => {
  const zip = join(folder, 'county.zip');
  const pieces = Array.from({ length: STREETS * BLOCKS }, (_, i) =>
    block(Math.floor(i / BLOCKS) + 1, (i % BLOCKS) + 1),
  );
  writeFileSync(zip, addressFile('29095', pieces));
  const { signal } = new AbortController();
  const loading = await secondsOf(async () => {
    const county = await readHouseNumbers(zip, join(folder, 'county.copy'), signal);
    await replaceCounties(database.url, [county], signal);
  });
  const looking = await secondsOf(async () => {
    for (let i = 0; i < LOOKUPS; i += 1) {
      const [street, number] = [(i % STREETS) + 1, 100 * ((i % BLOCKS) + 1) + (i % 99)];
      await findAlongStreet(`${String(number)} North ${String(street)}th Street, Kansas City, MO 64113`);
    }
  });
  report('house numbers, 100,000 ranges: loading', loading);
  report('house numbers: finding an address', { ms: (looking.seconds * 1_000) / LOOKUPS, ...looking });
  row('house numbers, loading 100,000 ranges', { unit: 's', ours: loading.seconds, goal: '≤ 15' });
  row('house numbers, finding an address', {
    unit: 'ms',
    ours: (looking.seconds * 1_000) / LOOKUPS,
    goal: '≤ 2',
  });
});

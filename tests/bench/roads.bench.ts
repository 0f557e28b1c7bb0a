/**
 * Measures times by the region's roads. `npm run bench -- --roads [FILE.osm.pbf]`; without a file, on a made-up city
 * of 10,000 crossings.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Region } from '~/domain/geography/region/region.server';
import { randomFrom } from '~/domain/scheduling/route-optimizer/search';
import type { SuggestedRoute } from '~/domain/scheduling/route-order/schema';
import { grid, osmFile } from '../support/osm-file';
import { regionMaker, roadProcessesOf, VALHALLA } from '../support/region';
import { useNetwork } from '../support/use-network';
import { residentMiB } from './processes';
import { report, row } from './report';

const STOPS = 75;

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-roads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const network = useNetwork({ DATA_DIR: folder, VALHALLA_DIR: VALHALLA });
const dispatcher = network.client('dispatcher');
const { region, file } = regionMaker(folder, network);

test('road times', async () => {
  const given = process.env.ROADS_FILE;
  const osm = given ? resolve(given) : file('city.osm.pbf', osmFile(grid(100, [-94, 39])));
  expect(await region([osm], { valhalla: VALHALLA })).toMatchObject({ code: 0 });
  const id = readFileSync(join(folder, 'region/current'), 'utf8');
  const facts = JSON.parse(readFileSync(join(folder, 'region', id, 'region.json'), 'utf8')) as Region;
  await plant(facts.box, STOPS);
  const processOf = () => roadProcessesOf(network.app.pid)[0] ?? NaN;
  // The application has loaded the region when it answers by road.
  await expect.poll(async () => (await suggest()).source, { timeout: 60_000 }).toBe('region');
  const cold = await timed(true);
  const known = await timed(false);
  await plant(facts.box, 1, STOPS + 1);
  const one = await timed(false);
  const memory = residentMiB(processOf());
  process.kill(processOf(), 'SIGKILL');
  await expect.poll(() => roadProcessesOf(network.app.pid), { timeout: 10_000 }).toEqual([]);
  await network.database.rows(
    'delete from road_pairs where from_place = (select min(from_place) from road_pairs)',
  );
  const restarted = await timed(false);
  report(`${String(STOPS)} stops by road, with the search`, {
    'first ms': cold,
    'known ms': known,
    'one more ms': one,
    'after a crash ms': restarted,
    'MiB of the process': memory,
  });
  row(`${String(STOPS)} stops by road, for the first time`, {
    unit: 'ms',
    ours: cold,
    floor: known,
    goal: '≤ 2500',
  });
  row('… known', { unit: 'ms', ours: known, goal: '≤ 100' });
  row('… after its process was killed', { unit: 'ms', ours: restarted, goal: '≤ 1000' });
  row('memory of the process that knows roads', { unit: 'MiB', ours: memory, goal: '≤ 250' });
});

async function timed(isCold: boolean): Promise<number> {
  if (isCold) await network.database.rows('delete from road_pairs');
  const from = performance.now();
  expect((await suggest()).source).toBe('region');
  return performance.now() - from;
}

async function suggest(): Promise<SuggestedRoute> {
  const path = `/api/route-optimization/optimize/${String(network.ids.driver)}`;
  return (await dispatcher.post<SuggestedRoute>(path, {})).body;
}

/** Adds stops all over the region. Some may have no street nearby. */
async function plant([west, south, east, north]: Region['box'], count: number, first = 1): Promise<void> {
  const random = randomFrom(first);
  const places = Array.from({ length: count }, () => [
    south + (0.2 + 0.6 * random()) * (north - south),
    west + (0.2 + 0.6 * random()) * (east - west),
  ]);
  await network.database.rows(
    `insert into tasks (type, status, priority, location, address, invoice_number, driver_id, order_index, latitude, longitude)
     select 'delivery', 'pending', 'normal', 'Stop ' || $4 + n, $4 + n || ' Any St', 'I', $1, $4 + n, lat, lng
     from unnest($2::float8[], $3::float8[]) with ordinality as place (lat, lng, n)`,
    [network.ids.driver, places.map(([lat]) => lat), places.map(([, lng]) => lng), first],
  );
}

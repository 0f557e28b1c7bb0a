/** Road times come from the region's own roads. A separate process computes them and may crash, hang and be replaced. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SuggestedRoute } from '~/domain/scheduling/route-order/schema';
import { grid, osmFile, type Osm } from '../support/osm-file';
import { hasValhalla, regionMaker, roadProcessesOf, VALHALLA } from '../support/region';
import { useNetwork } from '../support/use-network';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-roads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const network = useNetwork({ DATA_DIR: folder, VALHALLA_DIR: VALHALLA });
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const { region, file } = regionMaker(folder, network);

const [WEST, SOUTH] = [-94, 39];

/** Builds streets about 100 m apart, and north of them a few streets without a connection to the others. */
function city(size: number): Buffer {
  const [streets, island] = [grid(size, [WEST, SOUTH]), grid(3, [WEST, SOUTH + 0.03], 10_000)];
  const both: Osm = {
    nodes: [...streets.nodes, ...island.nodes],
    ways: [...streets.ways, ...island.ways],
  };
  return osmFile(both);
}

const build = async (name: string, size: number) =>
  expect(await region([file(`${name}.osm.pbf`, city(size))], { valhalla: VALHALLA })).toMatchObject({
    code: 0,
  });

/** Adds stops at these places, in thousandths of a degree to the east and to the north. */
async function plant(places: [east: number, north: number][]): Promise<void> {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from road_pairs');
  await network.database.rows(
    `insert into tasks (type, status, priority, location, address, invoice_number, driver_id, order_index, latitude, longitude)
     select 'delivery', 'pending', 'normal', 'Stop ' || n, n || ' Any St', 'I', $1, n,
       $2::float8 + north / 1000, $3::float8 + east / 1000
     from unnest($4::float8[], $5::float8[]) with ordinality as place (east, north, n)`,
    [network.ids.driver, SOUTH, WEST, places.map(([east]) => east), places.map(([, north]) => north)],
  );
}

const suggest = async () => {
  const path = `/api/route-optimization/optimize/${String(network.ids.driver)}`;
  const answer = await dispatcher.post<SuggestedRoute>(path, {});
  expect(answer.status).toBe(200);
  return answer.body;
};

const roadProcesses = () => roadProcessesOf(network.app.pid);
/** Returns the way through these places as the map draws it. */
const lines = (places: [east: number, north: number][], by = dispatcher) => {
  const through = places.map(
    ([east, north]) => `${String(SOUTH + north / 1000)},${String(WEST + east / 1000)}`,
  );
  return by.get<([lat: number, lng: number][] | null)[]>(
    `/dispatcher/road-lines?through=${through.join('+')}`,
  );
};

const roadProcess = () => roadProcesses()[0] ?? NaN;
const CORNERS: [east: number, north: number][] = [
  [9, 0],
  [9, 9],
  [0, 9],
];
const byRoad = { source: 'region', estimated: false, note: null };

test('without roads there are no lines along them', async () => {
  expect(
    (
      await lines([
        [1, 1],
        [9, 9],
      ])
    ).status,
  ).toBe(204);
});

describe.skipIf(!hasValhalla)('with Valhalla', () => {
  beforeAll(async () => {
    await network.database.rows(
      'insert into dealership_locations (name, fullname, latitude, longitude) values ($1, $1, $2, $3)',
      ['Ford', SOUTH, WEST],
    );
    await build('first', 12);
    await vi.waitFor(async () =>
      expect((await dispatcher.get<string>('/settings/system')).body).toContain('roads'),
    );
  });
  beforeEach(() => plant(CORNERS));

  test('distances are those of the streets, asked for once', async () => {
    await plant([[9, 9]]);
    const across = await suggest();
    // The stop is 778 m to the east and 1,001 m to the north; the estimate would be 1,648 m.
    expect(across.totalDistance).toBeGreaterThan(1_775);
    expect(across.totalDistance).toBeLessThan(2_300);
    await plant(CORNERS);
    const answer = await suggest();
    expect(answer).toMatchObject(byRoad);
    expect(answer.totalDistance).toBeGreaterThan(2_550);
    expect(roadProcesses()).toHaveLength(1);
    const killed = roadProcess();
    process.kill(killed, 'SIGKILL');
    // Stored road times need no process.
    expect(await suggest()).toEqual(answer);
    // Drives that the board wants to know may have started another one.
    await vi.waitFor(() => expect(roadProcesses()).not.toContain(killed));
  });

  test('a stop outside and one on an island are named and estimated; the others have road times', async () => {
    await plant([
      [9, 0],
      [200, 0],
      [1, 31],
      [9, 9],
    ]);
    const answer = await suggest();
    expect(answer).toMatchObject({
      source: 'region',
      estimated: true,
      note: 'Stop 2, Stop 3 are outside the street map; times to and from there are distance-based.',
    });
    expect(answer.stops).toHaveLength(4);
    const known = await network.database.rows<{ count: number }>(
      'select count(*)::integer from road_pairs where seconds is not null',
    );
    expect(known).toEqual([{ count: 9 }]);
  });

  test('routes are drawn along the streets, from road to road; straight where there is none', async () => {
    const { status, body } = await lines([
      [0.5, 0.2],
      [8, 9],
      [200, 0],
      [9, 0],
      [0, 4],
    ]);
    expect(status).toBe(200);
    const [first = [], toOutside, fromOutside, last = []] = body.map((line) => line ?? undefined);
    expect([toOutside, fromOutside]).toEqual([undefined, undefined]);
    for (const [lat, lng] of [...first, ...last]) {
      const [north, east] = [(lat - SOUTH) * 1000, (lng - WEST) * 1000];
      const isOnStreet = [north, east].some((value) => Math.abs(value - Math.round(value)) < 0.02);
      expect([lat, lng, isOnStreet]).toEqual([lat, lng, true]);
    }
    const near = ([lat, lng]: [number, number] = [0, 0]) => [lat.toFixed(3), lng.toFixed(3)];
    expect(near(first.at(-1))).toEqual([(SOUTH + 0.009).toFixed(3), (WEST + 0.008).toFixed(3)]);
    expect(near(last.at(0))).toEqual([SOUTH.toFixed(3), (WEST + 0.009).toFixed(3)]);
    expect((await lines([[1, 1]])).status).toBe(400);
    expect((await lines(Array.from({ length: 151 }, () => [1, 1]))).status).toBe(400);
    expect(
      (
        await lines(
          [
            [1, 1],
            [9, 9],
          ],
          driver,
        )
      ).status,
    ).toBe(403);
  });

  test('killed while it is asked: that answer is an estimate, the next one is not', async () => {
    expect(await suggest()).toMatchObject(byRoad);
    await plant([
      [1, 0],
      [5, 5],
      [0, 7],
    ]);
    const before = roadProcess();
    process.kill(before, 'SIGSTOP');
    const suggestion = suggest();
    for (let i = 0; i < 20; i += 1) await dispatcher.get('/api/user');
    process.kill(before, 'SIGKILL');
    expect(await suggestion).toMatchObject({
      source: 'estimate',
      note: 'Road times are not available right now; times are distance-based.',
    });
    expect(await suggest()).toMatchObject(byRoad);
    expect(roadProcess()).not.toBe(before);
    expect(network.app.output()).toContain('Valhalla has ended; it is started again');
  });

  test('one that hangs is not waited for', async () => {
    let answer = await suggest();
    expect(answer).toMatchObject(byRoad);
    // A round of arrival times may ask for the same ways just before the process is stopped.
    for (let east = 2; east < 6 && answer.source !== 'estimate'; east += 1) {
      await plant([
        [east, 0],
        [5, 6],
        [0, 7],
      ]);
      const stopped = roadProcess();
      process.kill(stopped, 'SIGSTOP');
      answer = await suggest();
      if (answer.source !== 'estimate') process.kill(stopped, 'SIGCONT');
    }
    expect(answer.source).toBe('estimate');
    expect(await suggest()).toMatchObject(byRoad);
  });

  test('the region is replaced while it is asked: every answer has road times, and the former process ends', async () => {
    expect(await suggest()).toMatchObject(byRoad);
    const before = roadProcess();
    const builder = { isDone: false };
    const built = build('second', 14).finally(() => (builder.isDone = true));
    const sources = new Set<string>();
    for (let number = 0; !builder.isDone || roadProcess() === before; number += 1) {
      await plant([
        [number % 9, 1],
        [5, number % 7],
        [8, 8],
      ]);
      for (const { source } of await Promise.all([suggest(), suggest()])) sources.add(source);
    }
    await built;
    expect([...sources]).toEqual(['region']);
    await vi.waitFor(() => expect(roadProcesses()).toHaveLength(1));
    expect(roadProcesses()).not.toContain(before);
  });

  test('it ends with the application, however that ends', async () => {
    await suggest();
    const known = roadProcess();
    process.kill(network.app.pid, 'SIGKILL');
    const isThere = () => {
      try {
        return process.kill(known, 0);
      } catch {
        return false;
      }
    };
    await vi.waitFor(() => expect(isThere()).toBe(false));
  });
});

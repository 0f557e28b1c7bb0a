/** `npm run region` makes a region beside a running application, which then uses it without a restart. */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { tileX, tileY } from '~/modules/region-builder/map-data';
import { client } from '../support/client';
import { grid, osmFile } from '../support/osm-file';
import { hasValhalla, regionMaker, VALHALLA } from '../support/region';
import { useNetwork } from '../support/use-network';
import { drawnIn } from '../support/vector-tile';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-region-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const network = useNetwork({ DATA_DIR: folder });
const driver = network.client('driver');
const admin = network.client('admin');

const { region, file } = regionMaker(folder, network);

const [WEST, SOUTH] = [-90, 40];
const streets = (size: number) =>
  osmFile(grid(size, [WEST, SOUTH]), { date: new Date('2026-03-01T00:00:00Z') });
const builds = () => readdirSync(join(folder, 'region')).filter((name) => /^\d/.test(name));
const current = () => readFileSync(join(folder, 'region/current'), 'utf8');
const tilePath = (id: string) =>
  `/tiles/${id}/14/${String(Math.floor(tileX(WEST + 0.002, 14)))}/${String(Math.floor(tileY(SOUTH + 0.002, 14)))}.mvt`;
const tile = (id: string) =>
  fetch(network.app.origin + tilePath(id), { headers: { Cookie: driver.cookie() } });
/** Returns how many streets the application draws; null when it does not serve this region. */
const drawnBy = async (id: string) => {
  const response = await tile(id);
  return response.status === 200 ? drawnIn(new Uint8Array(await response.arrayBuffer())).length : null;
};
const inUse = (id: string) => vi.waitFor(async () => expect(await drawnBy(id)).not.toBeNull());

test('a region is made, served to people who are signed in, and replaced while the application runs', async () => {
  const made = await region([file('north-shore-latest.osm.pbf', streets(8))]);
  expect(made).toMatchObject({ code: 0 });
  for (const line of [
    /takes about \d+ seconds, \d+ MB of memory/,
    /npm install --prefix .* @valhallajs\/valhallajs@/,
  ])
    expect(made.text).toMatch(line);
  expect(made.text).toMatch(/North Shore is in use now: map \d+ kB, no road times, streets as of 2026-03-01/);
  const first = current();
  await inUse(first);
  expect((await client(network.app.origin).get(tilePath(first))).status).toBe(401);
  const answer = await tile(first);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(
    (await fetch(`${network.app.origin}/tiles/${first}/14/1/1`, { headers: { Cookie: driver.cookie() } }))
      .status,
  ).toBe(204);
  expect(await drawnBy('20260101-000000-abcdef')).toBeNull();

  expect(await region([file('south.osm.pbf', streets(5))])).toMatchObject({ code: 0 });
  await inUse(current());
  // A browser that still shows the former region can go on.
  expect(await drawnBy(first)).toBe(16);
  expect(await drawnBy(current())).toBe(10);
  const page = await admin.get<string>('/settings/system');
  for (const text of ['South', 'Mar 1, 2026', '© OpenStreetMap contributors', 'Built in, with streets'])
    expect(page.body).toContain(text);
  expect(network.app.hasEnded()).toBe(false);
});

test('files that can not be used change nothing', async () => {
  const before = [current(), ...builds()];
  const good = streets(5);
  for (const [path, why] of [
    [file('cut.osm.pbf', good.subarray(0, -9)), "cut.osm.pbf can't be used: the file is cut short"],
    [join(folder, 'none.osm.pbf'), "none.osm.pbf can't be used: there is no such file"],
    [file('zstd.osm.pbf', osmFile(grid(5, [WEST, SOUTH]), { compression: 7 })), 'compressed with zstd'],
  ] as const) {
    const refused = await region([path]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.text).toContain(why);
  }
  expect([current(), ...builds()]).toEqual(before);
});

test('a build that is killed in the middle changes nothing, and leaves nothing that the next one does not clear', async () => {
  const before = [current(), ...builds()];
  const large = file('large.osm.pbf', streets(300));
  const pages: Promise<string>[] = [];
  const system = async () => (await admin.get<string>('/settings/system')).body;
  const killed = await region([large], {
    onText: (text, kill) => {
      if (!text.includes('Reading ways') || pages.length > 0) return;
      pages.push(system());
      void pages[0]?.finally(kill);
    },
  });
  expect(killed.text).not.toContain('is in use now');
  expect(await pages[0]).toContain('A region is being made.');
  expect(await system()).not.toContain('A region is being made.');
  expect([current(), ...builds()]).toEqual(before);
  expect(await region([file('next.osm.pbf', streets(4))])).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'region')).filter((name) => name.startsWith('unfinished'))).toEqual([]);
});

test('a former build is deleted when it was replaced an hour ago', async () => {
  const before = builds();
  expect(before.length).toBeGreaterThan(1);
  const last = current();
  const inThePast = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ['current', ...before]) utimesSync(join(folder, 'region', name), inThePast, inThePast);
  expect(await region([file('later.osm.pbf', streets(4))])).toMatchObject({ code: 0 });
  expect(builds().sort()).toEqual([last, current()].sort());
});

/** Returns the same map with a description that unpacks to 200 MB. */
function swollen(map: Buffer): Buffer {
  const layers = [{ id: 'roads' }, { id: 'water' }];
  const described = gzipSync(`${JSON.stringify({ vector_layers: layers })}${' '.repeat(200_000_000)}`);
  const file = Buffer.concat([map, described]);
  file.writeBigUInt64LE(BigInt(map.length), 24);
  file.writeBigUInt64LE(BigInt(described.length), 32);
  return file;
}

test('a ready-made map is used as it is, and another kind of tiles is refused', async () => {
  const map = join(folder, 'region', current(), 'tiles.pmtiles');
  const ready = await region([file('ready.pmtiles', readFileSync(map))]);
  expect(ready.text).toContain('Ready is in use now');
  expect(readFileSync(join(folder, 'region', current(), 'tiles.pmtiles'))).toEqual(readFileSync(map));
  // The file is a link, whose target somebody could replace later.
  const link = join(folder, 'linked.pmtiles');
  symlinkSync(map, link);
  expect((await region([link])).text).toContain('Linked is in use now');
  expect(lstatSync(join(folder, 'region', current(), 'tiles.pmtiles')).isFile()).toBe(true);
  const pictures = readFileSync(map);
  pictures.writeUInt8(2, 99);
  for (const [contents, why] of [
    [pictures, 'it contains pictures'],
    [readFileSync(map).subarray(0, -200), 'it is damaged or cut short'],
    [swollen(readFileSync(map)), 'it is damaged or cut short'],
  ] as const)
    expect((await region([file('other.pmtiles', contents)])).text).toContain(why);
});

test.skipIf(!hasValhalla)('with Valhalla, roads are built and connect the region', async () => {
  const made = await region([file('roads.osm.pbf', streets(12))], { valhalla: VALHALLA });
  expect(made.text).toMatch(/Checking roads[^]*Roads is in use now: map \d+ kB, roads \d+ kB/);
  const files = readdirSync(join(folder, 'region', current(), 'roads'), { recursive: true });
  expect(files.filter((name) => String(name).endsWith('.gph')).length).toBeGreaterThan(0);
  expect(files.filter((name) => /\.(bin|json|txt)$/.test(String(name)))).toEqual([]);

  const before = [current(), ...builds()];
  const closed = osmFile({
    nodes: [1, 2].map((id) => [id, WEST + id * 0.001, SOUTH]),
    ways: [[1, [1, 2], { highway: 'residential', access: 'no' }]],
  });
  const refused = await region([file('closed.osm.pbf', closed)], { valhalla: VALHALLA });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.text).toContain('Valhalla could not build the roads');
  expect([current(), ...builds()]).toEqual(before);
});

test('a region is taken away', async () => {
  const last = current();
  expect(await region(['--remove'])).toMatchObject({ code: 0 });
  await vi.waitFor(async () =>
    expect((await admin.get<string>('/settings/system')).body).toContain('No street map'),
  );
  expect((await admin.get<string>('/settings/system')).body).toContain('Built in, without streets');
  expect(builds()).toEqual([]);
  expect((await region(['--remove'])).text).toContain('There is no region.');
  expect([200, 404]).toContain((await tile(last)).status);
});

/** A demo shows the streets of its invented town until it has a region. Other installations never do. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEALERSHIPS } from 'db/demo/accounts';
import { tileX, tileY } from '~/modules/region-builder/map-data';
import { type MapSettings, streetTile } from '~/domain/geography/region/map-settings';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { startNetwork } from '../support/network';
import { grid, osmFile } from '../support/osm-file';
import { sessionOf } from '../support/people';
import { regionMaker } from '../support/region';
import { drawnIn } from '../support/vector-tile';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-demo-streets-'));
let database: TestDatabase;
let app: App;

const start = () => startApp({ databaseUrl: database.url, env: { DEMO_DATA: 'on', DATA_DIR: folder } });
const as = async (username: string) => client(app.origin, await sessionOf(database, username));
const streetsOf = async (person: Client) =>
  (await person.get<{ settings: MapSettings }>('/api/map')).body.settings.streets;
const streetsOnceThere = (person: Client) =>
  vi.waitFor(
    async () => {
      const streets = await streetsOf(person);
      if (!streets) throw new Error('There are no streets yet');
      return streets;
    },
    { interval: 100 },
  );
const current = () => readFileSync(join(folder, 'region/current'), 'utf8');

beforeAll(async () => {
  database = await createDatabase();
  app = await start();
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('a fresh demo has streets around its places, without an author, and leads admins to their own region', async () => {
  const [dispatcher, admin] = [await as('dispatcher'), await as('admin')];
  const streets = await streetsOnceThere(dispatcher);
  expect(streets).toMatchObject({ attribution: '', invented: { addRegionAt: null } });
  expect((await streetsOf(admin))?.invented).toEqual({ addRegionAt: '/settings/system' });
  for (const { longitude, latitude } of DEALERSHIPS) {
    const [x, y] = [tileX(Number(longitude), 14), tileY(Number(latitude), 14)].map(Math.floor);
    const response = await fetch(app.origin + streetTile(streets.id, 14, x ?? 0, y ?? 0), {
      headers: { Cookie: dispatcher.cookie() },
    });
    expect(response.status).toBe(200);
    const drawn = drawnIn(new Uint8Array(await response.arrayBuffer()));
    expect(drawn.filter(({ layer }) => layer === 'roads').length).toBeGreaterThan(5);
  }
  const page = (await admin.get<string>('/settings/system')).body;
  expect(page).toContain('Invented streets of the demo');
  expect(page).not.toContain('OpenStreetMap');
});

test('the next start uses the same streets', async () => {
  const before = current();
  await app.stop();
  app = await start();
  expect((await streetsOf(await as('dispatcher')))?.id).toBe(before);
});

test('an installation that is no demo does not use them, even with the same DATA_DIR', async () => {
  const network = await startNetwork({ DATA_DIR: folder });
  expect(await streetsOf(await network.as('dispatcher'))).toBeNull();
  await network.close();
});

test('without the people of the demo it is no demo any more', async () => {
  await app.stop();
  await database.rows("update users set email = username || '@example.com'");
  app = await start();
  expect(await streetsOf(await as('dispatcher'))).toBeNull();
  await app.stop();
  await database.rows(
    "update users set email = username || '@parts-dispatch.example' where username = 'driver'",
  );
  app = await start();
  expect((await streetsOf(await as('dispatcher')))?.invented).toBeDefined();
});

test('a region replaces them', async () => {
  const dispatcher = await as('dispatcher');
  const { region, file } = regionMaker(folder, { database });
  const made = await region([file('own.osm.pbf', osmFile(grid(8, [-94.6, 39])))]);
  expect(made, made.text).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect((await streetsOf(dispatcher))?.id).toBe(current()), {
    timeout: 20_000,
  });
  const streets = await streetsOf(dispatcher);
  expect(streets?.attribution).toBe('© OpenStreetMap contributors');
  expect(streets?.invented).toBeUndefined();
});

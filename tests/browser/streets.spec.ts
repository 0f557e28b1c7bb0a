/** The map shows the streets of a region under the stops. */
import type { Browser, Page } from '@playwright/test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../support/app';
import { expect, expectAccessible, newContext, test } from '../support/browser';
import { createDatabase } from '../support/database';
import { delivery, make } from '../support/factories';
import { namesOnMap } from '../support/map-names';
import type { Network } from '../support/network';
import { grid, osmFile } from '../support/osm-file';
import { sessionOf } from '../support/people';
import { regionMaker } from '../support/region';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-streets-'));
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const [WEST, SOUTH, SIZE] = [-90, 40, 14];
const MIDDLE = { latitude: String(SOUTH + SIZE / 2_000), longitude: String(WEST + SIZE / 2_000) };
const LOST = 'Map tiles unavailable – stops are still shown';

/** Builds a region. Another size gives another build. */
async function makeRegion(network: Network, size = SIZE): Promise<string> {
  const { region, file } = regionMaker(folder, network);
  const made = await region([file(`streets-${String(size)}.osm.pbf`, osmFile(grid(size, [WEST, SOUTH])))]);
  expect(made, made.text).toMatchObject({ code: 0 });
  return readFileSync(join(folder, 'region/current'), 'utf8');
}

/** Opens a dispatcher's page of an instance that has the region, with one stop in its middle. */
async function openPage(network: Network, browser: Browser): Promise<{ page: Page; tiles: string[] }> {
  const dispatcher = await network.as('dispatcher');
  await network.database.rows('delete from tasks');
  await make(dispatcher, delivery({ location: 'Corner Garage', driver_id: network.ids.driver, ...MIDDLE }));
  const app = await network.another({ DATA_DIR: folder });
  const context = await newContext(browser, { ...network, app });
  const [name = '', value = ''] = dispatcher.cookie().split('=');
  await context.addCookies([{ name, value, url: app.origin }]);
  const page = await context.newPage();
  const tiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/tiles/')) tiles.push(request.url());
  });
  return { page, tiles };
}

const stop = (page: Page) => page.getByRole('button', { name: /Corner Garage/ });

type Rgb = [red: number, green: number, blue: number];
/** The palette's amber over white, and over the dark surface. */
const MAJOR_ROAD: Record<'light' | 'dark', Rgb> = { light: [220, 206, 179], dark: [107, 91, 58] };

/** Counts the pixels of the street map with this color. */
const painted = (page: Page, color: Rgb) =>
  page.evaluate((wanted) => {
    let count = 0;
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.streets canvas')) {
      if (canvas.width === 0) continue;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      for (let at = 0; data && at < data.length; at += 4)
        if (wanted.every((part, i) => Math.abs(part - (data[at + i] ?? 0)) <= 2)) count += 1;
    }
    return count;
  }, color);

const expectPainted = (page: Page, theme: 'light' | 'dark') =>
  expect.poll(() => painted(page, MAJOR_ROAD[theme])).toBeGreaterThan(500);

test('streets and their names are under the stops, in the colors of the theme, with their credit @long', async ({
  browser,
  network,
}) => {
  const id = await makeRegion(network);
  const { page, tiles } = await openPage(network, browser);
  // A canvas has no readable text, so the script records each drawn text.
  await page.addInitScript({
    content: `
      window.names = new Set();
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
        names.add(text);
        fillText.call(this, text, ...at);
      };`,
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dispatcher');
  await expect(stop(page)).toBeVisible();
  await expectPainted(page, 'light');
  const names = () => page.evaluate(() => [...(window as unknown as { names: Set<string> }).names]);
  await expect.poll(names).toContain('Avenue 6');
  // Names of small streets appear only when the map is zoomed in. The test does not depend on which of them have room.
  const small = async () => (await names()).filter((name) => name.startsWith('Street'));
  expect(await small()).toEqual([]);
  for (let times = 0; times < 2; times += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await small()).length).toBeGreaterThan(1);
  expect(tiles.every((url) => url.includes(`/tiles/${id}/`))).toBe(true);
  await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible();
  await expectAccessible(page);

  await page.emulateMedia({ colorScheme: 'dark' });
  await expectPainted(page, 'dark');
  await expect.poll(() => painted(page, MAJOR_ROAD.light)).toBe(0);
  // A printed map is light and shows the credit as well.
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expectPainted(page, 'light');
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible();
});

test('a lost tile is told, and fetched again @long', async ({ browser, network }) => {
  await makeRegion(network);
  const { page, tiles } = await openPage(network, browser);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.route('**/tiles/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Sign in' }));
  await page.goto('/dispatcher');
  await expect(page.getByText(LOST)).toBeVisible();
  await expect(stop(page)).toBeVisible();
  expect(await painted(page, MAJOR_ROAD.light)).toBe(0);
  const before = tiles.length;
  await expect.poll(() => tiles.length).toBeGreaterThan(before);
  await page.unroute('**/tiles/**');
  await expectPainted(page, 'light');
  await expect(page.getByText(LOST)).toBeHidden();
});

test('a region that is made, replaced and removed reaches a page that is open @long', async ({
  browser,
  network,
}) => {
  await regionMaker(folder, network).region(['--remove']);
  const { page, tiles } = await openPage(network, browser);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dispatcher');
  const borders = page.locator('.borders path[d^=M]').first();
  await expect(borders).toBeAttached();
  await expect(stop(page)).toBeVisible();
  expect(tiles).toEqual([]);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  for (const size of [SIZE, SIZE + 2]) {
    const id = await makeRegion(network, size);
    await expect.poll(() => tiles.some((url) => url.includes(`/tiles/${id}/`))).toBe(true);
    await expectPainted(page, 'light');
  }
  await regionMaker(folder, network).region(['--remove']);
  await expect(page.locator('.streets canvas')).toHaveCount(0);
  await expect(stop(page)).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('the demo names its streets as invented, and leads only those who can add a region to its page @long', async ({
  browser,
}) => {
  const database = await createDatabase();
  const app = await startApp({
    databaseUrl: database.url,
    env: { DEMO_DATA: 'on', DATA_DIR: join(folder, 'demo') },
  });
  for (const who of ['dispatcher', 'admin'] as const) {
    const context = await browser.newContext({ baseURL: app.origin, colorScheme: 'light' });
    const [name = '', value = ''] = (await sessionOf(database, who)).split('=');
    await context.addCookies([{ name, value, url: app.origin }]);
    const page = await context.newPage();
    await page.goto('/dispatcher');
    // A page that is open when the streets are ready shows them as well.
    await expectPainted(page, 'light');
    await expect(page.getByText('Invented streets.')).toBeVisible();
    // The invented town has seventeen names. They make room for the pins.
    await expect.poll(async () => (await namesOnMap(page)).shown.length).toBeGreaterThan(8);
    await expect.poll(async () => (await namesOnMap(page)).covering).toEqual([]);
    await expect(page.getByText('OpenStreetMap')).toHaveCount(0);
    const link = page.getByRole('link', { name: 'Add your region' });
    await expectAccessible(page);
    if (who === 'dispatcher') await expect(link).toHaveCount(0);
    else {
      await link.click();
      await expect(page.getByText(/Add your region on the server/)).toBeVisible();
    }
    await context.close();
  }
  await app.stop();
  await database.drop();
});

/** Measures panning and zooming a map of 500 stops on an old PC, with and without streets. `npm run bench -- --map-frames` */
import type { Browser, Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '../support/app';
import { grid, osmFile } from '../support/osm-file';
import { regionMaker } from '../support/region';
import { makeBed, type Bed } from './bed';
import { report, row } from './report';
import { contextOf, cookieOf, openChromium, SLOWER } from './slow-browser';

const [WEST, SOUTH] = [-94.62, 39.05];
/** Streets 100 m apart, as in a city's center, cover everything that is shown. */
const STREETS = 120;
const [ACROSS, DOWN] = [25, 20];
/** The stops are so far apart that the measured zoom level shows each by itself. */
const APART = { lng: 0.0036, lat: 0.0028 };
const MOVES = 90;
const STEP_PIXELS = 8;
const QUIET_MS = 1_500;
const MINUTES_10 = 600_000;

let browser: Browser;
let bed: Bed;
let withStreets: App;
/** The id of the stop in the middle. */
let middle = 0;
const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-bench-'));

beforeAll(async () => {
  browser = await openChromium();
  bed = await makeBed({ drivers: 10, tasks: ACROSS * DOWN });
  await bed.database.rows(
    `update tasks set latitude = ($1::float + (n / $3::int) * $4::float)::text, longitude = ($2::float + (n % $3::int) * $5::float)::text
     from (select id as task, row_number() over (order by id) - 1 as n from tasks) numbered where task = id`,
    [SOUTH + 0.03, WEST + 0.015, ACROSS, APART.lat, APART.lng],
  );
  const [inMiddle] = await bed.database.rows<{ id: number }>(
    'select id from tasks order by id offset $1 limit 1',
    [ACROSS * Math.floor(DOWN / 2) + Math.floor(ACROSS / 2)],
  );
  middle = inMiddle?.id ?? 0;
  const { region, file } = regionMaker(folder, bed);
  const made = await region([file('bench.osm.pbf', osmFile(grid(STREETS, [WEST, SOUTH])))]);
  if (made.code !== 0) throw new Error(made.text);
  withStreets = await startApp({ databaseUrl: bed.database.url, env: { DATA_DIR: folder } });
}, MINUTES_10);
afterAll(async () => {
  await browser.close();
  await withStreets.stop();
  await bed.close();
  rmSync(folder, { recursive: true });
});

/** Runs in the page. Records the times of the frames and of the last painted tile. */
function observe(): void {
  const frames: number[] = [];
  const seen = { frames, paintedAt: 0 };
  Object.assign(window, { seen });
  const next = (at: number) => {
    frames.push(at);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  // A canvas that is painted again has its width set.
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target instanceof Element && target.closest('.leaflet-tile-pane')))
      seen.paintedAt = performance.now();
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['width', 'class'] });
}

type Seen = { frames: number[]; paintedAt: number };
const seenBy = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
const now = (page: Page) => page.evaluate(() => performance.now());

/**
 * Waits until no tile has been painted for a while.
 * @returns the time of the last one.
 */
async function painted(page: Page): Promise<number> {
  await page.waitForFunction(
    (quiet) => performance.now() - (window as unknown as { seen: Seen }).seen.paintedAt > quiet,
    QUIET_MS,
  );
  return (await seenBy(page)).paintedAt;
}

async function measure({ origin }: App) {
  const context = await contextOf(browser, origin, await cookieOf(origin, 'dispatcher'), false);
  const page = await context.newPage();
  await page.addInitScript(observe);
  // Without streets the map uses half zoom levels to show everything. Both maps show one stop at the same level.
  await page.goto(`/dispatcher?stop=${String(middle)}`);
  const map = page.getByRole('region', { name: 'Map of stops' });
  await map.waitFor();
  await painted(page);
  const zoomIn = map.getByRole('button', { name: 'Zoom in' });
  const markers = await map.locator('.leaflet-marker-icon').count();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const box = await map.boundingBox();
  if (!box) throw new Error('There is no map');
  const [x, y] = [box.x + box.width / 2 + 17, box.y + box.height / 2 + 17];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = (await seenBy(page)).frames.length;
  for (let i = 1; i <= MOVES; i += 1) {
    // The map moves there and back, so that new tiles appear and the stops stay in view.
    const turned = MOVES / 2 - Math.abs(i - MOVES / 2);
    await page.mouse.move(x - turned * STEP_PIXELS, y);
  }
  const { frames } = await seenBy(page);
  await page.mouse.up();
  const lengths = frames
    .slice(before)
    .flatMap((at, i, all) => (i === 0 ? [] : [at - (all[i - 1] ?? at)]))
    .sort((one, other) => one - other);
  await painted(page);
  const from = await now(page);
  await zoomIn.click();
  const zoomed = (await painted(page)) - from;
  await context.close();
  const share = (part: number) => lengths[Math.floor(part * (lengths.length - 1))] ?? NaN;
  return { p50: share(0.5), p95: share(0.95), zoomed, markers };
}

test('frames of the map', { timeout: MINUTES_10 }, async () => {
  const floor = await measure(bed.app);
  const ours = await measure(withStreets);
  // Markers at the edge may differ by one.
  expect(Math.abs(floor.markers - ours.markers), 'other markers are in sight').toBeLessThan(3);
  for (const [name, { p50, p95, zoomed, markers }] of Object.entries({ floor, ours }))
    report(`map, ${name === 'floor' ? 'without streets' : 'with streets'}`, {
      'p50 ms': p50,
      'p95 ms': p95,
      'zoom step ms': zoomed,
      markers,
    });
  row('a frame while panning 500 stops, p50', { unit: 'ms', ours: ours.p50, floor: floor.p50, goal: '≤ 50' });
  row('a frame while panning 500 stops, p95', {
    unit: 'ms',
    ours: ours.p95,
    floor: floor.p95,
    goal: '≤ 100',
  });
  row('a zoom step until the last name', {
    unit: 'ms',
    ours: ours.zoomed,
    floor: floor.zoomed,
    goal: '≤ 3000',
  });
});

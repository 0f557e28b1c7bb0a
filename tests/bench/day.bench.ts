/** Measures a large network's day: 40 drivers, 3,000 active tasks, 100,000 archived ones, 50,000 accounts. `npm run bench -- --day` */
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { App } from '../support/app';
import { liveStatus } from '../support/browser';
import type { Client } from '../support/client';
import { plantArchive } from './archive';
import { driverName, makeBed, type Bed } from './bed';
import { percentile } from './load';
import { report } from './report';

const DRIVERS = 40;
const ACTIVE = 3_000;
const ARCHIVED = 100_000;
const PER_DAY = 1_000;
const ACCOUNTS = 50_000;
const SLOWER = 6;

let bed: Bed;
let app: App;
let dispatcher: Client;

beforeAll(async () => {
  bed = await makeBed({ drivers: DRIVERS, tasks: ACTIVE, accounts: ACCOUNTS }, async ({ url }) => {
    await plantArchive(url, { rows: ARCHIVED, perDay: PER_DAY, drivers: DRIVERS });
  });
  ({ app, dispatcher } = bed);
});
afterAll(() => bed.close());

async function times(path: string, count = 15): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const from = performance.now();
    const { status } = await dispatcher.get(path);
    if (status !== 200) throw new Error(`${path}: ${String(status)}`);
    taken.push(performance.now() - from);
  }
  return taken;
}

test('finding anything among 103,000 tasks; suggestions among 50,000 accounts', async () => {
  const searches = {
    'an invoice': 'inv-54321',
    'a common word': 'kansas',
    'a driver': 'moreau',
    'an account': 'muffler works 12',
    'nothing at all': 'qqqqzz',
  };
  for (const [what, text] of Object.entries(searches)) {
    const taken = await times(`/api/tasks/find?q=${encodeURIComponent(text)}`);
    report(`finding ${what}`, {
      'median ms': percentile(taken, 0.5),
      'slowest ms': Math.max(...taken),
    });
  }
  const suggestions = await times('/api/accounts?search=muffler%20works%204&limit=8', 40);
  report('account suggestions', {
    'median ms': percentile(suggestions, 0.5),
    'slowest ms': Math.max(...suggestions),
  });
});

/** Adds up the parts of tasks on the main thread that go beyond 50 ms. */
const COUNT_BLOCKING = () => {
  const counted = { total: 0, longest: 0 };
  Object.assign(window, { counted });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      counted.total += Math.max(0, duration - 50);
      counted.longest = Math.max(counted.longest, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
};

const blocking = (page: Page) =>
  page.evaluate(() => {
    const { counted } = window as unknown as { counted: { total: number; longest: number } };
    const seen = { ...counted };
    counted.total = 0;
    counted.longest = 0;
    return seen;
  });

test(`the board in a browser whose processor is ${String(SLOWER)} times slower`, async () => {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const context = await browser.newContext({ baseURL: app.origin, viewport: { width: 1366, height: 768 } });
  const [name = '', value = ''] = dispatcher.cookie().split('=');
  await context.addCookies([{ name, value, url: app.origin }]);
  const page = await context.newPage();
  await page.addInitScript(COUNT_BLOCKING);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await devtools.send('Performance.enable');
  const startedAt = performance.now();
  await page.goto('/dispatcher', { waitUntil: 'commit' });
  await page.getByRole('link', { name: driverName(0) }).waitFor();
  const rowsMs = performance.now() - startedAt;
  await liveStatus(page).waitFor();
  const usableMs = performance.now() - startedAt;
  await page.locator('.leaflet-marker-icon, [data-marker]').first().waitFor();
  const mapMs = performance.now() - startedAt;
  const start = await blocking(page);
  report('3,000 tasks: rows, usable, map', {
    'rows ms': rowsMs,
    'usable ms': usableMs,
    'map ms': mapMs,
    'blocked ms': start.total,
  });

  const delays: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const { body } = await dispatcher.post<{ id: number }>('/api/tasks', {
      type: 'delivery',
      location: `Arrival ${String(i)}`,
      invoice_number: 'INV-1',
      priority: 'urgent',
      driver_id: null,
      latitude: 39.1,
      longitude: -94.5,
    });
    const unassigned = page.locator('[data-driver-id="unassigned"]');
    const from = performance.now();
    await unassigned.getByText(new RegExp(`^${String(i + 1)} open`)).waitFor();
    delays.push(performance.now() - from);
    if (!body.id) throw new Error('not created');
  }
  const change = await blocking(page);
  report('one incoming change, until it is shown', {
    'median ms': percentile(delays, 0.5),
    'p95 ms': percentile(delays, 0.95),
    'longest task ms': change.longest,
  });

  const opening: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const from = performance.now();
    await page.getByRole('link', { name: new RegExp(driverName(i)) }).click();
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: driverName(i) })
      .waitFor();
    opening.push(performance.now() - from);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  report("opening a driver's 75 tasks", { 'median ms': percentile(opening, 0.5) });
  const heap = await devtools.send('Performance.getMetrics');
  const used = heap.metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? NaN;
  report('memory of the page', { MB: used / 1_048_576 });
  await browser.close();
});

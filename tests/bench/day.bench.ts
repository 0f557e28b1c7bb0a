/** A large network's day: 40 drivers, 3,000 active tasks, 100,000 archived ones, 50,000 accounts. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase } from '../support/database';
import { addPeople } from '../support/people';
import { percentile, report } from './load';

const DRIVERS = 40;
const ACTIVE = 3_000;
const ARCHIVED = 100_000;
const ACCOUNTS = 50_000;
const SLOWER = 6;

let app: App;
let dispatcher: Client;
let database: Awaited<ReturnType<typeof createDatabase>>;

const FIRST = ['Alma', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal'];
const LAST = ['Reyes', 'Tanner', 'Moreau', 'Nguyen', 'Lindqvist'];
const nameOf = (i: number) => `${FIRST[i % FIRST.length] ?? ''} ${LAST[i % LAST.length] ?? ''} ${String(i)}`;

beforeAll(async () => {
  database = await createDatabase();
  await addPeople(database.url, [
    { username: 'dispatcher', name: 'Dana Dispatcher', roles: ['dispatcher'] },
    ...Array.from({ length: DRIVERS }, (_, i) => ({
      username: `driver${String(i)}`,
      name: nameOf(i),
      roles: ['driver'],
    })),
  ]);
  const drivers = `(select id, row_number() over (order by id) - 1 as i from users where 'driver' = any(roles)) d`;
  const fields = `type, location, address, invoice_number, status, driver_id, latitude, longitude, geo_precision, created_by, last_modifier_id`;
  const values = `'delivery', (array['Brake','Glass','Tire','Muffler','Paint'])[1 + n % 5] || ' Works ' || n % 2500,
    (100 + n) || ' ' || (array['Main','Oak','Troost','Wornall'])[1 + n % 4] || ' Street, Kansas City, MO 64105', 'INV-' || n`;
  const place = `(38.8 + (n % 61) / 100.0)::text, (-94.9 + (n % 47) / 100.0)::text, 'exact', 1, 1`;
  await database.rows(
    `insert into tasks (${fields}, order_index)
     select ${values}, 'pending', d.id, ${place}, n / ${String(DRIVERS)}
     from generate_series(0, ${String(ACTIVE - 1)}) n join ${drivers} on d.i = n % ${String(DRIVERS)}`,
  );
  await database.rows(
    `insert into tasks (${fields}, archived, completed_at)
     select ${values}, 'completed', d.id, ${place}, true, now() - n * interval '3 minutes'
     from generate_series(${String(ACTIVE)}, ${String(ACTIVE + ARCHIVED - 1)}) n join ${drivers} on d.i = n % ${String(DRIVERS)}`,
  );
  await database.rows(
    `insert into accounts (name, account_type)
     select (array['Brake','Glass','Tire','Muffler','Paint'])[1 + n % 5] || ' Works ' || n, 'shop'
     from generate_series(1, ${String(ACCOUNTS)}) n`,
  );
  await database.rows('vacuum analyze');
  app = await startApp({ databaseUrl: database.url });
  dispatcher = client(app.origin);
  await dispatcher.signIn('dispatcher');
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

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

/** Counts the time that the main thread is not there for the person, beyond 50 ms at a stretch. */
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
  await page.getByRole('link', { name: nameOf(0) }).waitFor();
  const rowsMs = performance.now() - startedAt;
  await page.getByText('Live', { exact: true }).waitFor();
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
    const unassigned = page.getByRole('link', { name: /^Unassigned/ });
    const from = performance.now();
    await unassigned
      .getByText(String(i + 1), { exact: true })
      .first()
      .waitFor();
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
    await page.getByRole('link', { name: new RegExp(nameOf(i)) }).click();
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: nameOf(i) })
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

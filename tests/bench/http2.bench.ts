/** Compares HTTP/2 with HTTP/1.1, both over TLS, on lines with different round trips. `npm run bench -- --http2` */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type App } from '../support/app';
import { sessionOf } from '../support/people';
import { makeCertificate } from '../support/tls';
import { makeBed, type Bed } from './bed';
import { median } from './load';
import { report, row } from './report';
import { answers, contextOf, openChromium } from './slow-browser';
import { startSlowLine, type SlowLine } from './slow-line';

const SIZE = { drivers: 8, tasks: 300 };
const LINE = { down: 1_600_000, up: 800_000 };
const ROUND_TRIPS_MS = [0, 50, 200];
const ROUNDS = 7;
const SETTLED_MS = 1_000;
const MINUTES_10 = 600_000;

const SCREENS = [
  { path: '/dispatcher', username: 'dispatcher', phone: false },
  { path: '/driver', username: 'driver0', phone: true },
];

type Protocol = 'http/1.1' | 'h2';
const PROTOCOLS: Protocol[] = ['http/1.1', 'h2'];

const made = makeCertificate();
let bed: Bed;
let app: App;
let line: SlowLine;
const browsers = new Map<Protocol, Browser>();

beforeAll(async () => {
  bed = await makeBed(SIZE);
  app = await startApp({ databaseUrl: bed.database.url, env: made.env });
  line = await startSlowLine(app.origin, LINE);
  // Chromium caches nothing from a server whose certificate it does not trust.
  const key = new X509Certificate(readFileSync(made.cert)).publicKey.export({ type: 'spki', format: 'der' });
  const trusted = `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
  browsers.set('http/1.1', await openChromium([trusted, '--disable-http2']));
  browsers.set('h2', await openChromium([trusted]));
}, MINUTES_10);
afterAll(async () => {
  for (const browser of browsers.values()) await browser.close();
  await line.close();
  await app.stop();
  await bed.close();
  rmSync(made.data, { recursive: true });
});

type Visit = { paint: number; usable: number; connections: number };

/** @throws if the page came by another protocol. */
async function visit(context: BrowserContext, path: string, protocol: Protocol): Promise<[Page, Visit]> {
  const page = await context.newPage();
  const before = line.opened();
  const from = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await answers(page);
  const usable = performance.now() - from;
  const connections = line.opened() - before;
  const { paint, spoken } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    spoken: performance
      .getEntriesByType('resource')
      .flatMap((entry) => (entry as PerformanceResourceTiming).nextHopProtocol || []),
  }));
  if (spoken.some((each) => each !== protocol)) throw new Error(`${protocol}: ${spoken.join(', ')}`);
  return [page, { paint, usable, connections }];
}

/** The first visit of a browser, and a later one with files in its cache and without open connections. */
async function visits(
  { path, phone }: (typeof SCREENS)[number],
  cookie: string,
  protocol: Protocol,
): Promise<{ first: Visit; later: Visit }> {
  const browser = browsers.get(protocol);
  if (!browser) throw new Error(`There is no browser for ${protocol}`);
  const context = await contextOf(browser, line.origin, cookie, phone);
  const [page, first] = await visit(context, path, protocol);
  await page.waitForLoadState('load');
  if (phone) await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForTimeout(SETTLED_MS);
  await page.close();
  line.cut();
  const [, later] = await visit(context, path, protocol);
  await context.close();
  line.cut();
  return { first, later };
}

const cases = ROUND_TRIPS_MS.flatMap((ms) => SCREENS.map((screen) => ({ ms, ...screen })));

test.each(cases)(
  '$path, $ms ms',
  async ({ ms, ...screen }) => {
    line.setRoundTrip(ms);
    const session = await sessionOf(bed.database, screen.username);
    const found = new Map(PROTOCOLS.map((protocol) => [protocol, [] as { first: Visit; later: Visit }[]]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const protocol of round % 2 === 0 ? PROTOCOLS : [...PROTOCOLS].reverse())
        found.get(protocol)?.push(await visits(screen, `__Host-${session}`, protocol));
    }
    for (const which of ['first', 'later'] as const) {
      const what = `${screen.path}, ${which} visit, round trip ${String(ms)} ms`;
      const middle = (protocol: Protocol, name: keyof Visit) =>
        median((found.get(protocol) ?? []).map((each) => each[which][name]));
      for (const protocol of PROTOCOLS) {
        report(`${what}, ${protocol}`, {
          'first paint ms': middle(protocol, 'paint'),
          'usable ms': middle(protocol, 'usable'),
          connections: middle(protocol, 'connections'),
        });
      }
      row(`${what}, until it answers, by HTTP/2`, {
        unit: 'ms',
        ours: middle('h2', 'usable'),
        floor: middle('http/1.1', 'usable'),
        goal: '≤ 0.9×',
      });
    }
  },
  MINUTES_10,
);

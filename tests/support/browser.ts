/** Pages as people use them. Each test file has its own running network. */
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { endParked, startNetwork, type Network } from './network';
import { slowed, waitLimit } from './slowness';

export { expect };

type PersonOptions = {
  phone?: boolean;
  javaScript?: boolean;
  /** With false, all files come over the network, where a test can delay them. */
  serviceWorker?: boolean;
  /** The language that the browser asks for. */
  locale?: string;
  /** Another instance than the network's own. */
  origin?: string;
};

type Fixtures = {
  network: Network;
  /** Opens a browser in which this person is signed in. Each call is another device. */
  open: (username: string, options?: PersonOptions) => Promise<Page>;
};

/** A worker runs the files in sequence. Each file begins with a new network. */
type WorkerState = { file?: string; network?: Network };

type Tidy = {
  /** Closes open pages and further instances after a test, because they would keep working during the next one. */ tidy: undefined;
};

export const test = base.extend<Fixtures & Tidy, { worker: WorkerState }>({
  worker: [
    async ({}, use) => {
      const worker: WorkerState = {};
      await use(worker);
      await worker.network?.close();
      await endParked();
    },
    { scope: 'worker', timeout: waitLimit(120_000) },
  ],
  network: async ({ worker }, use, { file }) => {
    if (!worker.network || worker.file !== file) {
      await worker.network?.close();
      worker.network = await startNetwork();
      worker.file = file;
    }
    await use(worker.network);
  },
  tidy: [
    async ({ browser, worker }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
      await worker.network?.stopOthers();
    },
    { auto: true },
  ],
  open: async ({ browser, network }, use) => {
    await use(async (username, options = {}) => {
      const context = await newContext(browser, network, options);
      const client = await network.as(username);
      const [name = '', value = ''] = client.cookie().split('=');
      await context.addCookies([{ name, value, url: options.origin ?? network.app.origin }]);
      return context.newPage();
    });
  },
});

/** The initials in the header, which open the menu with the username, Settings and Logout. */
export const accountMenu = (page: Page) => page.getByRole('banner').locator('summary');

export async function newContext(
  browser: Browser,
  network: Network,
  { phone, javaScript = true, serviceWorker = true, locale = 'en-US', origin }: PersonOptions = {},
) {
  const context = await browser.newContext({
    baseURL: origin ?? network.app.origin,
    javaScriptEnabled: javaScript,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    viewport: phone ? { width: 390, height: 844 } : { width: 1366, height: 768 },
    hasTouch: phone ?? false,
    timezoneId: 'America/Chicago',
    locale,
  });
  await context.addInitScript(keepMessages, [MESSAGE_MS, slowed(MESSAGE_MS)] as const);
  return context;
}

/** The time that the pages show a message. */
const MESSAGE_MS = 5_000;

/** On a slow machine messages stay as much longer, so that a test still sees them. */
function keepMessages([stays, staysHere]: readonly [number, number]): void {
  const wait = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (work: TimerHandler, ms?: number, ...given: unknown[]) =>
      wait(work, ms === stays ? staysHere : ms, ...given),
  });
}

/** The minified source is half as long as `axe.source`. Every checked page loads it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * Expects no violation of WCAG 2.2 A and AA that axe can find.
 * @param within CSS of the part to check, when the rest of the page is checked elsewhere.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const problems = await page.evaluate(
    async ([runOnly, part]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part ?? document, {
        runOnly,
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    [TAGS, within] as const,
  );
  expect(problems, page.url()).toEqual([]);
}

/** Collects the page's console messages, except those about error answers. */
export function errorsOf(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  return messages;
}

/** Finds the connection's state in the header, because a page may contain the same word in its text. */
export const liveStatus = (page: Page) =>
  page.locator('header [role="status"]').filter({ has: page.locator('[data-line="live"]') });

/**
 * Holds the page's requests for these addresses until the returned function is called. Requests of the service worker
 * are not held, so open the page without it.
 * @param method holds those with this method only.
 */
export async function holdRequests(
  page: Page,
  addresses: string | RegExp,
  method?: string,
): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(addresses, async (route) => {
    if (method === undefined || route.request().method() === method) await held;
    // The page may have canceled the request, or be closed.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  try {
    await expect(liveStatus(page)).toHaveText('Live');
  } catch (cause) {
    // CI keeps no pictures. The text shows whether this is another page, or one without JavaScript yet.
    throw new Error(`${page.url()} shows: ${await page.locator('body').innerText()}`, { cause });
  }
}

/** Finds the link that opens a one-line stop of the driver's route. */
export const openStop = (page: Page, location: string) =>
  page.getByRole('listitem').locator('summary', { hasText: location }).click();

/** Draws a line that is accepted as a signature. @param name the pad's name in the language of the page. */
export async function drawSignature(page: Page, name = 'Signature drawing area'): Promise<void> {
  const pad = page.getByLabel(name);
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no pad');
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 12; i += 1) {
    await page.mouse.move(box.x + 30 + i * 20, box.y + box.height / 2 + (i % 2 ? -25 : 25), { steps: 2 });
  }
  await page.mouse.up();
}

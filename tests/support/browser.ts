/** Pages as people use them: each test file has a running network of its own. */
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { endParked, startNetwork, type Network } from './network';

export { expect };

type PersonOptions = {
  phone?: boolean;
  javaScript?: boolean;
  /** False: all files come by the network, where a test can hold them up. */
  serviceWorker?: boolean;
};

type Fixtures = {
  network: Network;
  /** A browser in which this person is signed in. Another call is another device. */
  open: (username: string, options?: PersonOptions) => Promise<Page>;
};

/** A worker runs one file after the other; each begins with a network in which nothing has happened yet. */
type WorkerState = { file?: string; network?: Network };

type Tidy = {
  /** After a test: pages left open, and further instances, would work on beside the next. */ tidy: undefined;
};

export const test = base.extend<Fixtures & Tidy, { worker: WorkerState }>({
  worker: [
    async ({}, use) => {
      const worker: WorkerState = {};
      await use(worker);
      await worker.network?.close();
      await endParked();
    },
    { scope: 'worker', timeout: 120_000 },
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
      await context.addCookies([{ name, value, url: network.app.origin }]);
      return context.newPage();
    });
  },
});

export async function newContext(
  browser: Browser,
  network: Network,
  { phone, javaScript = true, serviceWorker = true }: PersonOptions = {},
) {
  return browser.newContext({
    baseURL: network.app.origin,
    javaScriptEnabled: javaScript,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    viewport: phone ? { width: 390, height: 844 } : { width: 1366, height: 768 },
    hasTouch: phone ?? false,
    timezoneId: 'America/Chicago',
    locale: 'en-US',
  });
}

/** Half as long as `axe.source`, and read anew by every page that is checked. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * No violation of WCAG 2.2 A and AA that axe can see.
 * @param within CSS of the part that is new; what is around it is checked elsewhere.
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

/** What the page reports to its console, besides answers that are errors themselves. */
export function errorsOf(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  return messages;
}

/** The header's word for the connection. A page may contain the same word in its text. */
export const liveStatus = (page: Page) =>
  page.locator('header [role="status"]').filter({ has: page.locator('[data-line="live"]') });

/**
 * Requests of the page for these addresses wait until the returned function is called. The service worker sends requests
 * of its own, which do not: open the page without it.
 */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(addresses, async (route) => {
    await held;
    // The page may have given it up, or be closed.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Waits until JavaScript has taken the page over. */
export async function hydrated(page: Page): Promise<void> {
  try {
    await expect(liveStatus(page)).toHaveText('Live');
  } catch (cause) {
    // CI keeps no pictures: the text says whether the page is another one, or has no JavaScript yet.
    throw new Error(`${page.url()} shows: ${await page.locator('body').innerText()}`, { cause });
  }
}

/** Opens a stop of the driver's route that is shown in one line. */
export const openStop = (page: Page, location: string) =>
  page.getByRole('listitem').locator('summary', { hasText: location }).click();

/** Draws something that passes for a signature. */
export async function drawSignature(page: Page): Promise<void> {
  const pad = page.getByLabel('Signature drawing area');
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no pad');
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 12; i += 1) {
    await page.mouse.move(box.x + 30 + i * 20, box.y + box.height / 2 + (i % 2 ? -25 : 25), { steps: 2 });
  }
  await page.mouse.up();
}

/** Makes Chromium as slow as an old office PC or a phone on a bad line, and measures pages in it. */
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { liveStatus } from '../support/browser';
import { client } from '../support/client';

export const SLOWER = 6;

/** The names are those of Chromium's own tools. Latency is in milliseconds a request, throughput in kbit/s. */
export const LINES = {
  'Slow 4G': { latency: 562.5, down: 1_440, up: 675 },
  'Slow 3G': { latency: 2_000, down: 400, up: 400 },
};
export type LineName = keyof typeof LINES;

const BITS_OF_A_KILOBIT = 1_000;

const conditions = (line: LineName) => ({
  offline: false,
  latency: LINES[line].latency,
  downloadThroughput: (LINES[line].down * BITS_OF_A_KILOBIT) / 8,
  uploadThroughput: (LINES[line].up * BITS_OF_A_KILOBIT) / 8,
});

const LONGEST_WAIT_MS = 180_000;

export const openChromium = (more: string[] = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', ...more],
  });

/** @param cookie of a signed-in person; may be empty. */
export async function contextOf(
  browser: Browser,
  origin: string,
  cookie: string,
  phone: boolean,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: phone ? { width: 390, height: 844 } : { width: 1366, height: 768 },
    hasTouch: phone,
    timezoneId: 'America/Chicago',
    locale: 'en-US',
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const [name = '', value = ''] = cookie.split('=');
  if (value) await context.addCookies([{ name, value, url: origin }]);
  return context;
}

export async function cookieOf(origin: string, username: string): Promise<string> {
  const person = client(origin);
  await person.signIn(username);
  return person.cookie();
}

/** Resolves when React has hydrated the page, so that buttons work without loading a new page. */
export const answers = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );

export const isLive = (page: Page) => liveStatus(page).waitFor();

type Seen = { fcp: number; lcp: number; blocked: number; longest: number; delay: number; events: number };

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen: Seen = { fcp: NaN, lcp: NaN, blocked: 0, longest: 0, delay: 0, events: 0 };
  Object.assign(window, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(take);
    }).observe({ type, buffered: true, ...more });
  };
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch('longtask', ({ duration, startTime }) => {
    seen.longest = Math.max(seen.longest, duration);
    if (startTime + duration > seen.fcp) seen.blocked += Math.max(0, duration - 50);
  });
  watch(
    'event',
    (entry) => {
      if (!('interactionId' in entry) || !entry.interactionId) return;
      seen.events += 1;
      seen.delay = Math.max(seen.delay, entry.duration);
    },
    { durationThreshold: 16 },
  );
}

const seenBy = (page: Page) => page.evaluate(() => ({ ...(window as unknown as { seen: Seen }).seen }));

/** Opens a page in this context that is as slow as its line and its processor. */
export async function slowPage(
  context: BrowserContext,
  line: LineName,
): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', conditions(line));
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, cdp };
}

/**
 * Makes the service worker use the same slow line.
 * @returns a function that counts its bytes from now on.
 */
export async function slowWorker(browser: Browser, line: LineName): Promise<() => number> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type }) => type === 'service_worker');
  if (!worker) return () => 0;
  let bytes = 0;
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const event = JSON.parse(message) as { method?: string; params?: { encodedDataLength?: number } };
    if (event.method === 'Network.loadingFinished') bytes += event.params?.encodedDataLength ?? 0;
  });
  const { sessionId } = await session.send('Target.attachToTarget', {
    targetId: worker.targetId,
    flatten: false,
  });
  const tell = (id: number, method: string, params: object) =>
    session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
  await tell(1, 'Network.enable', {});
  await tell(2, 'Network.emulateNetworkConditions', conditions(line));
  return () => bytes;
}

export type Visit = Pick<Seen, 'fcp' | 'lcp' | 'blocked'> & {
  usable: number;
  bytes: number;
  /** Requests until the page could be used. */
  requests: number;
};

const SETTLED_MS = 1_500;

/**
 * Opens an address and waits until the page can be used.
 * @returns milliseconds, and bytes on the line.
 */
export async function visit(
  { page, cdp }: { page: Page; cdp: CDPSession },
  url: string,
  isUsable: (page: Page) => Promise<unknown>,
  workerBytes: () => number = () => 0,
): Promise<Visit> {
  let bytes = 0;
  let requests = 0;
  cdp.on('Network.responseReceived', ({ response }) => {
    if (!response.fromDiskCache && !response.fromServiceWorker) requests += 1;
  });
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const before = workerBytes();
  const from = performance.now();
  await page.goto(url, { waitUntil: 'commit', timeout: 120_000 });
  await isUsable(page);
  const usable = performance.now() - from;
  const requestsBefore = requests;
  await page.waitForLoadState('load');
  await page.waitForTimeout(SETTLED_MS);
  const { fcp, lcp, blocked } = await seenBy(page);
  return { fcp, lcp, blocked, usable, bytes: bytes + workerBytes() - before, requests: requestsBefore };
}

export type Interaction = { delay: number; done: number; longest: number };

/**
 * Measures from the event to the next paint, until the wanted result is there, and the longest task of the page's main
 * thread.
 * @returns milliseconds; a delay of 16 and a longest task of 50 stand for "at most".
 */
export async function interact(
  page: Page,
  act: () => Promise<unknown>,
  isDone: () => Promise<unknown>,
): Promise<Interaction> {
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    Object.assign((window as unknown as { seen: Seen }).seen, {
      delay: 0,
      events: 0,
      longest: 0,
    });
  });
  const from = performance.now();
  await act();
  await isDone();
  const done = performance.now() - from;
  // The observer receives an event shortly after its paint.
  await page.waitForTimeout(500);
  const { delay, longest } = await seenBy(page);
  return { delay: Math.max(16, delay), done, longest: Math.max(50, longest) };
}

/** Measures the time from one dispatcher's change until another's browser shows it. `npm run bench -- --repaint` */
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { makeBed, type Bed } from './bed';
import { median } from './load';
import { report, row } from './report';
import { contextOf, isLive, openChromium } from './slow-browser';

const WRITES = 31;
/** The first writes include the compilation of code. */
const WARM_UP = 6;
/** Writes in quick succession are shown together, which would be another figure. */
const APART_MS = 1_000;
const MINUTES_5 = 300_000;

let browser: Browser;
let bed: Bed;

beforeAll(async () => {
  browser = await openChromium();
  bed = await makeBed({ drivers: 30, tasks: 300 });
}, MINUTES_5);
afterAll(async () => {
  await browser.close();
  await bed.close();
});

/** @returns the time when the words were painted, in milliseconds since 1970. */
const painted = (page: Page, words: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        const look = () => {
          if (!document.body.textContent.includes(wanted)) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            // The message arrives after the frame of this callback.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              done(performance.timeOrigin + performance.now());
            };
            port2.postMessage(null);
          });
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    words,
  );

test(
  "a change on another dispatcher's board",
  async () => {
    const context = await contextOf(browser, bed.app.origin, bed.dispatcher.cookie(), false);
    const page = await context.newPage();
    await page.goto('/dispatcher');
    await isLive(page);
    const [first] = await bed.database.rows<{ id: number }>(
      'select id from tasks where driver_id is not null order by driver_id, order_index limit 1',
    );
    const seen: number[] = [];
    const answered: number[] = [];
    for (let i = 0; i < WRITES; i += 1) {
      await page.waitForTimeout(APART_MS);
      const location = `Repainted Works ${String(i)}`;
      const shown = painted(page, location);
      const from = performance.timeOrigin + performance.now();
      await bed.dispatcher.patch(`/api/tasks/${String(first?.id)}`, { location });
      answered.push(performance.timeOrigin + performance.now() - from);
      seen.push((await shown) - from);
    }
    const ours = median(seen.slice(WARM_UP));
    report("a change on another dispatcher's board", {
      'answered ms': median(answered.slice(WARM_UP)),
      'painted ms': ours,
    });
    row("a change painted on another dispatcher's board, median", { unit: 'ms', ours, goal: '≤ 150' });
    await context.close();
  },
  MINUTES_5,
);

/** Measures first visits of pages on Slow 3G, and the move of a stop in a long list. `npm run bench -- --first-visit` */
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { PASSWORD } from '../support/client';
import { makeBed, type Bed } from './bed';
import { median } from './load';
import { serveCopies } from './plain-copy';
import { report, row } from './report';
import {
  answers,
  contextOf,
  cookieOf,
  interact,
  isLive,
  openChromium,
  slowPage,
  visit,
} from './slow-browser';

/** Each driver has 75 stops. */
const SIZE = { drivers: 4, tasks: 300 };
const LINE = 'Slow 3G';
const ROUNDS = 3;
const MOVES = 7;
const READS_FOR_MS = 10_000;
const MINUTES_10 = 600_000;

let browser: Browser;
let bed: Bed;

beforeAll(async () => {
  browser = await openChromium();
  bed = await makeBed(SIZE);
}, MINUTES_10);
afterAll(async () => {
  await browser.close();
  await bed.close();
});

async function severalTimes(measure: () => Promise<Record<string, number>>, times = ROUNDS) {
  const rounds: Record<string, number>[] = [];
  for (let i = 0; i < times; i += 1) rounds.push(await measure());
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name] ?? NaN))]));
}

const button = (page: Page) => page.getByRole('button', { name: 'Sign in' });

const PAGES = [
  {
    path: '/auth',
    username: null,
    phone: true,
    isUsable: (page: Page) => button(page).waitFor(),
    goal: 3,
    most: 2,
  },
  { path: '/driver', username: 'driver0', phone: true, isUsable: answers, goal: 8.5, most: 10 },
  { path: '/dispatcher', username: 'dispatcher', phone: false, isUsable: answers, goal: 8.5, most: 10 },
];

test.each(PAGES)(
  'first visit: $path',
  async ({ path, username, phone, isUsable, goal, most }) => {
    const cookie = username ? await cookieOf(bed.app.origin, username) : '';
    const found = await severalTimes(async () => {
      const context = await contextOf(browser, bed.app.origin, cookie, phone);
      const { fcp, usable, bytes, requests } = await visit(await slowPage(context, LINE), path, isUsable);
      await context.close();
      return { 'first paint ms': fcp, 'usable ms': usable, requests, kB: bytes / 1_000 };
    });
    report(`${path}, first visit, ${LINE}`, found);
    const { 'usable ms': usable = NaN, requests = NaN } = found;
    row(`${path}, first visit on ${LINE}, until it answers`, {
      unit: 's',
      ours: usable / 1_000,
      goal: `≤ ${goal}`,
    });
    row(`${path}, requests of it`, { unit: '', ours: requests, goal: `≤ ${most}` });
  },
  MINUTES_10,
);

test.each(PAGES.slice(1))(
  'signing in: $path',
  async ({ path, username, phone }) => {
    const found = await severalTimes(async () => {
      const context = await contextOf(browser, bed.app.origin, '', phone);
      const { page } = await slowPage(context, LINE);
      await page.goto('/auth');
      await page.getByLabel('Username').fill(username ?? '');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.waitForTimeout(READS_FOR_MS);
      const from = performance.now();
      await button(page).click();
      await page.waitForURL(path);
      await answers(page);
      const ms = performance.now() - from;
      await context.close();
      return { 'until it answers ms': ms };
    });
    report(`${path}, ${LINE}, signed in 10 s after the sign-in page`, found);
    const { 'until it answers ms': ms = NaN } = found;
    row(`${path}, signed in 10 s after the sign-in page, until it answers`, {
      unit: 's',
      ours: ms / 1_000,
      goal: '≤ 8.5',
    });
  },
  MINUTES_10,
);

/** The lists in which a stop is moved to the top, and the controls for it. */
const LISTS = [
  {
    list: 'the driver’s list',
    open: () => Promise.resolve(),
    buttons: /^Actions: /,
    press: async (page: Page) => {
      const top = page.getByRole('menuitem', { name: 'To top' });
      await top.waitFor();
      return () => top.click();
    },
  },
  {
    list: 'Edit Order',
    open: (page: Page) => page.getByRole('link', { name: 'Edit Order' }).click(),
    buttons: /^To top: /,
    press: null,
  },
];

test.each(LISTS)(
  'To top: $list',
  async ({ list, open, buttons, press }) => {
    const context = await contextOf(browser, bed.app.origin, bed.dispatcher.cookie(), false);
    const { page } = await slowPage(context, 'Slow 4G');
    await page.goto('/dispatcher');
    await isLive(page);
    await page
      .getByRole('link', { name: /Alma Reyes 0/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: LISTS[0]?.buttons }).first().waitFor();
    await open(page);
    await dialog.getByRole('button', { name: buttons }).first().waitFor();
    const floor = await floorOf(page);
    const found = await severalTimes(async () => {
      const last = dialog.getByRole('button', { name: buttons }).last();
      const name = (await last.getAttribute('aria-label')) ?? '';
      if (press) await last.click();
      const act = press ? await press(page) : () => last.click();
      const { delay, done } = await interact(page, act, () =>
        dialog.getByRole('listitem').first().getByRole('button', { name, exact: true }).waitFor(),
      );
      return { 'to next paint ms': delay, 'done ms': done };
    }, MOVES);
    report(`To top, the last of 75 stops in ${list}`, { ...found, 'floor ms': floor });
    row(`"To top" in ${list} of 75 stops, processor 6× slower, next paint`, {
      unit: 'ms',
      ours: found['to next paint ms'] ?? NaN,
      floor,
      goal: '≤ 200',
    });
    await context.close();
  },
  MINUTES_10,
);

/** Measures the same page without its program: a click moves the last row to the top and writes the numbers. */
async function floorOf(page: Page): Promise<number> {
  const html = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const sheet of copy.querySelectorAll('style, link[rel="stylesheet"]')) sheet.remove();
    const style = copy.appendChild(document.createElement('style'));
    style.textContent = [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .join('\n');
    return `<!doctype html>${copy.outerHTML}`;
  });
  const copies = await serveCopies({ '/': html });
  const context = await contextOf(browser, copies.origin, '', false);
  const { page: plain } = await slowPage(context, 'Slow 4G');
  await plain.goto('/');
  await plain.evaluate(() => {
    const list = [...document.querySelectorAll('dialog ol')].find(({ children }) => children.length > 50);
    list?.addEventListener('click', (event) => {
      const stop = event.target instanceof Element ? event.target.closest('li') : null;
      if (!stop) return;
      event.preventDefault();
      list.prepend(stop);
      [...list.children].forEach((each, index) => {
        const number = each.querySelector('[name="position"], [data-position]');
        if (number instanceof HTMLInputElement) number.value = String(index + 1);
        else if (number) number.textContent = `${String(index + 1)} of 75`;
      });
      stop.querySelector('button')?.focus({ preventScroll: true });
    });
  });
  const stops = plain.locator('dialog ol > li');
  const found = await severalTimes(async () => {
    const last = stops.last().getByRole('button').first();
    const name = (await last.getAttribute('aria-label')) ?? '';
    const { delay } = await interact(
      plain,
      () => last.click(),
      () => stops.first().getByRole('button', { name, exact: true }).waitFor(),
    );
    return { delay };
  }, MOVES);
  await context.close();
  copies.close();
  return found.delay ?? NaN;
}

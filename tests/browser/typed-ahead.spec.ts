/** Keys are pressed after N, before the dialog is open, on slow connections and slow processors. */
import type { Page } from '@playwright/test';
import { expect, holdRequests, hydrated, test } from '../support/browser';
import { location } from '../support/task-dialog';

const title = (page: Page) => page.getByRole('heading', { name: 'Create New Task' });
const CODE = /dispatcher-tasks-new-.*\.js/;
const DATA = /tasks\/new\.data/;

async function openBoard(page: Page): Promise<void> {
  await page.goto('/dispatcher');
  await hydrated(page);
}

test('keys after N arrive in the first field in their order, on a slow line and processor', async ({
  open,
}) => {
  const page = await open('dispatcher', { serviceWorker: false });
  await openBoard(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 500,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.keyboard.type('nlakemont n/?', { delay: 30 });
  await expect(location(page)).toHaveValue('lakemont n/?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('keys after N: Backspace deletes, Tab goes on, a draft comes first, and the board hears none of them', async ({
  open,
}) => {
  const page = await open('dispatcher', { serviceWorker: false });
  await openBoard(page);
  let release = await holdRequests(page, DATA);
  await page.keyboard.type('nhalf');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('v/ n');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12 Elm');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  release();
  await expect(location(page)).toHaveValue('halv/ n');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('12 Elm');
  await page.keyboard.type(' St');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('12 Elm St');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  release = await holdRequests(page, DATA);
  await page.getByRole('link', { name: 'New Task' }).click();
  await page.keyboard.type('!n');
  release();
  await expect(location(page)).toHaveValue('halv/ n!n');
});

test('Escape after N cancels: no dialog comes, and the board has its keys again', async ({ open }) => {
  const page = await open('dispatcher', { serviceWorker: false });
  await openBoard(page);
  const release = await holdRequests(page, DATA);
  const requested = page.waitForRequest(DATA);
  await page.keyboard.type('nab');
  await requested;
  await page.keyboard.press('Escape');
  release();
  await page.keyboard.press('/');
  await page.keyboard.type('cd');
  await expect(page.getByRole('searchbox')).toHaveValue('cd');
  await expect(page).toHaveURL(/q=cd/);
  await expect(title(page)).toHaveCount(0);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').blur();
  await page.keyboard.type('nxy');
  await expect(location(page)).toHaveValue('xy');
});

test('the code of the dialog is loaded before it is asked for, and not with the page', async ({ open }) => {
  const page = await open('dispatcher', { serviceWorker: false });
  const code = page.waitForResponse((response) => CODE.test(response.url()));
  await page.goto('/dispatcher');
  const html = await page.evaluate(async () => (await fetch(document.location.href)).text());
  const withThePage = html.match(/<link[^>]*modulepreload[^>]*>/g) ?? [];
  expect(withThePage.length).toBeGreaterThan(0);
  expect(withThePage.join('')).not.toMatch(CODE);
  await code;
  await page.route(CODE, (route) => route.abort());
  await page.keyboard.press('n');
  await expect(title(page)).toBeVisible();
});

/** The week of shifts on a phone, in two windows, and with a session that ends in the middle. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';

const WEEK = '2030-W10';
const MONDAY = '2030-03-04';

async function signInAgain(page: Page) {
  await page.getByLabel('Username').fill('dispatcher');
  await page.getByLabel('Password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('on a phone a driver’s week is two lines of four', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  await dispatcher.put(`/api/shifts/${String(network.ids.driver)}/${MONDAY}`, {
    start: '22:00',
    end: '06:30',
  });
  const page = await open('dispatcher', { phone: true });
  await page.goto(`/dispatcher/shifts?week=${WEEK}`);
  await hydrated(page);
  const row = page.getByRole('row').filter({ hasText: 'Alma Driver' });
  const days = row.getByRole('link', { name: /Alma Driver, / });
  await expect(days).toHaveCount(7);
  const boxes = await Promise.all((await days.all()).map((day) => day.boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(2);
  for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44);
  // The hours of a night shift are the longest, and they are not cut off.
  const overflow = await days.first().evaluate((link) => link.scrollWidth - link.clientWidth);
  expect(overflow).toBe(0);
  await expectAccessible(page);
});

test('on an office screen hours of a day are one line, those of a night at most two, and none reaches into the next day', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const days = ['2030-03-11', '2030-03-12', '2030-03-13'];
  const [first] = days;
  for (const day of days)
    await dispatcher.put(`/api/shifts/${String(network.ids.driver)}/${day}`, {
      ...(day === first ? { start: '22:30', end: '06:30' } : { start: '10:30', end: '16:30' }),
    });
  const page = await open('dispatcher');
  await page.setViewportSize({ width: 1366, height: 625 });
  await page.goto('/dispatcher/shifts?week=2030-W11');
  await hydrated(page);
  const cells = page.getByRole('link', { name: /^\d.*: Alma Driver, / });
  await expect(cells).toHaveText(['10:30 PM–6:30 AM (+1)', '10:30 AM–4:30 PM', '10:30 AM–4:30 PM']);
  const measured = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      const lines = [...text.getClientRects()];
      const { left, right } = cell.getBoundingClientRect();
      return {
        lines: new Set(lines.map(({ top }) => Math.round(top))).size,
        isWithin: lines.every((line) => line.left >= left && line.right <= right),
        height: cell.clientHeight,
      };
    }),
  );
  expect(measured.map(({ isWithin }) => isWithin)).toEqual([true, true, true]);
  const [night, ...daily] = measured.map(({ lines }) => lines);
  expect(daily).toEqual([1, 1]);
  // The font decides whether the hours of a night fit in one line.
  expect(night).toBeLessThanOrEqual(2);
  for (const { height } of measured) expect(height).toBeLessThanOrEqual(32);
});

for (const [what, path, label, save] of [
  ['week', `week?week=${WEEK}`, 'Monday 4', 'Save Week'],
  ['day', MONDAY, 'Hours', 'Save'],
] as const) {
  test(`the form of a ${what} keeps what was typed when the session ends @long`, async ({
    open,
    network,
  }) => {
    for (const javaScript of [true, false]) {
      const page = await open('dispatcher', { javaScript });
      await page.goto(`/dispatcher/shifts/${String(network.ids.driver2)}/${path}`);
      if (javaScript) await hydrated(page);
      const hours = page.getByLabel(label, { exact: true });
      await hours.fill('8a-4:30p');
      await network.database.rows('delete from sessions');
      await page.getByRole('button', { name: save, exact: true }).click();
      await expect(page.getByText('What you typed is kept.')).toBeVisible();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signInAgain(page);
      await expect(hours).toHaveValue('8a-4:30p');
      await page.getByRole('link', { name: 'Cancel' }).click();
    }
  });

  test(`the form of a ${what} has its draft after a reload, and gives it up`, async ({ open, network }) => {
    const page = await open('dispatcher');
    await page.goto(`/dispatcher/shifts/${String(network.ids.driver2)}/${path}`);
    await hydrated(page);
    const hours = page.getByLabel(label, { exact: true });
    await hours.fill('9-17');
    await page.reload();
    await expect(page.getByText('Draft restored')).toBeVisible();
    await expect(hours).toHaveValue('9-17');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(hours).toHaveValue('');
  });
}

test('a restored draft of a week never undoes what others saved meanwhile', async ({ open, network }) => {
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/shifts/${String(network.ids.driver3)}/week?week=${WEEK}`);
  await hydrated(page);
  await page.getByLabel('Monday 4').fill('8-16');
  const other = await network.as('dispatcher2');
  await other.put(`/api/shifts/${String(network.ids.driver3)}/2030-03-05`, {
    start: '10:00',
    end: '18:00',
  });
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await page.getByRole('button', { name: 'Save Week' }).click();
  await expect(page.getByText('Week saved').first()).toBeVisible();
  const saved = await network.database.rows(
    'select day::text, starts, ends from shifts where driver_id = $1 order by day',
    [network.ids.driver3],
  );
  expect(saved).toEqual([
    { day: MONDAY, starts: 480, ends: 960 },
    { day: '2030-03-05', starts: 600, ends: 1_080 },
  ]);
});

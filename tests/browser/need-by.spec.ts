import type { Page } from '@playwright/test';
import { wallClock } from '~/domain/kernel/time';
import { expect, expectAccessible, test } from '../support/browser';
import { location, openNew } from '../support/task-dialog';

const ZONE = 'America/Chicago';
const needBy = (page: Page) => page.getByRole('group', { name: 'Need By Date & Time' });
const needByDate = (page: Page) => needBy(page).getByLabel('Need By Date');
const needByTime = (page: Page) => needBy(page).getByLabel('Need By Time');
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Choose a day' });

async function hold(page: Page): Promise<void> {
  await page.getByLabel('Status', { exact: true }).selectOption('Hold');
}

/** Opens a new task with the page's clock set to this moment. The server's clock is unchanged. */
async function openNewAt(page: Page, at: string): Promise<void> {
  await page.clock.install({ time: new Date(at) });
  await openNew(page);
  await hold(page);
}

test('the calendar by keyboard: days, weeks, months, today; past days are no choice; focus comes back', async ({
  open,
}) => {
  const page = await open('dispatcher');
  await openNewAt(page, '2027-05-12T15:20:00Z');
  await page.getByRole('button', { name: 'Open the calendar' }).press('Enter');
  const day = (words: string) => calendar(page).getByRole('button', { name: words, exact: true });
  const today = day('Wednesday, May 12, 2027');
  await expect(today).toBeFocused();
  await expect(today).toHaveAttribute('aria-current', 'date');
  await expect(day('Tuesday, May 11, 2027')).toBeDisabled();
  await expect(calendar(page).getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await expectAccessible(page);
  for (const [key, words] of [
    ['ArrowLeft', 'Wednesday, May 12, 2027'],
    ['ArrowRight', 'Thursday, May 13, 2027'],
    ['ArrowDown', 'Thursday, May 20, 2027'],
    ['End', 'Saturday, May 22, 2027'],
    ['Home', 'Sunday, May 16, 2027'],
    ['PageDown', 'Wednesday, June 16, 2027'],
    ['Shift+PageDown', 'Friday, June 16, 2028'],
    ['Shift+PageUp', 'Wednesday, June 16, 2027'],
    ['ArrowUp', 'Wednesday, June 9, 2027'],
    ['PageUp', 'Wednesday, May 12, 2027'],
    ['ArrowRight', 'Thursday, May 13, 2027'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(day(words)).toBeFocused();
  }
  await expect(calendar(page).getByRole('heading')).toHaveText('May 2027');
  await page.keyboard.press('Enter');
  await expect(calendar(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open the calendar' })).toBeFocused();
  await expect(needByDate(page)).toHaveValue('2027-05-13');
  await expect(needByTime(page)).toHaveValue('11');

  await page.keyboard.press('Enter');
  await expect(day('Thursday, May 13, 2027')).toBeFocused();
  // Tab stays inside the calendar, and Escape closes only the calendar.
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key);
  await expect(day('Thursday, May 13, 2027')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendar(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open the calendar' })).toBeFocused();
  await expect(needByDate(page)).toHaveValue('2027-05-13');
  await expect(page.getByRole('heading', { name: 'Create New Task' })).toBeVisible();
});

test('the calendar by mouse: months, a day, a click beside it', async ({ open }) => {
  const page = await open('dispatcher');
  await openNewAt(page, '2027-05-12T15:20:00Z');
  const opener = page.getByRole('button', { name: 'Open the calendar' });
  await opener.click();
  await calendar(page).getByRole('button', { name: 'Next month' }).click();
  await expect(calendar(page).getByRole('button', { name: 'Next month' })).toBeFocused();
  await calendar(page).getByRole('button', { name: 'Tuesday, June 1, 2027' }).click();
  await expect(needByDate(page)).toHaveValue('2027-06-01');
  await opener.click();
  await expect(calendar(page)).toBeVisible();
  await page.getByRole('heading', { name: 'Create New Task' }).click();
  await expect(calendar(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Create New Task' })).toBeVisible();
});

test('it is only there for holds, and reckons on business clocks wherever the browser is', async ({
  browser,
  network,
}) => {
  const context = await browser.newContext({ baseURL: network.app.origin, timezoneId: 'Asia/Tokyo' });
  const [name = '', value = ''] = (await network.as('dispatcher')).cookie().split('=');
  await context.addCookies([{ name, value, url: network.app.origin }]);
  const page = await context.newPage();
  // It is the 13th in Tokyo and the 12th in Kansas City.
  await page.clock.install({ time: new Date('2027-05-12T22:20:00Z') });
  await openNew(page);
  await expect(needByDate(page)).toBeHidden();
  await hold(page);
  await page.getByRole('button', { name: 'Open the calendar' }).click();
  await expect(calendar(page).locator('[aria-current="date"]')).toHaveAccessibleName(
    'Wednesday, May 12, 2027',
  );
  await page.keyboard.press('Enter');
  await expect(needByDate(page)).toHaveValue('2027-05-12');
  await expect(needByTime(page).locator('option:checked')).toHaveText('6 PM');
  await expect(needByTime(page).locator('option')).toHaveCount(24);
  await context.close();
});

test('late in the evening, in the past, and on the nights when clocks change: a sentence', async ({
  open,
  network,
}) => {
  const page = await open('dispatcher');
  await openNewAt(page, '2027-03-14T04:50:00Z'); // 10:50 PM of the 13th
  await needByDate(page).fill('2027-03-13');
  await expect(needByTime(page)).toHaveValue('23');
  await page.clock.setFixedTime(new Date('2027-03-14T05:20:00Z')); // 11:20 PM
  await needByDate(page).fill('2027-03-15');
  await expect(needByTime(page)).toHaveValue('0');
  await needByDate(page).fill('2027-03-13');
  await expect(page.getByText('No full hour is left on Mar 13, 2027.')).toBeVisible();
  await expect(needByTime(page)).toHaveValue('');
  await needByTime(page).selectOption('10 PM');
  await expect(
    page.getByText('10 PM on Mar 13, 2027 has already passed: the task becomes Pending right away.'),
  ).toBeVisible();
  await needByDate(page).fill('2027-03-14');
  await needByTime(page).selectOption('2 AM');
  await expect(page.getByText('2 AM does not exist on Mar 14, 2027')).toBeVisible();
  await expectAccessible(page);
  await location(page).fill('Night Garage');
  await page.getByLabel('Invoice Number(s)').fill('INV-1');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(needByTime(page)).toHaveValue('2');
  await expect(needByTime(page)).toHaveAttribute('aria-invalid', 'true');
  expect(await network.database.rows("select id from tasks where location = 'Night Garage'")).toEqual([]);
  await needByDate(page).fill('2027-11-07');
  await needByTime(page).selectOption('1 AM');
  await expect(page.getByText('1 AM happens twice on Nov 7, 2027')).toBeVisible();
  // The warning was shown, so saving does not repeat it.
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Task created successfully', { exact: true })).toBeVisible();
  const [task] = await network.database.rows<{ need_by: Date }>(
    "select need_by from tasks where location = 'Night Garage'",
  );
  expect(task?.need_by.toISOString()).toBe('2027-11-07T07:00:00.000Z');
});

test('a delivery that is due already: a sentence while it is typed, and it is saved', async ({
  open,
  network,
}) => {
  const page = await open('dispatcher');
  await openNewAt(page, '2027-03-15T20:00:00Z'); // 3 PM
  await location(page).fill('Overdue Garage');
  await page.getByLabel('Invoice Number(s)').fill('INV-1');
  await page.getByLabel('Deliver By', { exact: true }).fill('16:00');
  const sentence = page.getByText(/has already passed: the delivery is late from the start/);
  await expect(sentence).toHaveCount(0);
  await page.getByLabel('Deliver By', { exact: true }).fill('14:30');
  await expect(page.getByText('2:30 PM on Mar 15, 2027 has already passed')).toBeVisible();
  await page.getByLabel('Deliver By Date').fill('2027-03-16');
  await expect(sentence).toHaveCount(0);
  await page.getByLabel('Deliver By Date').fill('2026-01-05');
  await expect(sentence).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Task created successfully', { exact: true })).toBeVisible();
  const [task] = await network.database.rows<{ deliver_by: Date }>(
    "select deliver_by from tasks where location = 'Overdue Garage'",
  );
  expect(task?.deliver_by.toISOString()).toBe('2026-01-05T20:30:00.000Z');
});

test('without JavaScript: inputs of the browser, the same sentences, and the second press saves', async ({
  open,
  network,
}) => {
  const page = await open('dispatcher', { javaScript: false });
  await page.goto('/dispatcher/tasks/new');
  await expect(page.getByRole('button', { name: 'Open the calendar' })).toHaveCount(0);
  await hold(page);
  const { date } = wallClock(new Date(), ZONE);
  await needByDate(page).fill('2026-01-05');
  await needByTime(page).selectOption('9 AM');
  await location(page).fill('Plain Garage');
  await page.getByLabel('Invoice Number(s)').fill('INV-1');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(
    page.getByText('9 AM on Jan 5, 2026 has already passed: the task becomes Pending right away.'),
  ).toBeVisible();
  await expect(needByDate(page)).toHaveAttribute('min', date);
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Task created successfully', { exact: true })).toBeVisible();
  expect(await network.database.rows("select id from tasks where location = 'Plain Garage'")).toHaveLength(1);
});

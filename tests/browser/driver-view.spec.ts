/** The main parts of the driver's page: the header, one notice, the next stop, later stops, and the order. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import { kept } from '../support/cached-page';
import { addPeople } from '../support/people';
import { expectTouchTargets } from '../support/touch-targets';

const PHONE = { width: 390, height: 844 };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lead = (page: Page) => page.locator('#going').getByRole('article').first();
const boxOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};
const place = (location: string, driver_id: number | undefined, more = {}) => ({
  location,
  address: `${location} Rd, Kansas City, MO 64111`,
  driver_id,
  ...more,
});
/** Stops from north to south, about a mile apart by road. */
const mile = (number: number) => ({ latitude: String(39 - number * 0.0112), longitude: '-94.6' });

test('the header says which stop it is and when the route is done, with a segment per stop', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  const done = await make(dispatcher, pickup(place('First', driver, mile(0))));
  const first = await make(dispatcher, delivery(place('Second', driver, mile(1))));
  await make(dispatcher, delivery(place('Second', driver, mile(1))));
  await make(dispatcher, pickup(place('Third', driver, { ...mile(2), notes: 'Ring twice' })));
  await make(dispatcher, pickup(place('Fourth', driver, mile(3))));
  const phone = await network.as('driver');
  for (const status of ['going', 'completed']) await phone.patch(`/api/tasks/${String(done.id)}`, { status });
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  const header = page.getByText('Stop 2 of 4', { exact: true }).locator('..');
  await expect(header).toHaveText(/^FordStop 2 of 4done by \d+:\d\d [AP]M/);
  const segments = page.getByRole('img', { name: /stops done/ });
  await expect(segments).toHaveAccessibleName('1 of 4 stops done, 3 to come');
  const states = () =>
    segments.locator('i').evaluateAll((all) => all.map((each) => each.getAttribute('data-is')));
  expect(await states()).toEqual(['done', null, null, null]);

  // Until Going, navigation is the first button. It shows the way from the stop before.
  const navigate = lead(page).getByRole('link', { name: /^Navigate to Second/ });
  await expect(navigate).toHaveText('Navigate1.0 mi');
  await expect(navigate).toHaveAccessibleName('Navigate to Second (opens navigation), 1.0 mi');
  await expect(navigate).toHaveCSS('background-color', 'rgb(11, 87, 208)');
  await button(page, 'Going').tap();
  await expect(navigate).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(segments).toHaveAccessibleName('1 of 4 stops done, 1 under way, 2 to come');
  const complete = page.getByRole('link', { name: 'Complete', exact: true });
  await expect(complete).toHaveText('Complete2 deliveries · signature');
  await expect(complete).toHaveAccessibleDescription('2 deliveries · signature');
  // The page shows a tap before the server has it.
  const path = `/api/tasks/${String(first.id)}`;
  const statusNow = async () => (await dispatcher.get<{ status: string }>(path)).body.status;
  await expect.poll(statusNow).toBe('going');
  await dispatcher.patch(path, { driver_id: network.ids.driver2 });
  await expect(complete).toHaveAccessibleDescription('1 delivery · signature');

  const urgent = place('Urgent one', driver, { ...mile(1.5), priority: 'urgent' });
  await make(dispatcher, pickup(urgent));
  await expect(segments).toHaveAccessibleName('1 of 5 stops done, 1 under way, 3 to come: 1 urgent');
  expect(await states()).toEqual(['done', 'going', 'pressing', null, null]);

  // The times of later stops are in one column at the right.
  const times = page.locator('li summary time');
  await expect(times).toHaveText([/^\d+:\d\d [AP]M$/, /^\d+:\d\d [AP]M$/, /^\d+:\d\d [AP]M$/]);
  const rights = await Promise.all((await times.all()).map(async (each) => (await boxOf(each)).right));
  for (const right of rights) expect(right).toBeCloseTo(rights[0] ?? 0, 0);
  expect(rights[0]).toBeGreaterThan(PHONE.width - 40);
  await expectTouchTargets(page);
  await expectAccessible(page);
  await network.database.rows('delete from tasks');
});

test('what a driver reads at arm’s length is large and dark; the title of a task in a stack is a whole target @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver2 } = network.ids;
  const stop = place('Stack', driver2, { notes: 'Gate code 4711' });
  const [one] = [await make(dispatcher, delivery(stop)), await make(dispatcher, pickup(stop))];
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  const read = [
    lead(page).getByText(one.address, { exact: true }).first(),
    lead(page).getByText('Gate code 4711').first(),
    lead(page).getByText('Delivery · Invoice # INV-1001'),
  ];
  for (const each of read) {
    await expect(each).toHaveCSS('font-size', '17px');
    await expect(each).toHaveCSS('color', 'rgb(20, 24, 31)');
  }
  await lead(page).locator('summary').tap();
  for (const title of await lead(page).getByRole('link', { name: 'Stack', exact: true }).all()) {
    const { width, height } = await boxOf(title);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  }
  await network.database.rows('delete from tasks');
});

test('notices are above the card, and there is one at a time', async ({ open, network }) => {
  const { eva: driver } = await addPeople(network.database.url, [
    { username: 'eva', name: 'Eva Driver', roles: ['driver'] },
  ]);
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, pickup(place('Plain', driver)));
  await make(dispatcher, pickup(place('Fire', driver, { priority: 'urgent' })));
  const page = await open('eva', { phone: true });
  await page.goto('/driver');
  await kept(page);
  const notice = page.getByText('URGENT: Fire', { exact: true });
  await expect(notice).toBeVisible();
  expect((await boxOf(notice)).y).toBeGreaterThan(
    (await boxOf(page.getByRole('img', { name: /stops done/ }))).y,
  );
  expect((await boxOf(notice)).bottom).toBeLessThan((await boxOf(lead(page))).y);
  await page.context().setOffline(true);
  await button(page, 'Going').tap();
  const waiting = page.getByText('Waiting to send.');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toBeHidden();
  await expect(notice).toBeVisible();
  await button(page, 'OK').tap();
  await expect(waiting).toBeVisible();
  expect((await boxOf(waiting)).bottom).toBeLessThan((await boxOf(lead(page))).y);
  await page.context().setOffline(false);
  await expect(waiting).toHaveCount(0);
  await network.database.rows('delete from tasks');
});

test('Edit Order shows eight stops, and the buttons of a stop are in one row @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver3 } = network.ids;
  for (let number = 1; number <= 10; number += 1)
    await make(dispatcher, delivery(place(`A stop with a long name, number ${String(number)}`, driver3)));
  const page = await open('driver3', { phone: true });
  const plain = await open('driver3', { phone: true, javaScript: false });
  for (const each of [page, plain]) await each.goto('/driver?edit=1');
  await expect(page.getByRole('button', { name: /^Drag: / })).toHaveCount(10);
  for (const each of [page, plain]) {
    const floor = (await boxOf(each.getByRole('navigation', { name: 'My tasks by status' }))).y;
    const rows = each.getByRole('article');
    const whole: number[] = [];
    for (const row of await rows.all()) whole.push((await boxOf(row)).bottom);
    expect(whole.filter((bottom) => bottom <= floor).length).toBeGreaterThanOrEqual(8);
    const boxes = await Promise.all((await rows.first().locator('form button').all()).map(boxOf));
    expect(boxes).toHaveLength(3);
    for (const { y, width, height } of boxes) {
      expect(y).toBe(boxes[0]?.y);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
    }
  }
  await expectTouchTargets(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await expectTouchTargets(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessible(page);
  await network.database.rows('delete from tasks');
});

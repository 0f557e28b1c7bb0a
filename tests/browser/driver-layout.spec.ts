/** These tests measure what a driver sees without scrolling, on two phones, with large letters and with a zoom. */
import type { Locator, Page } from '@playwright/test';
import { drawSignature, expect, expectAccessible, hydrated, openStop, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { addPeople } from '../support/people';

const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

const at = (location: string, driverId: number | undefined, more = {}) => ({
  location,
  address: `${location} Rd, Kansas City, MO 64111`,
  driver_id: driverId,
  ...more,
});
const boxOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { ...box, bottom: box.y + box.height };
};
const bar = (page: Page) => page.locator('form').filter({ has: page.getByText('Problem?') });
const goingButton = (page: Page) => page.getByRole('button', { name: 'Going', exact: true });

async function route(network: Network, username: string): Promise<void> {
  const dispatcher = await network.as('dispatcher');
  const id = network.ids[username];
  await make(dispatcher, delivery(at('Gate House', id, { notes: 'Gate code 4711' })));
  await make(dispatcher, pickup(at('Gate House', id)));
  await make(dispatcher, pickup(at('Far away', id, { notes: 'Ring twice' })));
  for (let i = 1; i <= 8; i += 1) await make(dispatcher, delivery(at(`Stop ${String(i)}`, id)));
}

/** Returns the share of the window that fixed elements do not cover. */
const shownPart = (page: Page) =>
  page.evaluate(() => {
    const fixed = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position } = getComputedStyle(element);
      return (position === 'fixed' || position === 'sticky') && element.checkVisibility();
    });
    const outer = fixed.filter(
      (element) => !fixed.some((each) => each !== element && each.contains(element)),
    );
    const covered = outer.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0);
    return 1 - covered / window.innerHeight;
  });

test('the first stop, the bar, the tabs and the lines stand where the thumb expects them @long', async ({
  open,
  network,
}) => {
  const both = { username: 'both', name: 'Bo Both', roles: ['driver', 'dispatcher'] };
  Object.assign(network.ids, await addPeople(network.database.url, [both]));
  for (const username of ['driver', 'both']) await route(network, username);
  for (const username of ['driver', 'both'])
    for (const viewport of PHONES) {
      const page = await open(username, { phone: true });
      await page.setViewportSize(viewport);
      await page.goto('/driver');
      await hydrated(page);
      const lead = page.locator('#going').getByRole('article').first();
      expect((await boxOf(lead)).y).toBeLessThan(190);
      await expect(page.getByText('Stop 1 of 10', { exact: true })).toBeVisible();
      const progress = page.getByRole('img', { name: '0 of 10 stops done, 10 to come', exact: true });
      expect((await boxOf(progress)).height).toBeLessThanOrEqual(8);
      await expect(progress.locator('i')).toHaveCount(10);
      const title = lead.getByRole('heading', { name: 'Gate House', exact: true });
      expect(await title.evaluate((heading) => getComputedStyle(heading).fontSize)).toBe('21px');
      await expect(lead.getByText('Gate code 4711').first()).toBeInViewport({ ratio: 1 });
      await expect(lead.getByText('Delivery · Invoice # INV-1001')).toBeVisible();
      expect((await boxOf(lead.getByRole('link', { name: /^Navigate/ }))).height).toBe(56);

      const nav = page.getByRole('navigation', { name: 'Pages' });
      const floor = username === 'both' ? (await boxOf(nav)).y : viewport.height;
      const tabs = await boxOf(page.getByRole('navigation', { name: 'My tasks by status' }));
      expect(tabs.bottom).toBeCloseTo(floor, 0);
      const actions = await boxOf(page.locator('form').filter({ has: goingButton(page) }));
      expect(actions.height).toBe(72);
      expect(actions.bottom).toBeLessThanOrEqual(tabs.y + 1);
      expect(tabs.y - actions.bottom).toBeLessThanOrEqual(2);

      const lines = page.locator('li article');
      await expect(lines).toHaveCount(9);
      for (const line of await lines.all()) expect((await boxOf(line)).height).toBe(56);
      await expect(lines.first()).toContainText('2');
      await expect(lines.first()).toContainText('Ring twice');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(await shownPart(page)).toBeGreaterThanOrEqual(0.6);
      await page.context().close();
    }
});

test('with letters twice as large and with a zoom of 400 % there is room for the stops', async ({
  open,
  network,
}) => {
  await route(network, 'driver3');
  const page = await open('driver3', { phone: true });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/driver');
  await hydrated(page);
  await goingButton(page).tap();
  await expect(page.getByRole('link', { name: 'Complete', exact: true })).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await shownPart(page)).toBeGreaterThanOrEqual(0.6);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await shownPart(page)).toBe(1);
  // The next action comes right after its card.
  const card = await boxOf(page.locator('#going'));
  const action = await boxOf(bar(page));
  expect(action.y - card.bottom).toBeLessThan(40);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the pad fills the lower half, with the name above it and Complete below', async ({ open, network }) => {
  const task = await make(await network.as('dispatcher'), delivery(at('Sign here', network.ids.driver2)));
  await (await network.as('driver2')).patch(`/api/tasks/${String(task.id)}`, { status: 'going' });
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await page.getByRole('link', { name: 'Complete', exact: true }).tap();
  const pad = page.getByLabel('Signature drawing area');
  await expect(pad).toBeVisible();
  for (const viewport of PHONES) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => (await boxOf(pad)).height).toBeGreaterThanOrEqual(viewport.height * 0.45);
    const { y } = await boxOf(pad);
    expect((await boxOf(page.getByLabel('Received by'))).bottom).toBeLessThan(y);
    await expect(page.getByText('Type the name instead')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeInViewport({ ratio: 1 });
  }
  await drawSignature(page);
  // After the phone is turned, all of the drawing is still visible.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await boxOf(pad)).height).toBeGreaterThanOrEqual(390 * 0.45);
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeEnabled();
  await expectAccessible(page);
  await network.database.rows('delete from tasks where id = $1', [task.id]);
});

test('a thumb that is down while the next stop becomes another one starts neither', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver2 } = network.ids;
  await make(dispatcher, pickup(at('Meant', driver2)));
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  const { x, y, width, height } = await boxOf(goingButton(page));
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await make(dispatcher, pickup(at('Urgent one', driver2, { priority: 'urgent' })));
  await expect(page.locator('#going')).toContainText('Urgent one');
  await expect(page.locator('#going')).toBeInViewport();
  await page.mouse.up();
  await expect(goingButton(page)).toBeEnabled();
  expect((await boxOf(goingButton(page))).y).toBe(y);
  const statuses = await network.database.rows('select status from tasks where driver_id = $1', [driver2]);
  expect(statuses).toEqual([{ status: 'pending' }, { status: 'pending' }]);
  await openStop(page, 'Meant');
  await page.getByRole('article').getByRole('button', { name: 'Going', exact: true }).tap();
  await expect(page.locator('#going')).toContainText('Meant');
});

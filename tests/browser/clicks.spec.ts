/** The most frequent actions take so many clicks. Handing over eight tasks is in panel.spec.ts. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { clicksOf } from '../support/clicks';
import { make, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { waitLimit } from '../support/slowness';

const panel = (page: Page) => page.getByRole('dialog');
/**
 * Moves the pointer in steps, as a hand does: a submenu stays open while the pointer comes nearer to it. A jump has no
 * direction. @param opens what the pointer opens there; the hand moves on until it is there.
 */
async function glide(page: Page, to: Locator, opens?: Locator): Promise<void> {
  await expect(to).toBeVisible();
  let nudge = 0;
  await expect(async () => {
    const { x, y, width, height } = (await to.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    nudge = 1 - nudge;
    await page.mouse.move(x + width / 2 + nudge, y + height / 2, { steps: 12 });
    if (opens) await expect(opens).toBeVisible({ timeout: waitLimit(1_000) });
  }).toPass();
}
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

test.beforeEach(({ network }) => network.database.rows('delete from tasks'));

async function addStop(network: Network, location: string, driver: string | null) {
  const dispatcher = await network.as('dispatcher');
  const driverId = driver === null ? null : network.ids[driver];
  await make(
    dispatcher,
    pickup({ driver_id: driverId, location, address: '1 Elm St, Kansas City, MO 64111' }),
  );
}

const taskAt = async (network: Network, location: string) => {
  const [task] = await network.database.rows<{ driver_id: number | null; status: string; hour: number }>(
    `select driver_id, status, extract(hour from need_by at time zone 'America/Chicago')::integer as hour,
       (need_by at time zone 'America/Chicago')::date - (now() at time zone 'America/Chicago')::date as days
     from tasks where location = $1`,
    [location],
  );
  return task;
};

test('a task is assigned with two clicks: from the board by dragging, and in its list by the menu', async ({
  open,
  network,
}) => {
  await addStop(network, 'Dragged', null);
  await addStop(network, 'Chosen', null);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  const clicks = await clicksOf(page);
  const row = (name: string) => page.locator('[data-driver-id]').filter({ hasText: name });
  await row('Unassigned').first().click();
  const from = await panel(page)
    .locator('li[data-stop]', { hasText: 'Dragged' })
    .locator('[data-drag]')
    .boundingBox();
  const onto = await row('Ben Driver').boundingBox();
  if (!from || !onto) throw new Error('not shown');
  await page.mouse.move(from.x + 6, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(onto.x + 80, onto.y + onto.height / 2, { steps: 10 });
  await expect(row('Ben Driver')).toHaveAttribute('data-drop', 'onto');
  await page.mouse.up();
  await expect(page.getByText('1 task moved to Ben Driver', { exact: true })).toBeVisible();
  expect(await clicks()).toBe(2);
  expect(await taskAt(network, 'Dragged')).toMatchObject({ driver_id: network.ids.driver2 });

  // The list moves below the pointer until then.
  await expect(panel(page).locator('li[data-stop]')).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Actions: Chosen' }).click();
  await glide(page, menuItem(page, 'Move to'), menuItem(page, 'Ben Driver'));
  await glide(page, menuItem(page, 'Ben Driver'));
  await menuItem(page, 'Ben Driver').click();
  await expect
    .poll(() => taskAt(network, 'Chosen'))
    .toMatchObject({ driver_id: network.ids.driver2, status: 'pending' });
  expect(await clicks()).toBe(4);
});

test('a task is held until any time of the week with two clicks', async ({ open, network }) => {
  await addStop(network, 'Held', 'driver');
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
  await hydrated(page);
  const clicks = await clicksOf(page);
  await panel(page).getByRole('button', { name: 'Actions: Held' }).click();
  await glide(page, menuItem(page, 'Hold until'), menuItem(page, 'Another time'));
  await glide(page, menuItem(page, 'Another time'), menuItem(page, 'Tomorrow'));
  const time = page
    .getByRole('menu', { name: 'Tomorrow' })
    .getByRole('menuitem', { name: '10:00 AM', exact: true });
  await glide(page, menuItem(page, 'Tomorrow'), time);
  await glide(page, time);
  await time.click();
  await expect(page.getByText('1 task is on hold', { exact: true })).toBeVisible();
  expect(await clicks()).toBe(2);
  expect(await taskAt(network, 'Held')).toMatchObject({ status: 'hold', hour: 10, days: 1 });
});

test('an admin reaches the roles and the vehicle of one user with three clicks', async ({ open }) => {
  const page = await open('admin');
  await page.goto('/dispatcher');
  await hydrated(page);
  const clicks = await clicksOf(page);
  await page.locator('header summary').click();
  await page.getByRole('link', { name: 'User Management' }).click();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.getByRole('link', { name: 'Alma Driver', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Roles' })).toBeVisible();
  await expect(page.getByLabel('Vehicle', { exact: true })).toBeVisible();
  expect(await clicks()).toBe(3);
  await expectAccessible(page);
});

test('the shifts of the week are one click away from the board', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  const clicks = await clicksOf(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shifts' }).click();
  await expect(page.getByRole('heading', { name: 'Shifts' })).toBeVisible();
  expect(await clicks()).toBe(1);
});

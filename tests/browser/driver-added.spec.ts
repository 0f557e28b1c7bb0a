/** A new task for a stop under way joins it after one question. Different spellings of a place are one stop. */
import type { Page } from '@playwright/test';
import { drawSignature, expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import { kept } from '../support/cached-page';
import type { Network } from '../support/network';
import { expectTouchTargets } from '../support/touch-targets';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByText('1 task was added here. Include it?');
const statuses = async ({ database }: Network, driverId: number | undefined) => {
  const sql = 'select status from tasks where driver_id = $1 order by id';
  return (await database.rows<{ status: string }>(sql, [driverId])).map(({ status }) => status);
};

test('added on the way, in other letters: one question, then Complete takes both', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  const place = {
    driver_id: driver,
    location: 'Prairie Parts',
    address: '7901 Metcalf Ave, Overland Park, KS',
  };
  await make(dispatcher, pickup(place));
  await make(dispatcher, pickup({ driver_id: driver, location: 'Another place' }));
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await button(page, 'Going').first().tap();
  await expect(button(page, 'Complete')).toBeVisible();
  await make(
    dispatcher,
    pickup({ ...place, location: 'PRAIRIE  parts', address: '7901 metcalf ave,  Overland Park, KS' }),
  );
  await expect(question(page)).toBeVisible();
  await expect(page.getByRole('article').filter({ has: question(page) })).toContainText('2 tasks');
  await expectTouchTargets(page);
  await expectAccessible(page);
  await button(page, 'Include').tap();
  await expect(question(page)).toHaveCount(0);
  await button(page, 'Complete').tap();
  await expect.poll(() => statuses(network, driver)).toEqual(['completed', 'pending', 'completed']);
});

test('added while the customer signs: one signature for both, the drawing stays', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver2 } = network.ids;
  const made = await make(dispatcher, delivery({ driver_id: driver2 }));
  await (await network.as('driver2')).patch(`/api/tasks/${String(made.id)}`, { status: 'going' });
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await page.getByRole('link', { name: 'Complete', exact: true }).tap();
  await drawSignature(page);
  await make(dispatcher, delivery({ driver_id: driver2, invoice_number: 'INV-2' }));
  const dialog = page.locator('dialog:modal');
  await dialog.getByRole('button', { name: 'Include' }).tap();
  await expect(dialog).toContainText('one signature for 2 deliveries');
  const complete = dialog.getByRole('button', { name: 'Complete', exact: true });
  await expect(complete).toBeEnabled();
  await complete.tap();
  await expect(page).toHaveURL('/driver');
  await expect.poll(() => statuses(network, driver2)).toEqual(['completed', 'completed']);
  expect(await network.database.rows('select task_id from task_signatures')).toHaveLength(2);
});

test('in a dead zone as well', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const { driver3 } = network.ids;
  const made = await make(dispatcher, pickup({ driver_id: driver3 }));
  await (await network.as('driver3')).patch(`/api/tasks/${String(made.id)}`, { status: 'going' });
  await make(dispatcher, pickup({ driver_id: driver3 }));
  const page = await open('driver3', { phone: true });
  await page.goto('/driver');
  await kept(page);
  await page.context().setOffline(true);
  await button(page, 'Include').tap();
  await expect(question(page)).toHaveCount(0);
  await button(page, 'Complete').tap();
  await expect(page.getByText('2 actions are kept on this phone')).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => statuses(network, driver3)).toEqual(['completed', 'completed']);
});

/** Route Optimization: on the driver's phone and in the dispatcher's list, with and without JavaScript. */
import type { Page } from '@playwright/test';
import { delivery, make } from '../support/factories';
import type { Network } from '../support/network';
import { expect, expectAccessible, hydrated, test } from '../support/browser';

const STOPS = [
  ['Far', 39.4],
  ['Near', 39.12],
  ['Middle', 39.25],
] as const;

async function threeStops(network: Network): Promise<void> {
  await network.database.rows('delete from tasks');
  await network.database.rows(
    `insert into dealership_locations (name, latitude, longitude) values ('Ford', 39.1, -94.58) on conflict do nothing`,
  );
  const dispatcher = await network.as('dispatcher');
  for (const [location, latitude] of STOPS) {
    const place = { latitude, longitude: -94.58, address: `1 ${location} St` };
    await make(dispatcher, delivery({ driver_id: network.ids.driver, location, ...place }));
  }
}

const routeOf = async (network: Network) => {
  const tasks = await network.database.rows<{ location: string }>(
    'select location from tasks where driver_id = $1 and order_index is not null order by order_index',
    [network.ids.driver],
  );
  return tasks.map(({ location }) => location);
};

const panel = (page: Page) => page.getByRole('group').filter({ hasText: 'Route Optimization' });

for (const javaScript of [true, false]) {
  const how = javaScript ? '' : ', without JavaScript';

  test(`a driver's route is suggested and applied on the phone${how}`, async ({ open, network }) => {
    await threeStops(network);
    const page = await open('driver', { phone: true, javaScript });
    await page.goto('/driver');
    if (javaScript) await hydrated(page);
    await page.getByText('Route Optimization').click();
    await panel(page).getByRole('link', { name: 'Suggest Route' }).click();
    await expect(panel(page)).toContainText('Route optimized for Alma Driver (Distance-based)');
    await expect(panel(page)).toContainText(/\d+ min saved/);
    await expect(panel(page).getByRole('listitem')).toHaveText([
      'Near 1 Near St',
      'Middle 1 Middle St',
      'Far 1 Far St',
    ]);
    await expect(panel(page)).toContainText(/Total Distance\d+\.\d mi/);
    await expect(panel(page)).toContainText(/Total Time\d+ min/);
    if (javaScript) await expectAccessible(page);
    await panel(page).getByRole('button', { name: 'Apply Route Order' }).click();
    await expect(panel(page)).toContainText('Route applied for Alma Driver');
    await expect(panel(page)).toContainText('Route order has been applied to task list');
    expect(await routeOf(network)).toEqual(['Near', 'Middle', 'Far']);
  });

  test(`the dispatcher applies one, and takes it back${how}`, async ({ open, network }) => {
    await threeStops(network);
    const page = await open('dispatcher', { javaScript });
    await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}?suggest=1`);
    if (javaScript) await hydrated(page);
    const dispatcher = await network.as('dispatcher');
    await expect(panel(page)).toContainText('Route optimized for Alma Driver');
    if (javaScript) {
      const place = { latitude: 39.11, longitude: -94.58, address: '1 Late St' };
      await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Late', ...place }));
      await expect(panel(page).getByRole('listitem').first()).toContainText('Late');
    } else {
      await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Late' }));
      await panel(page).getByRole('button', { name: 'Apply Route Order' }).click();
      await expect(page.getByText('The task list has changed. Suggest a route again')).toBeVisible();
      await panel(page).getByRole('link', { name: 'Suggest Route' }).click();
    }
    await panel(page).getByRole('button', { name: 'Apply Route Order' }).click();
    await expect(panel(page)).toContainText('Route applied for Alma Driver');
    const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect.poll(() => routeOf(network)).toEqual(['Far', 'Near', 'Middle', 'Late']);
  });
}

test('one task is shown, none has no route', async ({ open, network }) => {
  await network.database.rows('delete from tasks');
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await page.getByText('Route Optimization').click();
  await expect(panel(page)).toContainText('No active tasks available for route planning');
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, delivery({ driver_id: network.ids.driver, address: '' }));
  await panel(page).getByRole('link', { name: 'Show Route' }).click();
  await expect(panel(page)).toContainText('Route displayed for Alma Driver');
  await expect(panel(page)).toContainText('1 task has no place on the map yet and comes last.');
  await expect(panel(page).getByRole('button', { name: 'Apply Route Order' })).toHaveCount(0);
});

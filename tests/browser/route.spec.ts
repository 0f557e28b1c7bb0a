/** Route Optimization on the driver's phone and in the dispatcher's list, with and without JavaScript. */
import type { Page } from '@playwright/test';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { errorsOf, expect, expectAccessible, hydrated, newContext, test } from '../support/browser';

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

const DISCARDED = 'The suggestion was discarded because the tasks have changed.';

const panel = (page: Page) => page.getByRole('group').filter({ hasText: 'Route Optimization' });

for (const javaScript of [true, false]) {
  const how = javaScript ? '' : ', without JavaScript';

  test(`a driver's route is suggested and applied on the phone${how}`, async ({ open, network }) => {
    await threeStops(network);
    const page = await open('driver', { phone: true, javaScript });
    const errors = errorsOf(page);
    await page.goto('/driver');
    if (javaScript) await hydrated(page);
    const suggest = page.getByRole('button', { name: 'Suggest Route' });
    const [beside, edit] = await Promise.all(
      [suggest, page.getByRole('link', { name: 'Edit Order' })].map((each) => each.boundingBox()),
    );
    expect(beside?.y).toBe(edit?.y);
    await suggest.click();
    await expect(panel(page)).toContainText('Route optimized for Alma Driver (Distance-based)');
    await expect(panel(page).getByRole('img', { name: 'The suggested route on a map' })).toBeVisible();
    await expect(panel(page)).toContainText(/\d+ min saved/);
    await expect(panel(page).getByRole('listitem')).toHaveText([
      'Near 1 Near St',
      'Middle 1 Middle St',
      'Far 1 Far St',
    ]);
    await expect(panel(page)).toContainText(/Total Distance\d+\.\d mi/);
    await expect(panel(page)).toContainText(/Total Time\d{2,3} min/);
    if (javaScript) await expectAccessible(page);
    await page.reload();
    if (javaScript) await hydrated(page);
    expect(errors).toEqual([]);
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
    await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Late' }));
    if (!javaScript) {
      await panel(page).getByRole('button', { name: 'Apply Route Order' }).click();
      await expect(panel(page).getByRole('alert')).toHaveText(
        'The task list has changed. Suggest a route again',
      );
    }
    await expect(panel(page)).toContainText(DISCARDED);
    await expect(panel(page)).not.toContainText('Suggested Route Order');
    await panel(page).getByRole('button', { name: 'Suggest Route' }).click();
    await panel(page).getByRole('button', { name: 'Apply Route Order' }).click();
    await expect(panel(page)).toContainText('Route applied for Alma Driver');
    await page.getByRole('button', { name: 'Undo', exact: true }).filter({ visible: true }).click();
    await expect.poll(() => routeOf(network)).toEqual(['Far', 'Near', 'Middle', 'Late']);
  });
}

test('a suggestion is discarded when its tasks have changed, which one sentence says', async ({
  open,
  network,
}) => {
  await threeStops(network);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
  await hydrated(page);
  await page.getByText('Route Optimization').click();
  await panel(page).getByRole('button', { name: 'Suggest Route' }).click();
  await expect(panel(page)).toContainText('Suggested Route Order');
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Later' }));
  await expect(panel(page)).toContainText(DISCARDED);
  await expect(panel(page)).not.toContainText('Suggested Route Order');
  await panel(page).getByRole('button', { name: 'Suggest Route' }).click();
  await expect(panel(page)).toContainText('Suggested Route Order');
  await expect(panel(page)).not.toContainText('discarded');
});

for (const javaScript of [true, false]) {
  const how = javaScript ? '' : ', without JavaScript';

  test(`a suggested route on the map is discarded when its tasks have changed${how}`, async ({
    open,
    network,
  }) => {
    await threeStops(network);
    const page = await open('dispatcher', { javaScript });
    await page.goto(`/dispatcher?suggested=${String(network.ids.driver)}`);
    if (javaScript) await hydrated(page);
    const card = page.getByRole('region', { name: 'Route Map' });
    await expect(card).toContainText('Alma Driver, suggested');
    const dispatcher = await network.as('dispatcher');
    await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Later' }));
    if (!javaScript) await page.reload();
    await expect(card).toContainText(DISCARDED);
    await expect(card).not.toContainText('Alma Driver, suggested');
    // Nor does one appear for a route that has ended.
    await network.database.rows('delete from tasks');
    await page.reload();
    await expect(card).toContainText(DISCARDED);
    await card.getByRole('link', { name: 'Clear Routes' }).click();
    await expect(page).toHaveURL('/dispatcher');
    await expect(card).not.toContainText(DISCARDED);
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
  await page.getByRole('button', { name: 'Show Route' }).first().click();
  await expect(panel(page)).toContainText('Route displayed for Alma Driver');
  await expect(panel(page)).toContainText('1 task is not on the map yet and comes last.');
  await expect(panel(page).getByRole('button', { name: 'Apply Route Order' })).toHaveCount(0);
});

test('the way back counts when it is asked for, also in what the map shows', async ({ open, network }) => {
  await threeStops(network);
  const page = await open('dispatcher', { javaScript: false });
  const driver = String(network.ids.driver);
  await page.goto(`/dispatcher/drivers/${driver}?q=al&suggest=1`);
  const miles = async () =>
    Number(/Total Distance(\d+\.\d) mi/.exec((await panel(page).textContent()) ?? '')?.[1]);
  const oneWay = await miles();
  await panel(page).getByLabel('Return to the dealership').check();
  await panel(page).getByRole('button', { name: 'Suggest Route' }).click();
  await expect(page).toHaveURL(/q=al/);
  await expect(panel(page).getByLabel('Return to the dealership')).toBeChecked();
  // All stops are on one road to the north.
  expect((await miles()) / oneWay).toBeCloseTo(2, 1);
  await panel(page).getByRole('link', { name: 'Show on Map' }).click();
  await expect(page).toHaveURL(new RegExp(`/dispatcher\\?q=al&suggested=${driver}-return\\.\\w+$`));
  const drawn = page.getByRole('list', { name: 'Routes on the map' }).getByRole('listitem');
  await expect(drawn).toContainText('Alma Driver, suggested');
  await expect(drawn).toContainText('(Distance-based)');
  await drawn.getByRole('link', { name: 'Open the suggested route' }).click();
  await expect(panel(page)).toContainText('Route optimized for Alma Driver (Distance-based)');
  await panel(page).getByRole('button', { name: 'Apply Route Order' }).click();
  await expect(panel(page)).toContainText('Route applied for Alma Driver');
  await expect(panel(page).getByLabel('Return to the dealership')).toBeChecked();
});

test('a suggestion is a dashed line on the map behind it, a full one once it is applied', async ({
  open,
  network,
}) => {
  await threeStops(network);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher?suggested=${String(network.ids.driver)}`);
  // Each route has two paths: the line and its outline.
  const dashes = () =>
    page
      .locator('.leaflet-overlay-pane path')
      .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).strokeDasharray));
  await expect.poll(dashes).toEqual(['none', '8px, 8px']);
  await page.getByRole('link', { name: 'Open the suggested route' }).click();
  await expect(panel(page)).toContainText('Route optimized for');
  // The route in its present order is shown as well, because the list is open.
  await expect.poll(dashes).toEqual(['none', '8px, 8px', 'none', 'none']);
  await panel(page).getByRole('button', { name: 'Apply Route Order' }).click();
  await expect(panel(page)).toContainText('Route applied for');
  await expect.poll(dashes).toEqual(['none', 'none']);
});

test('a suggested route on the map: counted, cleared in the head of the card, its legend in sight, the map fitted to it', async ({
  open,
  network,
}) => {
  await threeStops(network);
  const place = { latitude: 38.4, longitude: -94.58, address: '1 South St' };
  await make(
    await network.as('dispatcher'),
    delivery({ driver_id: network.ids.driver2, location: 'South', ...place }),
  );
  const page = await open('dispatcher');
  await page.setViewportSize({ width: 1366, height: 768 });
  const card = page.getByRole('region', { name: 'Route Map' });
  /** Returns the pixels between the first and the last stop of the route. */
  const length = async () => {
    const [near, far] = [/at Near/, /at Far/].map((name) => card.getByRole('button', { name }).first());
    const [low, high] = [await near?.boundingBox(), await far?.boundingBox()];
    return Math.round(Math.abs((low?.y ?? 0) - (high?.y ?? 0)));
  };
  await page.goto('/dispatcher');
  await expect(card.getByRole('button', { name: /at Far/ }).first()).toBeVisible();
  const before = await length();
  await expect(card.getByRole('link', { name: 'Clear Routes' })).toHaveCount(0);

  await page.goto(`/dispatcher?suggested=${String(network.ids.driver)}`);
  await hydrated(page);
  await expect(card.getByText('1 route', { exact: true })).toBeInViewport();
  await expect(card.getByRole('list', { name: 'Routes on the map' })).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole('button', { name: /at Far/ }).first()).toBeVisible();
  await expect.poll(length).toBeGreaterThan(before * 1.5);
  await expectAccessible(page);

  // Center Map shows all stops.
  const others = card.getByRole('button', { name: /at South/ }).first();
  await expect(others).not.toBeInViewport();
  await card.getByRole('button', { name: 'Center Map' }).click();
  await expect(others).toBeInViewport({ ratio: 1 });
  await expect.poll(length).toBeLessThanOrEqual(before);
  await card.getByRole('link', { name: 'Clear Routes' }).click();
  await expect(page).toHaveURL('/dispatcher');
  await expect(card.getByText('1 route', { exact: true })).toHaveCount(0);
});

test('a promised time that will be missed is said beside its stop', async ({ open, network }) => {
  await threeStops(network);
  await network.database.rows(
    "update tasks set deliver_by = now() + interval '5 minutes' where location = 'Middle'",
  );
  const page = await open('driver', { phone: true });
  await page.goto('/driver?suggest=1');
  const middle = panel(page).getByRole('listitem').filter({ hasText: 'Middle' });
  await expect(middle).toContainText(/Arrives about \d+:\d\d [AP]M, \d+ min late/);
  await expect(panel(page).getByText(/late/)).toHaveCount(1);
  await expectAccessible(page);
});

test('a route that cannot be applied gives a message in the panel, and the suggestion stays', async ({
  open,
  network,
}) => {
  await threeStops(network);
  const page = await open('driver', { phone: true });
  await page.goto('/driver?suggest=1');
  await hydrated(page);
  const apply = panel(page).getByRole('button', { name: 'Apply Route Order' });
  const error = panel(page).getByRole('alert');
  await expect(apply).toBeVisible();
  await page.context().setOffline(true);
  await apply.click();
  await expect(error).toHaveText('Failed to apply route optimization. Please try again.');
  await page.context().setOffline(false);
  await page
    .locator('details input[name=taskIds]')
    .evaluateAll((inputs) => inputs.forEach((input) => input.remove()));
  await apply.click();
  await expect(error).toHaveText('No optimization results to apply');
  await page.context().clearCookies();
  await apply.click();
  await expect(error).toHaveText('Your session has expired. Please refresh the page and log in again.');
  await expect(panel(page)).toContainText('Suggested Route Order');
});

test('where no routes are to be suggested, the panel says so @long', async ({ browser, network }) => {
  await threeStops(network);
  const app = await network.another({ ROUTE_OPTIMIZATION: 'off' });
  const context = await newContext(browser, { ...network, app });
  const client = await network.as('driver');
  const [name = '', value = ''] = client.cookie().split('=');
  await context.addCookies([{ name, value, url: app.origin }]);
  const page = await context.newPage();
  await page.goto('/driver?suggest=1');
  await hydrated(page);
  await page.getByRole('heading', { name: 'Route Optimization' }).click();
  await expect(panel(page)).toContainText('Route optimization not available');
  await expect(panel(page).getByRole('button', { name: 'Suggest Route' })).toBeDisabled();
  await context.close();
});

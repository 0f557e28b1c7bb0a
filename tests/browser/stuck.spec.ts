/** A stuck connection gives no error. The page notices it by itself, ends its requests, and says Live only when it is. */
import { expect, hydrated, newContext, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import { startWire } from '../support/wire';
import { location, openNew } from '../support/task-dialog';

const isSocket = (opening: Buffer) => opening.toString('latin1').startsWith('GET /ws');

test('a channel that falls silent is not Live, and is opened again', async ({ browser, network }) => {
  const dispatcher = await network.as('dispatcher');
  const wire = await startWire(new URL(network.app.origin));
  const context = await newContext(browser, network);
  const [name = '', value = ''] = dispatcher.cookie().split('=');
  const origin = `http://localhost:${String(wire.port)}`;
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${origin}/dispatcher`);
  await hydrated(page);
  wire.silence(isSocket);
  await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Told to nobody' }));
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.clock.fastForward(61_000);
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
  await page.clock.resume();
  await hydrated(page);
  await expect(page.getByRole('row', { name: /Alma Driver/ })).toContainText('Told to nobody');
  await context.close();
  await wire.close();
});

test('a channel that opens and says nothing is never Live @long', async ({ open }) => {
  const page = await open('dispatcher');
  await page.routeWebSocket('**/ws', () => undefined);
  await page.clock.install();
  await page.goto('/dispatcher');
  await expect(page.getByRole('link', { name: 'Refresh', exact: true })).toBeVisible();
  await page.clock.fastForward(21_000);
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
});

test('a form and a page on a stuck line come to an end, and the form stays', async ({ open }) => {
  const page = await open('dispatcher');
  await page.clock.install();
  await openNew(page);
  await location(page).fill('Stuck on the way');
  await page.getByLabel('Invoice Number(s)').fill('INV-S');
  const held = page.waitForRequest((request) => request.method() === 'POST');
  await page.route(/\.data(\?|$)/, () => undefined);
  await page.getByRole('button', { name: 'Create Task' }).click();
  await held;
  await page.clock.fastForward(30_000);
  await expect(page.getByText(/^Failed to create task\. Can’t reach the server/).first()).toBeVisible();
  await expect(location(page)).toHaveValue('Stuck on the way');

  const requested = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().includes('.data'),
  );
  await page.goto('/accounts');
  await hydrated(page);
  await page.getByRole('link', { name: 'History', exact: true }).first().click();
  await requested;
  await page.clock.fastForward(30_000);
  await expect(page.locator('[data-held]').getByText('No connection')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Accounts' }).first()).toBeVisible();
});

test('a form that meets a 503 is sent once more, after Retry-After and with its key; without one it is not @long', async ({
  open,
  network,
}) => {
  const page = await open('dispatcher');
  await openNew(page);
  const keys: (string | null)[] = [];
  let refusals = 1;
  await page.route(/\.data(\?|$)/, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    keys.push(new URLSearchParams(request.postData() ?? '').get('_key'));
    refusals -= 1;
    if (refusals < 0) return route.continue();
    return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { error: 'Starting' } });
  });
  await location(page).fill('Second try');
  await page.getByLabel('Invoice Number(s)').fill('INV-2');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Delivery · Second try', { exact: true })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  const made = await network.database.rows<{ id: number }>(
    "select id from tasks where location = 'Second try'",
  );
  expect(made).toHaveLength(1);

  // The page repeats a request once, not more often.
  keys.length = 0;
  refusals = 9;
  await openNew(page);
  await location(page).fill('Never');
  await page.getByLabel('Invoice Number(s)').fill('INV-3');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText(/^Failed to create task/).first()).toBeVisible();
  expect(keys).toHaveLength(2);

  keys.length = 0;
  await page.goto(`/dispatcher/tasks/${String(made[0]?.id)}/delete`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(page.getByText(/^Failed to delete task/).first()).toBeVisible();
  expect(keys).toEqual([null]);
});

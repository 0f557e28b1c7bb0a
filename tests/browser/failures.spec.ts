/** Reads and writes that fail without a sentence of the server, because another program has answered. */
import { expect, hydrated, test } from '../support/browser';
import { make, pickup } from '../support/factories';
import { pathOf, save } from '../support/task-dialog';

test('a form says what has failed and how, and stays; a page says how', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const driverId = network.ids.driver;
  const [task] = [
    await make(dispatcher, pickup({ driver_id: driverId, address: '1 Main St' })),
    await make(dispatcher, pickup({ driver_id: driverId, location: 'Other' })),
  ];
  const page = await open('dispatcher', { serviceWorker: false });
  const refuse = () =>
    page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 403, body: '<h1>Forbidden</h1>' }));
  const saysOf = (failure: string) =>
    expect(page.getByText(`${failure}. HTTP 403: Forbidden`).first()).toBeVisible();

  await page.goto(pathOf(task));
  await hydrated(page);
  await refuse();
  await save(page).click();
  await saysOf('Failed to update task');
  await page.getByRole('button', { name: 'Re-geolocate' }).click();
  await saysOf('Failed to re-geolocate task');
  await page.unroute(/\.data(\?|$)/);

  await page.goto(`/dispatcher/drivers/${String(driverId)}?edit=1`);
  await hydrated(page);
  await page
    .getByRole('button', { name: /^Down: / })
    .first()
    .click();
  await refuse();
  await page.getByRole('button', { name: 'Save Order' }).click();
  await saysOf('Failed to save task order');
  await page.unroute(/\.data(\?|$)/);

  await page.goto('/dispatcher');
  await hydrated(page);
  await refuse();
  await page.getByRole('link', { name: 'Accounts', exact: true }).first().click();
  await expect(page.getByText('HTTP 403: Forbidden')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

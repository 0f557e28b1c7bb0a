/** The top of a task's dialog: the last event, the proof of a delivery, and a copy of the task. */
import type { Task } from '~/domain/tasks/model/task';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, photoUrl, pickup, signature } from '../support/factories';
import type { Network } from '../support/network';
import { suggestAccount, location, openNew, pathOf } from '../support/task-dialog';

async function delivered(network: Network, more: Record<string, unknown> = {}): Promise<Task> {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const path = `/api/tasks/${String(task.id)}`;
  await dispatcher.post(`${path}/photos`, { image: await photoUrl() });
  const { status } = await dispatcher.patch(path, { status: 'completed', ...more });
  expect(status).toBe(200);
  return task;
}

for (const phone of [false, true])
  test(`a completed delivery shows signature, signer and photos ${phone ? 'on a phone' : 'at a desk'} @long`, async ({
    open,
    network,
  }) => {
    const task = await delivered(network, { signature_image: await signature(), signed_by: 'Rosa Receiver' });
    const page = await open('dispatcher', { phone });
    await page.goto(pathOf(task));
    await hydrated(page);
    const proof = page.getByRole('region', { name: 'Proof of delivery' });
    await expect(proof).toContainText(/^Dana Dispatcher completed it, \d+:\d\d [AP]M\./);
    await expect(proof.getByText('Signed by Rosa Receiver')).toBeVisible();
    const picture = proof.getByRole('img', { name: 'Signature of Rosa Receiver' });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
    await expect(proof.getByRole('link', { name: /Taken at the stop, 1 of 1/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Remove photo 1' })).toHaveCount(1);
    await expectAccessible(page);
  });

test('one without a signature says so; what is no completed delivery has no proof @long', async ({
  open,
  network,
}) => {
  const unsigned = await delivered(network);
  const page = await open('dispatcher');
  await page.goto(pathOf(unsigned));
  await expect(page.getByRole('region', { name: 'Proof of delivery' })).toContainText(
    'No signature captured',
  );
  const picked = await make(await network.as('dispatcher'), pickup());
  await page.goto(pathOf(picked));
  await expect(page.getByLabel('Location Name', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What happened last' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Proof of delivery' })).toHaveCount(0);
});

test('at the top stands what happened last, with calls and a copy @long', async ({ open, network }) => {
  await suggestAccount(network, 'Called Garage', 'shop', ['6 Call St']);
  await network.database.rows("update accounts set phone = '816-555-0177' where name = 'Called Garage'");
  const task = await make(
    await network.as('dispatcher'),
    delivery({
      location: 'Called Garage',
      address: '6 Call St, Merriam, KS 66203',
      driver_id: network.ids.driver,
    }),
  );
  const page = await open('dispatcher');
  await page.goto(pathOf(task));
  await hydrated(page);
  const top = page.getByRole('region', { name: 'What happened last' });
  await expect(top).toContainText(/^Dana Dispatcher created it, \d+:\d\d [AP]M\./);
  await expect(top.getByRole('link', { name: 'Call driver Alma Driver' })).toHaveAttribute(
    'href',
    'tel:8165550101',
  );
  await expect(top.getByRole('link', { name: 'Call customer Called Garage' })).toHaveAttribute(
    'href',
    'tel:8165550177',
  );
  await expect(top.getByRole('button', { name: 'Plan again' })).toHaveCount(0);
  const alma = await network.as('driver');
  await alma.post('/api/tasks/batch/status', { taskIds: [task.id], status: 'going' });
  await expect(top).toContainText(/^Alma Driver started driving there, \d+:\d\d [AP]M\./);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  // An office PC shows 625 lines without scrolling.
  await page.setViewportSize({ width: 1366, height: 625 });
  for (const label of [
    'Location Name',
    'Address',
    'Invoice Number(s)',
    'Assign Driver',
    'Status',
    'Priority',
  ])
    await expect(page.getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 });
  await alma.post('/api/tasks/batch/status', { taskIds: [task.id], status: 'pending' });
  await expect(top).toContainText('set it to Pending');
  await top.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Task' })).toBeVisible();
  await expect(location(page)).toHaveValue('Called Garage');
});

test('a copy begins at its invoice, with a draft of its own @long', async ({ open, network }) => {
  const task = await make(await network.as('dispatcher'), delivery({ location: 'Copied Garage' }));
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).fill('Something else');
  const invoice = page.getByLabel('Invoice Number(s)');
  const copy = `/dispatcher/tasks/new?copy=${String(task.id)}`;
  await page.goto(copy);
  await hydrated(page);
  await expect(page.getByText('Draft restored')).toHaveCount(0);
  await expect(location(page)).toHaveValue('Copied Garage');
  await expect(invoice).toBeFocused();
  await expect(invoice).toHaveValue('');
  await page.keyboard.type('INV-C2');
  await page.reload();
  await hydrated(page);
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(invoice).toHaveValue('INV-C2');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Delivery · Copied Garage', { exact: true })).toBeVisible();
  expect(
    await network.database.rows(
      "select invoice_number from tasks where location = 'Copied Garage' order by id",
    ),
  ).toEqual([{ invoice_number: 'INV-1001' }, { invoice_number: 'INV-C2' }]);
  await openNew(page);
  await expect(location(page)).toHaveValue('Something else');
});

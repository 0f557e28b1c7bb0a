/** What proves a delivery, in the dialog of a task that is not archived yet. */
import type { Task } from '~/domain/tasks/task';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, photoUrl, pickup, signature } from '../support/factories';
import type { Network } from '../support/network';
import { pathOf } from '../support/task-dialog';

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
  test(`a completed delivery shows signature, signer and photos ${phone ? 'on a phone' : 'at a desk'}`, async ({
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

test('one without a signature says so; what is no completed delivery has no proof', async ({
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

/** When the same invoice is entered for the same place, a hint links to the first task. Saving is still possible. */
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make } from '../support/factories';

const AT = {
  location: 'Westport Garage',
  address: '1 Main St, Kansas City, MO 64111',
  invoice_number: 'INV-7',
};

for (const javaScript of [true, false]) {
  test(`a hint that leads to the first task (JavaScript: ${String(javaScript)})`, async ({
    open,
    network,
  }) => {
    await network.database.rows('delete from tasks');
    const dispatcher = await network.as('dispatcher');
    const first = await make(dispatcher, delivery(AT));
    const page = await open('dispatcher', { javaScript });
    const dialog = page.getByRole('dialog');
    const hint = dialog.getByText('Invoice # INV-7 was already entered for this location:');
    const link = dialog.getByRole('link', { name: /Delivery at Westport Garage/ });
    await page.goto('/dispatcher/tasks/new');
    if (javaScript) await hydrated(page);
    await dialog.getByLabel('Location Name', { exact: true }).fill(AT.location);
    await dialog.getByLabel('Address', { exact: true }).fill(AT.address);
    await expect(hint).toHaveCount(0);
    if (javaScript) {
      await dialog.getByLabel(/^Invoice/).fill('inv-7');
      await expect(hint).toBeVisible();
      await expectAccessible(page);
      await dialog.getByLabel(/^Invoice/).fill('INV-8');
      await expect(hint).toHaveCount(0);
      await dialog.getByLabel(/^Invoice/).fill('INV-7');
      await expect(hint).toBeVisible();
      // A transfer has no invoice.
      await dialog.getByRole('radio', { name: 'Transfer' }).check();
      await expect(hint).toHaveCount(0);
      await dialog.getByRole('radio', { name: 'Delivery' }).check();
    } else {
      // Without JavaScript the page shows the hint after a refusal.
      await dialog.getByLabel(/^Invoice/).fill('INV-7');
      await dialog.getByLabel('Location Name', { exact: true }).fill('');
      await dialog.getByRole('button', { name: 'Create Task' }).click();
    }
    await expect(hint).toBeVisible();
    await expect(link).toHaveAttribute('href', new RegExp(`/dispatcher/tasks/${String(first.id)}$`));
    await dialog.getByLabel('Location Name', { exact: true }).fill(AT.location);
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expect.poll(async () => (await network.database.rows('select id from tasks')).length).toBe(2);
    // The second task shows the hint when it is edited, with a link to the first.
    const [second] = await network.database.rows<{ id: number }>('select max(id) as id from tasks');
    await page.goto(`/dispatcher/tasks/${String(second?.id)}`);
    await expect(hint).toBeVisible();
    await expect(link).toBeVisible();
  });
}

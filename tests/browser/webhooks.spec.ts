import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { waitLimit } from '../support/slowness';

test('an admin makes a webhook, tests it, sees why it fails, and deletes it @long', async ({ open }) => {
  const page = await open('admin');
  await page.goto('/settings');
  await hydrated(page);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByText('No webhooks yet.')).toBeVisible();
  await page.getByRole('link', { name: 'New Webhook' }).click();
  await expect(page.getByRole('button', { name: 'Create Webhook' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('URL').fill('http://127.0.0.1:9/hook');
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  await expect(page.getByText(/is in a private network/)).toBeVisible();
  await expect(page.getByLabel('URL')).toHaveValue('http://127.0.0.1:9/hook');
  // This name leads to the server itself, which is noticed only when the webhook is called.
  await page.getByLabel('URL').fill('http://localhost:9/hook');
  await page.getByLabel('Task updated').uncheck();
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await page.getByRole('link', { name: 'Done' }).click();

  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
  await expect(page.getByLabel('Task updated')).not.toBeChecked();
  await page.getByRole('button', { name: 'Send a Test' }).click();
  await expect(async () => {
    await page.getByRole('link', { name: 'Refresh' }).click();
    await expect(page.getByRole('row', { name: /Test Waiting .*private network/ })).toBeVisible({
      timeout: waitLimit(1_000),
    });
  }).toPass();
  await expect(page.getByRole('main').getByText('Failing')).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Webhook' }).click();
  await expect(page.getByText('No webhooks yet.')).toBeVisible();
});

test('all of it works on a phone without JavaScript @long', async ({ open }) => {
  const page = await open('admin', { phone: true, javaScript: false });
  await page.goto('/settings/webhooks/new');
  await page.getByLabel('URL').fill('http://localhost:9/hook');
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send a Test' }).click();
  await page.getByRole('button', { name: 'Send Test again' }).click();
  await expect(page.getByRole('button', { name: 'Send Test again' })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByLabel('On', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
});

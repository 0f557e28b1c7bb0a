/** A form that reaches no server says what has failed, in the words of the specification. */
import type { Page } from '@playwright/test';
import { delivery, make } from '../support/factories';
import { expect, hydrated, test } from '../support/browser';

async function breakForms(page: Page) {
  await page.route(/\.data(\?|$)/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
}

type Try = [path: string, button: string, ...said: string[]];

async function tryEach(page: Page, tries: Try[]) {
  await breakForms(page);
  for (const [path, button, ...said] of tries) {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('button', { name: button }).last().click();
    for (const each of said)
      await expect(page.getByText(each).filter({ visible: true }).first()).toBeVisible();
  }
}

test('accounts, addresses and tasks @long', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const { body: account } = await dispatcher.post<{ id: number }>('/api/accounts', {
    name: 'Failing Motors',
    address: '1 Fail St',
  });
  const { body: other } = await dispatcher.post<{ id: number }>(
    `/api/accounts/${String(account.id)}/addresses`,
    { name: 'Annex', address: '2 Fail St' },
  );
  const task = await make(dispatcher, delivery({ location: 'Failing task' }));
  const done = await make(dispatcher, delivery({ location: 'Done' }));
  await dispatcher.patch(`/api/tasks/${String(done.id)}`, { status: 'completed' });
  const path = `/accounts/${String(account.id)}`;
  const page = await open('dispatcher');
  await tryEach(page, [
    ['/accounts/new', 'Create Account', 'Failed to create account'],
    [`${path}/edit`, 'Update Account', 'Failed to update account'],
    [`${path}/delete`, 'Delete Account', 'Failed to delete account'],
    [`${path}/addresses?add=1`, 'Add Address', 'Failed to add address'],
    [`${path}/addresses?edit=${String(other.id)}`, 'Save Address', 'Failed to update address'],
    [`${path}/addresses?edit=${String(other.id)}`, 'Geolocate Address', 'Failed to geolocate address'],
    [`${path}/addresses?remove=${String(other.id)}`, 'Delete Address', 'Failed to delete address'],
    [
      `${path}/addresses`,
      'Set as Default',
      'Failed to update default address',
      'Failed to set as default address',
    ],
    [`/dispatcher/tasks/${String(task.id)}`, 'Update Task', 'Failed to update task'],
    ['/dispatcher/archive', 'Archive anyway', 'Failed to archive tasks'],
  ]);

  await page.goto('/accounts/import');
  await hydrated(page);
  await page.getByLabel('CSV file').setInputFiles({
    name: 'accounts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Company Name,Address\nAcme,1 Elm St\n'),
  });
  await page.getByRole('button', { name: 'Import' }).click();
  for (const said of ['Import failed', 'Failed to import CSV'])
    await expect(page.getByText(said).filter({ visible: true }).first()).toBeVisible();
});

test('settings and users @long', async ({ open, network }) => {
  const user = `/settings/users/${String(network.ids.driver2)}`;
  const page = await open('admin');
  await tryEach(page, [
    ['/settings', 'Save Profile', 'Failed to update settings. Please try again.'],
    [`${user}/dealerships`, 'Save', 'Failed to update user dealerships'],
    [user, 'Reset Password', 'Failed to change user password'],
    ['/settings/dealerships?edit=Ford', 'Save', 'Failed to save dealership location'],
  ]);
  await page.goto(user);
  await hydrated(page);
  await page.getByRole('region', { name: 'Edit User Roles' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to update user roles').filter({ visible: true }).first()).toBeVisible();
});

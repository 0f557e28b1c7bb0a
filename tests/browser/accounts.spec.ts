/** An office works with accounts and their addresses. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, holdRequests, hydrated, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import type { Network } from '../support/network';
import { addAccount } from '../support/rows';

const addShop = ({ database }: Network, name: string, ...streets: string[]): Promise<number> =>
  addAccount(database, name, {
    type: 'shop',
    places: streets.map((address, index) => ({
      name: `Place ${String(index + 1)}`,
      address,
      latitude: 39,
      longitude: -94,
    })),
  });

const toast = (page: Page, title: string) =>
  page
    .getByRole('status')
    .filter({ hasText: title })
    .or(page.getByRole('listitem').filter({ hasText: title }))
    .first();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('search, type, order and pages; the keys and the focus; dialogs keep the view @long', async ({
  open,
  network,
}) => {
  await network.database.rows(
    "insert into accounts (name, account_type) select 'Page ' || lpad(i::text, 3, '0'), 'vendor' from generate_series(1, 60) i",
  );
  await addShop(network, 'Quarry Body', '1 Quarry Rd');
  const page = await open('dispatcher');
  await page.goto('/accounts');
  await hydrated(page);
  await expectAccessible(page);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search accounts by name')).toBeFocused();
  await page.keyboard.type('page');
  await expect(page.getByText('Showing 1–50 of 60')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('Showing 51–60 of 60')).toBeVisible();
  await page.getByRole('link', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('rowheader').first()).toHaveText('Page 060');
  await page.getByLabel('Account type').selectOption('Service Shop');
  await expect(page.getByText('No accounts found matching "page"')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page.getByLabel('Search accounts by name')).toBeFocused();
  await expect(page.getByLabel('Search accounts by name')).toHaveValue('');
  await expect(row(page, 'Quarry Body')).toContainText('1 Quarry Rd, Lenexa, KS');
  const edit = page.getByRole('link', { name: 'Edit Quarry Body' });
  await edit.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/accounts\?type=shop&sort=desc$/);
  await expect(edit).toBeFocused();
});

test('a new account with its address, found by the task form at once; changed; deleted @long', async ({
  open,
}) => {
  const page = await open('dispatcher');
  await page.goto('/accounts?q=xylo');
  await hydrated(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add New Account' });
  await dialog.getByLabel('Phone').fill('555');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Phone number must be at least 10 characters long')).toBeVisible();
  await expect(dialog.getByLabel('Phone')).toHaveValue('555');
  await dialog.getByLabel('Name').fill('Xylo Transmission');
  await dialog.getByLabel('Phone').fill('816-555-0188');
  await dialog.getByLabel('Street Address').fill('8 Xylo Ave');
  await dialog.getByLabel('City').fill('Lenexa');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Account created')).toBeVisible();
  await expect(row(page, 'XYLO TRANSMISSION')).toContainText('816-555-0188');

  const board = await page.context().newPage();
  await board.goto('/dispatcher/tasks/new');
  await hydrated(board);
  await board.getByLabel('Location Name', { exact: true }).pressSequentially('xyl');
  await board.getByRole('option', { name: /Xylo Transmission/ }).click();
  await expect(board.getByLabel('Address', { exact: true })).toHaveValue('8 Xylo Ave, Lenexa');
  await board.close();

  await page.getByRole('link', { name: 'Edit XYLO TRANSMISSION' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Xylo Gears');
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(toast(page, 'Account updated')).toBeVisible();
  await page.getByRole('link', { name: 'Delete XYLO GEARS' }).click();
  await expect(
    page.getByText('Are you sure you want to delete "Xylo Gears"? This action cannot be undone.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(toast(page, 'Account deleted')).toBeVisible();
  await expect(row(page, 'XYLO GEARS')).toHaveCount(0);
  await expect(page.getByText('Accounts', { exact: true }).locator('xpath=self::span')).toBeFocused();
});

test('the address manager: add, edit, default, geolocate, delete; the focus comes back @long', async ({
  open,
  network,
}) => {
  const id = await addShop(network, 'Walnut Works', '1 Walnut St');
  const page = await open('dispatcher', { serviceWorker: false });
  await page.goto(`/accounts/${String(id)}/addresses`);
  await hydrated(page);
  await expectAccessible(page);
  const only = page.getByRole('button', { name: 'Delete (Cannot delete the only address)' });
  await expect(only).toHaveAttribute('title', 'Cannot delete the only address');
  await page.getByRole('link', { name: 'Add Address' }).click();
  const added = page.getByRole('form', { name: 'New address' });
  await expect(added.getByLabel('Address Name')).toBeFocused();
  await added.getByLabel('Address Name').fill('Annex');
  await added.getByLabel('Street Address').fill('2 Walnut St');
  await added.getByLabel('ZIP Code').fill('66215');
  await expectAccessible(page);
  await added.getByLabel('Street Address').press('Enter');
  await expect(toast(page, 'Address added')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Address' })).toBeFocused();

  await page.getByRole('link', { name: 'Edit Annex' }).click();
  const edited = page.getByRole('form', { name: 'Edit Annex' });
  await edited.getByLabel('Street Address').fill(' ');
  await expect(edited.getByRole('button', { name: /Geolocate Address/ })).toHaveAttribute(
    'title',
    'Address is required to geolocate',
  );
  await edited.getByLabel('Street Address').fill('3 Walnut St');
  await edited.getByRole('button', { name: 'Geolocate Address' }).click();
  await expect(page.getByText('Address location has been successfully updated').first()).toBeVisible();
  await expect(page.getByText('3 Walnut St, 66215')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Annex' })).toBeFocused();

  const release = await holdRequests(page, /\/addresses\.data/, 'GET');
  await page.getByRole('button', { name: 'Set as Default: Annex' }).click();
  await expect(page.getByText('Loading addresses...')).toBeVisible();
  release();
  await expect(page.getByText('Loading addresses...')).toHaveCount(0);
  await expect(toast(page, 'Default address updated')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Annex' })).toContainText('Default');
  await page.getByRole('link', { name: 'Delete Annex' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete Address' });
  await expect(confirmation).toContainText('This is currently set as the default address.');
  await confirmation.getByRole('button', { name: 'Delete Address' }).click();
  await expect(toast(page, 'Address deleted')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Place 1' })).toContainText('Default');
  await page.getByRole('link', { name: 'Back to Accounts' }).click();
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible();
});

test('in the Edit dialog, addresses are managed beside what is typed for the account @long', async ({
  open,
  network,
}) => {
  const id = await addShop(network, 'Tupelo Tires', '1 Tupelo St', '2 Tupelo St');
  const page = await open('dispatcher', { phone: true });
  await page.goto(`/accounts/${String(id)}/edit`);
  await hydrated(page);
  const dialog = page.getByRole('dialog', { name: 'Edit Account' });
  await dialog.getByLabel('Phone').fill('816-555-0144');
  await dialog.getByRole('link', { name: 'Delete Place 2' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Address' })
    .getByRole('button', { name: 'Delete Address' })
    .click();
  await expect(toast(page, 'Address deleted')).toBeVisible();
  await expect(dialog.getByLabel('Phone')).toHaveValue('816-555-0144');
  await dialog.getByRole('button', { name: 'Update Account' }).click();
  await expect(page.getByText('Account updated').first()).toBeVisible();
  const [saved] = await network.database.rows<{ phone: string }>('select phone from accounts where id = $1', [
    id,
  ]);
  expect(saved?.phone).toBe('816-555-0144');
});

test('everything without JavaScript @long', async ({ open, network }) => {
  await addShop(network, 'Plain Motors', '1 Plain St');
  const page = await open('dispatcher', { javaScript: false });
  await page.goto('/accounts');
  await page.getByLabel('Search accounts by name').fill('plain');
  await page.getByLabel('Account type').selectOption('Service Shop');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/q=plain&type=shop/);
  await page.getByRole('link', { name: 'Edit Plain Motors' }).click();
  await page.getByRole('link', { name: 'Add Address' }).click();
  const form = page.getByRole('form', { name: 'New address' });
  await form.getByLabel('Address Name').fill('Dock');
  await form.getByRole('button', { name: 'Add Address' }).click();
  await expect(form.getByText('Street address is required')).toBeVisible();
  await expect(form.getByLabel('Address Name')).toHaveValue('Dock');
  await form.getByLabel('Street Address').fill('2 Plain St');
  await form.getByRole('button', { name: 'Add Address' }).click();
  await expect(page.getByRole('dialog').getByText('Address added').first()).toBeVisible();
  await page.getByRole('link', { name: 'Delete Dock' }).click();
  await page.getByRole('button', { name: 'Delete Address' }).click();
  await expect(page.getByRole('dialog').getByText('Address deleted').first()).toBeVisible();
  await page.getByText(/^Activity/).click();
  const story = page.getByRole('group').filter({ hasText: 'Activity (' }).getByRole('listitem');
  await expect(story.nth(0)).toContainText('Dana Dispatcher · Address deleted: Dock');
  await expect(story.nth(0)).toContainText('Street Address: 2 Plain St → –');
  await expect(story.nth(1)).toContainText('Address added: Dock');
  await expect(story).toHaveCount(2);
  await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/accounts\?q=plain&type=shop$/);
});

for (const javaScript of [true, false]) {
  test(`an account moves: its open tasks are offered, and changed with one press (JavaScript: ${String(javaScript)}) @long`, async ({
    open,
    network,
  }) => {
    const dispatcher = await network.as('dispatcher');
    const street = { address: '12 Old Mill Rd', city: 'Kansas City', state: 'MO', zipCode: '64113' };
    const name = `Moving Garage ${String(javaScript)}`;
    const { body: account } = await dispatcher.post<{ id: number }>('/api/accounts', { name, ...street });
    const tasks = [1, 2, 3].map((number) =>
      make(
        dispatcher,
        delivery({
          location: name,
          address: '12 Old Mill Rd, Kansas City, MO 64113',
          invoice_number: `INV-${String(number)}`,
        }),
      ),
    );
    await Promise.all(tasks);
    const page = await open('dispatcher', { javaScript });
    await page.goto(`/accounts/${String(account.id)}/edit`);
    if (javaScript) await hydrated(page);
    await expect(page.getByText('go to the old address')).toHaveCount(0);
    await page.getByRole('link', { name: 'Edit Main Office' }).click();
    await page.getByLabel('Street Address').fill('700 New Address Blvd');
    await page.getByRole('button', { name: 'Save Address' }).click();
    const offer = page.getByRole('status').filter({ hasText: '3 open tasks still go to the old address:' });
    await expect(offer).toContainText('12 Old Mill Rd, Kansas City, MO 64113, now 700 New Address Blvd');
    if (javaScript) await expectAccessible(page, 'dialog');
    await offer.getByRole('button', { name: 'Change Them' }).click();
    await expect(
      page.getByText('3 tasks go to the new address').filter({ visible: true }).first(),
    ).toBeVisible();
    await expect(offer).toHaveCount(0);
    const found = await network.database.rows('select distinct address from tasks where location = $1', [
      name,
    ]);
    expect(found).toEqual([{ address: '700 New Address Blvd, Kansas City, MO 64113' }]);
  });
}

import type { Page } from '@playwright/test';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { addAccount } from '../support/rows';

const dialog = (page: Page) => page.getByRole('dialog');

test('the empty board says what to do', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await expect(page.getByRole('heading', { name: 'Driver Status' })).toBeVisible();
  await expect(page.getByText('No stops for today.')).toBeVisible();
  for (const text of ['No dealership assigned', 'No active task']) {
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByText(text).first()).toHaveCSS('text-transform', 'uppercase');
  }
  await expectAccessible(page);
});

test('a task from the keyboard alone, its rules, and a colleague who sees it arrive', async ({ open }) => {
  const page = await open('dispatcher');
  const colleague = await open('dispatcher2');
  await colleague.goto('/dispatcher');
  await hydrated(colleague);
  await page.goto('/dispatcher');
  await hydrated(page);
  await page.getByRole('link', { name: 'New Task' }).press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Create New Task' })).toBeVisible();
  await expect(page.getByLabel('Location Name', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Westport Garage');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Delivery tasks require a valid invoice number')).toBeVisible();
  await page.getByLabel('Invoice Number(s)').fill('INV-77');
  await expect(page.getByText('Delivery tasks require a valid invoice number')).toBeHidden();
  await page.getByLabel('Address', { exact: true }).fill('4050 Pennsylvania Ave, Kansas City, MO 64111');
  await page.getByLabel('Assign Driver').selectOption('Alma Driver');
  await page.getByRole('button', { name: 'Create Task' }).press('Enter');
  await expect(page).toHaveURL('/dispatcher');
  await expect(page.getByText('Task created successfully', { exact: true })).toBeVisible();
  const row = (on: Page) => on.getByRole('row', { name: /Alma Driver/ });
  await expect(row(page)).toContainText('Westport Garage');
  await expect(row(page)).toContainText('Assigned');
  await expect(row(colleague)).toContainText('Westport Garage');
});

test('the type decides which fields there are', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher/tasks/new');
  await page.getByLabel('Pickup').check();
  await expect(page.getByLabel('Invoice Number(s)')).toBeHidden();
  await expect(page.getByLabel('Part Number(s)')).toBeVisible();
  await expect(page.getByLabel('Deliver To (Optional)')).toBeVisible();
  await page.getByLabel('Transfer', { exact: true }).check();
  await expect(page.getByLabel('Delivery Location Name')).toBeVisible();
  await expect(page.getByLabel('Need By Date')).toBeHidden();
  await page.getByLabel('Status', { exact: true }).selectOption('Hold');
  await expect(page.getByLabel('Need By Date')).toBeVisible();
  await page.getByLabel('Location Name', { exact: true }).fill('Somewhere');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Pickup and transfer tasks require valid part numbers')).toBeVisible();
  await expect(page.getByText('Transfer tasks require a delivery location name')).toBeVisible();
});

/** Adds a vendor with two addresses. The default address is the second one in the alphabet. */
async function addPrairieParts({ database }: Network): Promise<void> {
  await database.rows('delete from accounts');
  await addAccount(database, 'Prairie Parts', {
    type: 'vendor',
    places: [
      { name: 'Counter', address: '1 Second St', city: 'Merriam', zip_code: '66203' },
      { name: 'Main', address: '9 First St', is_default: true },
    ],
  });
}

test('an account as location: suggestion, type, address; free text says so @long', async ({
  open,
  network,
}) => {
  await addPrairieParts(network);
  const page = await open('dispatcher');
  await page.goto('/dispatcher/tasks/new');
  await hydrated(page);
  const name = page.getByRole('combobox', { name: 'Location Name', exact: true });
  await name.fill('pRaIrIe');
  await expect(page.getByRole('option', { name: /Prairie Parts/ })).toBeVisible();
  await expectAccessible(page);
  await name.press('ArrowDown');
  await name.press('Enter');
  await expect(name).toHaveValue('Prairie Parts');
  await expect(page.getByLabel('Pickup')).toBeChecked();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('9 First St, Lenexa, KS 66215');
  await expect(page.getByLabel('Address', { exact: true }).getByRole('option')).toHaveText([
    '9 First St, Lenexa, KS 66215',
    '1 Second St, Merriam, KS 66203',
    'Another address…',
  ]);
  await name.fill('Nobody knows');
  await expect(
    page.getByText('No accounts found. You can continue typing to use "Nobody knows" as a custom location.'),
  ).toBeVisible();
});

test('double clicks make one task', async ({ open, network }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher/tasks/new');
  await hydrated(page);
  await page.getByLabel('Location Name', { exact: true }).fill('Clicked twice');
  await page.getByLabel('Invoice Number(s)').fill('INV-2');
  await page.getByRole('button', { name: 'Create Task' }).dblclick();
  await expect(page.getByText('Task created successfully', { exact: true })).toBeVisible();
  expect(await network.database.rows("select id from tasks where location = 'Clicked twice'")).toHaveLength(
    1,
  );
});

test('everything without JavaScript: create, find an account, edit, reorder, delete, archive @long', async ({
  open,
  network,
}) => {
  await addPrairieParts(network);
  const page = await open('dispatcher', { javaScript: false });
  await page.goto('/dispatcher');
  await page.getByRole('link', { name: 'New Task' }).click();
  await page.getByLabel('Location Name', { exact: true }).fill('prairie');
  await page.getByRole('button', { name: 'Find' }).first().click();
  await page.getByRole('button', { name: 'Prairie Parts – 1 Second St' }).click();
  await expect(page.getByLabel('Location Name', { exact: true })).toHaveValue('Prairie Parts');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('1 Second St, Merriam, KS 66203');
  await expect(page.getByLabel('Pickup')).toBeChecked();
  await page.getByLabel('Assign Driver').selectOption('Cleo Driver');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Pickup and transfer tasks require valid part numbers')).toBeVisible();
  await expect(page.getByLabel('Location Name', { exact: true })).toHaveValue('Prairie Parts');
  await page.getByLabel('Part Number(s)').fill('PP-1');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Task created successfully')).toBeVisible();

  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, delivery({ driver_id: network.ids.driver3, location: 'Second stop' }));
  await page.getByRole('link', { name: 'Cleo Driver' }).click();
  await expect(page.getByText('No phone number')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Order' }).click();
  await page.getByRole('button', { name: 'Up: Second stop' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('Second stop');

  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Second stop/ })
    .click();
  await page.getByLabel('Additional Notes').fill('Ring twice');
  await page.getByLabel('Status', { exact: true }).selectOption('Completed');
  await page.getByRole('button', { name: 'Update Task' }).click();
  await expect(dialog(page).getByText('Task updated successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dispatcher\/drivers\/\d+/);
  await dialog(page).getByRole('link', { name: 'Completed' }).click();
  await expect(page.getByRole('dialog')).toContainText('Second stop');
  await page.goto('/dispatcher');
  await page.getByRole('link', { name: 'Archive Tasks' }).click();
  await expect(page.getByText('1 without a signature')).toBeVisible();
  await page.getByRole('button', { name: 'Archive anyway' }).click();
  await expect(page.getByText('1 task archived')).toBeVisible();
  await page.getByRole('link', { name: 'Archive Tasks' }).click();
  await expect(page.getByText('There are no completed tasks to archive.')).toBeVisible();
});

test('order by buttons, cancelled and saved; the colleague who adds a task meanwhile loses nothing @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const driver_id = network.ids.driver2;
  for (const location of ['One', 'Two', 'Three']) await make(dispatcher, pickup({ driver_id, location }));
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await page.getByRole('link', { name: /Ben Driver/ }).click();
  await page.getByRole('link', { name: 'Edit Order' }).click();
  await page.getByRole('button', { name: 'To top: Three' }).click();
  await make(dispatcher, pickup({ driver_id, location: 'Four' }));
  await expect(page.getByRole('button', { name: 'Up: Four' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Order' }).click();
  await expect(page.getByText('Task order saved successfully', { exact: true })).toBeVisible();
  const titles = page.getByRole('dialog').getByRole('listitem');
  await expect(titles).toContainText(['Three', 'One', 'Two', 'Four']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/dispatcher');
});

test('two dispatchers save the same task: the second sees who changed what and loses nothing @long', async ({
  open,
  network,
}) => {
  const made = await make(await network.as('dispatcher'), delivery({ location: 'Contested' }));
  const [first, second] = [await open('dispatcher'), await open('dispatcher2')];
  for (const page of [first, second]) {
    await page.goto(`/dispatcher/tasks/${String(made.id)}`);
    await hydrated(page);
  }
  await first.getByLabel('Invoice Number(s)').fill('INV-FIRST');
  await second.getByLabel('Additional Notes').fill('from the second');
  await first.getByRole('button', { name: 'Update Task' }).click();
  await expect(first).toHaveURL('/dispatcher');
  await second.getByRole('button', { name: 'Update Task' }).click();
  await expect(second.getByText('This task has changed since you opened it.')).toBeVisible();
  await expect(second.getByText('Invoice Number(s): INV-1001 → INV-FIRST (Dana Dispatcher')).toBeVisible();
  await expect(second.getByLabel('Additional Notes')).toHaveValue('from the second');
  await second.getByRole('button', { name: 'Update Task' }).click();
  await expect(second.getByText('Task updated successfully', { exact: true })).toBeVisible();
});

test('a session that ends while a form is filled in: what was typed is still there @long', async ({
  open,
  network,
}) => {
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    await page.goto('/dispatcher/tasks/new');
    if (javaScript) await hydrated(page);
    await page.getByLabel('Location Name', { exact: true }).fill('Typed before');
    await page.getByLabel('Invoice Number(s)').fill('INV-9');
    await page.getByLabel('Additional Notes').fill('and kept');
    await network.database.rows('delete from sessions');
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByText('What you typed is kept.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Username').fill('dispatcher');
    await page.getByLabel('Password').fill('dispatch-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/dispatcher\/tasks\/new/);
    await expect(page.getByLabel('Location Name', { exact: true })).toHaveValue('Typed before');
    await expect(page.getByLabel('Invoice Number(s)')).toHaveValue('INV-9');
    await expect(page.getByLabel('Additional Notes')).toHaveValue('and kept');
  }
});

test('re-geolocate and delete @long', async ({ open, network }) => {
  const made = await make(
    await network.as('dispatcher'),
    delivery({ location: 'Nowhere', address: 'behind the moon' }),
  );
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/${String(made.id)}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Re-geolocate' }).click();
  await expect(
    page.getByText('Re-geolocate requested - coordinates will be updated when address is processed').first(),
  ).toBeVisible();
  await page.getByLabel('Address', { exact: true }).fill('4050 Pennsylvania Ave, Kansas City, MO 64111');
  await page.getByRole('button', { name: 'Re-geolocate' }).click();
  await expect(page.getByText('Task location has been successfully re-geolocated').first()).toBeVisible();
  await page.getByRole('link', { name: 'Delete Task' }).click();
  const confirm = page.getByRole('button', { name: 'Delete Task' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByText('Task deleted successfully', { exact: true })).toBeVisible();
  expect(await network.database.rows("select id from tasks where location = 'Nowhere'")).toEqual([]);
});

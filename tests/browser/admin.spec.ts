/** An admin works with User Management, Dealership Location Management and the audit log. */
import type { Page } from '@playwright/test';
import { NEW_PASSWORD } from '../support/client';
import { delivery, make } from '../support/factories';
import { expect, expectAccessible, hydrated, test } from '../support/browser';

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
// Without JavaScript a message is at the top of the page, and again in the dialog that covers it.
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).last();

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with' : 'without';
  const open = javaScript ? 'Ines Onscript' : 'Omar Offscript';
  const username = javaScript ? 'ines' : 'omar';

  test(`a user's life, ${how} JavaScript @long`, async ({ open: openAs, network }) => {
    test.slow();
    const page = await openAs('admin', { javaScript });
    await page.goto('/settings');
    if (javaScript) await hydrated(page);
    await page.getByRole('link', { name: 'User Management' }).click();
    const users = page.getByRole('dialog', { name: 'User Management' });
    await expect(users.getByRole('columnheader')).toHaveText([
      'Name',
      'Username',
      'Roles',
      'Dealerships',
      'Actions',
    ]);
    await expect(row(page, 'Dana Dispatcher')).toContainText('dispatcher');
    if (javaScript) await expectAccessible(page);

    await users.getByRole('link', { name: 'Create New User' }).click();
    const creating = page.getByRole('dialog', { name: 'Create New User' });
    await creating.getByLabel('Name', { exact: true }).fill(open);
    await creating.getByLabel('Username').fill(username);
    await creating.getByRole('button', { name: 'Create User' }).click();
    await expect(creating).toContainText('Name, username, and password are required');
    await expect(creating.getByLabel('Username')).toHaveValue(username);
    await creating.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await creating.getByRole('checkbox', { name: 'driver' }).uncheck();
    await creating.getByRole('button', { name: 'Create User' }).click();
    await expect(creating).toContainText('User must have at least one role');
    if (javaScript) await expectAccessible(page);
    await creating.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await creating.getByRole('checkbox', { name: 'driver' }).check();
    await creating.getByRole('checkbox', { name: 'Buick' }).check();
    await creating.getByRole('checkbox', { name: 'Jeep' }).check();
    await creating.getByRole('radio', { name: 'Start at Jeep' }).check();
    await creating.getByRole('button', { name: 'Create User' }).click();
    await expect(toast(page, 'User created')).toBeVisible();
    await expect(row(page, open)).toContainText('Jeep, Buick');
    await expect(row(page, open).getByRole('link')).toHaveText([open, 'Edit', 'Dealerships', 'Delete']);

    const [stored] = await network.database.rows<{ id: number }>('select id from users where username = $1', [
      username,
    ]);
    const dispatcher = await network.as('dispatcher');
    const task = await make(dispatcher, delivery({ driver_id: stored?.id }));

    await page.getByRole('link', { name: `Edit dealerships of ${open}` }).click();
    const dealerships = page.getByRole('dialog', { name: 'Edit User Dealerships' });
    if (javaScript) await expectAccessible(page);
    await dealerships.getByRole('radio', { name: 'Start at Buick' }).check();
    await dealerships.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Dealerships updated')).toBeVisible();
    await expect(row(page, open)).toContainText('Buick, Jeep');

    await page.getByRole('link', { name: `Edit ${open}` }).click();
    await expect(heading(page, open)).toBeVisible();
    if (javaScript) await expectAccessible(page);
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    await part('Edit User Dealerships').getByRole('radio', { name: 'Start at Jeep' }).check();
    await part('Edit User Dealerships').getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Dealerships updated')).toBeVisible();
    // The message of the change before may still be there.
    const dealershipsOf = () =>
      network.database.rows('select dealerships from users where id = $1', [stored?.id]);
    await expect.poll(dealershipsOf).toEqual([{ dealerships: ['Jeep', 'Buick'] }]);

    await part('Reset Password').getByRole('button', { name: 'Reset Password' }).click();
    if (javaScript) await expect(toast(page, 'Password updated')).toBeVisible();
    const temporary = await dialog(page).getByLabel('Temporary password').inputValue();
    expect(temporary).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    if (javaScript) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await dialog(page).getByRole('button', { name: 'Copy' }).click();
      await expect(dialog(page).getByText('Copied')).toBeVisible();
      await expectAccessible(page);
    }
    const login = await dispatcher.post('/api/login', { username, password: temporary, rememberMe: false });
    expect(login.status).toBe(200);
    await dialog(page).getByRole('link', { name: 'Done' }).click();

    const roles = part('Edit User Roles');
    await expect(roles).toContainText('Without the driver role, 1 open task becomes unassigned.');
    await roles.getByRole('checkbox', { name: 'driver' }).uncheck();
    await roles.getByRole('checkbox', { name: 'dispatcher' }).check();
    await roles.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Roles updated')).toBeVisible();
    await expect(roles.getByRole('checkbox', { name: 'driver' })).not.toBeChecked();
    await expect(roles).not.toContainText('Without the driver role');
    const [left] = await network.database.rows('select driver_id from tasks where id = $1', [task.id]);
    expect(left).toEqual({ driver_id: null });

    await page.getByRole('link', { name: 'Delete User' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete User' });
    await expect(deleting).toContainText('Are you sure you want to delete');
    if (javaScript) await expectAccessible(page);
    await deleting.getByRole('button', { name: 'Delete User' }).click();
    await expect(toast(page, 'User deleted')).toBeVisible();
    await expect(row(page, open)).toHaveCount(0);

    await page.getByLabel('Show deactivated').check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: open, exact: true }).click();
    await page.getByRole('link', { name: 'Restore' }).click();
    await dialog(page).getByRole('button', { name: 'Restore User' }).click();
    await expect(toast(page, 'User restored')).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/users\/\d+\?deactivated=1$/);
    await expect(page.getByRole('link', { name: 'Delete User' })).toBeVisible();
    await page.getByRole('link', { name: 'User Management' }).first().click();
    await expect(row(page, open)).toContainText('dispatcher');
    await expect(row(page, open)).toContainText('Jeep, Buick');

    await page.goto('/settings/audit');
    await main(page).getByLabel('Action').selectOption('Roles changed');
    await main(page).getByRole('button', { name: 'Apply' }).click();
    await expect(row(page, open)).toHaveCount(1);
    await expect(row(page, open)).toContainText('Roles: driver → dispatcher');
    await expect(row(page, open)).toContainText('Open tasks now unassigned: 1');
    if (javaScript) await expectAccessible(page);
  });

  test(`background work is filtered and started again, ${how} JavaScript`, async ({
    open: openAs,
    network,
  }) => {
    const [driver] = await network.database.rows<{ id: number }>(
      "select id from users where username = 'driver'",
    );
    const name = `Work ${how}`;
    await network.database.rows(
      `insert into jobs (kind, subject, lane, state, attempts, run_at, payload, error)
       values ('push', $1, $2, 'failed', 6, null, '{"subscriptionId": 0, "counts": {}, "staleAt": "2026-01-01T00:00:00Z"}', $1)`,
      [name, String(driver?.id)],
    );
    const page = await openAs('admin', { javaScript });
    await page.goto('/settings');
    if (javaScript) await hydrated(page);
    await page.getByRole('link', { name: 'Background Work' }).click();
    await main(page).getByLabel('Kind').selectOption('Webhook delivery');
    await main(page).getByRole('button', { name: 'Apply' }).click();
    await expect(row(page, name)).toHaveCount(0);
    await main(page).getByLabel('Kind').selectOption('Notification');
    await main(page).getByLabel('State').selectOption('Failed');
    await main(page).getByRole('button', { name: 'Apply' }).click();
    await expect(row(page, name)).toContainText('6 attempts');
    if (javaScript) await expectAccessible(page);
    await row(page, name).getByRole('button', { name: 'Run Notification again' }).click();
    await expect(toast(page, 'Started again')).toBeVisible();
    // The notification is not needed any more, so the job disappears.
    await expect(page).toHaveURL(/background-work\?kind=push&state=failed$/);
    await expect(row(page, name)).toHaveCount(0);
  });

  test(`a dealership's location, ${how} JavaScript`, async ({ open: openAs }) => {
    test.slow();
    const page = await openAs('admin', { javaScript });
    const name = javaScript ? 'Ford' : 'Jeep';
    await page.goto('/settings');
    if (javaScript) await hydrated(page);
    await page.getByRole('link', { name: 'Dealership Location Management' }).click();
    await expect(row(page, name).getByText('Not set')).toHaveCount(5);
    await page.getByRole('link', { name: `Edit ${name}` }).click();
    await expect(dialog(page).getByText('2 characters')).toBeVisible();
    const field = (label: string) => dialog(page).getByLabel(`${label} of ${name}`);
    await field('Display Name').fill('Tallgrass');
    await field('Address').fill('1250 E Santa Fe St');
    await field('City').fill('Olathe');
    await field('ZIP').fill('66061');
    await field('State').evaluate((input: HTMLInputElement) => {
      input.removeAttribute('maxlength');
    });
    await field('State').fill('Kansas');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toContainText('State must be at most 2 characters');
    await expect(field('City')).toHaveValue('Olathe');
    if (javaScript) await expectAccessible(page);
    await field('State').fill('KS');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Location saved')).toBeVisible();
    await expect(row(page, name)).toContainText('66061');
    await expect(row(page, name)).toContainText('Approximate on the map (ZIP)');
    await expect(page).toHaveURL(/\/settings\/dealerships$/);
    if (javaScript) await expectAccessible(page);
  });
}

test('others have no way in', async ({ open }) => {
  const page = await open('dispatcher');
  for (const path of ['users', 'users/new', 'dealerships', 'audit', 'users/1/delete']) {
    await page.goto(`/settings/${path}`);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  }
});

test('the settings are a list on a phone, and each of its pages leads back', async ({ open }) => {
  const page = await open('driver', { phone: true });
  await page.goto('/settings');
  await hydrated(page);
  const list = page.getByRole('navigation', { name: 'Settings' });
  await list.getByRole('link', { name: 'Change Password' }).click();
  await expect(heading(page, 'Change Password')).toBeVisible();
  await expect(list).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await expect(list).toBeVisible();
  await expect(list.getByRole('link', { name: 'User Management' })).toHaveCount(0);
});

test('the addresses of the former dialogs lead to the parts of the user’s page', async ({
  open,
  network,
}) => {
  const page = await open('admin');
  const user = `/settings/users/${String(network.ids.driver2)}`;
  for (const part of ['profile', 'roles', 'vehicle', 'devices', 'password', 'link']) {
    await page.goto(`${user}/${part}?search=b`);
    await expect(page).toHaveURL(`${user}?search=b#${part}`);
    await expect(page.locator(`#${part}`)).toBeVisible();
  }
  expect((await page.goto(`${user}/nothing`))?.status()).toBe(404);
});

test('on a phone each row is a list of facts that fits @long', async ({ open }) => {
  const page = await open('admin', { phone: true });
  for (const path of ['users', 'dealerships?edit=Ford', 'audit', 'background-work', 'users/new']) {
    await page.goto(`/settings/${path}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect([path, wide]).toEqual([path, false]);
    await expectAccessible(page);
  }
});

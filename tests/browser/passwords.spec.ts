import { expect, expectAccessible, hydrated, newContext, test } from '../support/browser';
import { PASSWORD } from '../support/client';
import { tokenOf } from '../support/people';

for (const [javaScript, username] of [
  [true, 'driver'],
  [false, 'driver2'],
] as const) {
  const how = javaScript ? 'with' : 'without';

  test(`a temporary password is replaced at the first sign-in, ${how} JavaScript @long`, async ({
    browser,
    network,
  }) => {
    const admin = await network.as('admin');
    const path = `/api/admin/users/${String(network.ids[username])}/password`;
    const { body } = await admin.post<{ temporaryPassword: string }>(path);
    const page = await (await newContext(browser, network, { phone: true, javaScript })).newPage();
    await page.goto('/auth?redirectTo=%2Fsettings');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(body.temporaryPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
    if (javaScript) await expectAccessible(page);
    await page.goto('/driver');
    await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();

    const choose = async (password: string) => {
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Repeat the new password').fill(password);
      await page.getByRole('button', { name: 'Save and continue' }).click();
    };
    await choose('Password123');
    await expect(page.getByText('This password is too common. Choose another one.')).toBeVisible();
    if (javaScript) await expectAccessible(page);
    await choose('my-own-words');
    await expect(page).toHaveURL('/driver');
    await expect(page.getByText('Password updated', { exact: true })).toBeVisible();
  });
}

test('a user who does not want to choose a password now can sign out', async ({ browser, network }) => {
  const admin = await network.as('admin');
  const path = `/api/admin/users/${String(network.ids.driver3)}/password`;
  const { body } = await admin.post<{ temporaryPassword: string }>(path);
  const page = await (await newContext(browser, network)).newPage();
  await page.goto('/auth');
  await page.getByLabel('Username').fill('driver3');
  await page.getByLabel('Password').fill(body.temporaryPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
});

test('making somebody an admin asks for the own password, and only then @long', async ({ open, network }) => {
  const page = await open('admin');
  await page.goto(`/settings/users/${String(network.ids.dispatcher2)}`);
  await hydrated(page);
  const part = page.getByRole('region', { name: 'Edit User Roles' });
  const own = part.getByLabel('Your own password');
  await expect(own).toBeHidden();
  await part.getByRole('checkbox', { name: 'admin' }).check();
  await expect(own).toBeVisible();
  await expectAccessible(page);
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part).toContainText('Your own password is required');
  await own.fill('not-the-one');
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part).toContainText('Your password is not correct');
  await expectAccessible(page);
  await own.fill(PASSWORD);
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Roles updated', { exact: true })).toBeVisible();

  const reset = page.getByRole('region', { name: 'Reset Password' });
  await expect(reset.getByLabel('Your own password')).toBeVisible();
  await expect(reset.getByLabel('Revoke the API tokens of Devon Dispatcher')).toBeChecked();
  await expectAccessible(page);
});

test('an admin revokes somebody else’s API token @long', async ({ open, network }) => {
  await tokenOf(network.database, network.ids.dispatcher ?? 0);
  const page = await open('admin');
  await page.goto('/settings');
  await hydrated(page);
  await page.getByRole('link', { name: 'Everyone’s API Tokens' }).click();
  await expect(page.getByRole('row', { name: /Dana Dispatcher/ })).toContainText('Never');
  await expectAccessible(page);
  await page.getByRole('link', { name: /of Dana Dispatcher$/ }).click();
  await page.getByRole('button', { name: 'Revoke Token' }).click();
  await expect(page.getByText('API token revoked', { exact: true })).toBeVisible();
  await expect(page.getByText('No tokens yet.')).toBeVisible();
});

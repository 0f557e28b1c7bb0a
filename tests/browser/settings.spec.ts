import { accountMenu, expect, expectAccessible, hydrated, test } from '../support/browser';

test('a profile is saved, a password changed, and another device is signed out @long', async ({ open }) => {
  const page = await open('dispatcher');
  const elsewhere = await open('dispatcher');
  await elsewhere.goto('/settings');
  await hydrated(elsewhere);
  await page.goto('/settings');
  await hydrated(page);
  await expectAccessible(page);
  await expect(page.getByLabel('Username')).not.toBeEditable();
  await page.getByLabel('Email').fill('dana');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Email must look like name@example.com')).toBeVisible();
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Settings updated', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Change Password' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Current password').fill('not-the-one');
  await page.getByLabel('New password', { exact: true }).fill('long-enough');
  await page.getByLabel('Repeat the new password').fill('long-enough');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('The current password is not correct')).toBeVisible();
  await page.getByLabel('Current password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password updated', { exact: true })).toBeVisible();
  await expect(elsewhere).toHaveURL('/auth?redirectTo=%2Fsettings');
});

test('the theme changes at once, and on the other device when it looks again @long', async ({ open }) => {
  const page = await open('driver', { phone: true });
  const other = await open('driver');
  await other.goto('/settings');
  await hydrated(other);
  await page.goto('/settings');
  await hydrated(page);
  const background = (of: typeof page) => of.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background(page)).toBe('rgb(244, 246, 248)');
  await page.getByText('Dark', { exact: true }).click();
  await page.getByText('Larger', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await background(page)).toBe('rgb(14, 17, 22)');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20px');
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await other.reload();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a token is shown once and revoked, without JavaScript', async ({ open, network }) => {
  const page = await open('admin', { javaScript: false });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'API Tokens', exact: true }).click();
  await page.getByRole('link', { name: 'New Token' }).click();
  await page.locator('#createToken-name').fill('Night import');
  await page.getByLabel('Your own password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Create Token' }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^pd_/);
  const answer = await fetch(`${network.app.origin}/api/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await answer.json()).toMatchObject({ username: 'admin' });
  await page.getByRole('link', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(token);
  await page.getByRole('link', { name: 'Revoke Night import' }).click();
  await page.getByRole('button', { name: 'Revoke Token' }).click();
  await expect(page.getByText('API token revoked')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Revoke Night import' })).toHaveCount(0);
});

test('a page that fails leaves the frame usable, and comes back @long', async ({ open, network }) => {
  const page = await open('dispatcher2');
  await page.goto('/dispatcher');
  await hydrated(page);
  await network.database.rows('alter table api_tokens rename to api_tokens_away');
  await accountMenu(page).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API Tokens' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Refresh Page' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('link', { name: /Alma Driver/ })).toBeVisible();
  await page.goto('/settings/tokens');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await network.database.rows('alter table api_tokens_away rename to api_tokens');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'API Tokens' })).toBeVisible();
});

test('a frame that fails, and what has none, say so and come back', async ({ open, network }) => {
  const page = await open('dispatcher2');
  await network.database.rows('alter table sessions rename to sessions_away');
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Application Error' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dispatcher');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await network.database.rows('alter table sessions_away rename to sessions');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('link', { name: /Alma Driver/ })).toBeVisible();
});

test('rejections that nobody handles are kept from the person, and told apart', async ({ open }) => {
  const page = await open('dispatcher2');
  await page.goto('/settings');
  await hydrated(page);
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text().split('\n')[0] ?? ''}`));
  page.on('pageerror', (error) => messages.push(`page: ${error.message}`));
  await page.evaluate(() => {
    for (const message of [
      'HTTP 401: Unauthorized',
      'HTTP 403: no',
      'HTTP 503: away',
      'Network error',
      'Odd',
    ]) {
      void Promise.reject(new Error(message));
    }
  });
  await expect.poll(() => messages).toHaveLength(3);
  expect(messages).toEqual([
    'warning: Network issue, expected to retry: HTTP 503: away',
    'warning: Network issue, expected to retry: Network error',
    'error: Unhandled rejection: Error: Odd',
  ]);
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
});

test('an admin counts what would go by its age before anything does, and looks after the backups @long', async ({
  open,
}) => {
  const page = await open('admin');
  await page.goto('/settings');
  await hydrated(page);
  await page.getByRole('link', { name: 'System Information' }).click();
  await expect(page.getByRole('heading', { name: 'This instance in the last hour' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Retention' }).click();
  await expectAccessible(page);
  await page.getByLabel('Photos').selectOption('2 years');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Photos: 2 years, 0 will be deleted now')).toBeVisible();
  await expect(page.getByText('Signatures: forever')).toBeVisible();
  await page.getByLabel('Your own password').fill('not-the-one');
  await page.getByRole('button', { name: 'Delete and Save' }).click();
  await expect(page.getByText('Your password is not correct')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your own password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Delete and Save' }).click();
  await expect(page.getByText('Retention updated', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Backups' }).click();
  await expectAccessible(page);
  await page.getByLabel('Folder').fill('../elsewhere');
  await page.getByRole('button', { name: 'Save Backups' }).click();
  await expect(page.getByText('Folder can only contain letters')).toBeVisible();
  await page.getByLabel('Folder').fill('daily');
  await page.getByLabel('Every day at').fill('02:30');
  await page.getByRole('button', { name: 'Save Backups' }).click();
  await expect(page.getByText('Backups updated', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Every day at')).toHaveValue('02:30');
});

import type { Page, Route } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { accountMenu, expect, expectAccessible, hydrated, newContext, test } from '../support/browser';

/** Returns the paths of the scripts that the page names when it loads. */
const loadedScripts = (page: Page) =>
  page
    // The scripts of dialogs are loaded after the page.
    .locator('link[rel=modulepreload]:not([fetchpriority=low])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

test('signing in: rules, pending, wrong password, the way back', async ({ browser, network }) => {
  const page = await (await newContext(browser, network)).newPage();
  await page.goto('/dispatcher/tasks/new');
  await expect(page).toHaveURL('/auth?redirectTo=%2Fdispatcher%2Ftasks%2Fnew');
  await expect(page.getByText('Enter your credentials to access your account')).toBeVisible();
  await expect(page.getByLabel('Remember me')).toBeChecked();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('Username').fill('dispatcher');
  await expect(page.getByText('Username must be at least 3 characters')).toBeHidden();

  await page.getByLabel('Password').fill('wrong-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Invalid username or password').first()).toBeVisible();
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('dispatcher');
  await expectAccessible(page);

  await page.getByLabel('Password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dispatcher/tasks/new');
  await expect(page.getByText('Welcome back, Dana Dispatcher', { exact: true })).toBeVisible();
});

test('the page is one answer with a small script, and what comes next is fetched while it is shown @long', async ({
  browser,
  network,
}) => {
  const page = await (await newContext(browser, network)).newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/auth');
  const own = await page.locator('main script').evaluate((script) => script.textContent);
  expect(brotliCompressSync(own).length).toBeLessThan(3_000);
  const next = page.locator('link[rel=prefetch]');
  await expect(next).not.toHaveCount(0);
  const addresses = await next.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(scripts.filter((path) => !addresses.includes(path))).toEqual([]);
  expect(await page.evaluate(() => '__remixContext' in window)).toBe(false);
  await page.getByLabel('Username').fill('dispatcher');
  await page.getByLabel('Password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await hydrated(page);
  expect(addresses).toEqual(expect.arrayContaining(await loadedScripts(page)));
});

for (const [how, answer] of Object.entries({
  'is not reached': (route: Route) => route.abort(),
  'is a proxy with an error': (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
})) {
  test(`typed text stays when the server ${how}`, async ({ browser, network }) => {
    const page = await (await newContext(browser, network, { phone: true })).newPage();
    await page.goto('/auth?redirectTo=%2Fsettings');
    await page.getByLabel('Username').fill('driver');
    await page.getByLabel('Password').fill('dispatch-demo');
    await page.route('**/auth/answer', answer);
    const button = page.getByRole('button', { name: 'Sign in' });
    await button.click();
    await expect(page.getByText('Can’t reach the server. Nothing was sent. Please try again.')).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel('Username')).toHaveValue('driver');
    await page.unroute('**/auth/answer');
    await button.click();
    await expect(page).toHaveURL('/settings');
  });
}

test('an answer that says nothing to people @long', async ({ browser, network }) => {
  const page = await (await newContext(browser, network)).newPage();
  await page.goto('/auth');
  await page.getByLabel('Username').fill('driver');
  await page.getByLabel('Password').fill('dispatch-demo');
  await page.route('**/auth/answer', (route) => route.fulfill({ status: 403, body: '<h1>Forbidden</h1>' }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Login failed. Please check your credentials.')).toBeVisible();
});

test('signing in and out without JavaScript', async ({ browser, network }) => {
  const page = await (await newContext(browser, network, { javaScript: false })).newPage();
  await page.goto('/auth');
  await page.getByLabel('Username').fill('driver');
  await page.getByLabel('Password').fill('nonsense');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Invalid username or password')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('driver');
  await page.getByLabel('Password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/driver');
  await expect(page.getByText('Login successful')).toBeVisible();
  await accountMenu(page).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible();
  await expect(page.getByText('You have been successfully logged out')).toBeVisible();
  await page.goto('/driver');
  await expect(page).toHaveURL(/\/auth/);
});

test("a driver on the dispatcher's page, and a page that does not exist", async ({ open }) => {
  const page = await open('driver');
  await page.goto('/dispatcher');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('users with the role dispatcher only')).toBeVisible();
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/driver');
  await expect(page.getByRole('link', { name: 'Accounts' })).toHaveCount(0);
  await page.goto('/accounts/1/addresses');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

for (const javaScript of [true, false])
  test(`an unchecked Remember me stays unchecked ${javaScript ? 'with JavaScript @long' : 'without JavaScript'}`, async ({
    browser,
    network,
  }) => {
    const page = await (await newContext(browser, network, { javaScript })).newPage();
    const comeBack = async (remember: boolean) => {
      await page.goto('/auth');
      await expect(page.getByLabel('Remember me')).toBeChecked({ checked: !remember });
      await page.getByLabel('Remember me').setChecked(remember);
      await page.getByLabel('Username').fill('driver');
      await page.getByLabel('Password').fill('dispatch-demo');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL('/driver');
      await accountMenu(page).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/auth');
      await expect(page.getByLabel('Remember me')).toBeChecked({ checked: remember });
    };
    await comeBack(false);
    await comeBack(true);
  });

test('registering makes a driver', async ({ browser, network }) => {
  const page = await (await newContext(browser, network)).newPage();
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Full name').fill('Robin New');
  await page.getByLabel('Username').fill('robin');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await page.getByLabel('Username').fill('driver');
  await page.getByLabel('Password').fill('long-enough');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Registration failed', { exact: true })).toBeVisible();
  await page.getByLabel('Username').fill('robin');
  await page.getByLabel('Password').fill('long-enough');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/driver');
  await expect(page.getByText('Registration successful', { exact: true })).toBeVisible();
  await expect(page.getByText('Welcome, Robin New', { exact: true })).toBeVisible();
});

for (const [how, answer] of Object.entries({
  'gives no answer': () => Promise.resolve(),
  'is a proxy with an error': (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
})) {
  test(`signing out ends signed out when the server ${how} @long`, async ({ open, network }) => {
    await network.database.rows('delete from sessions');
    const page = await open('dispatcher2');
    await page.goto('/dispatcher');
    await hydrated(page);
    await page.route('**/logout.data*', answer);
    await accountMenu(page).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('Logout issues', { exact: true })).toBeVisible();
    await expect(
      page.getByText("You've been logged out but there were some errors. Please refresh the page."),
    ).toBeVisible();
    const sessions = await network.database.rows('select user_id from sessions where user_id = $1', [
      network.ids.dispatcher2,
    ]);
    expect(sessions).toEqual([]);
    await page.goto('/dispatcher');
    await expect(page).toHaveURL(/\/auth\?/);
    await page.getByLabel('Username').fill('dispatcher2');
    await page.getByLabel('Password').fill('dispatch-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('link', { name: /Alma Driver/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: /Alma Driver/ })).toBeVisible();
  });
}

test('after a logout the browser has nothing left of what it had kept', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  /**
   * Asks only the browser's own cache.
   * @returns the status of the stored answer, or null without one.
   */
  const kept = () =>
    page.evaluate(() =>
      fetch('/api/tasks', { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ status }) => status,
        () => null,
      ),
    );
  await page.evaluate(() => fetch('/api/tasks').then((answer) => answer.text()));
  expect(await kept()).toBe(200);
  await accountMenu(page).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  expect(await kept()).not.toBe(200);
});

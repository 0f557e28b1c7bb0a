/** From an empty installation to a driver who signs in on a phone. */
import { startApp } from '../support/app';
import { expect, expectAccessible, hydrated, newContext, test } from '../support/browser';
import { createDatabase } from '../support/database';

const PASSWORD = 'a-long-way-to-Topeka';

test('an empty installation is set up, and its board says what comes next @long', async ({ browser }) => {
  test.slow();
  const database = await createDatabase();
  const app = await startApp({ databaseUrl: database.url });
  const context = await browser.newContext({ baseURL: app.origin, viewport: { width: 1366, height: 625 } });
  try {
    const page = await context.newPage();
    await page.goto('/');
    await expect(page).toHaveURL(/\/setup$/);
    await page.getByLabel('One-time code').fill('aaaa-bbbb-cccc-dddd');
    await page.getByLabel('Network name').fill('Prairie Parts Network');
    const first = page.getByRole('group', { name: 'Dealership 1', exact: true });
    await expect(first.getByLabel('Dealership')).toHaveValue('Buick');
    await first.getByLabel('City').fill('Olathe');
    await page.getByLabel('Your name').fill('Olga Operator');
    await page.getByLabel('Username').fill('olga');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat the password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set Up and Sign In' }).click();
    await expect(page.getByText('This code is not correct')).toBeVisible();
    await expect(first.getByLabel('City')).toHaveValue('Olathe');
    await expectAccessible(page);

    const code = /Code: (\S+)/.exec(app.output())?.[1] ?? '';
    await page.getByLabel('One-time code').fill(code);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat the password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set Up and Sign In' }).click();
    await expect(page).toHaveURL(/\/dispatcher$/);
    await hydrated(page);
    const steps = page.getByRole('region', { name: 'Four steps to your first delivery' });
    await expect(steps.getByRole('list').first().getByRole('listitem')).toHaveCount(4);
    await expect(steps.getByRole('link', { name: 'Runs' })).toHaveAttribute('href', '/dispatcher/runs');
    await expect(steps.getByRole('link', { name: 'Sources' })).toHaveAttribute('href', '/settings/sources');
    await expect(steps.getByText('(done)')).toHaveCount(0);
    await expectAccessible(page);

    await steps.getByRole('link', { name: /Add drivers/ }).click();
    await page.getByRole('link', { name: 'New Driver', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Alma Díaz');
    await page.getByLabel('Phone').fill('816-555-0199');
    await page.getByRole('button', { name: 'Create Driver' }).click();
    await expect(page.getByRole('img', { name: 'QR code of the link for Alma Díaz' })).toBeVisible();
    await page.goto('/dispatcher');
    const added = steps.getByRole('listitem').filter({ hasText: 'Add drivers' });
    await expect(added).toContainText('(done)');
    const [circle, check] = await Promise.all(
      [added.locator('[aria-hidden]'), added.locator('[aria-hidden] > span')].map((one) => one.boundingBox()),
    );
    const middle = (box: typeof circle) => (box ? box.x + box.width / 2 : NaN);
    expect(Math.abs(middle(check) - middle(circle))).toBeLessThanOrEqual(1);
    await database.rows("insert into tasks (type, location) values ('pickup', 'Prairie Parts Supply')");
    await page.goto('/dispatcher');
    await hydrated(page);
    await expect(steps).toHaveCount(0);
  } finally {
    await context.close();
    await app.stop();
    await database.drop();
  }
});

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with' : 'without';
  test(`a driver is added by name and number, and signs in by the link, ${how} JavaScript @long`, async ({
    open,
    browser,
    network,
  }) => {
    test.slow();
    const page = await open('admin', { javaScript });
    await page.goto('/settings/users');
    if (javaScript) await hydrated(page);
    await page.getByRole('link', { name: 'New Driver', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Quinn Route');
    await page.getByRole('button', { name: 'Create Driver' }).click();
    await expect(page.getByText('A phone number or an email address is required')).toBeVisible();
    if (javaScript) await expectAccessible(page);
    await page.getByLabel('Phone').fill('816-555-0123');
    await page.getByRole('button', { name: 'Create Driver' }).click();
    await expect(page.getByRole('img', { name: 'QR code of the link for Quinn Route' })).toBeVisible();
    if (javaScript) await expectAccessible(page);
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    // The printed page shows the whole link, which a field would cut.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('dialog').getByText(link, { exact: true })).toBeVisible();
    await expect(page.getByLabel('Link', { exact: true })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    const phone = await (await newContext(browser, network, { phone: true, javaScript })).newPage();
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Welcome, Quinn Route' })).toBeVisible();
    if (javaScript) await expectAccessible(phone);
    await phone.getByRole('button', { name: 'Sign In' }).click();
    await phone.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await phone.getByLabel('Repeat the new password').fill(PASSWORD);
    await phone.getByRole('button', { name: 'Save and continue' }).click();
    await expect(phone).toHaveURL(/\/driver$/);
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });
}

test('dealerships are renamed, retired and restored @long', async ({ open }) => {
  const page = await open('admin');
  await page.goto('/settings/dealerships');
  await hydrated(page);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await page.getByLabel('Name of the new dealership').fill('Citroën');
  await page.getByRole('button', { name: 'Create Dealership' }).click();
  await page.getByRole('link', { name: 'Rename Citroën' }).click();
  await page.getByLabel('New name of Citroën').fill('jeep');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row('Not set').getByText('There is already a dealership called Jeep')).toBeVisible();
  await page.getByLabel('New name of Citroën').fill('Peugeot');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Retire Peugeot' }).click();
  await expect(row('Peugeot')).toContainText('Retired');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore Peugeot' }).click();
  await expect(row('Peugeot')).not.toContainText('Retired');
});

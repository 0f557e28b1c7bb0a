import { plantArchive } from '../support/archive';
import { expect, expectAccessible, holdRequests, hydrated, test } from '../support/browser';
import { signature } from '../support/factories';
import type { Network } from '../support/network';

const DAY = '2026-05-14';
const at = (time: string) => `${DAY}T${time}:00-05:00`;

/** Adds three tasks of two drivers. The first has a signature. */
async function plant(network: Network): Promise<void> {
  const [id] = await plantArchive(network, [
    { location: 'Alpha Garage', completedAt: at('09:00'), goingAt: at('08:40'), needBy: at('09:30') },
    { location: 'Beta Body Shop', completedAt: at('10:00'), goingAt: at('09:10'), needBy: at('09:30') },
    {
      location: 'Gamma Motors',
      completedAt: at('11:00'),
      driver: 'driver2',
      type: 'pickup',
      notes: 'Back door',
    },
  ]);
  const [, image = ''] = (await signature()).split(',');
  await network.database.rows(
    `insert into task_signatures (task_id, image, media_type, signed_by)
     values ($1, decode($2, 'base64'), 'image/jpeg', 'Rosa Receiver')`,
    [id, image],
  );
}

test('a dispatcher looks a day up, shows a customer the proof, takes it back, deletes and undoes @long', async ({
  open,
  browser,
  network,
}) => {
  await plant(network);
  const page = await open('dispatcher');
  await page.goto('/history');
  await hydrated(page);
  await expect(page.getByText('No archived tasks for this date')).toBeVisible();
  await page.getByLabel('Day', { exact: true }).fill(DAY);
  const rows = page.getByRole('list', { name: 'Archived tasks', exact: true }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('link', { name: /Alma Driver 2 tasks/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Previous day' }).click();
  await expect(page.getByText('No archived tasks for this date')).toBeVisible();
  await page.getByRole('link', { name: 'Next day' }).click();
  await expect(rows).toHaveCount(3);
  await page
    .getByRole('link', { name: /Ben Driver/ })
    .first()
    .click();
  await expect(rows).toHaveCount(1);
  // Typing before the answer to a click arrives does not undo the click.
  const answer = await holdRequests(page, '**/history.data*');
  const requested = page.waitForRequest('**/history.data*');
  await page.getByRole('link', { name: 'Show all' }).click();
  await requested;
  const searched = page.waitForRequest(/history\.data.*q=alpha/);
  await page.getByLabel('Search by driver or account').pressSequentially('alpha');
  await searched;
  answer();
  // There was one row before, too. Its text shows that the answer is that of the search.
  await expect(rows).toHaveText([/Alpha Garage/]);
  await expect(page).toHaveURL(/q=alpha/);
  await page.unroute('**/history.data*');

  await rows.getByRole('link').click();
  const dialog = page.getByRole('dialog', { name: 'Archived Task Details' });
  await expect(dialog.getByAltText('Signature of Rosa Receiver')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  const link = await dialog.getByLabel('New link').inputValue();
  await expect(dialog.getByText(/Created by Dana Dispatcher/)).toBeVisible();
  await expectAccessible(page);

  const stranger = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'Proof of delivery' })).toBeVisible();
  await expect(stranger.getByAltText('Signature of Rosa Receiver')).toHaveJSProperty('complete', true);
  await expectAccessible(stranger);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Link revoked', { exact: true })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: "This link can't be opened" })).toBeVisible();
  await expectAccessible(stranger);

  await dialog.getByRole('link', { name: 'Delete from Archive' }).click();
  const confirm = page.getByRole('button', { name: 'Delete Permanently' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await confirm.click();
  await expect(
    page.getByText('Task deleted successfully from archive', { exact: true }).first(),
  ).toBeVisible();
  await expect(page.getByText('No tasks match your search')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`date=${DAY}`));
});

test('everything is there without JavaScript @long', async ({ open, network }) => {
  await plant(network);
  const page = await open('dispatcher', { javaScript: false });
  await page.goto('/history');
  await page.getByLabel('Day', { exact: true }).fill(DAY);
  await page.getByLabel('Search by driver or account').fill('gamma');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page
    .getByRole('link', { name: /Gamma Motors/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Create Link' }).click();
  await expect(page.getByLabel('New link')).toHaveValue(/\/p\/[\w-]{43}$/);
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await page.getByRole('link', { name: 'Delete from Archive' }).click();
  await page.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(page.getByText('Task deleted successfully from archive').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /Gamma Motors/ }).first()).toBeVisible();
  await page.goto('/history/report');
  await page.getByLabel('From', { exact: true }).fill(DAY);
  await page.getByLabel('To').fill(DAY);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('img', { name: /Completed by driver/ })).toBeVisible();
});

test('a report has charts, the table behind them, an export, and sheets to print', async ({
  open,
  network,
}) => {
  await plant(network);
  const page = await open('dispatcher');
  await page.goto(`/history/report?from=${DAY}&to=${DAY}`);
  await hydrated(page);
  await page.getByText('Show as table').first().click();
  await expect(page.getByRole('row', { name: /Alma Driver/ })).toContainText('50%');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`history-${DAY}-to-${DAY}.csv`);
  await expect(
    page.getByText('The export has started. You can leave this page.', { exact: true }),
  ).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2026-06-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('The first day must not be after the last')).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-06-01');

  await page.goto(`/history/day-sheet?date=${DAY}`);
  await hydrated(page);
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Alma Driver' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Alpha Garage' }).first().click();
  await expect(page.getByRole('heading', { name: 'Proof of delivery' })).toBeVisible();
  await expect(page.getByText('May 14, 2026 9:00 AM CDT')).toBeVisible();
  await expectAccessible(page);
});

test('on a phone nothing is wider than the phone, and a driver has no business here @long', async ({
  open,
  network,
}) => {
  await plant(network);
  const page = await open('dispatcher', { phone: true });
  for (const path of [
    `/history?date=${DAY}`,
    `/history/report?from=${DAY}&to=${DAY}`,
    `/history/day-sheet?date=${DAY}`,
  ]) {
    await page.goto(path);
    await hydrated(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    await expectAccessible(page);
  }
  const driver = await open('driver');
  await driver.goto('/history');
  await expect(driver.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

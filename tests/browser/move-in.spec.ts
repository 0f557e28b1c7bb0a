/** Moving in: a file of another program is uploaded, its columns are named, and its rows are imported. */
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { sheetWith } from '../support/workbooks';
import { waitLimit } from '../support/slowness';

const CIRCUIT = [
  [
    'Address Line 1',
    'City',
    'State',
    'Zip',
    'Latest Time',
    'Time at stop',
    'Recipient Name',
    'Docket',
    'Notes',
    'Driver',
  ],
  ['1 Elm St', 'Olathe', 'KS', '66062', '4:15 PM', '5', 'Alpha Garage', 'D-1', '<b>gate</b>', 'Bob'],
  ['2 Elm St', 'Olathe', 'KS', '66062', '5:15 PM', '', 'Beta Garage', 'D-2', '', 'driver'],
  ['3 Elm St', 'Olathe', 'KS', '66062', '', '', 'Gamma Garage', '', '', ''],
];
const file = {
  name: 'stops.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: sheetWith(CIRCUIT),
};

test('an admin moves tasks in from a spreadsheet of Circuit, by keyboard', async ({ open, network }) => {
  const page = await open('admin');
  await page.goto('/settings');
  await hydrated(page);
  await page.getByRole('link', { name: 'Move In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Move In' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('What’s in the file?').selectOption('Tasks');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose a file or paste a table')).toBeVisible();
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');

  await expect(page.getByText('It looks like an export of Circuit (Spoke).')).toBeVisible();
  const column = (name: string) => page.getByLabel(`${name} is`, { exact: true });
  await expect(column('Recipient Name').locator('option:checked')).toHaveText('Location Name');
  await expect(column('Latest Time').locator('option:checked')).toHaveText('Deliver By');
  await expect(column('Docket').locator('option:checked')).toHaveText('Leave out');
  await expect(page.getByRole('cell', { name: 'D-1 · D-2' })).toBeVisible();
  await expect(page.getByText('<b>gate</b>').first()).toBeVisible();
  await expectAccessible(page);
  await column('Docket').focus();
  await page.keyboard.type('Order number and');
  await page.getByLabel('Day of times without a date').fill('2026-11-27');
  await page.getByRole('button', { name: 'Save and preview' }).press('Enter');
  await expect(
    page.getByText('First 3 of 3 rows: 1 to import, 0 there already, 2 with a problem.'),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: '2 No driver is called Bob' })).toBeVisible();

  await column('Bob').selectOption('No driver');
  await page.getByRole('button', { name: 'Save Answers' }).press('Enter');
  await expect(
    page.getByText('First 3 of 3 rows: 2 to import, 0 there already, 1 with a problem.'),
  ).toBeVisible();
  await expect(column('Docket').locator('option:checked')).toHaveText('Order number and invoice number');
  await page.getByRole('button', { name: 'Import 3 Rows' }).press('Enter');
  await expect(page.getByText('2 imported, 0 there already, 1 rejected.')).toBeVisible();
  await expect(
    page.getByRole('row', { name: '4 Delivery tasks require a valid invoice number' }),
  ).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download rejected rows' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^rejected-rows-\d+\.csv$/);
  expect(
    await network.database.rows(
      "select location, invoice_number as invoice, external_ref as ref, notes, service_minutes as minutes from tasks where external_ref = 'D-1'",
    ),
  ).toEqual([{ location: 'Alpha Garage', invoice: 'D-1', ref: 'D-1', notes: '<b>gate</b>', minutes: 5 }]);
});

test('without JavaScript on a phone, pasted cells become accounts, and a long import can be left', async ({
  open,
}) => {
  const page = await open('dispatcher', { javaScript: false, phone: true });
  await page.goto('/settings/move-in');
  await expect(page.getByLabel('What’s in the file?').locator('option')).toHaveText([
    'Accounts',
    'Tasks',
    'Shifts',
  ]);
  await page.getByLabel('What’s in the file?').selectOption('Accounts');
  const rows = Array.from({ length: 700 }, (_, index) => `Shop ${String(index)}\t${String(index)} Elm St`);
  await page.getByLabel('Or paste cells').fill(['Shop\tWhere', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose the column for Company Name, Address')).toBeVisible();
  await page.getByLabel('Shop is').selectOption('Company Name');
  await page.getByLabel('Where is').selectOption('Address');
  await page.getByRole('button', { name: 'Save and preview' }).click();
  await expect(page.getByText('First 200 of 700 rows: 200 to import')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Import 700 Rows' }).click();
  await page.goto('/settings/move-in');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('700 imported, 0 there already, 0 rejected')).toBeVisible({
      timeout: waitLimit(1_000),
    });
  }).toPass();
  await page.getByRole('link', { name: 'Pasted table' }).first().click();
  await expect(page.getByText('700 imported, 0 there already, 0 rejected.')).toBeVisible();
});

test('what can stand for missing numbers and names is offered at the start, also without JavaScript', async ({
  open,
}) => {
  const page = await open('dispatcher', { javaScript: false, phone: true });
  await page.goto('/settings/move-in');
  await page.getByLabel('What’s in the file?').selectOption('Tasks');
  const cells = [
    ['Stops of Friday'],
    ['Order ID', 'Street', 'City'],
    ['K-1', '1 Fir St', 'Olathe'],
    ['K-2', '2 Fir St', 'Olathe'],
  ];
  await page.getByLabel('Or paste cells').fill(cells.map((row) => row.join('\t')).join('\n'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('2 of the first 2 rows have no invoice or part number')).toBeVisible();
  await expect(page.getByText('Choose the column for Location Name')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Use the Order Number' }).click();
  await expect(page.getByText('have no invoice or part number')).toBeHidden();
  await page.getByRole('button', { name: 'Use the Address' }).click();
  await expect(
    page.getByText('First 2 of 2 rows: 2 to import, 0 there already, 0 with a problem.'),
  ).toBeVisible();
  await expect(
    page.getByLabel('Rows without an invoice or part number').locator('option:checked'),
  ).toHaveText('Get the order number');
  await page.getByLabel('Rows without a location name').selectOption('Are a problem');
  await page.getByRole('button', { name: 'Save and preview' }).click();
  await expect(page.getByText('Choose the column for Location Name')).toBeVisible();
});

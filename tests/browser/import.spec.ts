import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { waitLimit } from '../support/slowness';

const csv = (text: string, name = 'accounts.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const SMALL =
  'Company Name,Address,Fax,Phone\nBrookside Auto,"6300 Brookside Plaza, Kansas City, MO 64113",1,\n,2 Elm St,,\n';
const many = (count: number) =>
  `Company Name,Address\n${Array.from({ length: count }, (_, i) => `Shop ${String(i)},${String(i)} Elm St`).join('\n')}`;

test('a file is looked at, imported, and what was wrong with it can be mended @long', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/accounts?sort=desc');
  await hydrated(page);
  await page.getByRole('link', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Accounts from CSV' });
  await expect(dialog.getByText('Expected columns: Company Name, Address')).toBeVisible();
  await expectAccessible(page);

  const file = dialog.getByLabel('CSV file');
  await file.setInputFiles(csv(SMALL, 'accounts.xlsx'));
  await file.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(dialog.getByText('Please select a valid CSV file')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();

  await file.setInputFiles(csv(SMALL));
  await expect(dialog.getByRole('columnheader')).toHaveText(['Company Name', 'Address', 'Phone', 'Type']);
  await expect(dialog.getByRole('cell', { name: 'Brookside Auto' })).toBeVisible();
  await expect(dialog.getByText('Ignored columns: Fax')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import' }).click();

  await expect(dialog.getByRole('row', { name: '3 Company Name is required' })).toBeVisible();
  await expect(page.getByText('Successfully imported 1 account', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Import completed')).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download rejected rows' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^rejected-rows-\d+\.csv$/);
  await dialog.getByRole('link', { name: 'Close' }).last().click();
  await expect(page).toHaveURL('/accounts?sort=desc');
  await expect(page.getByRole('cell', { name: 'Brookside Auto' })).toBeVisible();

  await page.getByRole('link', { name: 'Import CSV' }).click();
  await dialog.getByRole('link', { name: 'Show result' }).click();
  await expect(dialog.getByRole('row', { name: '3 Company Name is required' })).toBeVisible();
});

test('a dropped file is taken; a large one goes on while nobody looks, and its result waits @long', async ({
  open,
}) => {
  const page = await open('admin');
  await page.goto('/accounts/import');
  await hydrated(page);
  const dropped = await page.evaluateHandle((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'many.csv', { type: 'text/csv' }));
    return files;
  }, many(6_000));
  await page.getByText('Choose a file or drop it here').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByRole('cell', { name: 'Shop 0' })).toBeVisible();
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText(/of 6,001 lines/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Close' }).last().click();
  await expect(page).toHaveURL('/accounts');
  await page.goto('about:blank');
  await page.goto('/accounts/import');
  // The import may still run or have ended. In both cases the dialog shows the result and keeps it.
  const result = page
    .getByRole('dialog')
    .getByRole('status')
    .filter({ hasText: 'Successfully imported 6,000 accounts' });
  const link = page.getByRole('link', { name: 'Show result' });
  const progress = page.getByRole('progressbar', { name: 'Lines read' });
  await expect(result.or(link).or(progress).first()).toBeVisible();
  if (await link.isVisible()) await link.click();
  await expect(result).toBeVisible();
  await expect(page.getByRole('link', { name: /^6,00\d Total Accounts/ })).toBeVisible();
  await expect(result).toBeVisible();
});

test('without JavaScript it is a plain form', async ({ open }) => {
  const page = await open('dispatcher2', { javaScript: false });
  await page.goto('/accounts/import');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Please select a valid CSV file')).toBeVisible();
  await page.getByLabel('CSV file').setInputFiles(csv('Company Name\nAcme\n'));
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(
    page.getByText('The first line must name the column Address. Found: Company Name.'),
  ).toBeVisible();
  await page.getByLabel('CSV file').setInputFiles(csv(SMALL.replace('Brookside', 'Plain')));
  await page.getByRole('button', { name: 'Import' }).click();
  const imported = page.getByText('Successfully imported 1 account', { exact: true });
  const progress = page.getByRole('dialog').getByRole('link', { name: 'Show progress' });
  await expect(imported.or(progress).first()).toBeVisible();
  // On a busy machine the answer comes before the import has ended, and shows its progress.
  await expect(async () => {
    if (await progress.isVisible()) await progress.click();
    await expect(imported).toBeVisible({ timeout: waitLimit(1_000) });
  }).toPass();
  await expect(page.getByRole('row', { name: '3 Company Name is required' })).toBeVisible();
});

test('it asks once what the accounts are, shows it, and takes a service shop for granted', async ({
  open,
  network,
}) => {
  const stored = () =>
    network.database.rows(
      "select name, account_type as type from accounts where name like 'Typed %' order by id",
    );
  const page = await open('dispatcher');
  await page.goto('/accounts/import');
  await hydrated(page);
  const rows = 'Company Name,Address,Type\nTyped One,1 One St,\nTyped Two,2 Two St,Vendor\n';
  await page.getByLabel('CSV file').setInputFiles(csv(rows));
  const shown = page
    .getByRole('row')
    .filter({ hasText: 'Typed' })
    .getByRole('cell')
    .filter({ hasText: /^[A-Z][a-z]+( Shop)?$/ });
  await expect(shown).toHaveText(['Service Shop', 'Vendor']);
  await page.getByLabel('Import accounts as').selectOption('Dealerships');
  await expect(shown).toHaveText(['Dealership', 'Vendor']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Successfully imported 2 accounts', { exact: true })).toBeVisible();
  expect(await stored()).toEqual([
    { name: 'Typed One', type: 'dealership' },
    { name: 'Typed Two', type: 'vendor' },
  ]);

  const plain = await open('dispatcher2', { javaScript: false });
  await plain.goto('/accounts/import');
  await expect(plain.getByLabel('Import accounts as')).toHaveValue('shop');
  await plain.getByLabel('Import accounts as').selectOption('Vendors');
  await plain.getByLabel('CSV file').setInputFiles(csv('Company Name\nAcme\n'));
  await plain.getByRole('button', { name: 'Import' }).click();
  await expect(plain.getByText('The first line must name the column Address.')).toBeVisible();
  await expect(plain.getByLabel('Import accounts as')).toHaveValue('vendor');
});

test('a file that the browser cannot read says so', async ({ open }) => {
  const page = await open('dispatcher2');
  // The file has been moved away, for example.
  await page.addInitScript(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  });
  await page.goto('/accounts/import');
  await hydrated(page);
  await page.getByLabel('CSV file').setInputFiles(csv(SMALL));
  await expect(page.getByText('Failed to read CSV file')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled();
});

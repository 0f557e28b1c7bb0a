/** The inbox: documents of other systems are taught, decided and sent by hand. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { type Made, SHOP, shopInvoice as invoice, ticket } from '../support/invoice-layouts';
import type { Network } from '../support/network';
import { addTickets } from '../support/tickets';

const { customer: CUSTOMER, name: NAME } = SHOP;

/** Six documents of one layout: of one known shop, and of five others. */
const six = () => [
  invoice(),
  ...Array.from({ length: 5 }, (_, index) =>
    invoice({ name: `SHOP ${'ABCDE'.charAt(index)} GARAGE`, cust: String(2_000 + index), via: 'RT 2' }),
  ),
];

async function sourceOf(network: Network, name: string): Promise<number> {
  const admin = await network.as('admin');
  const { body } = await admin.post<{ id: number }>('/api/intake/sources', { name, on: true });
  return body.id;
}

/** Sends the documents as raw bytes, and waits until all of them are read. */
async function send(network: Network, sourceId: number, documents: Made[]): Promise<number[]> {
  const dispatcher = await network.as('dispatcher');
  const ids: number[] = [];
  for (const made of documents) {
    const { body } = await dispatcher.post<{ id: number }>(
      `/api/intake/sources/${String(sourceId)}/documents`,
      { document: ticket(made).toString('base64') },
    );
    ids.push(body.id);
  }
  await expect
    .poll(() =>
      network.database.rows("select id from intake_documents where state = 'new' and id = any($1)", [ids]),
    )
    .toEqual([]);
  return ids;
}

const word = (page: Page, text: string | RegExp) =>
  page
    .getByRole('region', { name: 'Document', exact: true })
    .locator('text')
    .filter({ hasText: text })
    .first();
const list = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const accountOf = async (network: Network) =>
  (await network.as('dispatcher')).post<{ id: number }>('/api/accounts', {
    name: 'Brookside Auto Repair',
    address: '6300 Brookside Plaza',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64113',
  });

test('nothing of the inbox is in the navigation before a source exists; an admin adds one', async ({
  open,
}) => {
  const page = await open('admin');
  const inbox = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ });
  await page.goto('/settings/sources');
  await expect(page.getByText('No sources yet.')).toBeVisible();
  await expect(inbox).toHaveCount(0);
  await hydrated(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New Source' }).click();
  await page.getByLabel('Name').fill('Plaza Imports');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Source' }).click();
  await expect(page.getByLabel('Dealership')).toHaveAccessibleDescription(/Choose a dealership/);
  await page.getByLabel('Dealership').selectOption('Ford');
  await page.getByRole('button', { name: 'Create Source' }).click();
  await expect(page.getByText('Plaza Imports saved', { exact: true })).toBeVisible();
  await expect(inbox).toHaveText('Inbox');
  await page.getByRole('link', { name: 'Open Plaza Imports' }).click();
  await expect(page.getByText('No layout was taught yet.')).toBeVisible();
  await page.getByLabel('On', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: 'Off' })).toBeVisible();
});

test('a layout is taught by clicks, with what it reads in the others; then a document is decided by keys', async ({
  open,
  network,
}) => {
  const { body: account } = await accountOf(network);
  const sourceId = await sourceOf(network, 'Clicks');
  const documents = six();
  const [first] = await send(network, sourceId, documents);
  const [made] = documents;
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/inbox/${String(first)}`);
  await hydrated(page);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox (6)' }),
  ).toBeVisible();
  await expectAccessible(page);
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  await click(page.getByRole('link', { name: 'Teach this layout' }));
  // The page before shows the same words.
  await expect(page.getByRole('heading', { name: 'Teach the Layout of Document' })).toBeVisible();
  await expectAccessible(page);
  // Each click leads to the next field.
  for (const text of [made?.ref ?? '', CUSTOMER, 'BROOKSIDE', '6300', 'KANSAS', 'NORTH'])
    await click(word(page, text));
  await expect(list(page, 'Name').locator('option:checked')).toHaveText(NAME);
  await expect(page.getByRole('heading', { name: '6 of 6 documents are sure' })).toBeVisible();
  await click(word(page, made?.lines[0]?.part ?? ''));
  await click(word(page, /^2\s*$/));
  await expect(page.getByRole('cell', { name: '2', exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await click(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Layout saved', { exact: true })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(12);
  await expect
    .poll(async () => {
      await page.goto(`/dispatcher/inbox/${String(first)}`);
      return page.getByText(`Customer ${CUSTOMER} is new: ${NAME}`).count();
    })
    .toBeGreaterThan(0);
  await hydrated(page);
  // The account of the same name is proposed.
  await expect(page.getByLabel('Account')).toHaveValue(/^Brookside Auto Repair \(#\d+\)$/);
  await page.keyboard.press('k');
  await expect(page).not.toHaveURL(new RegExp(`/${String(first)}$`));
  const opened = page.getByRole('region', { name: 'Documents' }).locator('[aria-current]');
  await expect(opened).not.toHaveAttribute('href', new RegExp(`/${String(first)}$`));
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`/${String(first)}$`));
  await expect(page.getByLabel('Customer number')).toHaveValue(CUSTOMER);
  // A click leaves the focus on the document's link.
  await opened.click();
  await expect(opened).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Order made', { exact: true })).toBeVisible();
  const tasks = await network.database.rows('select notes from tasks where external_ref = $1', [made?.ref]);
  expect(tasks).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Create order' })).toBeVisible();
  const at = page.url();
  await page.keyboard.press('i');
  await expect(page.getByText('Document ignored', { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(at);
  await page.getByRole('link', { name: 'Ignored' }).click();
  await expect(page.getByRole('list').getByRole('link').first()).toBeVisible();

  await page.goto(`/accounts/${String(account.id)}/numbers`);
  await expect(page.getByRole('cell', { name: CUSTOMER, exact: true })).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);

  const admin = await open('admin');
  await admin.goto(`/settings/sources/${String(sourceId)}`);
  await admin.getByRole('link', { name: 'Open Layout of Clicks' }).click();
  await expect(admin.getByRole('cell', { name: 'right of “TICKET”' })).toBeVisible();
  await admin.getByLabel('Words that void an order').fill('VOIDED TICKET');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Layout of Clicks saved', { exact: true })).toBeVisible();
  await admin.getByRole('link', { name: 'Test on the last 50 documents' }).click();
  await expect(admin.getByRole('heading', { name: '6 of 6 documents are sure' })).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('link', { name: 'Delete', exact: true }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete Layout' }).click();
  await expect(admin.getByText('Layout deleted', { exact: true })).toBeVisible();
  expect(await network.database.rows('select id from intake_layouts')).toEqual([]);
});

for (const javaScript of [true, false])
  test(`a source of a printer is made with what it needs, ${javaScript ? 'with' : 'without'} JavaScript`, async ({
    open,
    network,
  }) => {
    const page = await open('admin', { javaScript });
    const name = `Front office ${String(javaScript)}`;
    await page.goto('/settings/sources/new');
    await page.getByRole('link', { name: 'Network printer' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Dealership').selectOption('Ford');
    await page.getByLabel('Allowed senders').fill('192.168.1.20\n192.168.1');
    await page.getByLabel('Printer', { exact: true }).fill('192.168.1.40:22');
    await page.getByRole('button', { name: 'Create Source' }).click();
    await expect(page.getByText('Must be an address like 192.168.1.20')).toBeVisible();
    await expect(page.getByText('Must be the address of a printer like 192.168.1.40')).toBeVisible();
    await expect(page.getByLabel('Allowed senders')).toHaveValue('192.168.1.20\n192.168.1');
    await page.getByLabel('Allowed senders').fill(javaScript ? '10.1.0.0/16' : '10.2.0.0/16');
    await page.getByLabel('Printer', { exact: true }).fill('192.168.1.40');
    await page.getByRole('button', { name: 'Create Source' }).click();
    await expect(page).toHaveURL('/settings/sources');
    await page.getByRole('link', { name: `Open ${name}` }).click();
    await expect(page.getByLabel('Printer', { exact: true })).toHaveValue('192.168.1.40:9100');
    await expect(page.getByText('Nothing can be printed: INTAKE_PRINT_PORT is not set')).toBeVisible();
    if (javaScript) {
      await hydrated(page);
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Send a Test' }).click();
    await expect
      .poll(() =>
        network.database.rows(
          'select s.name from intake_documents d join intake_sources s on s.id = d.source_id where s.name = $1',
          [name],
        ),
      )
      .toEqual([{ name }]);
    await page.goto('/settings/audit');
    await expect(page.getByRole('cell', { name: 'Source of documents tested' }).first()).toBeVisible();
  });

test('without JavaScript a layout is taught by its lists, and what was chosen stays', async ({
  open,
  network,
}) => {
  const sourceId = await sourceOf(network, 'Plain');
  const documents = six();
  const [first] = await send(network, sourceId, documents);
  const page = await open('dispatcher', { javaScript: false });
  await page.goto(`/dispatcher/inbox/${String(first)}/teach`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await list(page, 'Invoice number').selectOption({ label: documents[0]?.ref ?? '' });
  await press('Try It');
  await expect(page.getByText('Choose its value in the document')).toBeVisible();
  await list(page, 'Customer number').selectOption({ label: CUSTOMER });
  await list(page, 'Name').selectOption({ label: NAME });
  await press('Try It');
  await expect(page.getByRole('heading', { name: '6 of 6 documents are sure' })).toBeVisible();
  await expect(list(page, 'Name').locator('option:checked')).toHaveText(NAME);
  await press('Save');
  await expect(page).toHaveURL('/dispatcher/inbox');
  expect(
    await network.database.rows('select name from intake_layouts where source_id = $1', [sourceId]),
  ).toEqual([{ name: 'Layout of Plain' }]);
});

test('a document is pasted or uploaded on a phone, is no HTML, and is ignored by a button', async ({
  open,
  network,
}) => {
  await sourceOf(network, 'By hand');
  const page = await open('dispatcher', { phone: true });
  await page.goto('/dispatcher/inbox/new');
  await hydrated(page);
  await expectAccessible(page);
  await page.getByLabel('Source').selectOption({ label: 'By hand' });
  await page.getByRole('button', { name: 'Store' }).click();
  await expect(page.getByText('Choose a file or paste a text')).toBeVisible();
  await page.getByLabel('Or paste the text').fill('QUOTE <b>77</b>\n\n<img src=x onerror=alert(1)> & more');
  await page
    .getByLabel('Files')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('PACKING SLIP 12\r\n') });
  await page.getByRole('button', { name: 'Store' }).click();
  await expect(page.getByText('2 documents stored', { exact: true })).toBeVisible();
  const stored = await network.database.rows<{ id: number }>(
    "select d.id from intake_documents d join intake_sources s on s.id = d.source_id where s.name = 'By hand' order by d.id",
  );
  expect(stored).toHaveLength(2);
  await expect
    .poll(() =>
      network.database.rows("select id from intake_documents where state = 'new' and id = any($1)", [
        stored.map(({ id }) => id),
      ]),
    )
    .toEqual([]);
  await page.goto(`/dispatcher/inbox/${String(stored[1]?.id)}`);
  await hydrated(page);
  const shown = page.getByRole('region', { name: 'Document', exact: true });
  await expect(shown).toContainText('<b>77</b>');
  await expect(shown.locator('b, img')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ignore', exact: true }).click();
  await expect(page.getByText('Document ignored', { exact: true })).toBeVisible();
});

test('the board says how many documents wait, and hears of each', async ({ open, network }) => {
  const sourceId = await sourceOf(network, 'Live');
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  const chip = page
    .getByRole('navigation', { name: 'Needs attention' })
    .getByRole('link', { name: /in the inbox/ });
  const before = await chip.count();
  const waiting = before === 0 ? 0 : Number.parseInt((await chip.textContent()) ?? '', 10);
  await send(network, sourceId, [invoice()]);
  await expect(chip).toContainText(`${String(waiting + 1)} in the inbox`);
  await chip.click();
  await expect(page).toHaveURL('/dispatcher/inbox');
});

test('the customer numbers of an account are added and deleted in a dialog, also without JavaScript', async ({
  open,
  network,
}) => {
  await sourceOf(network, 'Numbers');
  const { body } = await (
    await network.as('dispatcher')
  ).post<{ id: number }>('/api/accounts', { name: 'Westport Garage' });
  const page = await open('dispatcher', { javaScript: false });
  await page.goto(`/accounts/${String(body.id)}/edit`);
  await page.getByRole('link', { name: 'Customer Numbers' }).click();
  await page.getByLabel('Customer number', { exact: true }).fill('77001');
  await page.getByLabel('Source').selectOption({ label: 'Numbers' });
  await page.getByRole('button', { name: 'Add Number' }).click();
  await expect(page.getByRole('cell', { name: '77001', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete 77001' }).click();
  await expect(page.getByText('No customer numbers yet.')).toBeVisible();
});

test('what a printed change means for an order under way is decided by buttons, also without JavaScript', async ({
  open,
  network,
}) => {
  const office = await network.as('dispatcher');
  const { body: account } = await accountOf(network);
  const { sourceId } = await addTickets(network.database, network.ids.dispatcher);
  await office.post(`/api/accounts/${String(account.id)}/numbers`, { sourceId, number: CUSTOMER });
  const first = invoice();
  const changed = { ...first, lines: first.lines.slice(0, 1) };
  const [made = 0] = await send(network, sourceId, [first]);
  const { body: document } = await office.get<{ taskId: number }>(`/api/intake/documents/${String(made)}`);
  const task = `/api/tasks/${String(document.taskId)}`;
  await office.patch(task, { driver_id: network.ids.driver });
  await office.patch(task, { status: 'going' });
  const [one = 0] = await send(network, sourceId, [changed]);
  const [two = 0] = await send(network, sourceId, [{ ...changed, via: 'RT 2' }]);
  const page = await open('dispatcher', { javaScript: false });
  await page.goto(`/dispatcher/inbox/${String(one)}`);
  await expect(page.getByText(/^Changed after it left/).last()).toBeVisible();
  await page.getByRole('button', { name: 'Change Task' }).click();
  await expect.poll(async () => (await office.get<{ notes: string }>(task)).body.notes).not.toContain('HL8Z');
  await page.goto(`/dispatcher/inbox/${String(two)}`);
  await page.getByRole('button', { name: 'Make New Task' }).click();
  await expect
    .poll(() => network.database.rows('select id from tasks where invoice_number = $1', [first.ref]))
    .toHaveLength(2);
});

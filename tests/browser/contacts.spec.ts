/** People enter contacts of an account: ended sessions, drafts, two windows, a phone. */
import { expect, hydrated, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import type { Network } from '../support/network';

async function account(network: Network, name: string): Promise<string> {
  const made = await (
    await network.as('dispatcher')
  ).post<{ id: number }>('/api/accounts', { name, accountType: 'shop' });
  return `/accounts/${String(made.body.id)}/contacts`;
}
const KIM = { name: 'Kim', email: 'kim@example.com', channels: ['email'], consentSource: 'At the counter' };

for (const javaScript of [true, false]) {
  test(`text typed for a new contact is still there after an ended session (JavaScript: ${String(javaScript)})`, async ({
    open,
    network,
  }) => {
    const contacts = await account(network, `Ended ${String(javaScript)}`);
    const page = await open('dispatcher', { javaScript });
    await page.goto(`${contacts}/new`);
    if (javaScript) await hydrated(page);
    const name = page.getByLabel('Name', { exact: true });
    const email = page.getByRole('checkbox', { name: 'Email' });
    await name.fill('Kim of the counter');
    await email.check();
    await network.database.rows('delete from sessions');
    await page.getByRole('button', { name: 'Create Contact' }).click();
    await expect(page.getByText('What you typed is kept.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Username').fill('dispatcher');
    await page.getByLabel('Password').fill('dispatch-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(name).toHaveValue('Kim of the counter');
    await expect(email).toBeChecked();
  });
}

test('a draft of a contact is back after a reload, with its ticks, and Discard gives it up', async ({
  open,
  network,
}) => {
  const contacts = await account(network, 'Reloaded');
  const { id } = (await (await network.as('dispatcher')).post<{ id: number }>(`/api${contacts}`, KIM)).body;
  const page = await open('dispatcher');
  await page.goto(`${contacts}/${String(id)}`);
  await hydrated(page);
  const email = page.getByRole('checkbox', { name: 'Email' });
  await expect(email).toBeChecked();
  await email.uncheck();
  await page.getByLabel('Name', { exact: true }).fill('Kim the second');
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(email).not.toBeChecked();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kim the second');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(email).toBeChecked();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kim');
});

test('a colleague’s change while the form is open is not overwritten without notice', async ({
  open,
  network,
}) => {
  const contacts = await account(network, 'Two windows');
  const dispatcher = await network.as('dispatcher');
  const { id } = (await dispatcher.post<{ id: number }>(`/api${contacts}`, KIM)).body;
  const page = await open('dispatcher2');
  await page.goto(`${contacts}/${String(id)}`);
  await hydrated(page);
  await page.getByLabel('Name', { exact: true }).fill('Kim Lee');
  await dispatcher.patch(`/api/account-contacts/${String(id)}`, { email: 'new@example.com' });
  // The page loads its data again, as after every change of a task.
  const again = page.waitForResponse((response) => response.url().includes(`contacts/${String(id)}.data`));
  await make(dispatcher, delivery());
  await again;
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  const [stored] = await network.database.rows<{ email: string }>(
    'select email from account_contacts where id = $1',
    [id],
  );
  expect(stored?.email).toBe('new@example.com');
});

test('the list says days as people do, and a number is not broken', async ({ open, network }) => {
  const contacts = await account(network, 'Listed');
  await (
    await network.as('dispatcher')
  ).post(`/api${contacts}`, { ...KIM, phone: '816-555-0123', consentOn: '2026-03-09' });
  const page = await open('dispatcher');
  await page.goto(contacts);
  await hydrated(page);
  await expect(page.getByRole('row').filter({ hasText: 'Kim' })).toContainText('Mar 9, 2026');
  await expect(page.getByRole('link', { name: '816-555-0123' })).toHaveCSS('white-space', 'nowrap');
});

test('on a phone an event is marked by a badge, not by a bar', async ({ open }) => {
  const page = await open('admin', { phone: true });
  await page.goto('/settings/customer-messages');
  await hydrated(page);
  const badge = page.getByRole('cell').getByText('On', { exact: true }).first();
  expect((await badge.boundingBox())?.width).toBeLessThan(80);
});

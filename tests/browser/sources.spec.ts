/** An admin sets up a mailbox as a source of documents. */
import { expect, expectAccessible, hydrated, test } from '../support/browser';

for (const javaScript of [true, false])
  test(`a mailbox says what is wrong beside its fields and keeps its password, ${javaScript ? 'with' : 'without'} JavaScript`, async ({
    open,
  }) => {
    const page = await open('admin', { javaScript });
    await page.goto('/settings/sources/new');
    await page.getByRole('link', { name: 'Mailbox', exact: true }).click();
    const server = page.getByLabel('Mail server');
    const senders = page.getByLabel('Allowed senders');
    const password = page.getByLabel('Password');
    const create = page.getByRole('button', { name: 'Create Source' });
    await expect(page.getByLabel('On', { exact: true })).not.toBeChecked();
    await page.getByLabel('Name', { exact: true }).fill(`Orders ${String(javaScript)}`);
    await page.getByLabel('User name').fill('orders');
    await page.getByLabel('Dealership').selectOption('Ford');
    await password.fill('printed paper');
    await senders.fill('counter@plaza.example\nnobody');
    await server.fill('10.0.0.1');
    await create.click();
    await expect(senders).toHaveAccessibleDescription(/Must be an address like orders@example\.com/);
    expect(await page.content()).not.toContain('printed paper');
    await senders.fill('counter@plaza.example\n@olathe.example');
    await password.fill('printed paper');
    await create.click();
    await expect(server).toHaveAccessibleDescription(/10\.0\.0\.1 is in a private network/);
    await server.fill('imap.example.com');
    await password.fill('printed paper');
    await create.click();
    await expect(page).toHaveURL(/\/settings\/sources\/\d+$/);
    await expect(page.getByRole('button', { name: 'Test Connection' })).toBeVisible();
    if (javaScript) {
      await hydrated(page);
      await expectAccessible(page);
    }
    await server.fill('imap.example.org');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(password).toHaveAccessibleDescription(/Enter the password again/);
  });

/** Users who registered are shown as new until an admin has reviewed them. Users with both roles switch between the two pages. */
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { client } from '../support/client';

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with' : 'without';
  const [username, name] = javaScript ? ['nils', 'Nils New'] : ['nora', 'Nora New'];

  test(`a newcomer is reviewed and edited, ${how} JavaScript @long`, async ({ open, network }) => {
    test.slow();
    const visitor = client(network.app.origin);
    await visitor.post('/api/register', { username, password: 'a-long-way-to-Topeka', name });
    const page = await open('admin', { javaScript });
    await page.goto('/dispatcher');
    const onBoard = page.getByRole('row').filter({ hasText: `${name} (new)` });
    await expect(onBoard.getByText('New', { exact: true })).toBeVisible();
    await page.goto('/settings/users');
    if (javaScript) await hydrated(page);
    const row = page.getByRole('row').filter({ hasText: username });
    await expect(row.getByText('New', { exact: true })).toBeVisible();
    if (javaScript) await expectAccessible(page);
    await row.getByRole('link', { name, exact: true }).click();
    await page.getByRole('button', { name: `Reviewed: ${name}` }).click();
    await expect(page.getByRole('button', { name: `Reviewed: ${name}` })).toHaveCount(0);
    await expect(page.getByText('New', { exact: true })).toHaveCount(0);

    const part = page.getByRole('region', { name: 'Edit User', exact: true });
    await part.getByLabel('Name').fill(`${name}man`);
    await part.getByLabel('Phone').fill('816');
    await part.getByRole('button', { name: 'Save' }).click();
    await expect(part).toContainText('Phone number must be at least 10 characters long');
    await expect(part.getByLabel('Name')).toHaveValue(`${name}man`);
    if (javaScript) await expectAccessible(page);
    await part.getByLabel('Phone').fill('816-555-0144');
    await part.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: `${name}man` })).toBeVisible();
    await page.getByRole('link', { name: 'User Management' }).first().click();
    await expect(row).toContainText(`${name}man`);
    await expect(row).toContainText('816-555-0144');
    await expect(row.getByText('New', { exact: true })).toHaveCount(0);
  });
}

test('a dispatcher who also drives has a link to the route in the header', async ({ open, network }) => {
  await network.database.rows(
    "update users set roles = '{dispatcher,driver}' where username = 'dispatcher2'",
  );
  const page = await open('dispatcher2');
  await page.goto('/dispatcher');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Driver' }).click();
  await expect(page).toHaveURL(/\/driver$/);
});

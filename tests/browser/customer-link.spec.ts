/** Customers open a link before their delivery is completed, on any phone, with and without JavaScript. */
import type { Page, Request } from '@playwright/test';
import { errorsOf, expect, expectAccessible, hydrated, newContext, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import { suggestAccount } from '../support/task-dialog';

const MINUTE_MS = 60_000;

/**
 * Opens a link as its customer does.
 * @returns the number of bytes received.
 */
async function visit(page: Page, token: string): Promise<number> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(`/p/${token}`);
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

async function expectGoodInAnyTheme(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
}

test('the link of a task renews itself beside what is being typed, until there is the proof', async ({
  browser,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { id } = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const path = `/api/tasks/${String(id)}`;
  const { token } = (await dispatcher.post<{ token: string }>(`${path}/links`)).body;
  const page = await (await newContext(browser, network, { phone: true })).newPage();
  await page.clock.install();
  const errors = errorsOf(page);
  expect(await visit(page, token)).toBeLessThan(20_000);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/^Next stop/);
  const line = page.getByLabel('Message to the office');
  // The line is as wide as the phone allows.
  expect((await line.boundingBox())?.width).toBeGreaterThan(300);
  await expectGoodInAnyTheme(page);

  await line.fill('Leave it at bay 3');
  await dispatcher.patch(path, { status: 'going' });
  await page.clock.runFor(MINUTE_MS);
  await expect(title).toHaveText(/^The driver set out .*, next stop/);
  await expect(line).toHaveValue('Leave it at bay 3');
  await expect(line).toBeFocused();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your message is with the office.')).toBeVisible();

  await dispatcher.patch(path, { status: 'completed' });
  await page.clock.runFor(MINUTE_MS);
  await expect(title).toHaveText('Proof of delivery');
  expect(errors).toEqual([]);
});

test('without JavaScript the link of a task takes a line to the office, and says how to get news', async ({
  browser,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { id } = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const { token } = (await dispatcher.post<{ token: string }>(`/api/tasks/${String(id)}/links`)).body;
  const page = await (await newContext(browser, network, { phone: true, javaScript: false })).newPage();
  await visit(page, token);
  await expect(page.locator('noscript')).toBeVisible();
  const line = page.getByLabel('Message to the office');
  await line.fill(' ');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Write a message first')).toBeVisible();
  await line.fill('Ring twice');
  await line.press('Enter');
  await expect(page.getByText('Your message is with the office.')).toBeVisible();
  await dispatcher.patch(`/api/tasks/${String(id)}`, { status: 'going' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^The driver set out .*, next stop/);
});

test('the dialog of customer links begins with a heading, without a line above it', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { id } = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/${String(id)}/links`);
  const links = page.getByRole('dialog').getByRole('region', { name: 'Customer links' });
  const { border, above } = await links.evaluate((section) => {
    const heading = section.querySelector('h3');
    return {
      border: getComputedStyle(section).borderTopWidth,
      above: (heading?.getBoundingClientRect().top ?? 0) - section.getBoundingClientRect().top,
    };
  });
  expect({ border, above }).toEqual({ border: '0px', above: 0 });
});

test('the link of an account lists the day, renews itself, and needs no JavaScript', async ({
  browser,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  await suggestAccount(network, 'Linked Garage', 'shop', ['7 Link St']);
  const [account] = await network.database.rows<{ id: number }>(
    "select id from accounts where name = 'Linked Garage'",
  );
  const { id } = await make(
    dispatcher,
    delivery({ location: 'Linked Garage', driver_id: network.ids.driver2, invoice_number: 'DAY-1' }),
  );
  const { token } = (await dispatcher.post<{ token: string }>(`/api/accounts/${String(account?.id)}/links`))
    .body;
  const page = await (await newContext(browser, network, { phone: true })).newPage();
  await page.clock.install();
  expect(await visit(page, token)).toBeLessThan(20_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deliveries: Linked Garage');
  const listed = page.getByRole('listitem');
  await expect(listed).toContainText(/^Next stop.*DAY-1/);
  await expectGoodInAnyTheme(page);
  await dispatcher.patch(`/api/tasks/${String(id)}`, { status: 'completed' });
  await page.clock.runFor(MINUTE_MS);
  await expect(listed).toContainText(/^Delivered .*DAY-1/);

  const plain = await (await newContext(browser, network, { javaScript: false })).newPage();
  await visit(plain, token);
  await expect(plain.getByRole('listitem')).toContainText(/^Delivered .*DAY-1/);
  await expect(plain.locator('noscript')).toBeVisible();
});

test('a customer’s line reaches the office and the driver, until somebody has read it @long', async ({
  browser,
  network,
  open,
}) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, delivery({ driver_id: network.ids.driver3, location: 'Line Garage' }));
  const { token } = (await dispatcher.post<{ token: string }>(`/api/tasks/${String(made.id)}/links`)).body;
  const [board, phone] = [await open('dispatcher'), await open('driver3', { phone: true })];
  await phone.goto('/driver');
  await board.goto('/dispatcher');
  await hydrated(board);
  const customer = await (await newContext(browser, network, { phone: true })).newPage();
  await visit(customer, token);
  await customer.getByLabel('Message to the office').fill('Bay 3, please');
  await customer.getByRole('button', { name: 'Send' }).click();
  await expect(customer.getByText('Your message is with the office.')).toBeVisible();

  await expect(phone.locator('#going').getByText('Bay 3, please')).toBeVisible();
  await expectAccessible(phone);
  await board.getByRole('link', { name: /customer wrote/ }).click();
  const dialog = board.getByRole('dialog', { name: 'Needs Attention' });
  const line = dialog.getByText('“Bay 3, please”');
  await expect(line).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await board.emulateMedia({ colorScheme });
    await expectAccessible(board);
  }
  await board.goto(`/dispatcher/drivers/${String(network.ids.driver3)}`);
  await expect(board.getByRole('link', { name: /Line Garage.*Customer wrote/ })).toBeVisible();
  await board.goto(`/dispatcher/tasks/${String(made.id)}`);
  await hydrated(board);
  await board.getByRole('button', { name: /^Mark as Read ?: Line Garage$/ }).click();
  await expect(board.getByRole('button', { name: /Mark as Read/ })).toHaveCount(0);
  await expect(
    board.getByRole('dialog', { name: 'Edit Task' }).getByText('Delivery to Line Garage'),
  ).toBeVisible();
  await expect(phone.locator('#going').getByText('Bay 3, please')).toBeVisible();
});

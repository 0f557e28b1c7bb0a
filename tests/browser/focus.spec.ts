/** When an act removes the element with the focus, the focus moves to an element nearby. */
import type { Locator, Page } from '@playwright/test';
import { drawSignature, expect, hydrated, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';

/** Presses a button with the keyboard. */
const press = async (target: Locator) => {
  await expect(target).toBeEnabled();
  await target.focus();
  await target.press('Enter');
};
const named = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name, exact: typeof name === 'string' });
const stopHeading = (page: Page, name: string) => page.locator('#going').getByRole('heading', { name });

async function route(network: Network, ...stops: Record<string, unknown>[]) {
  const dispatcher = await network.as('dispatcher');
  await network.database.rows('delete from tasks');
  for (const stop of stops) await make(dispatcher, { driver_id: network.ids.driver, ...stop });
}

test('a driver goes on at the next stop, whatever was pressed @long', async ({ open, network }) => {
  await route(
    network,
    pickup({ location: 'First', address: '1 A St' }),
    pickup({ location: 'Second', address: '2 B St' }),
    delivery({ location: 'Third', address: '3 C St' }),
    pickup({ location: 'Fourth', address: '4 D St' }),
  );
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);

  await press(named(page, 'button', 'Going'));
  await expect(named(page, 'button', 'Complete')).toBeVisible();
  await expect(stopHeading(page, 'First')).toBeFocused();
  await press(page.getByText('Problem?', { exact: true }));
  await press(named(page, 'button', 'Not going yet'));
  await expect(named(page, 'button', 'Going')).toBeVisible();
  await expect(stopHeading(page, 'First')).toBeFocused();

  await press(named(page, 'button', 'Going'));
  await press(named(page, 'button', 'Complete'));
  await expect(stopHeading(page, 'Second')).toBeFocused();
  await press(named(page, 'button', 'Undo'));
  await expect(stopHeading(page, 'First')).toBeFocused();
  await press(named(page, 'button', 'Complete'));
  await expect(stopHeading(page, 'Second')).toBeFocused();

  await press(named(page, 'button', 'Going'));
  await press(page.getByText('Problem?', { exact: true }));
  await press(named(page, 'link', 'Could not complete'));
  await page.getByLabel('Closed').check();
  await press(page.getByRole('dialog').getByRole('button').last());
  await expect(stopHeading(page, 'Third')).toBeFocused();

  await press(named(page, 'button', 'Going'));
  await press(named(page, 'link', 'Complete'));
  await drawSignature(page);
  await press(page.getByRole('dialog').getByRole('button', { name: 'Complete', exact: true }));
  await expect(stopHeading(page, 'Fourth')).toBeFocused();

  await press(named(page, 'button', 'Going'));
  await press(named(page, 'button', 'Complete'));
  await expect(page.getByRole('heading', { name: 'Active Route' })).toBeFocused();
  await press(named(page, 'button', 'End Route'));
  await expect(named(page, 'button', 'End Route')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Active Route' })).toBeFocused();
});

test('a dispatcher goes on beside what has gone: a filter, a search, a row, its Undo, a list under a dialog @long', async ({
  open,
  network,
}) => {
  await route(
    network,
    ...['One', 'Two', 'Three'].map((location) => pickup({ location, address: `${location} St` })),
  );
  const page = await open('dispatcher');
  await page.goto('/dispatcher?urgent=1');
  await hydrated(page);
  await page.getByText(/^Filter/).click();
  await press(named(page, 'link', /Clear/));
  await expect(page).toHaveURL('/dispatcher');
  await expect(page.locator('body')).not.toBeFocused();

  await page.goto('/accounts?q=nothing-like-this');
  await hydrated(page);
  await press(named(page, 'link', 'Clear search').first());
  await expect(page.getByRole('searchbox')).toBeFocused();

  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
  await hydrated(page);
  const panel = page.getByRole('dialog', { name: 'Alma Driver' });
  const rows = panel.locator('li[data-stop]');
  await press(rows.nth(1).getByRole('button', { name: 'Actions: Two' }));
  await press(page.getByRole('menuitem', { name: 'Next route' }));
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1).getByRole('button', { name: 'Actions: Three' })).toBeFocused();
  await press(named(page, 'button', /^Undo/).first());
  await expect(rows).toHaveCount(3);
  await expect(panel.getByRole('button', { name: 'Actions: Three' })).toBeFocused();

  // The dialog replaces the list, which returns after it.
  await press(panel.getByRole('link', { name: /Two/ }).first());
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('heading', { name: 'Alma Driver' })).toBeFocused();
});

test('rows that leave a table: an account, a user, a dealership @long', async ({ open }) => {
  const page = await open('admin');
  await page.goto('/settings/dealerships');
  await hydrated(page);
  await press(named(page, 'button', /^Retire /).first());
  await expect(named(page, 'button', /^Restore /)).toHaveCount(1);
  await expect(page.locator('body')).not.toBeFocused();
  await press(named(page, 'button', /^Restore /));
  await expect(named(page, 'button', /^Restore /)).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();

  await page.goto('/settings/users');
  await hydrated(page);
  await press(named(page, 'link', /^Delete Ben/));
  await press(page.getByRole('dialog', { name: 'Delete User' }).getByRole('button', { name: /Delete/ }));
  await expect(named(page, 'link', /^Ben/)).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
});

test('a page that nobody has touched keeps its focus and opens at its top @long', async ({
  open,
  network,
}) => {
  await route(
    network,
    ...['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'].map((location, index) =>
      pickup({ location, address: `${String(index)} A St` }),
    ),
  );
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  // A change arrives, and the page has finished updating.
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, {
    driver_id: network.ids.driver,
    ...pickup({ location: 'Ninth', address: '9 A St' }),
  });
  await expect(page.getByText('Stop 1 of 9')).toBeVisible();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
  await expect(page.locator('body')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

/** A driver's card and its dialogs: notes, last editor, actions. Also a page that has nothing to show yet. */
import type { Page } from '@playwright/test';
import { accountMenu, expect, expectAccessible, hydrated, test } from '../support/browser';
import { make, pickup } from '../support/factories';
import { kept } from '../support/cached-page';
import { expectTouchTargets } from '../support/touch-targets';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a tap on a card opens it with what can be done there @long', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Openable' }));
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await page.getByRole('link', { name: 'Openable', exact: true }).tap({ position: { x: 5, y: 5 } });
  const dialog = page.locator('dialog:modal');
  await expect(dialog.getByRole('button', { name: 'Going', exact: true })).toBeVisible();
  await expectTouchTargets(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Going', exact: true }).tap();
  await expect(page).toHaveURL('/driver');
  await expect(button(page, 'Complete')).toBeVisible();
  await page.goto(`/driver/tasks/${String(made.id)}`);
  await dialog.getByRole('button', { name: 'Complete', exact: true }).tap();
  await expect(page.getByText('Completed Openable', { exact: true })).toBeVisible();
  await page.goto(`/driver/tasks/${String(made.id)}`);
  await expect(dialog.getByRole('heading', { name: 'Openable' })).toBeVisible();
  await expect(dialog.getByRole('button')).toHaveCount(0);
  const plain = await open('driver', { phone: true, javaScript: false });
  const next = await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Plain' }));
  await plain.goto(`/driver/tasks/${String(next.id)}`);
  await plain.getByRole('dialog').getByRole('button', { name: 'Going', exact: true }).click();
  await expect(plain.getByRole('button', { name: 'Complete', exact: true })).toBeVisible();
});

test('Edited By is who changed what it says: not who made it, set out, or looked @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, pickup({ driver_id: network.ids.driver2, location: 'Untouched' }));
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  const card = page.getByRole('article').filter({ hasText: 'Untouched' });
  await expect(card).toContainText('Created By Dana Dispatcher');
  await button(page, 'Going').tap();
  await expect(button(page, 'Complete')).toBeEnabled();
  await page.reload();
  await expect(card).toContainText('Created By Dana Dispatcher');
  await expect(card).not.toContainText('Edited By');
  const colleague = await network.as('dispatcher2');
  await colleague.patch(`/api/tasks/${String(made.id)}`, { notes: 'Ring twice' });
  await expect(card).toContainText('Edited By Devon Dispatcher');
});

test('a closed stack shows its notes; a page with nothing says what comes next', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const page = await open('driver3', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await expect(page.getByText('No tasks for this status')).toBeVisible();
  await expect(page.getByText('They appear here automatically')).toBeVisible();
  await expect(page.getByText('Add to Home Screen')).toBeVisible();
  await expectAccessible(page);
  const stack = { driver_id: network.ids.driver3, location: 'Stacked' };
  for (const notes of ['Back door', '', 'Ask for Bob']) await make(dispatcher, pickup({ ...stack, notes }));
  const card = page.getByRole('article').filter({ hasText: '3 tasks' });
  await expect(card.getByText('Back door').first()).toBeVisible();
  await expect(card.getByText('Ask for Bob').first()).toBeVisible();
  await expect(page.getByText('They appear here automatically')).toHaveCount(0);
});

test('the dispatcher can be called from the menu, also without a connection @long', async ({ open }) => {
  const admin = await open('admin');
  await admin.goto('/settings');
  await admin.getByRole('link', { name: 'Dispatcher Phone' }).click();
  const dialog = admin.getByRole('main');
  await dialog.getByLabel('Phone number').fill('555');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Phone number must be at least 10 characters long')).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByLabel('Phone number').fill('816-555-0100');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Dispatcher phone updated', { exact: true })).toBeVisible();
  const page = await open('driver3', { phone: true });
  await page.goto('/driver');
  await kept(page);
  await page.context().setOffline(true);
  await page.reload();
  await accountMenu(page).tap();
  const call = page.getByRole('link', { name: 'Call dispatcher' });
  await expect(call).toHaveAttribute('href', 'tel:8165550100');
  await expectTouchTargets(page);
});

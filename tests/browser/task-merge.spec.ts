import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import { suggestAccount, notes, pathOf, save } from '../support/task-dialog';

const overtaken = (page: Page) =>
  page.getByRole('region', { name: 'This task has changed since you opened it.' });

for (const javaScript of [true, false]) {
  test(`theirs or mine, field by field, ${javaScript ? 'with' : 'without'} JavaScript`, async ({
    open,
    network,
  }) => {
    const { driver, driver2 } = network.ids;
    const dispatcher = await network.as('dispatcher');
    const task = await make(dispatcher, delivery({ driver_id: driver, location: 'Contested' }));
    const page = await open('dispatcher2', { javaScript });
    await page.goto(pathOf(task));
    if (javaScript) await hydrated(page);
    await notes(page).fill('from the second');
    await page.getByLabel('Invoice Number(s)').fill('INV-SECOND');
    await page.getByLabel('Priority').selectOption('Urgent');
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, {
      notes: 'from the first',
      invoice_number: 'INV-FIRST',
      driver_id: driver2,
      status: 'next-route',
    });
    await save(page).click();
    const notice = overtaken(page);
    await expect(notice).toBeVisible();
    if (javaScript) await expect(notice).toBeFocused();
    await expect(notice).toContainText('Driver: Alma Driver → Ben Driver (Dana Dispatcher');
    await expect(notice).toContainText('Status: Pending → Next Route (Dana Dispatcher');
    await expect(notice).not.toContainText(/order|version|_id|modifier/i);
    if (javaScript) await expectAccessible(page);
    await expect(page.getByLabel('Assign Driver')).toHaveValue(String(driver2));
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('next-route');
    await expect(page.getByLabel('Priority')).toHaveValue('urgent');
    await expect(notes(page)).toHaveValue('from the second');
    const choice = (label: string) => notice.getByRole('group', { name: new RegExp(`^${label}`) });
    await expect(choice('Invoice')).toContainText('Keep mine: INV-SECOND');
    await expect(choice('Invoice')).toContainText('Use theirs: INV-FIRST');
    await expect(choice('Additional Notes').getByLabel(/Keep mine/)).toBeChecked();
    await choice('Invoice')
      .getByLabel(/Keep mine/)
      .focus();
    await page.keyboard.press('ArrowDown');
    await expect(choice('Invoice').getByLabel(/Use theirs/)).toBeChecked();
    await save(page).click();
    await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
    const { body } = await dispatcher.get<Task>(`/api/tasks/${String(task.id)}`);
    expect(body).toMatchObject({
      notes: 'from the second',
      invoice_number: 'INV-FIRST',
      driver_id: driver2,
      status: 'next-route',
      priority: 'urgent',
    });
  });
}

test('a third change shows again; typing into a contested field means mine', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery({ location: 'Contested again' }));
  const page = await open('dispatcher2');
  await page.goto(pathOf(task));
  await hydrated(page);
  await notes(page).fill('mine');
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'theirs' });
  await save(page).click();
  await page.getByLabel('Use theirs: theirs').check();
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'theirs again' });
  await save(page).click();
  // The user chose the colleague's value, and the colleague has changed it again.
  await expect(overtaken(page)).toContainText('Additional Notes: theirs → theirs again');
  await expect(notes(page)).toHaveValue('theirs again');
  await notes(page).fill('mine after all');
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'a fourth' });
  await save(page).click();
  await page.getByLabel('Use theirs: a fourth').check();
  await notes(page).press('End');
  await page.keyboard.type(', really');
  await expect(page.getByLabel('Keep mine: mine after all')).toBeChecked();
  await save(page).click();
  await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
  const { body } = await dispatcher.get<Task>(`/api/tasks/${String(task.id)}`);
  expect(body.notes).toBe('mine after all, really');
});

test('typed before a reload, changed by another since: it is still seen as overtaken', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery({ location: 'Reloaded' }));
  const page = await open('dispatcher2');
  await page.goto(pathOf(task));
  await hydrated(page);
  await notes(page).fill('before the reload');
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { invoice_number: 'INV-NEW' });
  await page.reload();
  await hydrated(page);
  await expect(notes(page)).toHaveValue('before the reload');
  await save(page).click();
  await expect(overtaken(page)).toContainText('Invoice Number(s): INV-1001 → INV-NEW');
  await save(page).click();
  await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
  const { body } = await dispatcher.get<Task>(`/api/tasks/${String(task.id)}`);
  expect(body).toMatchObject({ invoice_number: 'INV-NEW', notes: 'before the reload' });
});

test('the activity speaks of people, not of columns', async ({ open, network }) => {
  const { driver, driver2 } = network.ids;
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, pickup({ driver_id: driver }));
  await suggestAccount(network, 'Story Shop', 'shop', ['1 Story St']);
  const [account] = await network.database.rows<{ id: number }>(
    "select id from accounts where name = 'Story Shop'",
  );
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, {
    driver_id: driver2,
    destination_account_id: account?.id,
    status: 'hold',
    need_by: '2027-07-01T19:40:00Z',
  });
  const page = await open('dispatcher');
  await page.goto(pathOf(task));
  await page.getByText('Activity (2)').click();
  const story = page.getByRole('list').filter({ hasText: 'Dana Dispatcher' });
  await expect(story).toContainText('Driver: Alma Driver → Ben Driver');
  await expect(story).toContainText('Status: Pending → Hold');
  await expect(story).toContainText('Need By: – → Jul 1, 2027 2:40 PM');
  await expect(story).toContainText('Deliver To: – → Story Shop');
  await expect(story).not.toContainText(/order|_id|latitude|modifier/i);
  await expect(page.getByLabel('Created By')).toHaveValue(
    /^Dana Dispatcher · [A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M/,
  );
  await expect(page.getByLabel('Created By')).not.toBeEditable();
  await expectAccessible(page);
});

/** A dispatcher changes several tasks of a list at once: plans them again, or sets another status. */
import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, photoUrl, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { notes, pathOf, save } from '../support/task-dialog';

const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(({ network }) => network.database.rows('delete from tasks'));

const stored = (network: Network) =>
  network.database.rows<{ location: string; status: string; driver: string | null }>(
    `select t.location, t.status, u.username as driver from tasks t left join users u on u.id = t.driver_id
     order by t.id`,
  );

async function failed(network: Network, location: string): Promise<Task> {
  const driver = await network.as('driver');
  const task = await make(
    await network.as('dispatcher'),
    pickup({ driver_id: network.ids.driver, location }),
  );
  const report = (more: object) => driver.post('/api/tasks/batch/status', { taskIds: [task.id], ...more });
  expect((await report({ status: 'going' })).status).toBe(200);
  const photos = [await photoUrl()];
  expect((await report({ status: 'hold', failure_reason: 'other: gate locked', photos })).status).toBe(200);
  return task;
}

for (const javaScript of [true, false]) {
  test(`could not complete: planned again with another driver in one step (JavaScript: ${String(javaScript)}) @long`, async ({
    open,
    network,
  }) => {
    const task = await failed(network, 'Westport Garage');
    await failed(network, 'Olathe Tire');
    const page = await open('dispatcher', { javaScript });
    await page.goto('/dispatcher/attention?kind=failed');
    if (javaScript) await hydrated(page);

    // The reason, the notes and the photos are at the top of the task.
    await dialog(page)
      .getByRole('link', { name: /Westport Garage/ })
      .click();
    const report = dialog(page).getByRole('region', { name: 'Could not complete' });
    await expect(report).toContainText(
      /^Alma Driver could not complete it, \d+:\d\d [AP]M: gate locked\. Attempt 1\./,
    );
    await expect(report.getByRole('img')).toBeVisible();
    await expect(dialog(page).getByRole('img')).toHaveCount(1);
    const above = await report.boundingBox();
    const field = await dialog(page).getByLabel('Location Name', { exact: true }).boundingBox();
    expect(above?.y).toBeLessThan(field?.y ?? 0);
    if (javaScript) await expectAccessible(page);
    await page.goBack();

    await dialog(page).getByRole('checkbox', { name: 'Select Westport Garage' }).check();
    await dialog(page).getByLabel('Move to').selectOption({ label: 'Ben Driver' });
    await dialog(page).getByRole('button', { name: 'Plan again' }).click();
    await expect(page.getByText('1 task is planned again').filter({ visible: true }).first()).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: /Westport Garage/ })).toHaveCount(0);
    expect(await stored(network)).toEqual([
      { location: 'Westport Garage', status: 'pending', driver: 'driver2' },
      { location: 'Olathe Tire', status: 'hold', driver: 'driver' },
    ]);
    // When no driver is chosen, each task stays with its own driver.
    await dialog(page).getByRole('checkbox', { name: 'Select Olathe Tire' }).check();
    await dialog(page).getByRole('button', { name: 'Plan again' }).click();
    await expect(dialog(page).getByText('No stops need to be planned again.')).toBeVisible();
    expect((await stored(network))[1]).toMatchObject({ status: 'pending', driver: 'driver' });
    const { body } = await (await network.as('dispatcher')).get<Task>(`/api/tasks/${String(task.id)}`);
    expect([body.failure_reason, body.attempts]).toEqual([null, 1]);
  });
}

test('Select all chooses the tasks of a list, and after an accepted form none are chosen', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  for (const location of ['First', 'Second', 'Third']) await make(dispatcher, delivery({ location }));
  const page = await open('dispatcher');
  await page.goto('/dispatcher/attention?kind=unassigned');
  await hydrated(page);
  const all = dialog(page).getByRole('checkbox', { name: 'Select all' });
  await all.check();
  await expect(dialog(page).getByRole('button', { name: 'Move 3 tasks' })).toBeVisible();
  await dialog(page).getByRole('checkbox', { name: 'Select Second' }).uncheck();
  await expect(all).not.toBeChecked();
  await dialog(page).getByRole('checkbox', { name: 'Select Third' }).uncheck();
  await dialog(page).getByLabel('Move to').selectOption('Ben Driver');
  await dialog(page).getByRole('button', { name: 'Move 1 task' }).click();
  await expect(dialog(page).getByRole('link', { name: /First/ })).toHaveCount(0);
  await expect(dialog(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(dialog(page).getByLabel('Move to').locator('option:checked')).toHaveText('Move to…');
  await expect(dialog(page).getByRole('button', { name: 'Move selected' })).toBeDisabled();
});

test('Plan again and Next route in the dialog of a failed task keep what is typed, and can be undone @long', async ({
  open,
  network,
}) => {
  const task = await failed(network, 'Gate Garage');
  const page = await open('dispatcher', { phone: true });
  await page.goto(pathOf(task));
  await hydrated(page);
  const status = dialog(page).getByLabel('Status', { exact: true });
  const top = (name: string) => dialog(page).getByRole('region', { name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await expectAccessible(page);
  await notes(page).fill('Use the back gate');
  await press('Plan again');
  await expect(page.getByText('1 task is planned again').filter({ visible: true }).first()).toBeVisible();
  await expect(top('What happened last')).toContainText(
    /^Dana Dispatcher planned it again, \d+:\d\d [AP]M\. Attempt 2\./,
  );
  await expect(status).toHaveValue('pending');
  await expect(notes(page)).toHaveValue('Use the back gate');
  await press('Undo');
  await expect(top('Could not complete')).toContainText('could not complete it');
  await expect(status).toHaveValue('hold');
  await expect(notes(page)).toHaveValue('Use the back gate');
  await press('Next route');
  await expect(status).toHaveValue('next-route');
  // There was no other change, so there is nothing to choose.
  await save(page).click();
  await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
  expect(await network.database.rows('select status, notes, attempts from tasks')).toEqual([
    { status: 'next-route', notes: 'Use the back gate', attempts: 1 },
  ]);

  const other = await failed(network, 'Plain Gate');
  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto(pathOf(other));
  await plain.getByRole('button', { name: 'Plan again' }).click();
  await expect(plain.getByText('1 task is planned again').filter({ visible: true }).first()).toBeVisible();
  await expect(plain.getByRole('region', { name: 'What happened last' })).toContainText('planned it again');
  await plain.getByRole('button', { name: 'Undo' }).click();
  await expect(plain.getByRole('region', { name: 'Could not complete' })).toBeVisible();
});

test('a colleague’s change while a task is planned again is not overwritten @long', async ({
  open,
  network,
}) => {
  const task = await failed(network, 'Shared Garage');
  const page = await open('dispatcher');
  await page.goto(pathOf(task));
  await hydrated(page);
  await notes(page).fill('Mine');
  const colleague = await network.as('dispatcher2');
  await colleague.patch(`/api/tasks/${String(task.id)}`, { address: '1 New Yard, Olathe, KS 66061' });
  await page.getByRole('button', { name: 'Plan again' }).click();
  await expect(page.getByRole('region', { name: 'What happened last' })).toContainText('planned it again');
  await save(page).click();
  await expect(dialog(page)).toContainText('Devon Dispatcher');
  await save(page).click();
  await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
  expect(await network.database.rows('select status, notes, address from tasks')).toEqual([
    { status: 'pending', notes: 'Mine', address: '1 New Yard, Olathe, KS 66061' },
  ]);
});

for (const javaScript of [true, false]) {
  test(`another status for several tasks at once, in a list and in Attention (JavaScript: ${String(javaScript)}) @long`, async ({
    open,
    network,
  }) => {
    const dispatcher = await network.as('dispatcher');
    const at = { driver_id: network.ids.driver };
    for (const location of ['Held One', 'Held Two'])
      await make(dispatcher, delivery({ ...at, location, status: 'hold' }));
    for (const location of ['Next One', 'Next Two'])
      await make(dispatcher, delivery({ ...at, location, status: 'next-route' }));
    await make(dispatcher, delivery({ location: 'Nobody yet', status: 'hold' }));
    const page = await open('dispatcher', { javaScript });
    const list = `/dispatcher/drivers/${String(network.ids.driver)}`;
    const change = async (names: string[], status: string) => {
      for (const name of names)
        await dialog(page)
          .getByRole('checkbox', { name: `Select ${name}` })
          .check();
      // A driver's list has menus when JavaScript is available.
      if (javaScript && page.url().includes('/drivers/')) {
        await dialog(page).getByRole('button', { name: 'Change status…' }).click();
        await dialog(page).getByRole('menuitem', { name: status }).click();
      } else {
        await dialog(page).getByLabel('Change status to').selectOption({ label: status });
        await dialog(page).getByRole('button', { name: 'Change status' }).click();
      }
      await expect(
        page
          .getByText(`${String(names.length)} ${names.length === 1 ? 'task is' : 'tasks are'} now ${status}`)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
    };
    const statuses = async () =>
      Object.fromEntries((await stored(network)).map(({ location, status }) => [location, status]));

    await page.goto(`${list}?tab=hold`);
    if (javaScript) await hydrated(page);
    await expect(dialog(page).getByRole('button', { name: /Move all 4 open tasks/ })).toBeVisible();
    if (javaScript) {
      // "Move all" and "Move 1 task" are never shown together.
      await dialog(page).getByRole('checkbox', { name: 'Select Held One' }).check();
      await expect(dialog(page).getByRole('button', { name: 'Move 1 task' })).toBeVisible();
      await expect(dialog(page).getByRole('button', { name: /Move all/ })).toHaveCount(0);
      await expectAccessible(page);
    }
    await change(['Held One', 'Held Two'], 'Pending');
    await page.goto(`${list}?tab=next-route`);
    if (javaScript) await hydrated(page);
    await change(['Next One', 'Next Two'], 'Pending');
    await page.goto(list);
    if (javaScript) await hydrated(page);
    await change(['Held One', 'Next Two'], 'Completed');
    await page.goto('/dispatcher/attention?kind=unassigned');
    await change(['Nobody yet'], 'Pending');
    expect(await statuses()).toEqual({
      'Held One': 'completed',
      'Held Two': 'pending',
      'Next One': 'pending',
      'Next Two': 'completed',
      'Nobody yet': 'pending',
    });
    await page.getByRole('button', { name: 'Undo' }).filter({ visible: true }).click();
    await expect.poll(async () => (await statuses())['Nobody yet']).toBe('hold');

    // Without a chosen status the page says so, and nothing is lost.
    await page.goto(javaScript ? '/dispatcher/attention?kind=unassigned' : list);
    if (javaScript) await hydrated(page);
    const box = dialog(page).getByRole('checkbox', { name: /^Select (Nobody yet|Held Two)$/ });
    await box.check();
    await dialog(page).getByRole('button', { name: 'Change status' }).click();
    await expect(page.getByText('Choose a status').filter({ visible: true }).first()).toBeVisible();
    await box.check();
    await dialog(page)
      .getByRole('button', { name: /^Move (selected|1 task)$/ })
      .click();
    await expect(
      page
        .getByText(/No driver selected/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  });
}

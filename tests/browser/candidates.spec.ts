/** A dispatcher chooses a driver for a task in two clicks, with and without JavaScript. */
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, onMeridian } from '../support/factories';

for (const javaScript of [true, false]) {
  test(`the best driver and place are at the top, and one click assigns the task there (JavaScript: ${String(javaScript)}) @long`, async ({
    open,
    network,
  }) => {
    await network.database.rows('delete from tasks');
    const dispatcher = await network.as('dispatcher');
    const stopAt = (latitude: string, driver: string | null) =>
      make(dispatcher, onMeridian(latitude, { driver_id: driver && network.ids[driver] }));
    await stopAt('39.10', 'driver');
    await stopAt('39.20', 'driver');
    await stopAt('38.00', 'driver2');
    const task = await stopAt('39.15', null);
    const route = () =>
      network.database.rows<{ location: string }>(
        'select location from tasks where driver_id = $1 order by order_index',
        [network.ids.driver],
      );

    const page = await open('dispatcher', { javaScript });
    const dialog = page.getByRole('dialog');
    await page.goto('/dispatcher/attention?kind=unassigned');
    if (javaScript) await hydrated(page);
    await dialog.getByRole('link', { name: 'Who should take this?' }).click();
    const best = dialog.getByRole('row').nth(1);
    await expect(best).toContainText('Alma Driver');
    await expect(best).toContainText('+3 min');
    await expect(best).toContainText('2nd of 3');
    if (javaScript) await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Assign to Alma Driver' }).click();
    await expect(
      page.getByText('Assigned to Alma Driver, 2nd of 3').filter({ visible: true }).first(),
    ).toBeVisible();
    await expect(page).toHaveURL(/attention\?kind=unassigned/);
    expect((await route()).map(({ location }) => location)).toEqual([
      'Stop 39.10',
      'Stop 39.15',
      'Stop 39.20',
    ]);
    await page.getByRole('button', { name: 'Undo' }).filter({ visible: true }).first().click();
    await expect(dialog.getByRole('link', { name: 'Who should take this?' })).toBeVisible();
    expect(await route()).toHaveLength(2);

    // The task's dialog leads to the list and back.
    await dialog.getByRole('link', { name: /Stop 39.15/ }).click();
    await expect(dialog.getByText('Delivery to Stop 39.15', { exact: true })).toBeVisible();
    await dialog.getByRole('link', { name: 'Who should take this?' }).click();
    await expect(dialog.getByRole('heading', { name: 'Who should take this?' })).toBeVisible();
    await dialog.getByRole('link', { name: 'Close' }).click();
    await expect(dialog.getByText('Delivery to Stop 39.15', { exact: true })).toBeVisible();
    if (!javaScript) return;
    await page.goto('/dispatcher/drivers/unassigned');
    await hydrated(page);
    await dialog.getByRole('button', { name: 'Actions: Stop 39.15' }).click();
    await page.getByRole('menuitem', { name: 'Who should take this?' }).click();
    // A colleague was faster. The click does not take the task away, and the list names its driver.
    await expect(dialog.getByRole('button', { name: 'Assign to Ben Driver' })).toBeVisible();
    await dispatcher.post(`/api/tasks/${String(task.id)}/assign`, { driver_id: network.ids.driver3 });
    await dialog.getByRole('button', { name: 'Assign to Ben Driver' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Somebody else has assigned this task meanwhile');
    await expect(dialog.getByRole('row', { name: /Cleo Driver/ })).toContainText('Has it now');
  });
}

test('with long names every button is in sight, and nothing has to be scrolled sideways', async ({
  open,
  network,
}) => {
  await network.database.rows(
    "update users set name = 'Maximiliana-Alexandra Featherstonehaugh-Cholmondeley' where id = $1",
    [network.ids.driver],
  );
  const place = { latitude: '39.15', longitude: '-94.6', driver_id: null };
  const task = await make(await network.as('dispatcher'), delivery(place));
  const page = await open('dispatcher');
  await page.setViewportSize({ width: 1366, height: 625 });
  await page.goto(`/dispatcher/tasks/${String(task.id)}/candidates`);
  await hydrated(page);
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: /Assign to Maximiliana/ });
  await expect(button).toBeInViewport({ ratio: 1 });
  expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test('three of many stops that become later are named, and the others after a click', async ({
  open,
  network,
}) => {
  await network.database.rows('delete from tasks');
  const dispatcher = await network.as('dispatcher');
  const isDue = { driver_id: network.ids.driver2, deliver_by: new Date(Date.now() - 600_000).toISOString() };
  for (const latitude of ['39.10', '39.11', '39.12', '39.13', '39.14'])
    await make(dispatcher, onMeridian(latitude, isDue));
  // An urgent task comes first, and this one is far away.
  const task = await make(dispatcher, onMeridian('38.50', { priority: 'urgent' }));
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/${String(task.id)}/candidates`);
  await hydrated(page);
  const row = page.getByRole('dialog').getByRole('row', { name: /Ben Driver/ });
  const named = row.getByText(/min late instead of/);
  await expect(named.filter({ visible: true })).toHaveText(/^([^,]*min late[^,]*, ){2}[^,]*min late[^,]*$/);
  await row.getByText('and 2 more').click();
  await expect(named.filter({ visible: true })).toHaveCount(2);
  await expectAccessible(page, 'dialog');
});

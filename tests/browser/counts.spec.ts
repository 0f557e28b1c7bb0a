/** One driver has tasks of every status. Each screen shows the same numbers under the same names. */
import { expect, test } from '../support/browser';
import { delivery, make, pickup, transfer } from '../support/factories';

test('active, open and the statuses are the same numbers on every screen, tasks and stops apart', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver, driver2 } = network.ids;
  await network.database.rows('delete from tasks');
  const shared = { location: 'Two at once', address: '4000 Main St, Kansas City, MO 64111' };
  const mine = (more: object) => make(dispatcher, delivery({ driver_id: driver, ...more }));
  const [going] = [
    await mine({ location: 'Under way' }),
    await mine(shared),
    await make(dispatcher, pickup({ driver_id: driver, ...shared })),
    await mine({ location: 'Pending alone' }),
    await mine({ location: 'Held', status: 'hold' }),
    await mine({ location: 'Later', status: 'next-route' }),
  ];
  await dispatcher.patch(`/api/tasks/${String(going.id)}`, { status: 'going' });
  const done = async (location: string) => {
    const task = await mine({ location });
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'completed' });
    return task;
  };
  const archived = await done('Archived');
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [archived.id] });
  await done('Done once');
  await done('Done twice');
  // The delivery of this transfer is linked and belongs to Alma.
  await make(dispatcher, transfer({ driver_id: driver2, transfer_to_driver_id: driver }));
  const nobodys = await make(dispatcher, delivery({ driver_id: null, location: 'Nobody’s' }));

  const page = await open('dispatcher', { javaScript: false });
  await page.goto('/dispatcher');
  const row = page.locator('[data-driver-id]').filter({ hasText: 'Alma Driver' });
  await expect(row).toContainText('3 of 7 completed');
  for (const [label, count] of Object.entries({ Pending: 3, 'Next Route': 1, Hold: 1, Completed: 2 }))
    await expect(row.locator(`[data-label="${label}"]`)).toHaveText(String(count));

  const dialog = page.getByRole('dialog');
  const tabs = dialog.getByRole('navigation', { name: 'Tasks by status' });
  await page.goto(`/dispatcher/drivers/${String(driver)}`);
  await expect(tabs.getByRole('link')).toHaveText(TABS('Active Tasks'));
  await expect(dialog.getByRole('button', { name: 'Move 6 of 7 open tasks' })).toBeVisible();

  await page.goto('/dispatcher/map-drivers');
  await expect(dialog.getByRole('row', { name: /Alma Driver/ })).toContainText('7 open, 2 completed');

  await page.goto('/dispatcher/archive');
  await expect(dialog).toContainText('2 completed tasks');

  await page.goto(`/dispatcher/tasks/${String(nobodys.id)}/candidates`);
  await expect(dialog.getByRole('row', { name: /Alma Driver/ })).toContainText(/of 4(?!\d)/);

  const admin = await open('admin', { javaScript: false });
  await admin.goto(`/settings/users/${String(driver)}/delete`);
  await expect(admin.getByRole('dialog', { name: 'Delete User' })).toContainText(
    '7 open tasks become unassigned',
  );
  await admin.goto(`/settings/users/${String(driver)}`);
  await expect(admin.getByRole('region', { name: 'Edit User Roles' })).toContainText(
    '7 open tasks become unassigned',
  );

  const phone = await open('driver', { phone: true });
  await phone.goto('/driver');
  const own = phone.getByRole('navigation', { name: 'My tasks by status' });
  await expect(own.getByRole('link')).toHaveText(TABS('Active'));
  await expect(phone.getByText('Stop 4 of 6')).toBeVisible();

  const order = await open('dispatcher');
  await order.goto(`/dispatcher/drivers/${String(driver2)}?edit=1`);
  await expect(order.getByLabel('Drag a stop onto a driver to assign it')).toContainText('Alma Driver7 open');
});

const TABS = (active: string) =>
  [active, 'Next Route', 'Hold', 'Completed'].map(
    (label, index) => new RegExp(`^${label}\\s*${String([4, 1, 1, 2][index])}$`),
  );

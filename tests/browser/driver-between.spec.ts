/** The next route starts with one tap, with and without a connection, whoever archived the route before. */
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { make, pickup } from '../support/factories';
import { kept } from '../support/cached-page';
import { expectTouchTargets } from '../support/touch-targets';

const queued = (driverId: number | undefined, location: string) =>
  pickup({ driver_id: driverId, location, status: 'next-route' });

test('the office archives what is completed: the next route is still one tap away @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  const done = await make(dispatcher, pickup({ driver_id: driver, location: 'Done' }));
  await make(dispatcher, queued(driver, 'Afternoon'));
  await dispatcher.patch(`/api/tasks/${String(done.id)}`, { status: 'completed' });
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  const end = page.getByRole('button', { name: 'End Route', exact: true });
  await expect(end).toHaveAccessibleDescription('archives 1 completed, makes 1 pending');
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [done.id] });
  await expect(page.getByRole('button', { name: 'End Route' })).toHaveCount(0);
  const start = page.getByRole('button', { name: 'Start next route', exact: true });
  await expect(start).toHaveText('Start next routemakes 1 pending');
  await expectTouchTargets(page);
  await expectAccessible(page);
  await start.tap();
  await expect(page.getByText('The tasks of your next route are pending', { exact: true })).toBeVisible();
  await expectTouchTargets(page);
  await expect(page.getByRole('article')).toContainText('Afternoon');
  await expect(start).toHaveCount(0);
});

test('a day that begins with a queue alone, without JavaScript', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, queued(network.ids.driver2, 'First thing'));
  const page = await open('driver2', { phone: true, javaScript: false });
  await page.goto('/driver');
  await page.getByRole('button', { name: 'Start next route' }).click();
  await expect(page.getByText('The tasks of your next route are pending')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Going', exact: true })).toBeVisible();
});

test('in a dead zone the next route starts on the phone, and is sent when the line is back', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, queued(network.ids.driver3, 'Behind the hill'));
  const page = await open('driver3', { phone: true });
  await page.goto('/driver');
  await kept(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Start next route' }).tap();
  await page.getByRole('button', { name: 'Going', exact: true }).tap();
  await expect(page.getByText('2 actions are kept on this phone')).toBeVisible();
  await page.context().setOffline(false);
  const statusNow = async () => {
    const [task] = await network.database.rows<{ status: string }>('select status from tasks where id = $1', [
      made.id,
    ]);
    return task?.status;
  };
  await expect.poll(statusNow).toBe('going');
});

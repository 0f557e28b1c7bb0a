/** A second tap does not complete a stop by mistake, and for ten seconds one tap undoes a Complete. */
import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { drawSignature, expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import { kept } from '../support/cached-page';
import type { Network } from '../support/network';
import { expectTouchTargets } from '../support/touch-targets';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const statusOf = async ({ database }: Network, { id }: Task) => {
  const [task] = await database.rows<{ status: string }>('select status from tasks where id = $1', [id]);
  return task?.status;
};
const storyOf = async ({ database }: Network, { id }: Task) => {
  const sql = "select action from task_events where task_id = $1 and action <> 'seen' order by id";
  return (await database.rows<{ action: string }>(sql, [id])).map(({ action }) => action);
};

test('two taps on Going are one Going', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Twice' }));
  const page = await open('driver', { phone: true });
  await page.clock.install();
  await page.goto('/driver');
  await hydrated(page);
  const box = await button(page, 'Going').boundingBox();
  if (!box) throw new Error('no button');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The clock stands still, so that the delay of the button does not end before a slow machine has checked it.
  await page.clock.pauseAt(Date.now() + 5_000);
  await page.touchscreen.tap(x, y);
  await expect(button(page, 'Complete')).toBeVisible();
  // Complete is now in the place of Going, and is disabled for a moment.
  const now = await button(page, 'Complete').boundingBox();
  expect(Math.abs((now?.y ?? 0) + (now?.height ?? 0) / 2 - y)).toBeLessThan(box.height / 2);
  await expect(button(page, 'Complete')).toBeDisabled();
  await page.touchscreen.tap(x, y);
  await page.clock.resume();
  await expect(button(page, 'Complete')).toBeEnabled();
  expect(await statusOf(network, made)).toBe('going');
  expect(await storyOf(network, made)).toEqual(['created', 'going']);
});

test('two taps on Complete of the last stop complete it, and do not end the route; nor do two start one and set out', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver3 } = network.ids;
  const made = await make(dispatcher, pickup({ driver_id: driver3, location: 'The last' }));
  const after = await make(
    dispatcher,
    pickup({ driver_id: driver3, location: 'Tomorrow', status: 'next-route' }),
  );
  await (await network.as('driver3')).patch(`/api/tasks/${String(made.id)}`, { status: 'going' });
  const page = await open('driver3', { phone: true });
  await page.clock.install();
  await page.goto('/driver');
  await hydrated(page);
  await page.clock.pauseAt(Date.now() + 5_000);
  const tapTwice = async (name: string, then: string) => {
    const box = await button(page, name).boundingBox();
    if (!box) throw new Error('no button');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.touchscreen.tap(x, y);
    await expect(button(page, then)).toBeDisabled();
    await page.touchscreen.tap(x, y);
    await page.clock.runFor(2_000);
    await expect(button(page, then)).toBeEnabled();
  };
  await tapTwice('Complete', 'End Route');
  await expect.poll(() => statusOf(network, made)).toBe('completed');
  await tapTwice('End Route', 'Going');
  await expect.poll(() => statusOf(network, after)).toBe('pending');
  expect(await storyOf(network, after)).not.toContain('going');
  await network.database.rows('delete from tasks where driver_id = $1', [driver3]);
});

test('Completed, Undo: under way again, signature and all @long', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, delivery({ driver_id: network.ids.driver2, location: 'Too early' }));
  const next = await make(dispatcher, pickup({ driver_id: network.ids.driver2, location: 'Next one' }));
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await button(page, 'Going').first().tap();
  await page.getByRole('link', { name: 'Complete', exact: true }).tap();
  await drawSignature(page);
  await button(page, 'Complete').tap();
  const notice = page.getByText('Completed Too early', { exact: true });
  await expect(notice).toBeVisible();
  await expect.poll(() => statusOf(network, made)).toBe('completed');
  await button(page, 'Undo').tap();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Complete', exact: true })).toBeVisible();
  await expect.poll(() => statusOf(network, made)).toBe('going');
  const said = page.getByText('Too early is under way again', { exact: true });
  await expect(said).toBeAttached();
  expect(await storyOf(network, made)).toEqual(['created', 'going', 'completed', 'undone']);
  const reopened = await page.context().newPage();
  await reopened.goto('/driver');
  await expect(reopened.getByRole('link', { name: 'Complete', exact: true })).toBeVisible();
  await reopened.close();

  await page.getByRole('link', { name: 'Complete', exact: true }).tap();
  await drawSignature(page);
  await button(page, 'Complete').tap();
  await expect(notice).toBeVisible();
  await expect(said).toHaveCount(0);
  await expect.poll(() => statusOf(network, made)).toBe('completed');
  await expectTouchTargets(page);
  // After a change by somebody else, the completion cannot be undone.
  await dispatcher.patch(`/api/tasks/${String(made.id)}`, { notes: 'Counted' });
  await button(page, 'Undo').tap();
  await expect(
    page.getByText('This can no longer be undone: it has been changed since', { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await statusOf(network, made)).toBe('completed');
  expect(await statusOf(network, next)).toBe('pending');
});

test('in a dead zone it is taken back from what waits, and nobody ever hears of it', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, pickup({ driver_id: network.ids.driver3, location: 'No line' }));
  const page = await open('driver3', { phone: true });
  await page.goto('/driver');
  await kept(page);
  await page.context().setOffline(true);
  await button(page, 'Going').tap();
  await button(page, 'Complete').tap();
  await expect(page.getByText('2 actions are kept on this phone')).toBeVisible();
  await button(page, 'Undo').tap();
  await expect(button(page, 'Complete')).toBeVisible();
  await expect(page.getByText('1 action is kept on this phone')).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => statusOf(network, made)).toBe('going');
  expect(await storyOf(network, made)).toEqual(['created', 'going']);
  await button(page, 'Complete').tap();
  await expect.poll(() => statusOf(network, made)).toBe('completed');
  await dispatcher.del(`/api/tasks/${String(made.id)}`);
});

test('one that may have reached the server is undone behind it, however late', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, pickup({ driver_id: network.ids.driver3, location: 'Half a line' }));
  await (await network.as('driver3')).patch(`/api/tasks/${String(made.id)}`, { status: 'going' });
  const page = await open('driver3', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  // The request arrives, but its answer does not.
  await page.route('**/api/tasks/batch/status', async (route) => {
    await route.fetch();
    await route.abort().catch(() => undefined);
  });
  await button(page, 'Complete').tap();
  await expect.poll(() => statusOf(network, made)).toBe('completed');
  await button(page, 'Undo').tap();
  await expect(button(page, 'Complete')).toBeVisible();
  await page.unroute('**/api/tasks/batch/status');
  await expect.poll(() => statusOf(network, made)).toBe('going');
  await expect(page.getByText('Waiting to send.')).toHaveCount(0);
  expect(await storyOf(network, made)).toEqual(['created', 'going', 'completed', 'undone']);
});

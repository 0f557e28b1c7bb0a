/** A driver starts a run where there is no connection. */
import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { expect, expectAccessible, test } from '../support/browser';
import { kept } from '../support/cached-page';
import { delivery, make } from '../support/factories';
import type { Network } from '../support/network';
import { addRun, addSchedule, runRow } from '../support/runs';

const waiting = (page: Page) => page.getByText('Waiting to send.');
const places = (page: Page) => page.getByRole('article').getByRole('heading');
const start = (page: Page) => page.getByRole('button', { name: 'Start run' });

test.beforeEach(async ({ network }) => {
  for (const table of ['tasks', 'runs', 'run_schedules', 'driver_notices'])
    await network.database.rows(`delete from ${table}`);
});

/** A closed run of today with two stops, the later one first, behind a stop of the driver. */
async function closedRun(network: Network) {
  const dispatcher = await network.as('dispatcher');
  const driver_id = network.ids.driver ?? null;
  const schedule = await addSchedule(network.database, { name: 'North', driverId: driver_id });
  const id = await addRun(network.database, schedule, { cutoff: 30 });
  await network.database.rows("update runs set day = (now() at time zone 'America/Chicago')::date");
  await make(dispatcher, delivery({ driver_id, location: 'Now' }));
  const tasks: Task[] = [];
  for (const location of ['Second', 'First'])
    tasks.push(
      await make(
        dispatcher,
        delivery({ run_id: id, location, address: `1 ${location} St, Kansas City, MO 64111` }),
      ),
    );
  await dispatcher.post(`/api/runs/${String(id)}/close`, {});
  for (const [index, task] of tasks.entries())
    await network.database.rows('update tasks set run_place = $2 where id = $1', [task.id, 2 - index]);
  return { id, tasks, dispatcher };
}

/** Opens the page and presses the button without a connection. */
async function startOffline(page: Page) {
  await page.goto('/driver');
  await kept(page);
  await expect(start(page)).toBeVisible();
  await page.context().setOffline(true);
  await start(page).tap();
  await expect(waiting(page)).toBeVisible();
}

test('a driver whose page lost the file of the next run is told, and has its button after a reload', async ({
  open,
  network,
}) => {
  await closedRun(network);
  const page = await open('driver', { phone: true });
  await page.context().route(/\/build\/next-run-/, (route) => route.abort());
  await page.goto('/driver');
  const again = page.getByRole('link', { name: 'Refresh Page' });
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await page.context().unroute(/\/build\/next-run-/);
  await again.tap();
  await expect(start(page)).toBeVisible();
});

test('a run starts in a dead zone: its stops are in the route at once, in their order, and its moment counts @long', async ({
  open,
  network,
}) => {
  const { id, tasks } = await closedRun(network);
  const page = await open('driver', { phone: true });
  await startOffline(page);
  const inOrder = [/Now/, /First/, /Second/];
  await expect(places(page)).toHaveText(inOrder);
  await expect(start(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(places(page)).toHaveText(inOrder);
  await expect(start(page)).toHaveCount(0);
  expect((await runRow(network.database, id)).state).toBe('closed');

  await page.context().setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(page.getByText('Run Started', { exact: true })).toBeVisible();
  await expect(places(page)).toHaveText(inOrder);
  expect((await runRow(network.database, id)).state).toBe('out');
  const events = await network.database.rows<{ is_earlier: boolean }>(
    "select occurred_at < created_at as is_earlier from task_events where task_id = any($1) and action = 'pending'",
    [tasks.map((task) => task.id)],
  );
  expect(events).toEqual([{ is_earlier: true }, { is_earlier: true }]);
});

test('a run that the office has started meanwhile starts once; one that somebody else got is refused @long', async ({
  open,
  network,
}) => {
  const first = await closedRun(network);
  const page = await open('driver', { phone: true });
  await startOffline(page);
  await first.dispatcher.post(`/api/runs/${String(first.id)}/out`, {});
  await page.context().setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(places(page)).toHaveText([/Now/, /First/, /Second/]);
  const starts = await network.database.rows(
    "select id from task_events where task_id = any($1) and action = 'pending'",
    [first.tasks.map((task) => task.id)],
  );
  expect(starts).toHaveLength(2);

  for (const table of ['tasks', 'runs', 'run_schedules', 'driver_notices'])
    await network.database.rows(`delete from ${table}`);
  const { id, dispatcher } = await closedRun(network);
  await startOffline(page);
  const given = await dispatcher.put(`/api/runs/${String(id)}/driver`, { driverId: network.ids.driver2 });
  expect(given.status).toBe(200);
  await page.context().setOffline(false);
  await expect(page.getByRole('alert').filter({ hasText: 'Not accepted: Start run' })).toBeVisible();
  await expect(places(page)).toHaveText([/Now/]);
  expect((await runRow(network.database, id)).state).toBe('closed');
});

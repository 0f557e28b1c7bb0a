/** The whole day on one screen: rows, counts, search, and the announcements for screen readers. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import type { Network } from '../support/network';

const DESK = { width: 1366, height: 625 };
const LONG = ['Christopher-Alexander Lind', 'Maximiliana Feldgrün-Okonkwo', 'Sebastian van der Bergh'];

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: link(page, name) });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Adds thirteen drivers, each with a task under way and others. */
async function plantDay(network: Network) {
  const dispatcher = await network.as('dispatcher');
  await network.database.rows('delete from tasks');
  await network.database.rows(
    `insert into users (username, password_hash, name, roles, dealerships)
     select 'extra' || n, 'x', coalesce(($1::text[])[n], 'Extra Driver ' || n), '{driver}', '{Chevrolet,Buick}'
     from generate_series(1, 13 - (select count(*)::integer from users where 'driver' = any(roles))) n
     on conflict do nothing`,
    [LONG],
  );
  const drivers = await network.database.rows<{ id: number }>(
    "select id from users where 'driver' = any(roles)",
  );
  for (const { id } of drivers) {
    const { id: first } = await make(
      dispatcher,
      delivery({ driver_id: id, location: 'Schweitzer-Brenneman' }),
    );
    await make(dispatcher, delivery({ driver_id: id, location: 'Later' }));
    await dispatcher.patch(`/api/tasks/${String(first)}`, { status: 'going' });
  }
  const { id: done } = await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Done' }));
  await dispatcher.patch(`/api/tasks/${String(done)}`, { status: 'completed' });
  await make(dispatcher, delivery({ driver_id: network.ids.driver2, location: 'Hot', priority: 'urgent' }));
  await make(dispatcher, delivery({ driver_id: null, location: 'Plain one' }));
  await make(dispatcher, delivery({ driver_id: null, location: 'Urgent one', priority: 'urgent' }));
  return drivers.length;
}

test('thirteen drivers and Unassigned fit on an office screen @long', async ({ open, network }) => {
  expect(await plantDay(network)).toBe(13);
  const page = await open('dispatcher');
  await page.setViewportSize(DESK);
  await page.goto('/dispatcher');
  await hydrated(page);
  const rows = page.locator('[data-driver-id]');
  await expect(rows).toHaveCount(14);
  await expect(rows.first()).toContainText('Unassigned');
  const measured = await page.evaluate(() => {
    const box = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
    return {
      header: box('header')[0]?.height,
      rows: box('[data-driver-id]').map(({ top, bottom, height }) => ({ top, bottom, height })),
      head: box('[role="columnheader"]')[0]?.bottom ?? 0,
      cut: [...document.querySelectorAll('[data-driver-id] a')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
      page: document.documentElement.scrollHeight,
    };
  });
  expect(measured.header).toBe(44);
  expect(measured.cut).toEqual([]);
  expect(measured.page).toBe(DESK.height);
  for (const { top, bottom, height } of measured.rows) {
    expect(top).toBeGreaterThanOrEqual(measured.head);
    expect(bottom).toBeLessThanOrEqual(DESK.height);
    expect(height).toBeGreaterThanOrEqual(36);
    expect(height).toBeLessThanOrEqual(40);
  }
  for (const name of ['Pending', 'Next Route', 'Hold', 'Completed', 'Last activity', 'Done by'])
    await expect(page.getByRole('columnheader', { name })).toHaveCount(1);
  const alma = rowOf(page, 'Alma Driver');
  await expect(alma).toContainText(/Going \d+ min/);
  await expect(alma).toContainText('1 of 3 completed');
  await expect(alma.getByRole('cell')).toContainText(['Schweitzer-Brenneman', '1 of 3', '1', '0', '0', '1']);
  await expect(rowOf(page, 'Ben Driver')).toContainText(/1 urgent, oldest \d+ min/);
  await expectAccessible(page);
});

test('when a route is done is seen in the row of every name, also the longest, and what is late as well @long', async ({
  open,
  network,
}) => {
  await plantDay(network);
  await network.database.rows(
    "update tasks set latitude = '39.1', longitude = '-94.6', geo_precision = 'manual', deliver_by = now() - interval '1 hour'",
  );
  const page = await open('dispatcher');
  await page.setViewportSize(DESK);
  await page.goto('/dispatcher');
  await hydrated(page);
  for (const name of ['Alma Driver', ...LONG]) {
    const row = rowOf(page, name);
    const cell = row.getByRole('cell').last();
    await expect(cell).toHaveText(/^\d+:\d\d [AP]M2 late$/);
    const [outer, time, late, title] = await Promise.all(
      [row, cell.locator('time'), cell.getByText('2 late'), link(page, name)].map((one) => one.boundingBox()),
    );
    if (!outer || !time || !late || !title) throw new Error(`${name} is not shown`);
    for (const part of [time, late]) {
      expect(part.y).toBeGreaterThanOrEqual(outer.y);
      expect(part.y + part.height).toBeLessThanOrEqual(outer.y + outer.height + 1);
      expect(part.x).toBeGreaterThan(title.x + title.width);
      expect(part.x + part.width).toBeLessThanOrEqual(outer.x + outer.width + 1);
    }
    expect(late.y).toBeGreaterThanOrEqual(time.y + time.height - 4);
    await expect(row).toContainText(name === 'Alma Driver' ? 'Ford' : 'Chevrolet, Buick');
  }
});

test('urgent counts from when it became so, and an archive at noon takes nothing from the progress', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  await network.database.rows('delete from tasks');
  const driver_id = network.ids.driver;
  const made = [];
  for (const location of ['Done', 'Old', 'Older'])
    made.push((await make(dispatcher, delivery({ driver_id, location }))).id);
  const [done, old, older] = made;
  const yesterday = (await make(dispatcher, delivery({ driver_id, location: 'Yesterday' }))).id;
  for (const id of [done, yesterday])
    await dispatcher.patch(`/api/tasks/${String(id)}`, { status: 'completed' });
  await network.database.rows("update tasks set created_at = now() - interval '3 hours'");
  await network.database.rows(
    "update tasks set completed_at = now() - interval '25 hours', created_at = now() - interval '26 hours' where id = $1",
    [yesterday],
  );
  await dispatcher.patch(`/api/tasks/${String(old)}`, { priority: 'urgent' });
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  const alma = rowOf(page, 'Alma Driver');
  await expect(alma).toContainText('1 urgent, oldest 1 min');
  await expect(alma).toContainText('2 of 4 completed');
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [done, yesterday] });
  await expect(alma).toContainText('1 of 3 completed');
  await expect(alma.getByRole('cell').nth(5)).toHaveText('0');
  // The task was urgent an hour ago, then was not, and now is again.
  await network.database.rows(
    `insert into task_events (task_id, action, changes, occurred_at)
     values ($1, 'updated', '{"priority": ["normal", "urgent"]}', now() - interval '90 minutes')`,
    [older],
  );
  await dispatcher.patch(`/api/tasks/${String(older)}`, { priority: 'urgent' });
  await expect(alma).toContainText('2 urgent, oldest 1 min');
  const phone = await open('driver', { phone: true });
  await phone.goto('/driver');
  await expect(phone.getByText('Stop 2 of 3', { exact: true })).toBeVisible();
});

test('the row of the open list is marked, also in what the server keeps, and urgent tasks come first @long', async ({
  open,
  network,
}) => {
  await plantDay(network);
  const { driver, driver2 } = network.ids;
  for (const id of [driver, driver2, driver]) {
    const page = await open('dispatcher', { javaScript: false });
    await page.goto(`/dispatcher/drivers/${String(id)}`);
    const marked = page.locator('[data-driver-id][aria-current]');
    await expect(marked).toHaveCount(1);
    await expect(marked).toHaveAttribute('data-driver-id', String(id));
  }
  const dispatcher = await network.as('dispatcher');
  const route = encodeURIComponent('routes/_app.dispatcher.drivers.$driverId');
  const { body } = await dispatcher.get<unknown>(`/dispatcher/drivers/unassigned.data?_routes=${route}`);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(text.indexOf('Urgent one')).toBeGreaterThan(0);
  expect(text.indexOf('Urgent one')).toBeLessThan(text.indexOf('Plain one'));
});

test('"where is my part?" is answered by typing, without a click, and without JavaScript @long', async ({
  open,
  network,
}) => {
  await plantDay(network);
  await make(
    await network.as('dispatcher'),
    delivery({
      driver_id: network.ids.driver2,
      location: 'Olathe Tire and Alignment Center of the Southern Suburbs',
      invoice_number: 'INV-1, QZ-77812',
      status: 'next-route',
    }),
  );
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    await page.setViewportSize(DESK);
    await page.goto('/dispatcher');
    if (javaScript) {
      await hydrated(page);
      await page.keyboard.press('/');
      await page.keyboard.type('qz-778');
    } else {
      await page.getByRole('searchbox').fill('qz-778');
      await page.keyboard.press('Enter');
    }
    const found = page.getByRole('table', { name: 'Tasks found' });
    await expect(found.getByRole('columnheader')).toHaveText([
      'Status',
      'Location',
      'Number',
      'Driver',
      'Where',
    ]);
    const answer = found.getByRole('row').nth(1);
    await expect(answer).toContainText('Next Route');
    await expect(answer.getByRole('rowheader')).toContainText(
      /^Olathe Tire and Alignment Center of the South/,
    );
    await expect(answer.getByRole('cell')).toContainText([
      'Next Route',
      'QZ-77812',
      'Ben Driver',
      'Waits for the next route',
    ]);
    await expect(answer.locator('mark')).toHaveText('QZ-778');
    expect(
      await answer.evaluate((row) =>
        [...row.querySelectorAll('*')].some((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0),
      ),
    ).toBe(false);
    if (javaScript) await expectAccessible(page);
  }
});

test('changes of several tasks are summed up in one sentence for screen readers', async ({
  open,
  network,
}) => {
  await plantDay(network);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  const tasks = await network.database.rows<{ id: number }>(
    "select id from tasks where location = 'Plain one' or (location = 'Hot' and driver_id = $1)",
    [network.ids.driver2],
  );
  const dispatcher = await network.as('dispatcher');
  const taskIds = tasks.map(({ id }) => id);
  expect((await dispatcher.post('/api/tasks/batch/status', { taskIds, status: 'hold' })).status).toBe(200);
  await expect(
    page.getByRole('status').filter({ hasText: '2 tasks changed: Ben Driver, Unassigned' }),
  ).toBeAttached();
});

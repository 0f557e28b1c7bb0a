/** A driver works where the connection breaks: nothing is lost, nothing counts twice, and the page shows its state. */
import type { Locator, Page } from '@playwright/test';
import * as fc from 'fast-check';
import type { Task } from '~/domain/tasks/model/task';
import {
  accountMenu,
  drawSignature,
  expect,
  expectAccessible,
  hydrated,
  newContext,
  test,
} from '../support/browser';
import { addPeople } from '../support/people';
import { delivery, make, pickup } from '../support/factories';
import { kept } from '../support/cached-page';
import { PASSWORD } from '../support/client';
import { startLine, type Cut } from '../support/line';
import type { Network } from '../support/network';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const waiting = (page: Page) => page.getByText('Waiting to send.');
const card = (page: Page, location: string) => page.getByRole('article').filter({ hasText: location });

const stateOf = (network: Network, driverId: number) =>
  network.database.rows<{ location: string; status: string; archived: boolean; signed_by: string | null }>(
    `select t.location, t.status, t.archived, s.signed_by from tasks t left join task_signatures s on s.task_id = t.id
     where t.driver_id = $1 order by t.id`,
    [driverId],
  );

/** Returns the events of the driver's tasks, without their times and ids. */
const storyOf = (network: Network, driverId: number) =>
  network.database.rows<{ location: string; action: string }>(
    `select t.location, e.action from task_events e join tasks t on t.id = e.task_id
     where t.driver_id = $1 and e.actor_id = $1 and e.action <> 'seen' order by t.id, e.id`,
    [driverId],
  );

/** Returns whether the phone stores the driver's page for use without a connection. */
const pageOnPhone = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/driver')));
    return found.some(Boolean);
  });

/** Returns the number of unsent entries and of stored routes. */
const onPhone = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('parts-dispatch');
      opening.onsuccess = () => {
        resolve(opening.result);
      };
      opening.onerror = () => {
        reject(new Error('no database'));
      };
    });
    const count = (store: string) =>
      new Promise<number>((resolve) => {
        const counting = database.transaction(store).objectStore(store).count();
        counting.onsuccess = () => {
          resolve(counting.result);
        };
      });
    const counts = [await count('outbox'), await count('routes')];
    database.close();
    return counts;
  });

test('a whole stop in a dead zone: the page opens, everything is taken, and sent once in order @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  const made = await make(dispatcher, delivery({ driver_id: driver, location: 'Dead zone' }));
  await make(dispatcher, pickup({ driver_id: driver, location: 'Behind the hill' }));
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await kept(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(card(page, 'Dead zone')).toBeVisible();
  await page.getByRole('link', { name: /^Completed/ }).tap();
  await expect(page.getByText('No tasks for this status')).toBeVisible();
  await page.getByRole('link', { name: /^Active/ }).tap();

  await button(page, 'Going').first().tap();
  await expect(waiting(page)).toBeVisible();
  await expect(card(page, 'Dead zone')).toContainText('Waiting to send');
  await expectAccessible(page);
  await link(page, 'Complete').tap();
  await drawSignature(page);
  await page.getByLabel('Received by').fill('Joe Customer');
  await button(page, 'Complete').tap();
  await expect(page).toHaveURL('/driver');
  await expect(page.getByText('2 actions are kept on this phone')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 actions are kept on this phone')).toBeVisible();
  await button(page, 'Going').tap();
  await button(page, 'Complete').tap();
  await button(page, 'End Route').tap();
  await expect(page.getByText('5 actions are kept on this phone')).toBeVisible();
  expect((await dispatcher.get<Task>(`/api/tasks/${String(made.id)}`)).body.status).toBe('pending');

  await page.context().setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(page.getByText('Route Ended', { exact: true })).toBeVisible();
  await expect
    .poll(() => stateOf(network, driver ?? 0))
    .toEqual([
      { location: 'Dead zone', status: 'completed', archived: true, signed_by: 'Joe Customer' },
      { location: 'Behind the hill', status: 'completed', archived: true, signed_by: null },
    ]);
  const moments = await network.database.rows<{ late: boolean }>(
    `select occurred_at < created_at - interval '1 second' as late from task_events
     where task_id = $1 and actor_id = $2 and action <> 'seen' and occurred_at is not null`,
    [made.id, driver],
  );
  expect(moments).toContainEqual({ late: true });
});

test('an entry that the server refuses is shown with its signature, and can be sent again', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver2, driver3 } = network.ids;
  const made = await make(dispatcher, delivery({ driver_id: driver2, location: 'Reassigned' }));
  await (await network.as('driver2')).patch(`/api/tasks/${String(made.id)}`, { status: 'going' });
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await kept(page);
  await page.context().setOffline(true);
  await link(page, 'Complete').tap();
  await drawSignature(page);
  await button(page, 'Complete').tap();
  await expect(waiting(page)).toBeVisible();
  // Until its dialog has closed, the form waits for the answer and shows a refusal itself.
  await expect(page).toHaveURL(/\/driver$/);
  const moved = await dispatcher.patch(`/api/tasks/${String(made.id)}`, { driver_id: driver3 });
  expect(moved.status).toBe(200);
  await page.context().setOffline(false);
  const refused = page.getByRole('alert').filter({ hasText: 'Not accepted: Complete · Reassigned' });
  await expect(refused).toContainText('This stop was changed on another device or by a dispatcher.');
  await expect(refused.getByAltText('The signature')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(refused).toBeVisible();

  await dispatcher.patch(`/api/tasks/${String(made.id)}`, { driver_id: driver2, status: 'going' });
  await refused.getByRole('button', { name: 'Send again' }).tap();
  await expect(refused).toHaveCount(0);
  const now = async () => (await dispatcher.get<Task>(`/api/tasks/${String(made.id)}`)).body;
  await expect.poll(async () => (await now()).status).toBe('completed');
  expect((await now()).signature_image).not.toBeNull();
  // Their notices would hide those of the next tests.
  await network.database.rows('delete from driver_notices');
});

test('a tap whose time was corrected, and whose first attempt arrives late after all, is done once @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const driver = await network.as('driver');
  const { id } = await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Fast clock' }));
  const page = await open('driver', { phone: true });
  // For ten seconds the server takes the tap for one in the future.
  await page.clock.install({ time: Date.now() + 130_000 });
  const statuses: (number | 'lost')[] = [];
  await page.route('**/api/tasks/batch/status', async (route) => {
    const request = route.request();
    if (statuses.length === 0) {
      late = { key: request.headers()['idempotency-key'] ?? '', body: request.postDataJSON() as object };
      statuses.push('lost');
      await route.abort();
      return;
    }
    if (statuses.length === 2) await expect.poll(arrive).toBe(200);
    const response = await route.fetch();
    statuses.push(response.status());
    await route.fulfill({ response });
  });
  let late = { key: '', body: {} };
  const arrive = async () =>
    (await driver.post('/api/tasks/batch/status', late.body, { 'Idempotency-Key': late.key })).status;
  await page.goto('/driver');
  await hydrated(page);
  await button(page, 'Going').tap();
  await expect.poll(() => statuses).toEqual(['lost', 422, 422]);
  await expect.poll(async () => (await onPhone(page))[0]).toBe(0);
  await expect(button(page, 'Complete')).toBeVisible();
  await expect(page.getByText('Idempotency-Key')).toHaveCount(0);
  const events = await network.database.rows(
    "select from task_events where task_id = $1 and changes -> 'status' ->> 1 = 'going'",
    [id],
  );
  expect(events).toHaveLength(1);
});

test('signing out asks about what is unsent, and leaves nothing on the phone @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, pickup({ driver_id: network.ids.driver3, location: 'Private place' }));
  const page = await open('driver3', { phone: true });
  await page.goto('/driver');
  await kept(page);
  await page.route('**/api/tasks/batch/status', (route) => route.abort());
  await button(page, 'Going').tap();
  await expect(waiting(page)).toBeVisible();
  await accountMenu(page).click();
  await button(page, 'Logout').tap();
  await expect(page.getByText('1 action on this phone has not reached the dispatcher.')).toBeVisible();
  await expectAccessible(page);
  await link(page, 'Stay signed in').tap();
  await expect(waiting(page)).toBeVisible();
  await page.goto('/logout');
  await button(page, 'Logout and discard 1 action').tap();
  await expect(page).toHaveURL(/\/auth/);
  await page.context().setOffline(true);
  await page.goto('/driver').catch(() => undefined);
  await expect(page.getByText('Private place')).toHaveCount(0);
  await page.context().setOffline(false);
  await page.goto('/auth');
  expect(await onPhone(page)).toEqual([0, 0]);
});

for (const how of [
  'while the page is open',
  'when the page is opened again',
  'by the worker alone',
] as const) {
  test(`the route is gone from the phone once the server has ended the session, ${how}${how === 'while the page is open' ? '' : ' @long'}`, async ({
    open,
    network,
  }) => {
    const dispatcher = await network.as('dispatcher');
    await network.database.rows('delete from tasks where driver_id = $1', [network.ids.driver3]);
    await make(dispatcher, pickup({ driver_id: network.ids.driver3, location: 'Not for everybody' }));
    const page = await open('driver3', { phone: true });
    await page.goto('/driver');
    await kept(page);
    await page.route('**/api/tasks/batch/status', (route) => route.abort());
    await button(page, 'Going').tap();
    await expect(waiting(page)).toBeVisible();
    await expect.poll(() => onPhone(page)).toEqual([1, 1]);
    const end = () => network.database.rows('delete from sessions where user_id = $1', [network.ids.driver3]);
    let last = page;
    if (how === 'while the page is open') {
      await end();
      await page.unroute('**/api/tasks/batch/status');
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(page).toHaveURL(/\/auth/);
    } else {
      last = await page.context().newPage();
      await page.close();
      await end();
      // The sign-in page would delete the route, too. The worker has to do it alone.
      if (how === 'by the worker alone')
        await last.route('**/auth?*', (route) =>
          route.fulfill({ contentType: 'text/html', body: 'Sign in' }),
        );
      await last.goto('/driver');
      await expect(last).toHaveURL(/\/auth/);
    }
    await expect.poll(() => onPhone(last)).toEqual([1, 0]);
    await expect.poll(() => pageOnPhone(last)).toBe(false);
    await last.context().setOffline(true);
    await last.goto('/driver').catch(() => undefined);
    await expect(last.getByText('Not for everybody')).toHaveCount(0);
  });
}

test('a driver with a sign-in link on a shared phone sees nothing of the driver before, who loses nothing @long', async ({
  browser,
  network,
}) => {
  const [dispatcher, admin] = [await network.as('dispatcher'), await network.as('admin')];
  const { driver2 = 0, driver3 = 0 } = network.ids;
  await network.database.rows('delete from tasks where driver_id = any($1)', [[driver2, driver3]]);
  await make(dispatcher, pickup({ driver_id: driver3, location: 'Of the one before' }));
  const { body } = await admin.post<{ signInLink: string }>(
    `/api/admin/users/${String(driver2)}/sign-in-link`,
  );
  const line = await startLine(network.app.origin);
  const context = await newContext(browser, network, { phone: true });
  const page = await context.newPage();
  const at = (path: string) => page.goto(`${line.origin}${path}`);
  const signIn = async (username: string, password = PASSWORD) => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await button(page, 'Sign in').tap();
  };
  await at('/auth?redirectTo=%2Fdriver');
  await signIn('driver3');
  await expect(card(page, 'Of the one before')).toBeVisible();
  await kept(page);
  await page.route('**/api/tasks/batch/status', (route) => route.abort());
  await button(page, 'Going').tap();
  await expect(waiting(page)).toBeVisible();
  await expect.poll(() => onPhone(page)).toEqual([1, 1]);

  await at(body.signInLink);
  await button(page, 'Sign In').tap();
  await expect(page).toHaveURL(/\/auth\/password/);
  line.cut();
  await at('/driver').catch(() => undefined);
  await expect(page.getByText('Of the one before')).toHaveCount(0);
  await at('/').catch(() => undefined);
  await expect(page.getByText('Of the one before')).toHaveCount(0);
  line.mend();
  await at('/auth/password');
  expect([await onPhone(page), await pageOnPhone(page)]).toEqual([[1, 0], false]);

  const NEW = 'to-Wichita-and-back';
  await page.getByLabel('New password', { exact: true }).fill(NEW);
  await page.getByLabel('Repeat the new password').fill(NEW);
  await button(page, 'Save and continue').tap();
  await expect(page).toHaveURL(/\/driver/);
  await hydrated(page);
  await page.unroute('**/api/tasks/batch/status');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Of the one before')).toHaveCount(0);
  expect(await stateOf(network, driver3)).toMatchObject([{ status: 'pending' }]);

  // Signing out does not ask this driver about another driver's entries.
  await accountMenu(page).click();
  await button(page, 'Logout').tap();
  await expect(page).toHaveURL(/\/auth/);
  await signIn('driver3');
  await expect.poll(() => stateOf(network, driver3)).toMatchObject([{ status: 'going' }]);
  await expect.poll(() => onPhone(page)).toEqual([0, 1]);
  await line.close();
});

test('signed out in a dead zone, nobody is signed in when the line is back @long', async ({
  open,
  network,
}) => {
  const page = await open('driver3', { phone: true });
  await network.database.rows('delete from tasks where driver_id = $1', [network.ids.driver3]);
  await page.goto('/driver');
  await kept(page);
  await page.context().setOffline(true);
  await accountMenu(page).click();
  await button(page, 'Logout').tap();
  await expect(page.getByRole('heading', { name: 'Logged out' })).toBeVisible();
  await page.context().setOffline(false);
  // The page may load again by itself at this moment, which ends the navigation.
  await expect(async () => {
    await page.goto('/driver');
  }).toPass();
  await expect(page).toHaveURL(/\/auth\?redirectTo/);
});

test('an address that changed in the dead zone: the completion says which one the driver saw @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const ids = await addPeople(network.database.url, [
    { username: 'unseeing', name: 'Uma Unseeing', roles: ['driver'] },
  ]);
  const [first, second] = [
    await make(dispatcher, pickup({ driver_id: ids.unseeing, location: 'Osage', address: '600 Old St' })),
    await make(dispatcher, delivery({ driver_id: ids.unseeing, location: 'Vine', address: '1 Vine St' })),
  ];
  const page = await open('unseeing', { phone: true });
  await page.goto('/driver');
  await kept(page);
  await button(page, 'Going').first().tap();
  await expect(button(page, 'Complete')).toBeEnabled();
  await page.context().setOffline(true);
  for (const { id } of [first, second])
    await dispatcher.patch(`/api/tasks/${String(id)}`, { address: '700 New Address' });
  await button(page, 'Complete').tap();
  await button(page, 'Going').first().tap();
  await link(page, 'Complete').tap();
  await drawSignature(page);
  await button(page, 'Complete').tap();
  await expect(page).toHaveURL('/driver');
  await page.context().setOffline(false);
  const noted = async () =>
    (await dispatcher.get<{ taskId: number; said: string; address: string }[]>('/api/concerns')).body;
  await expect.poll(noted).toMatchObject([
    { taskId: first.id, said: '600 Old St', address: '700 New Address' },
    { taskId: second.id, said: '1 Vine St', address: '700 New Address' },
  ]);
  const office = await open('dispatcher');
  await office.goto(`/dispatcher/tasks/${String(first.id)}`);
  const top = office.getByRole('region', { name: 'What happened last' });
  await expect(top).toContainText('phone showed 600 Old St, not 700 New Address');
  for (const colorScheme of ['light', 'dark'] as const) {
    await office.emulateMedia({ colorScheme });
    await expectAccessible(office);
  }
});

test('the same day, wherever the line breaks: the same tasks and the same story @long', async ({
  browser,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const line = await startLine(network.app.origin);
  const driverId = network.ids.driver ?? 0;
  const context = await browser.newContext({
    baseURL: line.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    timezoneId: 'America/Chicago',
  });
  const [name = '', value = ''] = (await network.as('driver')).cookie().split('=');
  await context.addCookies([{ name, value, url: line.origin }]);

  const day = async (reopenAfter: number) => {
    await network.database.rows('delete from tasks where driver_id = $1 returning id', [driverId]);
    for (const location of ['First', 'Second'])
      await make(dispatcher, pickup({ driver_id: driverId, location }));
    await make(dispatcher, delivery({ driver_id: driverId, location: 'Third' }));
    let page = await context.newPage();
    await page.goto('/driver');
    await hydrated(page);
    let done = 0;
    const step = async (act: () => Promise<void>) => {
      await act();
      done += 1;
      if (done !== reopenAfter) return;
      await page.close();
      page = await context.newPage();
      await page.goto('/driver');
    };
    // A tap counts once the page shows it as done. "Going..." does not count yet.
    const tap = (where: Page | Locator, name: string, underWay: string) =>
      step(async () => {
        const control = where.getByRole('button', { name, exact: true });
        await control.tap();
        await expect(control.or(where.getByRole('button', { name: underWay }))).toHaveCount(0);
      });
    // The bar acts on the stop in front.
    const front = (location: string) => expect(page.getByRole('article').first()).toContainText(location);
    const going = async (location: string) => {
      await front(location);
      await tap(page, 'Going', 'Going...');
    };
    const complete = async (location: string) => {
      await front(location);
      await tap(page, 'Complete', 'Completing...');
    };
    await going('First');
    await complete('First');
    await going('Second');
    await step(async () => {
      await front('Second');
      await page.getByText('Problem?', { exact: true }).tap();
      await page.getByRole('link', { name: 'Could not complete' }).tap();
      await page.getByLabel('Closed').check();
      await button(page, 'Report').tap();
      await expect(page).toHaveURL('/driver');
    });
    await going('Third');
    await step(async () => {
      await front('Third');
      await link(page, 'Complete').tap();
      await drawSignature(page);
      await page.getByLabel('Received by').fill('Joe Customer');
      await button(page, 'Complete').tap();
      await expect(page).toHaveURL('/driver');
    });
    await tap(page, 'End Route', 'Ending route...');
    const ended = async () => (await stateOf(network, driverId)).filter(({ archived }) => archived).length;
    await expect.poll(ended).toBe(2);
    await expect(waiting(page)).toHaveCount(0);
    await page.close();
    return { state: await stateOf(network, driverId), story: await storyOf(network, driverId) };
  };

  const undisturbed = await day(0);
  expect(undisturbed.state.map(({ location, status }) => `${location} ${status}`)).toEqual([
    'First completed',
    'Second hold',
    'Third completed',
  ]);
  const cut = fc.constantFrom<Cut>('none', 'before', 'after');
  await fc.assert(
    fc.asyncProperty(
      fc.array(cut, { minLength: 6, maxLength: 14 }),
      fc.integer({ min: 0, max: 7 }),
      async (cuts, reopenAfter) => {
        line.plan(cuts);
        expect(await day(reopenAfter)).toEqual(undisturbed);
      },
    ),
    { numRuns: Number(process.env.OFFLINE_RUNS ?? 4), endOnFailure: true },
  );
  await context.close();
  await line.close();
});

test('the server is restarted in the middle: what was tapped arrives @long', async ({ browser, network }) => {
  const dispatcher = await network.as('dispatcher');
  const driverId = network.ids.driver2 ?? 0;
  await network.database.rows('delete from tasks where driver_id = $1 returning id', [driverId]);
  const made = await make(dispatcher, pickup({ driver_id: driverId, location: 'While it restarts' }));
  const first = await network.another();
  const line = await startLine(first.origin);
  const context = await browser.newContext({ baseURL: line.origin, hasTouch: true });
  const [name = '', value = ''] = (await network.as('driver2')).cookie().split('=');
  await context.addCookies([{ name, value, url: line.origin }]);
  const page = await context.newPage();
  await page.goto('/driver');
  await kept(page);
  await first.stop();
  line.cut();
  await button(page, 'Going').tap();
  await button(page, 'Complete').tap();
  await expect(waiting(page)).toBeVisible();
  line.leadTo((await network.another()).origin);
  line.mend();
  await expect(waiting(page)).toHaveCount(0);
  const after = async () => (await dispatcher.get<Task>(`/api/tasks/${String(made.id)}`)).body.status;
  await expect.poll(after).toBe('completed');
  await context.close();
  await line.close();
});

/**
 * The page asks for notifications once there is a reason. The service worker shows them, and a tap opens the page in
 * its present tab.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Worker } from '@playwright/test';
import type { Push } from '~/modules/push/subscriptions.server';
import { startApp } from '../support/app';
import { accountMenu, expect, expectAccessible, hydrated, test } from '../support/browser';
import { PUSH_SUBSCRIPTION } from '../support/calls';
import { createDatabase } from '../support/database';
import { make, pickup } from '../support/factories';
import { addPeople } from '../support/people';
import { freePort } from '../support/raw';
import { expectTouchTargets } from '../support/touch-targets';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * Headless Chromium has neither a push service nor notifications and reports them as denied. This makes it report the
 * same as a browser with both.
 */
async function withNotifications(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript(
    ([subscription, state]) => {
      Object.defineProperty(Notification, 'permission', { get: () => state });
      Notification.requestPermission = () => Promise.resolve(state);
      const made = { toJSON: () => subscription, unsubscribe: () => Promise.resolve(true) };
      PushManager.prototype.subscribe = () => Promise.resolve(made as unknown as PushSubscription);
    },
    [PUSH_SUBSCRIPTION, permission] as const,
  );
}

/** Returns the page's service worker, with a replacement that stores the notifications it shows. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  await worker.evaluate(`{
    const shown = new Map();
    self.registration.showNotification = async (title, { body, tag, data }) => {
      shown.set(tag, { title, body, tag, data, close: () => shown.delete(tag) });
    };
    self.registration.getNotifications = async () => [...shown.values()];
  }`);
  return worker;
}

const shown = (worker: Worker) =>
  worker.evaluate(`self.registration.getNotifications().then((all) =>
    all.map(({ title, body, tag }) => ({ title, body, tag })))`);

/** Only a real user may focus a window, so that part fails and its error is ignored. */
const tap = (worker: Worker) =>
  worker.evaluate(`self.registration.getNotifications().then(([notification]) => {
    const waitUntil = (work) => work.catch(() => undefined);
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
  })`);

/** Delivers a message as a push service does. */
async function deliver(page: Page, said: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    data: JSON.stringify(said),
  });
}

test('a push is shown with its numbers; a tap opens its page in the window that is there', async ({
  open,
  network,
}) => {
  const task = await make(await network.as('dispatcher'), pickup({ driver_id: network.ids.driver }));
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  const worker = await workerOf(page);
  const path = `/driver/tasks/${String(task.id)}`;
  await deliver(page, { tag: 'push-1', text: '1 urgent stop', path });
  // The same message arrives twice.
  await deliver(page, { tag: 'push-1', text: '1 urgent stop', path });
  const notification = { title: 'Parts Dispatch', body: '1 urgent stop', tag: 'push-1' };
  await expect.poll(() => shown(worker)).toEqual([notification]);
  await tap(worker);
  await expect(page).toHaveURL(path);
  expect(page.context().pages()).toHaveLength(1);
  await expect.poll(() => shown(worker)).toEqual([]);
});

test('a push that can’t be read says so in the language of the page on the phone', async ({
  open,
  network,
}) => {
  await network.database.rows("update users set language = 'es' where username = 'driver'");
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await expect(page.locator('[data-line="live"]')).toBeVisible();
  const worker = await workerOf(page);
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/driver')) !== undefined))
    .toBe(true);
  await deliver(page, {});
  const bodies = `self.registration.getNotifications().then((all) => all.map(({ body }) => body))`;
  await expect.poll(() => worker.evaluate(bodies)).toEqual(['Algo cambió']);
  await network.database.rows("update users set language = null where username = 'driver'");
});

test('a driver is asked after the first completed stop, and not again', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, pickup({ driver_id: network.ids.driver2 }));
  const page = await open('driver2', { phone: true });
  await withNotifications(page, 'default');
  await page.goto('/driver');
  await hydrated(page);
  const question = page.getByText('Should this phone notify you');
  await expect(question).toHaveCount(0);
  const finish = async (who: string, { id }: { id: number }) => {
    const driver = await network.as(who);
    for (const status of ['going', 'completed'])
      expect((await driver.patch(`/api/tasks/${String(id)}`, { status })).status).toBe(200);
  };
  await finish('driver2', made);
  await expect(question).toBeVisible();
  await expectTouchTargets(page);
  await expectAccessible(page);
  await button(page, 'Not Now').tap();
  await expect(question).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await expect(question).toHaveCount(0);

  // Another driver on the same phone has not answered the question yet.
  await finish('driver3', await make(dispatcher, pickup({ driver_id: network.ids.driver3 })));
  const [name = '', value = ''] = (await network.as('driver3')).cookie().split('=');
  await page.context().addCookies([{ name, value, url: network.app.origin }]);
  await page.goto('/driver');
  await expect(question).toBeVisible();
});

test('settings turn this device on, another sign-in renews it, and off @long', async ({ open }) => {
  const page = await open('dispatcher');
  await withNotifications(page, 'granted');
  await page.goto('/dispatcher');
  await hydrated(page);
  await accountMenu(page).click();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await button(page, 'Turn On on This Device').click();
  await expect(button(page, 'Turn Off on This Device')).toBeVisible();
  const card = page.getByRole('region', { name: 'Notifications', exact: true });
  await expect(card.getByRole('listitem')).toContainText('This device');
  await expectAccessible(page);
  await accountMenu(page).click();
  await button(page, 'Logout').click();
  await page.getByLabel('Username').fill('dispatcher');
  await page.getByLabel('Password').fill('dispatch-demo');
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL('/dispatcher');
  const own = async () => {
    const { subscriptions } = (await (await page.request.get('/api/user/push')).json()) as Push;
    return subscriptions.filter(({ isThisDevice }) => isThisDevice);
  };
  await expect.poll(own).toHaveLength(1);
  await page.goto('/settings/own-notifications');
  await hydrated(page);
  await button(page, 'Turn Off on This Device').click();
  await expect(card.getByRole('listitem')).toHaveCount(0);
});

test('an open page subscribes again after a backup was restored; a device that was removed by hand stays off @long', async ({
  browser,
}) => {
  test.slow();
  const database = await createDatabase();
  await addPeople(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-push-'));
  const file = join(folder, 'before.backup');
  const env = { PORT: String(await freePort()) };
  const start = () => startApp({ databaseUrl: database.url, env });
  const run = (...words: string[]) => {
    const settings = {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'for tests only, and of sufficient length',
    };
    execFileSync(process.execPath, ['build/index.js', ...words], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ENV_FILE: '', ...settings },
    });
  };
  let app = await start();
  const context = await browser.newContext({ baseURL: app.origin });
  try {
    const page = await context.newPage();
    await withNotifications(page, 'granted');
    await page.goto('/auth');
    await page.getByLabel('Username').fill('dispatcher');
    await page.getByLabel('Password').fill('dispatch-demo');
    await button(page, 'Sign in').click();
    await expect(page).toHaveURL('/dispatcher');
    await page.goto('/settings/own-notifications');
    await hydrated(page);
    await button(page, 'Turn On on This Device').click();
    await expect(button(page, 'Turn Off on This Device')).toBeVisible();
    run('backup', file);
    await app.stop();
    run('restore', file, '--replace');
    expect(await database.rows('select from push_subscriptions')).toEqual([]);
    app = await start();
    const devices = () => database.rows<{ id: number }>('select id from push_subscriptions');
    await expect.poll(devices).toHaveLength(1);

    const [device] = await devices();
    const headers = { origin: app.origin };
    const removed = await page.request.delete(`/api/user/push/${String(device?.id)}`, { headers });
    expect(removed.status()).toBe(200);
    const answered = page.waitForResponse('/api/user/push');
    await page.reload();
    await answered;
    await hydrated(page);
    await expect(button(page, 'Turn On on This Device')).toBeVisible();
    expect(await devices()).toEqual([]);
  } finally {
    await context.close();
    await app.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  }
});

/**
 * Notices about changes by the office stay at the top until the driver has read them. They move no button that is
 * being pressed.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { make, pickup } from '../support/factories';
import { kept } from '../support/cached-page';
import { submitForm, undo } from '../support/forms';
import { addPeople } from '../support/people';
import { expectTouchTargets } from '../support/touch-targets';

const READ = '/api/tasks/notices/read';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const place = (location: string, more = {}) => ({ location, address: `${location} Rd`, ...more });
const felt = (page: Page) => page.evaluate(() => (window as unknown as { felt: unknown[] }).felt.length);
const feel = (page: Page) =>
  page.addInitScript(() => {
    const patterns: unknown[] = [];
    Object.assign(window, { felt: patterns });
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => patterns.push(pattern) > 0 });
  });

test('another address on the way: said, felt, still there after a reload, gone when read @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  const made = await make(dispatcher, pickup(place('Moved', { driver_id: driver })));
  await make(dispatcher, pickup(place('Next', { driver_id: driver })));
  await (await network.as('driver')).patch(`/api/tasks/${String(made.id)}`, { status: 'going' });
  const page = await open('driver', { phone: true });
  await feel(page);
  await page.goto('/driver');
  await hydrated(page);
  const complete = await button(page, 'Complete').boundingBox();
  await dispatcher.patch(`/api/tasks/${String(made.id)}`, { address: '12 New St' });
  const notice = page.getByText('Moved: Address changed to 12 New St', { exact: true });
  await expect(notice).toBeInViewport();
  await expect(page.getByText('12 New St', { exact: true })).toBeVisible();
  expect((await button(page, 'Complete').boundingBox())?.y).toBeCloseTo(complete?.y ?? 0, 0);
  await expect(button(page, 'Complete')).toBeEnabled();
  expect(await felt(page)).toBe(1);
  await expectTouchTargets(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.reload();
  await expect(notice).toBeVisible();
  await hydrated(page);
  await button(page, 'OK').tap();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(button(page, 'Complete')).toBeVisible();
  await expect(notice).toHaveCount(0);

  // The stop is taken away. The button that moves up under the finger waits before it can be pressed.
  await dispatcher.patch(`/api/tasks/${String(made.id)}`, { driver_id: network.ids.driver2 });
  await expect(page.getByText('Removed from your route by Dana Dispatcher: Moved')).toBeVisible();
  await expect(button(page, 'Going')).toBeDisabled();
  await expect(button(page, 'Going')).toBeEnabled();
});

test('changes made while the phone is offline are shown when it is online again; notices read offline stay read', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver3 } = network.ids;
  await make(dispatcher, pickup(place('Here', { driver_id: driver3 })));
  const page = await open('driver3', { phone: true });
  await feel(page);
  await page.goto('/driver');
  await kept(page);
  await page.context().setOffline(true);
  await make(dispatcher, pickup(place('Fire', { driver_id: driver3, priority: 'urgent' })));
  await page.context().setOffline(false);
  const notice = page.getByText('URGENT: Fire', { exact: true });
  await expect(notice).toBeVisible();
  await expect(page.getByText('A new task has arrived')).toHaveCount(0);
  expect(await felt(page)).toBe(1);
  await page.context().setOffline(true);
  await button(page, 'OK').tap();
  await expect(notice).toHaveCount(0);
  await page.context().setOffline(false);
  const unread = () => network.database.rows('select id from driver_notices where driver_id = $1', [driver3]);
  await expect.poll(async () => (await unread()).length).toBe(0);
  await expect(notice).toHaveCount(0);
});

test('read without a line, and nothing else happens: it is sent when the line is back, and again after a 503 @long', async ({
  open,
  network,
}) => {
  const { driver4 } = await addPeople(network.database.url, [
    { username: 'driver4', name: 'Dora Driver', roles: ['driver'] },
  ]);
  const dispatcher = await network.as('dispatcher');
  const unread = () => network.database.rows('select id from driver_notices where driver_id = $1', [driver4]);
  await make(dispatcher, pickup(place('Quiet', { driver_id: driver4, priority: 'urgent' })));
  const page = await open('driver4', { phone: true });
  // The page loads the list again when the task has been seen, and the list does not change after that. The browser may
  // not read the end of the answer, so the request may count as aborted.
  const newest = page.waitForResponse((response) => response.url().includes('/driver.data'));
  await page.goto('/driver');
  await hydrated(page);
  await newest;
  await page.context().setOffline(true);
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith(READ));
  await button(page, 'OK').tap();
  await lost;
  await page.route(`**${READ}`, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.context().setOffline(false);
  await expect.poll(async () => (await unread()).length).toBe(0);
});

test('without JavaScript it stands at the top of the page, with a button', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const urgent = place('Plain', { driver_id: network.ids.driver2, priority: 'urgent' });
  await make(dispatcher, pickup(urgent));
  const page = await open('driver2', { phone: true, javaScript: false });
  await page.goto('/driver');
  await expect(page.getByText('URGENT: Plain', { exact: true })).toBeVisible();
  await button(page, 'OK').click();
  await expect(page.getByText('URGENT: Plain', { exact: true })).toHaveCount(0);
});

test('two drivers on one phone: the OK of one leaves the unread notices of the other, on the page and on the server', async ({
  open,
  network,
}) => {
  const ids = await addPeople(network.database.url, [
    { username: 'early', name: 'Ed Early', roles: ['driver'] },
    { username: 'late', name: 'Lou Late', roles: ['driver'] },
  ]);
  const dispatcher = await network.as('dispatcher');
  const urgent = (name: string, who: string) =>
    make(dispatcher, pickup(place(name, { driver_id: ids[who], priority: 'urgent' })));
  // The second driver's notice is the older one.
  await urgent('For Lou', 'late');
  await urgent('For Ed', 'early');
  const page = await open('early', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  const taken = page.waitForResponse((response) => response.url().endsWith(READ));
  await button(page, 'OK').tap();
  await taken;
  const [name = '', value = ''] = (await network.as('late')).cookie().split('=');
  await page.context().addCookies([{ name, value, url: network.app.origin }]);
  // The first driver's page is still open, but cannot mark the second driver's notices as read.
  const refused = await page.evaluate(
    async ([path, first]) => {
      const headers = { 'Content-Type': 'application/json', 'X-User-Id': String(first) };
      return (await fetch(String(path), { method: 'POST', headers, body: '{"upTo":999999}' })).status;
    },
    [READ, ids.early],
  );
  expect(refused).toBe(401);
  await page.goto('/driver');
  await hydrated(page);
  const notice = page.getByText('URGENT: For Lou', { exact: true });
  await expect(notice).toBeVisible();
  const unread = () =>
    network.database.rows('select id from driver_notices where driver_id = $1', [ids.late]);
  expect(await unread()).toHaveLength(1);
  await button(page, 'OK').tap();
  await expect(notice).toHaveCount(0);
  await expect.poll(async () => (await unread()).length).toBe(0);
});

/** Adds up the layout shifts since the page was opened, as browsers measure them. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted);

/** Records whether the button of the notices was disabled when it appeared. */
const watchButton = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const ok = document.querySelector<HTMLButtonElement>('[role="alert"] form button');
      if (!ok) return;
      Object.assign(window, { wasDisabled: ok.disabled });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });

test('a notice stands above the stop in front and names its own; the bar stays; an Undo takes it away', async ({
  open,
  network,
}) => {
  const { front: driver } = await addPeople(network.database.url, [
    { username: 'front', name: 'Fran Front', roles: ['driver'] },
  ]);
  const dispatcher = await network.as('dispatcher');
  const former = await make(dispatcher, pickup(place('Former', { driver_id: driver })));
  const next = await make(dispatcher, pickup(place('Next', { driver_id: driver })));
  for (let i = 1; i <= 14; i += 1)
    await make(dispatcher, pickup(place(`Later ${String(i)}`, { driver_id: driver })));
  const own = await network.as('front');
  await own.patch(`/api/tasks/${String(former.id)}`, { status: 'going' });
  const page = await open('front', { phone: true });
  await watchShifts(page);
  await watchButton(page);
  await page.goto('/driver');
  await hydrated(page);
  const before = await shifted(page);
  const complete = await button(page, 'Complete').boundingBox();
  await dispatcher.patch(`/api/tasks/${String(former.id)}`, { address: '700 New Address' });
  const notice = page.getByText('Former: Address changed to 700 New Address', { exact: true });
  await expect(notice).toBeInViewport();
  // A tap on the element that was there before confirms nothing.
  expect(await page.evaluate(() => (window as unknown as { wasDisabled: boolean }).wasDisabled)).toBe(true);
  await expect(button(page, 'OK')).toBeEnabled();
  expect(await button(page, 'Complete').boundingBox()).toEqual(complete);
  expect((await shifted(page)) - before).toBeLessThan(0.1);

  for (const [id, status] of [
    [former.id, 'completed'],
    [next.id, 'going'],
  ] as const)
    expect((await own.patch(`/api/tasks/${String(id)}`, { status })).status).toBe(200);
  const name = page.locator('#going').getByRole('heading', { name: 'Next', exact: true });
  await expect(name).toBeVisible();
  await expect(notice).toBeVisible();
  const isOnTop = name.evaluate((heading) => {
    const { x, y, width, height } = heading.getBoundingClientRect();
    return heading.contains(document.elementFromPoint(x + width / 4, y + height / 2));
  });
  expect(await isOnTop).toBe(true);
  await button(page, 'OK').tap();
  await expect(notice).toHaveCount(0);

  const { toast } = await submitForm(dispatcher, `/dispatcher/tasks/${String(next.id)}/delete`, {
    intent: 'deleteTask',
  });
  const removed = page.getByText('Removed from your route by Dana Dispatcher: Next', { exact: true });
  await expect(removed).toBeVisible();
  await undo(dispatcher, toast);
  await expect(removed).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'OK', exact: true })).toHaveCount(0);

  // Further down the page, its top is not visible.
  await page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight);
  });
  await dispatcher.patch(`/api/tasks/${String(next.id)}`, { notes: 'Dock 4' });
  await expect(page.getByText('Your route has changed')).toBeInViewport();
  await expect(page.getByText('Next: Notes changed to Dock 4', { exact: true })).not.toBeInViewport();
});

/** The board's timeline: dots by time, the switch, live changes, Done by, and the levels of attention. */
import type { Locator, Page } from '@playwright/test';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { make, onMeridian, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { addShift } from '../support/shifts';

const rowOf = (page: Page, name: string) =>
  page.locator('[data-driver-id]').filter({ has: page.getByRole('link', { name, exact: true }) });
const dotsOf = (page: Page, name: string) => rowOf(page, name).locator('[data-is]');
const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not shown');
  return box;
}
const middleOf = async (locator: Locator) => {
  const { x, width } = await boxOf(locator);
  return x + width / 2;
};

/** A stop that is done, one under way, an urgent one and one that is late. */
async function plant(network: Network) {
  const dispatcher = await network.as('dispatcher');
  const driver_id = network.ids.driver;
  const made = [];
  for (const [latitude, more] of [
    ['39.10', {}],
    ['39.12', {}],
    ['39.30', { priority: 'urgent' }],
    ['39.90', { deliver_by: new Date().toISOString() }],
  ] as const)
    made.push((await make(dispatcher, onMeridian(latitude, { driver_id, ...more }))).id);
  const [done, going] = made;
  await dispatcher.patch(`/api/tasks/${String(done)}`, { status: 'completed' });
  await dispatcher.patch(`/api/tasks/${String(going)}`, { status: 'going' });
  // The urgent task came to the front of the list.
  await dispatcher.put(`/api/tasks/reorder/${String(driver_id)}`, { taskIds: made.slice(1) });
  return made;
}

test.beforeEach(async ({ network }) => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from shifts');
  await network.database.rows("update users set board_view = 'counts'");
});

test('the switch keeps the specified columns, without JavaScript too, and is remembered for its user', async ({
  open,
  network,
}) => {
  await plant(network);
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    // Without JavaScript a list is a dialog, which covers the board.
    const path = javaScript ? `/dispatcher/drivers/${String(network.ids.driver2)}` : '/dispatcher';
    await page.goto(`${path}?urgent=1`);
    if (javaScript) await hydrated(page);
    await expect(view(page, 'Counts')).toHaveAttribute('aria-pressed', 'true');
    for (const name of ['Pending', 'Next Route', 'Hold', 'Completed'])
      await expect(page.getByRole('columnheader', { name })).toHaveCount(1);
    await view(page, 'Timeline').click();
    await expect(view(page, 'Timeline')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('columnheader', { name: 'Stops by time' })).toHaveCount(1);
    await expect(page.getByRole('columnheader', { name: 'Pending' })).toHaveCount(0);
    await expect(dotsOf(page, 'Alma Driver')).toHaveCount(4);
    // The open list and the filter are still there.
    await expect(page).toHaveURL(`${path}?urgent=1`);
    const elsewhere = await open('dispatcher');
    await elsewhere.goto('/dispatcher');
    await expect(view(elsewhere, 'Timeline')).toHaveAttribute('aria-pressed', 'true');
    const colleague = await open('dispatcher2');
    await colleague.goto('/dispatcher');
    await expect(view(colleague, 'Counts')).toHaveAttribute('aria-pressed', 'true');
    await view(page, 'Counts').click();
    await expect(page.getByRole('columnheader', { name: 'Pending' })).toHaveCount(1);
  }
});

test('dots are at their times below the hours, and hover, focus, keys and clicks lead to the stops', async ({
  open,
  network,
}) => {
  const [done, going, urgent, late] = await plant(network);
  const dispatcher = await network.as('dispatcher');
  const page = await open('dispatcher');
  await page.setViewportSize({ width: 1366, height: 625 });
  await page.goto('/dispatcher');
  await hydrated(page);
  await view(page, 'Timeline').click();
  const dots = dotsOf(page, 'Alma Driver');
  await expect(dots).toHaveCount(4);
  const { body } = await dispatcher.get<DriverArrivals[]>('/api/arrivals');
  const stops = body.find(({ driverId }) => driverId === network.ids.driver)?.stops ?? [];
  expect(stops.map(({ taskId }) => taskId)).toEqual([done, going, urgent, late]);
  const hours = page.getByRole('columnheader', { name: 'Stops by time' }).locator('[data-tens]');
  const [first, second] = [await middleOf(hours.nth(0)), await middleOf(hours.nth(1))];
  const strip = await boxOf(rowOf(page, 'Alma Driver').locator('[data-is]').first().locator('xpath=..'));
  const anHour = 3_600_000;
  const from =
    Math.floor(Math.min(Date.now() - anHour / 2, Date.parse(stops[0]?.at ?? '')) / anHour) * anHour;
  const placeOf = (at: number) => first + ((at - from) / anHour) * (second - first);
  const near = strip.width / 100;
  for (const [index, { at }] of stops.entries())
    expect(Math.abs((await middleOf(dots.nth(index))) - placeOf(Date.parse(at)))).toBeLessThan(near);
  const now = await rowOf(page, 'Alma Driver')
    .locator('[data-is]')
    .first()
    .locator('xpath=..')
    .evaluate(
      (element) => element.getBoundingClientRect().x + parseFloat(getComputedStyle(element, '::after').left),
    );
  expect(Math.abs(now - placeOf(Date.now()))).toBeLessThan(near);

  const colorOf = (index: number) =>
    dots.nth(index).evaluate((dot) => getComputedStyle(dot, '::before').borderTopColor);
  const [ofDone, ofUrgent, ofLate] = [await colorOf(0), await colorOf(2), await colorOf(3)];
  expect(ofUrgent).toBe(ofLate);
  expect(ofDone).not.toBe(ofLate);
  const lookOf = (index: number, name: 'content' | 'borderTopLeftRadius') =>
    dots.nth(index).evaluate((dot, each) => getComputedStyle(dot, '::before')[each], name);
  expect(await lookOf(2, 'content')).toContain('!');
  expect([await lookOf(0, 'borderTopLeftRadius'), await lookOf(3, 'borderTopLeftRadius')]).toEqual([
    '50%',
    '2px',
  ]);

  const nameOf = (index: number) =>
    dots.nth(index).evaluate((dot) => getComputedStyle(dot, '::after').content);
  expect(await nameOf(3)).toBe('none');
  await dots.nth(3).hover();
  expect(await nameOf(3)).toMatch(/^"Stop 39\.90, expected \d+:\d\d [AP]M, likely late"$/);
  await page.getByRole('link', { name: 'Alma Driver', exact: true }).focus();
  // The first one to come, then on, back to the done one, and back to the row.
  await page.keyboard.press('ArrowRight');
  await expect(dots.nth(1)).toBeFocused();
  expect(await nameOf(1)).toContain('under way');
  await page.keyboard.press('ArrowRight');
  await expect(dots.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Alma Driver', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Ben Driver', exact: true })).toBeFocused();
  await expectAccessible(page);
  await dots.nth(3).click();
  await expect(page.getByLabel('Location Name', { exact: true })).toHaveValue('Stop 39.90');
});

test('a live change moves a dot and loads no whole page', async ({ open, network }) => {
  const [, going] = await plant(network);
  const dispatcher = await network.as('dispatcher2');
  await network.database.rows("update users set board_view = 'timeline' where username = 'dispatcher'");
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await expect(dotsOf(page, 'Alma Driver')).toHaveCount(4);
  const wholes: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('.data') && searchParams.get('_routes') === 'routes/_app.dispatcher')
      wholes.push(request.url());
  });
  const states = () =>
    dotsOf(page, 'Alma Driver').evaluateAll((all) => all.map((dot) => dot.getAttribute('data-is')));
  expect(await states()).toEqual(['done', 'going', 'expected', 'expected']);
  await dispatcher.patch(`/api/tasks/${String(going)}`, { status: 'completed' });
  await expect.poll(states).toEqual(['done', 'done', 'expected', 'expected']);
  await make(dispatcher, onMeridian('39.10', { driver_id: network.ids.driver2, location: 'New one' }));
  await expect(dotsOf(page, 'Ben Driver')).toHaveCount(1);
  expect(wholes).toEqual([]);
});

test('Done by is never cut off, with lateness and overtime below it, beside the longest name', async ({
  open,
  network,
}) => {
  await plant(network);
  // A shift of last night counts until it ends.
  await addShift(network.database, network.ids.driver, -300, 15);
  await network.database.rows(
    "update users set name = 'Maximiliana Feldgrün-Okonkwo the Second' where id = $1",
    [network.ids.driver],
  );
  for (const phone of [false, true]) {
    const page = await open('dispatcher', { phone });
    if (!phone) await page.setViewportSize({ width: 1366, height: 625 });
    await page.goto('/dispatcher');
    await hydrated(page);
    for (const columns of ['Counts', 'Timeline']) {
      await view(page, columns).click();
      const row = page.locator(`[data-driver-id="${String(network.ids.driver)}"]`);
      const cell = row.getByRole('cell').last();
      await expect(cell).toContainText(/\d+:\d\d [AP]M/);
      await expect(cell).toContainText('1 late');
      await expect(cell).toContainText(/(\d h )?\d+ min overtime|\d h overtime/);
      // All is measured at once, because a chip that appears moves the rows.
      const parts = await row.evaluate((element) => {
        const outer = element.getBoundingClientRect();
        const name = element.querySelector('[role="rowheader"]')?.getBoundingClientRect();
        const shown = element.querySelectorAll('[data-label="Done by"] time, [data-label="Done by"] b');
        return [...shown].map((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          return {
            isWithin:
              left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom + 1,
            isBesideName: name !== undefined && (left >= name.right || top >= name.bottom),
          };
        });
      });
      const good = { isWithin: true, isBesideName: true };
      expect([columns, phone, ...parts]).toEqual([columns, phone, good, good, good]);
      if (phone) expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await expectAccessible(page);
    }
  }
  await network.database.rows("update users set name = 'Alma Driver' where id = $1", [network.ids.driver]);
});

test('an age of hours is not drawn over the time that stands beside it', async ({ open, network }) => {
  await plant(network);
  await network.database.rows("update tasks set seen_at = now() - interval '11 hours 48 minutes'");
  const page = await open('dispatcher');
  await page.setViewportSize({ width: 1366, height: 625 });
  const id = String(network.ids.driver);
  for (const path of ['/dispatcher', `/dispatcher/drivers/${id}`]) {
    await page.goto(path);
    await hydrated(page);
    const row = page.locator(`[data-driver-id="${id}"]`);
    const age = row.locator('time').filter({ hasText: /^11 h \d+ min/ });
    const end = row.locator('[data-label="Done by"] time');
    await expect(age).toBeVisible();
    await expect(end).toHaveText(/^\d+:\d\d [AP]M/);
    const [left, right] = [await boxOf(age), await boxOf(end)];
    expect(left.x + left.width, path).toBeLessThan(right.x);
  }
});

test('levels of attention have their own colors and signs, and the unassigned row has one action', async ({
  open,
  network,
}) => {
  const [, going] = await plant(network);
  await make(await network.as('dispatcher'), pickup({ driver_id: null }));
  const driver = await network.as('driver');
  await driver.patch(`/api/tasks/${String(going)}`, { status: 'hold', failure_reason: 'closed' });
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  const bar = page.getByRole('navigation', { name: 'Needs attention' });
  const chip = (name: string) => bar.getByRole('link', { name });
  await expect(chip('Needs somebody now: 1 could not complete')).toBeVisible();
  await expect(chip('Needs somebody now: 1 likely late')).toBeVisible();
  const looks = (name: string) =>
    chip(name).evaluate((link) => [getComputedStyle(link).color, getComputedStyle(link, '::before').content]);
  const [now, info] = [await looks('1 could not complete'), await looks('1 unassigned')];
  expect(now[0]).not.toBe(info[0]);
  expect(now[1]).toContain('!');
  expect(info[1]).toBe('none');
  const row = page.locator('[data-driver-id="unassigned"]');
  await expect(row.getByRole('cell').getByRole('link')).toHaveText(['Assign 1…']);
  await row.getByRole('link', { name: 'Assign 1…' }).click();
  await expect(page).toHaveURL(/\/dispatcher\/drivers\/unassigned$/);
  await expectAccessible(page);
});

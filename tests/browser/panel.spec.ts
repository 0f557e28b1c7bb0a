/** A panel beside the board shows a driver's tasks, which are ordered, moved, changed and printed without another dialog. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { clicksOf } from '../support/clicks';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';

const panel = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: RegExp) => page.locator('[data-driver-id]').filter({ hasText: name });
const opener = (page: Page, name: RegExp) => row(page, name).getByRole('link');
const lines = (page: Page) => panel(page).locator('li[data-stop]:visible');
/** The panel waits this long after a move before it sends the order. */
const SOON_MS = 50;
const path = (network: Network) => `/dispatcher/drivers/${String(network.ids.driver)}`;

test.beforeEach(({ network }) => network.database.rows('delete from tasks'));

async function stops(network: Network, names: string[], more: object = {}): Promise<number[]> {
  const dispatcher = await network.as('dispatcher');
  const ids: number[] = [];
  for (const location of names) {
    const address = `${location} St, Kansas City, MO 64111`;
    ids.push(
      (await make(dispatcher, pickup({ driver_id: network.ids.driver, location, address, ...more }))).id,
    );
  }
  return ids;
}

const routeOf = async (network: Network, driver = 'driver') => {
  const tasks = await network.database.rows<{ location: string }>(
    'select location from tasks where driver_id = $1 and order_index is not null order by order_index',
    [network.ids[driver]],
  );
  return tasks.map(({ location }) => location);
};

test('the panel stands beside a board that stays usable; the keyboard gets in and out of it @long', async ({
  open,
  network,
}) => {
  await stops(network, ['One Collision and Glass', 'Two']);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await opener(page, /Alma Driver/).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Alma Driver' })).toBeFocused();
  await expect(page.locator('dialog:modal')).toHaveCount(0);
  const [board, beside] = await Promise.all([
    row(page, /Alma Driver/).boundingBox(),
    panel(page).boundingBox(),
  ]);
  expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
  await expectAccessible(page);
  // The panel does not hold the focus. Another driver is one click away, and a click does not move the focus.
  await row(page, /Ben Driver/).click();
  await expect(panel(page).getByRole('heading', { name: 'Ben Driver' })).toBeVisible();
  await expect(panel(page)).toContainText('No tasks for this status');
  // The map is above the list, and the buttons are in one line between them.
  const bottom = async (of: Locator) => {
    const box = await of.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const map = page.getByRole('region', { name: 'Route Map' });
  expect(Math.round((await map.boundingBox())?.height ?? 0)).toBe(160);
  expect(Math.abs((await bottom(map)) - ((await panel(page).boundingBox())?.y ?? 0))).toBeLessThanOrEqual(1);
  await expect(panel(page).getByRole('link', { name: 'Print run sheet' })).toBeInViewport({ ratio: 1 });
  await expect(opener(page, /Ben Driver/)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(opener(page, /Ben Driver/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Ben Driver' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener(page, /Ben Driver/)).toBeFocused();

  // A large map leaves the head of the panel, and has an address of its own.
  await page.goto(path(network));
  await hydrated(page);
  await panel(page).getByRole('link', { name: 'Larger Map' }).click();
  await expect(page).toHaveURL(/view=map/);
  await expect(lines(page)).toHaveCount(0);
  await map.getByRole('link', { name: 'Show Drivers' }).click({ trial: true });
  await panel(page).getByRole('link', { name: 'Smaller Map' }).click();
  await expect(lines(page)).toHaveCount(2);

  // The row shows place and address of the stop in one line, which ends with dots where the room does.
  const alma = row(page, /Alma Driver/);
  const address = alma.getByText('One Collision and Glass St');
  const isCut = (line: Element) => line.scrollWidth > line.clientWidth;
  const { height } = (await alma.boundingBox()) ?? {};
  for (const [width, cut] of [
    [2400, false],
    [1200, true],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(() => address.locator('..').evaluate(isCut)).toBe(cut);
    expect(await bottom(address)).toBeLessThanOrEqual(await bottom(alma));
    expect((await alma.boundingBox())?.height).toBe(height);
  }

  // In a narrow window the panel is the dialog.
  await page.setViewportSize({ width: 1100, height: 768 });
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.locator('dialog:modal')).toHaveCount(0);
});

/**
 * Presses Tab through the page.
 * @returns the number of elements reached, and those of them that another element covers.
 */
async function tabThrough(page: Page): Promise<{ count: number; covered: string[] }> {
  const covered: string[] = [];
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  for (let count = 0; ; count += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { position } = getComputedStyle(focused, '::after');
      const box = position === 'absolute' ? focused.closest('[data-driver-id], li') : focused;
      const isSeen = [...(box ?? focused).getClientRects()].some(({ x, y, width, height }) => {
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        return there !== null && (box?.contains(there) || focused.closest('label')?.contains(there));
      });
      return isSeen ? '' : focused.outerHTML.slice(0, 200);
    });
    if (found === null) return { count, covered };
    if (found !== '') covered.push(found);
    if (count > 400) throw new Error('Tab does not come to an end');
  }
}

test('Tab reaches nothing that the panel covers, and all that it leaves in sight @long', async ({
  open,
  network,
}) => {
  await stops(
    network,
    Array.from({ length: 14 }, (_, index) => `Tabbed ${String(index + 1)}`),
  );
  const page = await open('dispatcher');
  await page.setViewportSize({ width: 1366, height: 625 });
  const map = page.getByRole('button', { name: 'Center Map' });
  await page.goto('/dispatcher');
  await expect(map).toBeVisible();
  const board = await tabThrough(page);
  expect(board.covered).toEqual([]);

  await opener(page, /Alma Driver/).click();
  await expect(lines(page)).toHaveCount(14);
  await panel(page).getByRole('button', { name: 'Hide Map' }).click();
  await expect(map).toBeHidden();
  const beside = await tabThrough(page);
  expect(beside.covered).toEqual([]);
  expect(beside.count).toBeGreaterThan(40);
  await expectAccessible(page);

  await panel(page).getByRole('button', { name: 'Show Map' }).click();
  await expect(map).toBeVisible();
  const together = await tabThrough(page);
  expect(together.covered).toEqual([]);
  expect(together.count).toBeGreaterThan(beside.count);

  await panel(page).getByRole('link', { name: 'Larger Map' }).click();
  await expect(map).toBeVisible();
  const folded = await tabThrough(page);
  expect(folded.covered).toEqual([]);
  expect(folded.count).toBeGreaterThan(board.count);
  await expectAccessible(page);

  // The list of all stops leads to a panel, too.
  await panel(page).getByRole('link', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page
    .getByRole('link', { name: /more stops$/ })
    .first()
    .click();
  await expect(panel(page).getByRole('heading', { name: 'Alma Driver' })).toBeVisible();
  await expect(lines(page)).toHaveCount(14);
});

const OFFICE = { width: 1366, height: 625 };

/** Counts the rows that are in sight as a whole, in the window and in each element that scrolls. */
const rowsInSight = (rows: Locator) =>
  rows.evaluateAll((all) => {
    const isInSight = (row: Element) => {
      const { x, top, bottom } = row.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => row.contains(document.elementFromPoint(x + 100, y)));
    };
    return all.filter(isInSight).length;
  });

test('an office screen shows ten stops in one line each below the map, and twelve while they are ordered @long', async ({
  open,
  network,
}) => {
  await stops(
    network,
    Array.from({ length: 16 }, (_, index) => `Schweitzer-Brenneman Collision ${String(index + 1)}`),
    { latitude: '39.1', longitude: '-94.58', part_numbers: '84178251, 84178252' },
  );
  const page = await open('dispatcher');
  await page.setViewportSize(OFFICE);
  await page.goto(path(network));
  await hydrated(page);
  const map = page.getByRole('region', { name: 'Route Map' });
  expect(Math.round((await map.boundingBox())?.height ?? 0)).toBe(160);
  await expect.poll(() => rowsInSight(lines(page))).toBeGreaterThanOrEqual(10);
  const boxes = await lines(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  for (const height of boxes.slice(0, 10)) {
    expect(height).toBeGreaterThanOrEqual(24);
    expect(height).toBeLessThanOrEqual(28);
  }
  // The times are below each other, and end at the same place.
  const times = panel(page).locator('li[data-stop] > span:nth-last-child(2) time');
  await expect(times.first()).toHaveText(/^\d+:\d\d [AP]M$/);
  const ends = await times.evaluateAll((all) =>
    all.slice(0, 10).map((time) => time.getBoundingClientRect().right),
  );
  expect(new Set(ends.map(Math.round)).size).toBe(1);
  // A row's menu is shown where the pointer or the focus is.
  const menu = panel(page).getByRole('button', { name: /^Actions: .* 2$/ });
  const opacity = () => menu.evaluate((button) => getComputedStyle(button).opacity);
  expect(await opacity()).toBe('0');
  await lines(page).nth(1).hover();
  expect(await opacity()).toBe('1');
  await lines(page).nth(5).hover();
  expect(await opacity()).toBe('0');
  await menu.focus();
  expect(await opacity()).toBe('1');
  // Choosing moves no row.
  const before = (await lines(page).first().boundingBox())?.y;
  await panel(page).getByRole('checkbox', { name: 'Select all' }).check();
  await expect(panel(page).getByRole('button', { name: 'Move 16 tasks to…' })).toBeVisible();
  expect((await lines(page).first().boundingBox())?.y).toBe(before);
  await panel(page).getByRole('checkbox', { name: 'Select all' }).uncheck();

  await panel(page).getByRole('link', { name: 'Edit Order' }).click();
  const stopsOfOrder = panel(page).getByRole('listitem');
  await expect(panel(page).getByRole('button', { name: /^Drag: .* 12$/ })).toBeVisible();
  await expect.poll(() => rowsInSight(stopsOfOrder)).toBeGreaterThanOrEqual(12);
  await expect(panel(page).getByRole('button', { name: 'Save Order' })).toBeInViewport({ ratio: 1 });
  // The size of a button counts where the list does not cut it.
  await page.setViewportSize({ ...OFFICE, height: 900 });
  await expect.poll(() => rowsInSight(stopsOfOrder)).toBe(16);
  await expectAccessible(page);
});

test('a touch screen shows the menu of each row @long', async ({ open, network }) => {
  await stops(network, ['One', 'Two']);
  const page = await open('dispatcher', { phone: true });
  await page.goto(path(network));
  await hydrated(page);
  const menu = panel(page).getByRole('button', { name: 'Actions: Two' });
  expect(await menu.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
  const { width = 0, height = 0 } = (await menu.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
});

test('a stop has been seen when the phone has shown all of its tasks @long', async ({ open, network }) => {
  const place = { address: '1 Elm St, Kansas City, MO 64111' };
  const ids = await stops(network, ['Both', 'Both'], place);
  const see = (id?: number) => network.database.rows('update tasks set seen_at = now() where id = $1', [id]);
  await see(ids[0]);
  const page = await open('dispatcher', { javaScript: false });
  await page.goto(path(network));
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText('not seen yet');
  await see(ids[1]);
  await page.reload();
  await expect(lines(page)).toContainText(/ · seen \d/);
  await expect(lines(page)).not.toContainText('not seen yet');
});

test('a hidden map stays hidden for the next driver and the next visit, from the first paint on @long', async ({
  open,
  network,
}) => {
  await stops(network, ['One', 'Two']);
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  const map = page.getByRole('region', { name: 'Route Map' });
  await expect(map).toBeVisible();
  await panel(page).getByRole('button', { name: 'Hide Map' }).press('Enter');
  await expect(map).toBeHidden();
  await expect(panel(page).getByRole('button', { name: 'Show Map' })).toBeFocused();
  await row(page, /Ben Driver/).click();
  await expect(panel(page).getByRole('heading', { name: 'Ben Driver' })).toBeVisible();
  await expect(map).toBeHidden();
  // The server knows the choice, so nothing moves when the page becomes live.
  const answer = await page.goto(path(network));
  expect(await answer?.text()).toContain('data-map="hidden"');
  await hydrated(page);
  await expect(map).toBeHidden();
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Show Map' }).click();
  await expect(map).toBeVisible();
  expect(await (await page.goto(path(network)))?.text()).toContain('data-map="small"');
  await hydrated(page);
  // Without an open list the map has its usual place.
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  expect((await map.boundingBox())?.height ?? 0).toBeGreaterThan(300);
});

test('without JavaScript it is the dialog, and a typed position orders the list', async ({
  open,
  network,
}) => {
  await stops(network, ['One', 'Two', 'Three']);
  const page = await open('dispatcher', { javaScript: false });
  await page.goto(path(network));
  const [board, dialog] = await Promise.all([
    row(page, /Alma Driver/).boundingBox(),
    panel(page).boundingBox(),
  ]);
  expect(dialog?.x ?? 0).toBeLessThan((board?.x ?? 0) + (board?.width ?? 0));
  await panel(page).getByLabel('Position of Three').fill('1');
  await panel(page).getByLabel('Position of Three').press('Enter');
  await expect(panel(page).getByText('Task order saved successfully')).toBeVisible();
  expect(await routeOf(network)).toEqual(['Three', 'One', 'Two']);
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(panel(page).getByText('Undone')).toBeVisible();
  expect(await routeOf(network)).toEqual(['One', 'Two', 'Three']);
});

test('an order saves itself: by the menu, a typed position, arrow keys and dragging; Undo takes it back @long', async ({
  open,
  network,
}) => {
  const ids = await stops(network, ['One', 'Two', 'Three', 'Four']);
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  const clicks = await clicksOf(page);
  await panel(page).getByRole('button', { name: 'Actions: Four' }).click();
  await panel(page).getByRole('menuitem', { name: 'To top' }).click();
  await expect(lines(page)).toContainText(['Four', 'One', 'Two', 'Three']);
  await expect.poll(() => routeOf(network)).toEqual(['Four', 'One', 'Two', 'Three']);
  expect(await clicks()).toBe(2);
  await expect(panel(page).getByRole('button', { name: 'Actions: Four' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => routeOf(network)).toEqual(['One', 'Two', 'Three', 'Four']);
  await expect(lines(page)).toContainText(['One', 'Two', 'Three', 'Four']);

  const position = (name: string) => panel(page).getByLabel(`Position of ${name}`);
  await position('One').fill('3');
  await position('One').press('Enter');
  await expect.poll(() => routeOf(network)).toEqual(['Two', 'Three', 'One', 'Four']);
  await expect(position('One')).toBeFocused();
  // The keys are pressed faster than the moves are saved.
  await position('One').press('ArrowUp');
  await expect(lines(page)).toContainText(['Two', 'One', 'Three', 'Four']);
  await position('One').press('ArrowUp');
  await expect(lines(page)).toContainText(['One', 'Two', 'Three', 'Four']);
  await expect.poll(() => routeOf(network)).toEqual(['One', 'Two', 'Three', 'Four']);
  await expect(position('One')).toBeFocused();
  // Closing the panel at once does not lose the move.
  await position('One').press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect.poll(() => routeOf(network)).toEqual(['Two', 'One', 'Three', 'Four']);
  await row(page, /Alma Driver/).click();
  await position('One').press('ArrowUp');
  await expect.poll(() => routeOf(network)).toEqual(['One', 'Two', 'Three', 'Four']);

  // A colleague removes one of the stops. The others are ordered, and the message says so.
  const colleague = await network.as('dispatcher2');
  let isTaken = false;
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'POST' && !isTaken) {
      isTaken = true;
      await colleague.patch(`/api/tasks/${String(ids[1])}`, { driver_id: null });
    }
    await route.continue();
  });
  const from = await lines(page).nth(3).locator('[data-drag]').boundingBox();
  const to = await lines(page).nth(0).boundingBox();
  if (!from || !to) throw new Error('not shown');
  await page.mouse.move(from.x + 6, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, to.y + 40, { steps: 8 });
  await page.mouse.move(to.x + 60, to.y + 4, { steps: 4 });
  await expect(lines(page).nth(0)).toHaveAttribute('data-drop', 'before');
  await page.mouse.up();
  await expect.poll(() => routeOf(network)).toEqual(['Four', 'One', 'Three']);
  await expect(page.getByText('Devon Dispatcher took Two off the list.')).toBeVisible();
  await expect(lines(page)).toContainText(['Four', 'One', 'Three']);
});

test('closing the panel at the moment in which an order is sent closes it, and keeps the move @long', async ({
  open,
  network,
}) => {
  await stops(network, ['One', 'Two']);
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  // The timer is held back and runs at the critical moment: after the key, before React renders the result of the key.
  await page.evaluate((soonMs) => {
    const due: (() => void)[] = [];
    const later = window.setTimeout.bind(window);
    Object.assign(window, {
      due,
      setTimeout: (act: () => void, ms?: number) => (ms === soonMs ? due.push(act) : later(act, ms)),
    });
  }, SOON_MS);
  const due = () => page.evaluate(() => (window as unknown as { due: unknown[] }).due.length);
  await panel(page).getByLabel('Position of One').press('ArrowDown');
  await expect(lines(page)).toContainText(['Two', 'One']);
  await expect.poll(due).toBe(1);
  await page.evaluate(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    for (const act of (window as unknown as { due: (() => void)[] }).due.splice(0)) act();
  });
  await expect(panel(page)).toHaveCount(0);
  await expect.poll(() => routeOf(network)).toEqual(['Two', 'One']);
  await expect(panel(page)).toHaveCount(0);
});

test('a stop moved back while its move is being saved is back @long', async ({ open, network }) => {
  await stops(network, ['One', 'Two', 'Three']);
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  let posts = 0;
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') posts += 1;
    if (route.request().method() !== 'POST' || posts > 1) return route.continue();
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await panel(page).getByLabel('Position of Two').press('ArrowUp');
  await expect.poll(() => routeOf(network)).toEqual(['Two', 'One', 'Three']);
  await panel(page).getByLabel('Position of Two').press('ArrowDown');
  await expect(lines(page)).toContainText(['One', 'Two', 'Three']);
  answer();
  await expect.poll(() => posts).toBe(2);
  await expect.poll(() => routeOf(network)).toEqual(['One', 'Two', 'Three']);
  await expect(lines(page)).toContainText(['One', 'Two', 'Three']);
});

test('closing the panel while an order is answered moves the stop once @long', async ({ open, network }) => {
  const ids = await stops(network, ['One', 'Two', 'Three']);
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  // The move is saved, but the answer never arrives.
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    else await route.continue();
  });
  await panel(page).getByLabel('Position of One').press('ArrowDown');
  await expect.poll(() => routeOf(network)).toEqual(['Two', 'One', 'Three']);
  // A colleague moves another stop meanwhile.
  const colleague = await network.as('dispatcher2');
  const [one, two, three] = ids;
  const driver = String(network.ids.driver);
  await colleague.put(`/api/tasks/reorder/${driver}`, { taskIds: [three, two, one] });
  let sentAgain = 0;
  await page.route(/drivers\/\d+(\?|$)/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ response });
    sentAgain += 1;
  });
  await page.keyboard.press('Escape');
  await expect.poll(() => sentAgain).toBeGreaterThan(0);
  await expect(panel(page)).toHaveCount(0);
  expect(await routeOf(network)).toEqual(['Three', 'Two', 'One']);
});

test('an order that is on its way when the list makes room for the map is saved @long', async ({
  open,
  network,
}) => {
  await stops(network, ['One', 'Two']);
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  // The first request is lost on the way.
  let isLost = false;
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
  });
  await panel(page).getByLabel('Position of One').press('ArrowDown');
  await expect.poll(() => isLost).toBe(true);
  await panel(page).getByRole('link', { name: 'Larger Map' }).click();
  await expect(page).toHaveURL(/view=map/);
  await expect.poll(() => routeOf(network)).toEqual(['Two', 'One']);
  await panel(page).getByRole('link', { name: 'Smaller Map' }).click();
  await expect(lines(page)).toContainText(['Two', 'One']);
});

test('a stop is dragged onto a row of the board, with all its tasks; Escape lets it go', async ({
  open,
  network,
}) => {
  await stops(network, ['Both', 'Other', 'Both']);
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  await expect(lines(page)).toHaveCount(2);
  const from = await lines(page).first().locator('[data-drag]').boundingBox();
  const onto = await row(page, /Ben Driver/).boundingBox();
  if (!from || !onto) throw new Error('not shown');
  const lift = async () => {
    await page.mouse.move(from.x + 6, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(onto.x + 80, onto.y + onto.height / 2, { steps: 10 });
    await expect(row(page, /Ben Driver/)).toHaveAttribute('data-drop', 'onto');
  };
  await lift();
  await page.keyboard.press('Escape');
  await expect(row(page, /Ben Driver/)).not.toHaveAttribute('data-drop');
  await page.mouse.up();
  expect(await routeOf(network, 'driver2')).toEqual([]);
  await expect(panel(page)).toBeVisible();
  await lift();
  await page.mouse.up();
  await expect(page.getByText('2 tasks moved to Ben Driver', { exact: true })).toBeVisible();
  expect(await routeOf(network, 'driver2')).toEqual(['Both', 'Both']);
  await expect(lines(page)).toContainText(['Other']);
});

test('eight tasks change hands with four clicks, one is held until a time with three @long', async ({
  open,
  network,
}) => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map((letter) => `Stop ${letter}`);
  await stops(network, names);
  const page = await open('dispatcher');
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto(path(network));
  await hydrated(page);
  const clicks = await clicksOf(page);
  await panel(page).getByLabel('Select Stop A').click();
  await panel(page)
    .getByLabel('Select Stop H')
    .click({ modifiers: ['Shift'] });
  await panel(page).getByRole('button', { name: 'Move 8 tasks to…' }).click();
  await panel(page).getByRole('menuitem', { name: 'Ben Driver' }).click();
  await expect(page.getByText('8 tasks moved to Ben Driver', { exact: true })).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(4);
  expect(await routeOf(network, 'driver2')).toEqual(names.slice(0, 8));

  // With one task left, the list has no order any more. A menu opened before that change would close.
  await expect(lines(page)).toHaveCount(1);
  const before = await clicks();
  await panel(page).getByRole('button', { name: 'Actions: Stop I' }).click();
  await panel(page).getByRole('menuitem', { name: 'Hold until' }).click();
  await expectAccessible(page);
  const soonest = panel(page)
    .getByRole('menuitem', { name: /^\d+:[03]0 [AP]M$|M$/ })
    .first();
  // A submenu closes when the pointer leaves its entry in another direction. The pointer moves in steps, because a jump
  // has no direction.
  const { x, y, width, height } = (await soonest.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 12 });
  await soonest.click();
  await expect(page.getByText('1 task is on hold', { exact: true })).toBeVisible();
  expect((await clicks()) - before).toBeLessThanOrEqual(3);
  // The row has disappeared, and the focus is on another element.
  await expect(page.locator('body')).not.toBeFocused();
  const held = await network.database.rows<{ status: string; soon: boolean }>(
    `select status, need_by between now() and now() + interval '1 hour' as soon from tasks where location = 'Stop I'`,
  );
  expect(held).toEqual([{ status: 'hold', soon: true }]);
});

test('on the night when clocks are set back, the menu tells the two hours of one name apart @long', async ({
  open,
  network,
}) => {
  await stops(network, ['Night stop']);
  const page = await open('dispatcher');
  await page.clock.setFixedTime('2026-11-01T05:10:00Z');
  await page.goto(path(network));
  await hydrated(page);
  await panel(page).getByRole('button', { name: 'Actions: Night stop' }).click();
  await panel(page).getByRole('menuitem', { name: 'Hold until' }).click();
  const choices = page.getByRole('menu').last().getByRole('menuitem');
  await expect(choices.filter({ hasText: /^12:30|^1:00|^2:30/ })).toHaveText([
    '12:30 AM',
    '1:00 AM CDT',
    '1:00 AM CST',
    '2:30 AM',
  ]);
});

test('Hold until has any time, also for a stop with several tasks @long', async ({ open, network }) => {
  const twice = {
    driver_id: network.ids.driver,
    location: 'Twice Held',
    address: '7 Twice Rd, Merriam, KS 66203',
  };
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, delivery(twice));
  await make(dispatcher, delivery(twice));
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  await panel(page).getByRole('button', { name: 'Actions: Twice Held' }).press('Enter');
  const item = (name: string) => panel(page).getByRole('menuitem', { name, exact: true });
  for (const name of ['Hold until', 'Another time', 'Tomorrow']) {
    await item(name).focus();
    await item(name).press('ArrowRight');
  }
  await expectAccessible(page);
  // Around noon the first menu offers 2:00 PM of today as well.
  const tomorrow = page.getByRole('menu', { name: 'Tomorrow' });
  await tomorrow.getByRole('menuitem', { name: '2:00 PM', exact: true }).press('Enter');
  await expect(page.getByText('2 tasks are on hold', { exact: true })).toBeVisible();
  const held = await network.database.rows<{ status: string; at: string }>(
    `select status, to_char(need_by at time zone 'America/Chicago', 'HH24:MI') as at,
       (need_by at time zone 'America/Chicago')::date - (now() at time zone 'America/Chicago')::date as days
     from tasks where location = 'Twice Held'`,
  );
  expect(held).toEqual(Array(2).fill({ status: 'hold', at: '14:00', days: 1 }));
});

test('the menu of a stop: urgent, next route, plan again, duplicate @long', async ({ open, network }) => {
  const [, second] = await stops(network, ['First', 'Second']);
  const page = await open('dispatcher');
  await page.goto(path(network));
  await hydrated(page);
  const pick = async (stop: string, item: string) => {
    await panel(page)
      .getByRole('button', { name: `Actions: ${stop}` })
      .click();
    await panel(page).getByRole('menuitem', { name: item, exact: true }).click();
  };
  await pick('Second', 'Urgent');
  await expect(page.getByText('1 task is urgent', { exact: true })).toBeVisible();
  await expect(lines(page).first()).toContainText('! Urgent');
  expect(await routeOf(network)).toEqual(['Second', 'First']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => routeOf(network)).toEqual(['First', 'Second']);
  // The test waits, because a click would miss a row that moves under the pointer.
  await expect(lines(page).first()).not.toContainText('! Urgent');
  await pick('Second', 'Next route');
  await expect(page.getByText('1 task is now on the next route', { exact: true })).toBeVisible();
  await panel(page)
    .getByRole('link', { name: /^Next Route/ })
    .click();
  await pick('Second', 'Plan again');
  await expect(page.getByText('1 task is planned again', { exact: true })).toBeVisible();
  expect(await routeOf(network)).toEqual(['First', 'Second']);
  await panel(page)
    .getByRole('link', { name: /^Active Tasks/ })
    .click();
  await pick('Second', 'Duplicate');
  await expect(page).toHaveURL(new RegExp(`tasks/new\\?copy=${String(second)}&back=`));
  await expect(page.getByLabel('Location Name', { exact: true })).toHaveValue('Second');
});

test('the run sheet: what is open in order, all of today, and one stop; on paper without buttons', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const driver_id = network.ids.driver;
  const [first] = await stops(network, ['Depot', 'Yard'], { notes: 'Gate code 4711' });
  await make(dispatcher, delivery({ driver_id, location: 'Shop', invoice_number: 'INV-9', status: 'hold' }));
  const [done] = await stops(network, ['Early']);
  await dispatcher.patch(`/api/tasks/${String(done)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [done] });
  const page = await open('dispatcher', { javaScript: false });
  await page.goto(path(network));
  await expect(panel(page).getByRole('link', { name: 'Print run sheet' })).toHaveAttribute(
    'href',
    `${path(network)}/sheet`,
  );
  await page.goto(`${path(network)}/sheet`);
  const sheet = page.getByRole('article', { name: 'Run sheet' });
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText(['Depot', 'Yard', 'Shop']);
  await expect(sheet).toContainText('3 open');
  await expect(sheet.getByText('Gate code 4711')).toHaveCount(2);
  await expect(sheet).toContainText('Invoice # INV-9');
  await expect(sheet.getByText('Signature')).toHaveCount(3);
  await page.getByRole('link', { name: 'All of today' }).click();
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText(['Depot', 'Yard', 'Shop', 'Early']);
  await expect(sheet).toContainText('3 open, 1 completed');
  await page.goto(`${path(network)}/sheet?tasks=${String(first)}`);
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText(['Depot']);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'All of today' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(sheet.getByText('Gate code 4711')).toBeVisible();

  const live = await open('dispatcher');
  await live.goto(`${path(network)}/sheet?day=today`);
  await hydrated(live);
  await expect(live.getByRole('button', { name: 'Print' })).toBeVisible();
  await expectAccessible(live);
});

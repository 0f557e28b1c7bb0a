/** A driver changes the order by finger, mouse, keys and buttons, with sixty stops, and on two phones at once. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { accountMenu, expect, expectAccessible, hydrated, openStop, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { addPeople } from '../support/people';
import { expectTouchTargets } from '../support/touch-targets';

const stops = async (network: Network, username: string, names: string[]): Promise<Task[]> => {
  const dispatcher = await network.as('dispatcher');
  const made: Task[] = [];
  for (const location of names) {
    const at = {
      driver_id: network.ids[username],
      location,
      address: `${location} St, Kansas City, MO 64111`,
    };
    made.push(await make(dispatcher, pickup(at)));
  }
  return made;
};
const orderOf = async ({ database }: Network, driverId: number | undefined) => {
  const rows = await database.rows<{ location: string }>(
    `select location from tasks where driver_id = $1 and not archived and status in ('pending', 'going')
     order by status = 'going' desc, order_index`,
    [driverId],
  );
  return rows.map(({ location }) => location);
};
const finish = ({ database }: Network, username: string) =>
  database.rows(`delete from tasks where driver_id = (select id from users where username = $1)`, [username]);

const handle = (page: Page, name: string) => page.getByRole('button', { name: `Drag: ${name}`, exact: true });
const shown = (page: Page) => page.getByRole('article').getByRole('heading');
const titles = (page: Page) => shown(page).allTextContents();

type Point = { x: number; y: number };
async function centre(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Sends the touch events of a finger. */
class Finger {
  constructor(private readonly session: CDPSession) {}
  private send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) {
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  }
  async down(at: Point) {
    await this.send('touchStart', [at]);
  }
  async move(from: Point, to: Point) {
    for (let i = 1; i <= 12; i += 1)
      await this.send('touchMove', [
        { x: from.x + ((to.x - from.x) * i) / 12, y: from.y + ((to.y - from.y) * i) / 12 },
      ]);
  }
  up() {
    return this.send('touchEnd', []);
  }
}

test('an order by finger, by keys and by buttons; what is under way stays first @long', async ({
  open,
  network,
}) => {
  const made = await stops(network, 'driver', ['One', 'Two', 'Three', 'Four', 'Five']);
  const { driver } = network.ids;
  const page = await open('driver', { phone: true });
  await page.setViewportSize({ width: 390, height: 1_000 });
  await page.goto('/driver');
  await hydrated(page);
  await page.getByRole('button', { name: 'Going', exact: true }).first().tap();
  await page.getByRole('link', { name: 'Edit Order' }).tap();
  await expect(handle(page, 'Two')).toBeVisible();
  await expect(handle(page, 'One')).toHaveCount(0);
  await expect(shown(page).getByRole('link')).toHaveCount(0);
  await expectAccessible(page);

  const finger = new Finger(await page.context().newCDPSession(page));
  const [five, two] = [await centre(handle(page, 'Five')), await centre(handle(page, 'Two'))];
  await finger.down(five);
  await finger.move(five, { ...two, y: two.y - 10 });
  await expect(page.getByText('Five is over position 1 of 4.')).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await finger.up();
  await expect.poll(() => orderOf(network, driver)).toEqual(['One', 'Five', 'Two', 'Three', 'Four']);
  await expect.poll(() => titles(page)).toEqual(['One', 'Five', 'Two', 'Three', 'Four']);

  await handle(page, 'Four').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Four is over position 4 of 4.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Four is over position 3 of 4.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Four put back.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText('Four is over position 4 of 4.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Four is over position 3 of 4.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(() => orderOf(network, driver)).toEqual(['One', 'Five', 'Two', 'Four', 'Three']);

  // The buttons are pressed several times, faster than the server answers.
  const top = page.getByRole('button', { name: 'Move to top: Three' });
  const down = page.getByRole('button', { name: 'Move down: Three' });
  await top.tap();
  await expect(page.getByText('Three is now stop 1 of 4')).toBeAttached();
  await down.tap();
  await down.tap();
  await expect(down).toBeFocused();
  await expect.poll(() => orderOf(network, driver)).toEqual(['One', 'Five', 'Two', 'Three', 'Four']);

  // A move by the dispatcher in the meantime is kept.
  await expect(page.getByRole('link', { name: 'Done' })).toBeVisible();
  const ids = new Map(made.map(({ id, location }) => [location, id]));
  const taskIds = ['One', 'Four', 'Five', 'Two', 'Three'].map((name) => ids.get(name));
  await page.routeWebSocket('**/ws', (socket) => socket.close());
  await page.reload();
  await expect(handle(page, 'Two')).toBeVisible();
  await (await network.as('dispatcher')).put(`/api/tasks/reorder/${String(driver)}`, { taskIds });
  await page.getByRole('button', { name: 'Move to top: Three' }).tap();
  await expect.poll(() => orderOf(network, driver)).toEqual(['One', 'Three', 'Four', 'Five', 'Two']);
  await expect.poll(() => titles(page)).toEqual(['One', 'Three', 'Four', 'Five', 'Two']);
  await finish(network, 'driver');
});

test('leaving the page while an order waits for another does not lose the move @long', async ({
  open,
  network,
}) => {
  await stops(network, 'driver', ['Red', 'Green', 'Blue']);
  const page = await open('driver', { phone: true });
  await page.goto('/driver?edit=1');
  await hydrated(page);
  await expect(handle(page, 'Red')).toBeVisible();
  const gate: { answer?: () => void; count: number } = { count: 0 };
  const isAllowed = new Promise<void>((resolve) => {
    gate.answer = resolve;
  });
  await page.route('**/api/tasks/reorder/*', async (route) => {
    gate.count += 1;
    await isAllowed;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move to top: Blue' }).tap();
  await expect.poll(() => gate.count).toBe(1);
  await page.getByRole('button', { name: 'Move to top: Green' }).tap();
  await expect.poll(() => titles(page)).toEqual(['Green', 'Blue', 'Red']);
  await accountMenu(page).tap();
  await page.getByRole('link', { name: 'Settings' }).tap();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  gate.answer?.();
  await expect.poll(() => orderOf(network, network.ids.driver)).toEqual(['Green', 'Blue', 'Red']);
  await finish(network, 'driver');
});

test('an order that is refused is back where it was, and says why @long', async ({ open, network }) => {
  await stops(network, 'driver', ['Red', 'Green', 'Blue']);
  const page = await open('driver', { phone: true });
  await page.goto('/driver?edit=1');
  await hydrated(page);
  await expect(handle(page, 'Red')).toBeVisible();
  await network.database.rows(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'no' using errcode = '23505'; end $$`,
  );
  await network.database.rows(
    'create trigger refuse before update of order_index on tasks for each row execute function refuse()',
  );
  let answer: (() => void) | undefined;
  const isSeen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/driver/, async (route) => {
    if (route.request().method() === 'POST') await isSeen;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move up: Blue' }).tap();
  await expect.poll(() => titles(page)).toEqual(['Red', 'Blue', 'Green']);
  answer?.();
  await expect(
    page.getByText('Someone else has changed this in the meantime. Reload and try again.', { exact: true }),
  ).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(['Red', 'Green', 'Blue']);
  await network.database.rows('drop trigger refuse on tasks');
  await page.getByRole('button', { name: 'Move up: Blue' }).tap();
  await expect.poll(() => orderOf(network, network.ids.driver)).toEqual(['Red', 'Blue', 'Green']);
  await finish(network, 'driver');
});

test('sixty stops on a phone, for somebody with the bar of pages at the foot @long', async ({
  open,
  network,
}) => {
  const both = { username: 'both', name: 'Bo Both', roles: ['driver', 'dispatcher'] };
  Object.assign(network.ids, await addPeople(network.database.url, [both]));
  const names = Array.from({ length: 60 }, (_, i) => `Stop ${String(i + 1)}`);
  await stops(network, 'both', names);
  const page = await open('both', { phone: true });
  const scrolledWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const scroll = () => page.evaluate(() => window.scrollY);
  await page.goto('/driver');
  await hydrated(page);
  await expect(page.getByRole('article')).toHaveCount(60);
  expect(await scrolledWide()).toBeLessThanOrEqual(0);
  await expectTouchTargets(page);
  await openStop(page, 'Stop 60');
  const last = page.getByRole('article').getByRole('button', { name: 'Going', exact: true });
  await last.scrollIntoViewIfNeeded();
  await last.tap({ trial: true });

  await page.goto('/driver?edit=1');
  await expect(handle(page, 'Stop 1')).toBeVisible();
  await hydrated(page);
  expect(await scrolledWide()).toBeLessThanOrEqual(0);
  await expectTouchTargets(page);
  const finger = new Finger(await page.context().newCDPSession(page));
  // A finger that is not on the handle scrolls the page.
  const title = await centre(shown(page).nth(3));
  await finger.down(title);
  await finger.move(title, { ...title, y: title.y - 300 });
  await finger.up();
  await expect.poll(scroll).toBeGreaterThan(150);

  // A stop that is held at the lower edge scrolls the list.
  const isStill = () =>
    page.evaluate(async () => {
      const before = window.scrollY;
      for (let i = 0; i < 5; i += 1) await new Promise(requestAnimationFrame);
      return before === window.scrollY;
    });
  await expect.poll(isStill).toBe(true);
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  await expect.poll(scroll).toBe(0);
  const first = await centre(handle(page, 'Stop 1'));
  const edge = { x: first.x, y: 770 };
  await finger.down(first);
  await finger.move(first, edge);
  await expect(page.getByText(/Stop 1 is over position (1[0-9]|[2-5][0-9]) of 60\./)).toBeAttached();
  await finger.up();
  await expect
    .poll(async () => (await orderOf(network, network.ids.both)).indexOf('Stop 1'))
    .toBeGreaterThan(8);
  expect((await orderOf(network, network.ids.both)).length).toBe(60);

  const lowest = page.getByRole('button', { name: 'Move up: Stop 60' });
  await lowest.scrollIntoViewIfNeeded();
  await lowest.tap();
  await expect.poll(async () => (await orderOf(network, network.ids.both)).indexOf('Stop 60')).toBe(58);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await scrolledWide()).toBeLessThanOrEqual(0);
  await finish(network, 'both');
});

/** Presses all controls at the same moment, without waiting for a control that another press has removed. */
async function pressTogether(...controls: Locator[]): Promise<void> {
  const buttons = await Promise.all(
    controls.map(async (control) => {
      await expect(control).toBeEnabled();
      return control.elementHandle();
    }),
  );
  await Promise.all(buttons.map((button) => button.dispatchEvent('click')));
}

test('two phones at the same moment: one is under way, one completes, nothing is lost @long', async ({
  open,
  network,
}) => {
  const made = await stops(network, 'driver2', ['North', 'East', 'South', 'West']);
  const phones = [await open('driver2', { phone: true }), await open('driver2', { phone: true })] as const;
  for (const page of phones) {
    await page.goto('/driver');
    await hydrated(page);
  }
  const [one, two] = phones;
  const going = (page: Page) => page.getByRole('button', { name: 'Going', exact: true });
  const complete = (page: Page) => page.getByRole('button', { name: 'Complete', exact: true });
  const underWay = () =>
    network.database.rows<{ location: string }>(
      `select location from tasks where driver_id = $1 and status = 'going'`,
      [network.ids.driver2],
    );

  await openStop(two, 'West');
  await pressTogether(going(one), going(two).last());
  await expect.poll(async () => (await underWay()).length).toBe(1);
  const [winner] = await underWay();
  for (const page of phones) {
    await expect(complete(page)).toHaveCount(1);
    await expect(going(page)).toHaveCount(0);
    await expect(page.locator('#going')).toContainText(winner?.location ?? '?');
  }

  await pressTogether(complete(one), complete(two));
  for (const page of phones) {
    await expect(complete(page)).toHaveCount(0);
    await expect(going(page).first()).toBeEnabled();
    await expect(page.getByRole('article')).toHaveCount(3);
  }
  const completions = () =>
    network.database.rows(
      `select e.id from task_events e join tasks t on t.id = e.task_id
       where t.driver_id = $1 and e.action = 'completed'`,
      [network.ids.driver2],
    );
  await expect.poll(completions).toHaveLength(1);

  const left = (await orderOf(network, network.ids.driver2)).slice();
  const [front = '', , back = ''] = left;
  await going(one).first().tap();
  await expect(complete(one)).toHaveCount(1);
  await two.goto('/driver?edit=1');
  await hydrated(two);
  await expect(handle(two, back)).toBeVisible();
  await pressTogether(complete(one), two.getByRole('button', { name: `Move up: ${back}` }));
  const rest = left.filter((name) => name !== front).reverse();
  await expect.poll(() => orderOf(network, network.ids.driver2)).toEqual(rest);
  for (const page of phones) await expect.poll(() => titles(page)).toEqual(rest);
  const kept = await network.database.rows('select id from tasks where driver_id = $1', [
    network.ids.driver2,
  ]);
  expect(kept).toHaveLength(made.length);
  // One completion came from both phones, and one from the step after it.
  expect(await completions()).toHaveLength(2);
  await finish(network, 'driver2');
});

test('a stop of several tasks moves as one', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  await stops(network, 'driver3', ['Alone']);
  const pair = {
    driver_id: network.ids.driver3,
    location: 'Pair',
    address: 'Pair St, Kansas City, MO 64111',
  };
  await make(dispatcher, delivery(pair));
  await make(dispatcher, pickup(pair));
  const page = await open('driver3', { phone: true });
  await page.goto('/driver?edit=1');
  await hydrated(page);
  await expect(handle(page, 'Pair')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Pair' })).toContainText('2 tasks');
  await page.getByRole('button', { name: 'Move to top: Pair' }).tap();
  await expect.poll(() => orderOf(network, network.ids.driver3)).toEqual(['Pair', 'Pair', 'Alone']);
});

test('while the code for the order loads, the stops stay in sight and in place', async ({
  open,
  network,
}) => {
  await finish(network, 'driver3');
  await stops(network, 'driver3', ['North', 'East', 'South']);
  const page = await open('driver3', { phone: true, serviceWorker: false });
  const held: (() => void)[] = [];
  await page.route(/\/build\/edit-order-/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const release = () => {
    for (const resolve of held.splice(0)) resolve();
  };
  await page.goto('/driver');
  await hydrated(page);
  await page.getByRole('link', { name: 'Edit Order' }).tap();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: 'Done' })).toBeVisible();
  expect(await titles(page)).toEqual(['North', 'East', 'South']);
  release();
  await expect(handle(page, 'North')).toBeVisible();

  // Served with the list: it stays as it was served until the code is there.
  await page.goto('/driver?edit=1', { waitUntil: 'commit' });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await hydrated(page);
  const top = page.getByRole('button', { name: 'Move down: North' });
  const before = await centre(top);
  expect(await titles(page)).toEqual(['North', 'East', 'South']);
  release();
  await expect(handle(page, 'North')).toBeVisible();
  expect((await centre(top)).y).toBe(before.y);
});

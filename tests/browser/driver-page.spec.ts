/** The driver's page on a phone: sizes of targets, taps, links, arriving changes, and all states for all drivers. */
import type { Locator, Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { drawSignature, expect, expectAccessible, hydrated, openStop, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { addAccount } from '../support/rows';
import { expectTouchTargets } from '../support/touch-targets';

const at = (location: string, more: Record<string, unknown> = {}) => ({
  location,
  address: `${location} Rd, Kansas City, MO 64111`,
  ...more,
});
const statusOf = async ({ database }: Network, { id }: Task) => {
  const [task] = await database.rows<{ status: string }>('select status from tasks where id = $1', [id]);
  return task?.status;
};
const finish = ({ database }: Network, username: string) =>
  database.rows('delete from tasks where driver_id = (select id from users where username = $1)', [username]);

test('an open stop has a blank between its name and the number of its tasks', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  for (const location of ['Axle', 'Axle', 'Wheel', 'Wheel'])
    await make(dispatcher, pickup(at(location, { driver_id: network.ids.driver2 })));
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await page.locator('#going summary').first().tap();
  const lead = page.getByRole('heading', { name: 'Axle (2 tasks)' });
  await expect(lead).toBeVisible();
  const gap = await lead.evaluate((heading) => {
    const text = document.createRange();
    text.selectNodeContents(heading.lastChild ?? heading);
    const name = heading.querySelector('span')?.getBoundingClientRect().right ?? NaN;
    return text.getBoundingClientRect().left - name;
  });
  expect(gap).toBeGreaterThan(2);
  await page.getByText('Wheel', { exact: true }).first().tap();
  await expect(page.getByRole('heading', { name: 'Wheel (2 tasks)' })).toHaveText('Wheel (2 tasks)', {
    useInnerText: true,
  });
  await finish(network, 'driver2');
});

test('one tap to Going, three and a signature to Complete, and nothing but the next step is offered', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const first = await make(dispatcher, delivery(at('Front', { driver_id: network.ids.driver })));
  await make(dispatcher, pickup(at('Behind', { driver_id: network.ids.driver })));
  const page = await open('driver', { phone: true });
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  // Returns the controls of the card in front and of the bar below it.
  const offered = () =>
    page
      .locator('#going, form[method="post"]')
      .locator('button:visible, summary:visible, a:visible')
      .evaluateAll((controls) => controls.map((control) => control.firstChild?.textContent));
  await page.goto('/driver');
  await hydrated(page);
  expect(await offered()).toEqual(['Front', 'Navigate', 'Going']);
  const going = page.getByRole('button', { name: 'Going', exact: true });
  await expect(going).toBeInViewport({ ratio: 1 });
  const box = await going.boundingBox();
  expect(box?.y).toBeGreaterThan(844 / 2);
  expect(box?.width).toBeGreaterThan(300);
  await tap(going);
  await expect.poll(() => statusOf(network, first)).toBe('going');
  expect(taps).toBeLessThanOrEqual(2);
  const complete = page.getByRole('link', { name: 'Complete', exact: true });
  await expect(complete).toBeInViewport({ ratio: 1 });
  expect(await offered()).toEqual(['Front', 'Navigate', 'Problem?', 'Complete']);
  await page.getByText('Problem?', { exact: true }).tap();
  expect(await offered()).toEqual([
    'Front',
    'Navigate',
    'Problem?',
    'Not going yet',
    'Could not complete',
    'Complete',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Not going yet' })).toBeHidden();
  await tap(complete);
  await drawSignature(page);
  await tap(page.locator('dialog').getByRole('button', { name: 'Complete', exact: true }));
  await expect.poll(() => statusOf(network, first)).toBe('completed');
  expect(taps).toBeLessThanOrEqual(3);
  await expect.poll(offered).toEqual(['Behind', 'Navigate', 'Going']);
  await finish(network, 'driver');
});

test('thumbs and everybody: each state of the page, by day and by night @long', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const { driver } = network.ids;
  await addAccount(network.database, 'Corner', { phone: '816-555-0142' });
  await make(dispatcher, delivery(at('Corner', { driver_id: driver, priority: 'urgent' })));
  await make(dispatcher, pickup(at('Corner', { driver_id: driver })));
  await make(dispatcher, pickup(at('Corner', { driver_id: driver })));
  const single = await make(dispatcher, pickup(at('Single', { driver_id: driver, notes: 'Side door' })));
  await make(dispatcher, pickup(at('Later', { driver_id: driver, status: 'next-route' })));
  await make(dispatcher, delivery(at('Waits', { driver_id: driver, status: 'hold' })));
  const page = await open('driver', { phone: true });
  const good = async () => {
    await expectTouchTargets(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await page.goto('/driver');
  await hydrated(page);
  await good();
  const stack = page.getByRole('article').filter({ hasText: '3 tasks' }).first();
  await expect(stack).toContainText('...and 1 more task');
  expect(await stack.evaluate((card) => getComputedStyle(card).boxShadow)).toContain('16px 16px');
  await stack.locator('summary').tap();
  const title = page.getByRole('heading', { name: 'Corner (3 tasks)' });
  await expect(title).toBeVisible();
  const blank = await title.evaluate(({ firstElementChild: name, lastChild: count }) => {
    const range = document.createRange();
    if (count) range.selectNode(count);
    return range.getBoundingClientRect().left - (name?.getBoundingClientRect().right ?? 0);
  });
  expect(blank).toBeGreaterThan(2);
  await expect(stack.getByRole('article')).toHaveCount(3);
  await good();
  await stack.locator('summary').tap();
  await expect(page.getByRole('heading', { name: 'Corner (3 tasks)' })).toBeHidden();
  await openStop(page, 'Single');
  await expect(page.getByRole('article').filter({ hasText: 'Single' }).getByText('Side door')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Details: Single' })).toBeVisible();
  await good();

  for (const [path, title] of [
    ['/driver/list/next-route', 'Next Route'],
    ['/driver/list/hold', 'Hold'],
    [`/driver/tasks/${String(single.id)}`, 'Pickup'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('dialog:modal').getByRole('heading', { name: title, level: 2 })).toBeVisible();
    await good();
  }
  await page.goto('/driver?tab=completed');
  await expect(page.getByText('No tasks for this status')).toBeVisible();
  await good();
  await page.goto('/driver?edit=1');
  await expect(page.getByRole('button', { name: 'Drag: Single' })).toBeVisible();
  await good();
  await page.goto('/driver');
  await page.getByText('Route Optimization').tap();
  await page
    .getByRole('button', { name: 'Account' })
    .or(page.locator('summary', { hasText: 'Account' }))
    .tap();
  await good();
  await (await network.as('driver')).patch(`/api/tasks/${String(single.id)}`, { status: 'going' });
  for (const step of ['sign', 'fail']) {
    await page.goto(`/driver/stops/${String(single.id)}/${step}`);
    await expect(page.locator('dialog:modal')).toBeVisible();
    await good();
  }
  const plain = await open('driver', { phone: true, javaScript: false });
  await plain.goto('/driver');
  const corner = plain.getByRole('heading', { name: 'Corner (3 tasks)' });
  await openStop(plain, 'Corner');
  await expect(corner).toBeVisible();
  await openStop(plain, 'Corner');
  await expect(corner).toBeHidden();
  await plain.goto('/driver?edit=1');
  await expect(plain.getByRole('button', { name: /^Drag/ })).toHaveCount(0);
  await plain.getByRole('button', { name: 'Move to top: Corner' }).isDisabled();
  await finish(network, 'driver');
});

test('one button leads to navigation and one to a call, the rest of the card to the task', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  await addAccount(network.database, 'Ring First', { phone: '816-555-0199' });
  const task = await make(dispatcher, pickup(at('Ring First', { driver_id: network.ids.driver2 })));
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  const card = page.getByRole('article').filter({ hasText: 'Ring First' });
  await expect(card.getByText(task.address, { exact: true })).toBeVisible();
  const way = card.getByRole('link', { name: 'Navigate to Ring First (opens navigation)' });
  await expect(way).toHaveAttribute('target', '_blank');
  const { host, searchParams, pathname } = new URL((await way.getAttribute('href')) ?? '');
  expect([host, pathname]).toEqual(['www.google.com', '/maps/dir/']);
  expect(searchParams.get('destination')).toBe(task.address);
  const call = card.getByRole('link', { name: 'Call Ring First: 816-555-0199' });
  await expect(call).toHaveAttribute('href', 'tel:8165550199');
  for (const each of [way, call]) expect((await each.boundingBox())?.height).toBe(56);
  await card.tap({ position: { x: 20, y: 12 } });
  await expect(page).toHaveURL(`/driver/tasks/${String(task.id)}`);
  await expect(page.getByRole('dialog').getByRole('link', { name: /816-555-0199/ })).toBeVisible();
  await finish(network, 'driver2');
});

const vibrations = (page: Page) =>
  page.evaluate(() => (window as unknown as { vibrations?: unknown[] }).vibrations ?? []);

test('a task that arrives: said, felt, and nothing moves under the finger @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const { driver3 } = network.ids;
  for (let i = 1; i <= 24; i += 1)
    await make(dispatcher, pickup(at(`Place ${String(i)}`, { driver_id: driver3 })));
  const page = await open('driver3', { phone: true });
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { vibrations: felt });
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => felt.push(pattern) > 0 });
  });
  await page.goto('/driver');
  await hydrated(page);
  const card = page.getByRole('article').filter({ hasText: 'Place 14' });
  await card.evaluate((element) => {
    window.scrollTo(0, element.getBoundingClientRect().top - 300);
  });
  await page.waitForFunction(() => window.scrollY > 500);
  const first = page.locator('#going');
  const top = async () => (await card.boundingBox())?.y ?? 0;
  const before = await top();
  await make(dispatcher, pickup(at('In front', { driver_id: driver3, priority: 'urgent' })));
  await expect(page.getByText('URGENT: In front')).toBeVisible();
  await expect(first).toContainText('In front');
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  expect(await vibrations(page)).toHaveLength(1);

  // A stop above the card is removed, and one below it gets a second task.
  const [gone] = (await dispatcher.get<Task[]>(`/api/tasks?driver_id=${String(driver3)}`)).body.filter(
    ({ location }) => location === 'Place 2',
  );
  await dispatcher.del(`/api/tasks/${String(gone?.id)}`);
  await make(dispatcher, pickup(at('Place 19', { driver_id: driver3 })));
  await expect(page.getByText('Place 2', { exact: true })).toHaveCount(0);
  await expect(page.getByText('2 tasks', { exact: true })).toHaveCount(1);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  expect(await vibrations(page)).toHaveLength(2);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await make(dispatcher, pickup(at('Quietly', { driver_id: driver3 })));
  await expect(page.getByText('Quietly', { exact: true })).toHaveCount(1);
  expect(await vibrations(page)).toHaveLength(2);
  await finish(network, 'driver3');
});

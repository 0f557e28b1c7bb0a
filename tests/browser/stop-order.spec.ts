/** The dispatcher orders a driver's stops, starts the next route, and learns what a colleague changed meanwhile. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { make, pickup } from '../support/factories';
import type { Network } from '../support/network';

const dialog = (page: Page) => page.getByRole('dialog');
const lines = (page: Page) => dialog(page).locator('li[data-stop]:visible');

test.beforeEach(({ network }) => network.database.rows('delete from tasks'));

const place = (location: string) => ({ location, address: `${location} St, Kansas City, MO 64111` });

async function tasksAt(network: Network, locations: string[], more: object = {}): Promise<number[]> {
  const dispatcher = await network.as('dispatcher');
  const ids: number[] = [];
  for (const location of locations) {
    const task = pickup({ driver_id: network.ids.driver, ...place(location), ...more });
    ids.push((await make(dispatcher, task)).id);
  }
  return ids;
}

const routeOf = async (network: Network) => {
  const tasks = await network.database.rows<{ location: string }>(
    'select location from tasks where driver_id = $1 and order_index is not null order by order_index',
    [network.ids.driver],
  );
  return tasks.map(({ location }) => location);
};

for (const javaScript of [true, false]) {
  test(`stops are ordered, each with all its tasks, which it shows when it is opened (JavaScript: ${String(javaScript)})${javaScript ? '' : ' @long'}`, async ({
    open,
    network,
  }) => {
    // The five tasks of one stop are not adjacent.
    await tasksAt(network, ['Five', 'Five', 'One', 'Five', 'Two', 'Five', 'Five']);
    const page = await open('dispatcher', { javaScript });
    await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
    if (javaScript) await hydrated(page);
    await dialog(page).getByRole('link', { name: 'Edit Order' }).click();
    // The list before has the same stops.
    await expect(dialog(page).getByRole('button', { name: 'Down: Five' })).toBeVisible();
    const stops = dialog(page).getByRole('listitem');
    await expect(stops).toHaveCount(3);
    await expect(stops).toContainText(['Five', 'One', 'Two']);
    await expect(stops.first()).toContainText('5 tasks');
    await stops.first().getByText('5 tasks').click();
    await expect(dialog(page).getByRole('list', { name: 'Tasks at Five' }).getByRole('listitem')).toHaveCount(
      5,
    );
    if (javaScript) await expectAccessible(page);
    await stops.first().getByText('5 tasks').click();
    // One click moves all five tasks.
    await dialog(page).getByRole('button', { name: 'Down: Five' }).click();
    await expect(stops).toContainText(['One', 'Five', 'Two']);
    if (javaScript) await dialog(page).getByRole('button', { name: 'Save Order' }).click();
    await expect.poll(() => routeOf(network)).toEqual(['One', 'Five', 'Five', 'Five', 'Five', 'Five', 'Two']);
  });
}

test('a press on a button counts while the list that can be dragged is loaded, and the focus stays @long', async ({
  open,
  network,
}) => {
  await tasksAt(network, ['One', 'Two', 'Three']);
  const page = await open('dispatcher');
  let load: () => void = () => undefined;
  const isPressed = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/build/drag-area-*.js', async (route) => {
    await isPressed;
    await route.continue();
  });
  const isLoaded = page.waitForResponse('**/build/drag-area-*.js');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}?edit=1`);
  await hydrated(page);
  const down = dialog(page).getByRole('button', { name: 'Down: One' });
  const handle = dialog(page).getByRole('button', { name: 'Drag: Two' });
  await down.hover();
  await page.mouse.down();
  load();
  // After two frames, the list would have been replaced.
  await page.evaluate(
    async (address) => {
      await import(address);
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    },
    (await isLoaded).url(),
  );
  await page.mouse.up();
  const stops = dialog(page).getByRole('listitem');
  await expect(stops).toContainText(['Two', 'One', 'Three']);
  await expect(handle).toBeVisible();
  await expect(down).toBeFocused();
});

test('a stop is dragged onto a driver with all its tasks', async ({ open, network }) => {
  await tasksAt(network, ['Five', 'One', 'Five']);
  const page = await open('dispatcher');
  // The window is too narrow for a panel, so the board is covered.
  await page.setViewportSize({ width: 1100, height: 768 });
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}?edit=1`);
  await hydrated(page);
  const handle = dialog(page).getByRole('button', { name: 'Drag: Five' });
  await expect(handle).toBeVisible();
  const from = await handle.boundingBox();
  const onto = await dialog(page).getByRole('complementary').getByText('Ben Driver').boundingBox();
  if (!from || !onto) throw new Error('not shown');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(onto.x + onto.width / 2, onto.y + onto.height / 2, { steps: 12 });
  await expect(page.getByText('Five is over Ben Driver.')).toBeAttached();
  await page.mouse.up();
  await expect(page.getByText('2 tasks moved to Ben Driver', { exact: true })).toBeVisible();
  expect(await routeOf(network)).toEqual(['One']);
});

test('a colleague moves another stop meanwhile: both moves count, and the message says who moved what @long', async ({
  open,
  network,
}) => {
  const [zero, one, two, three, four] = await tasksAt(network, ['Zero', 'One', 'Two', 'Three', 'Four']);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}?edit=1`);
  await hydrated(page);
  for (let place = 0; place < 4; place += 1)
    await dialog(page).getByRole('button', { name: 'Down: Zero' }).click();
  await expect(dialog(page).getByRole('listitem')).toContainText(['One', 'Two', 'Three', 'Four', 'Zero']);
  const colleague = await network.as('dispatcher2');
  await colleague.put(`/api/tasks/reorder/${String(network.ids.driver)}`, {
    taskIds: [four, zero, one, two, three],
  });
  await dialog(page).getByRole('button', { name: 'Save Order' }).click();
  await expect(page.getByText('Devon Dispatcher moved Four.', { exact: true })).toBeVisible();
  expect(await routeOf(network)).toEqual(['Four', 'One', 'Two', 'Three', 'Zero']);
  await expect(dialog(page).getByRole('listitem')).toContainText(['Four', 'One', 'Two', 'Three', 'Zero']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Devon Dispatcher moved Four.', { exact: true })).toHaveCount(0);
});

for (const javaScript of [true, false]) {
  test(`nothing is active: the dispatcher starts the next route (JavaScript: ${String(javaScript)})${javaScript ? '' : ' @long'}`, async ({
    open,
    network,
  }) => {
    const start = (page: Page) => dialog(page).getByRole('button', { name: 'Start next route' });
    await tasksAt(network, ['Later', 'Later still'], { status: 'next-route' });
    const page = await open('dispatcher', { javaScript });
    const path = `/dispatcher/drivers/${String(network.ids.driver)}`;
    await page.goto(path);
    if (javaScript) await hydrated(page);
    await start(page).click();
    await expect(dialog(page).getByRole('link', { name: /Later still/ })).toBeVisible();
    await expect(start(page)).toHaveCount(0);
    expect(await routeOf(network)).toEqual(['Later', 'Later still']);
    // The next route cannot start while a task is active.
    await tasksAt(network, ['Tomorrow'], { status: 'next-route' });
    await page.goto(`${path}?tab=next-route`);
    await expect(dialog(page).getByRole('link', { name: /Tomorrow/ })).toBeVisible();
    await expect(start(page)).toHaveCount(0);
  });
}

test('tasks without a driver have no order: it is said @long', async ({ open, network }) => {
  await tasksAt(network, ['Alone', 'Lonely'], { driver_id: null });
  const page = await open('dispatcher');
  await page.goto('/dispatcher/drivers/unassigned?edit=1');
  await expect(dialog(page).getByRole('alert')).toContainText('No driver selected');
  await expect(dialog(page).getByRole('link', { name: /Lonely/ })).toBeVisible();
});

test('a colleague orders the list one looks at: the focus, what is typed and a stop in the hand stay @long', async ({
  open,
  network,
}) => {
  const ids = await tasksAt(network, ['One', 'Two', 'Three', 'Four']);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
  await hydrated(page);
  const colleague = await network.as('dispatcher2');
  const driver = String(network.ids.driver);
  /** Orders the stops by the numbers in their names. */
  const orders = async (...order: number[]) => {
    const taskIds = order.map((number) => ids[number - 1]);
    expect((await colleague.put(`/api/tasks/reorder/${driver}`, { taskIds })).status).toBe(200);
  };
  const position = dialog(page).getByLabel('Position of Four');
  await position.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2');
  await orders(4, 3, 2, 1);
  await expect(lines(page)).toContainText(['Four', 'Three', 'Two', 'One']);
  await expect(position).toBeFocused();
  await expect(position).toHaveValue('2');
  await page.keyboard.press('Enter');
  await expect.poll(() => routeOf(network)).toEqual(['Three', 'Four', 'Two', 'One']);

  // The list changes while the stop is dragged. The place under the pointer when it is dropped counts.
  const line = lines(page).filter({ hasText: 'One' });
  await line.locator('[data-drag]').hover();
  await page.mouse.down();
  const first = await lines(page).first().boundingBox();
  await page.mouse.move((first?.x ?? 0) + 60, (first?.y ?? 0) + 6, { steps: 4 });
  await orders(2, 3, 4, 1);
  await expect(lines(page)).toContainText(['Two', 'Three', 'Four', 'One']);
  await page.mouse.up();
  await expect.poll(() => routeOf(network)).toEqual(['One', 'Two', 'Three', 'Four']);
});

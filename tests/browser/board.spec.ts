/** The board: search, filters, attention, acts on many tasks, keys, undo, dragging. */
import type { Page } from '@playwright/test';
import { delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { addUser } from '../support/rows';
import { waitLimit } from '../support/slowness';

/** The time between the message about a change and the answer of the form that made it. */
const SLOW_MS = 700;
const dialog = (page: Page) => page.getByRole('dialog');
/** Finds a row of the board. */
const row = (page: Page, name: RegExp) =>
  ours(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name }) });
const driverLink = (page: Page, name: RegExp) => ours(page).getByRole('link', { name });
const ours = (page: Page) => page.getByRole('region', { name: 'Driver Status' });

async function stops(network: Network, driver: string, locations: string[], more: object = {}) {
  const dispatcher = await network.as('dispatcher');
  const made = [];
  for (const location of locations)
    made.push(await make(dispatcher, delivery({ driver_id: network.ids[driver], location, ...more })));
  return made;
}

const routeOf = async (network: Network, driver: string) => {
  const tasks = await network.database.rows<{ location: string }>(
    'select location from tasks where driver_id = $1 and order_index is not null order by order_index',
    [network.ids[driver]],
  );
  return tasks.map(({ location }) => location);
};

test.beforeEach(({ network }) => network.database.rows('delete from tasks'));

test('search and filters are parameters of the address, with and without JavaScript @long', async ({
  open,
  network,
}) => {
  await stops(network, 'driver', ['Westport Garage']);
  await stops(network, 'driver2', ['Olathe Tire'], { priority: 'urgent', invoice_number: 'ZX-9981' });
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    await page.goto('/dispatcher');
    if (javaScript) await hydrated(page);
    const apply = async () => {
      if (!javaScript) await page.getByRole('button', { name: 'Apply' }).click();
    };
    const filter = page.getByText(/^Filter/);
    await filter.click();
    await page.getByLabel('Dealership', { exact: true }).selectOption('Jeep');
    await apply();
    await expect(filter).toHaveText('Filter: Jeep');
    await expect(page).toHaveURL(/dealership=Jeep/);
    await expect(row(page, /Ben Driver/)).toBeVisible();
    await expect(row(page, /Alma Driver/)).toHaveCount(0);
    await page.getByRole('link', { name: 'Clear' }).click();
    await expect(row(page, /Alma Driver/)).toBeVisible();
    await expect(filter).toHaveText('Filter');
    if (!(await page.getByRole('checkbox', { name: 'Urgent' }).isVisible())) await filter.click();
    await page.getByRole('checkbox', { name: 'Urgent' }).check();
    await apply();
    await expect(page).toHaveURL(/urgent=1/);
    await expect(row(page, /Cleo Driver/)).toHaveCount(0);
    await expect(row(page, /Ben Driver/)).toBeVisible();
    await driverLink(page, /Ben Driver/).click();
    await dialog(page).getByRole('link', { name: 'Close' }).last().click();
    await expect(page).toHaveURL(/\/dispatcher\?urgent=1$/);
    await page.goto('/dispatcher?q=zx-99');
    await expect(page.getByText('1 task found for “zx-99”.')).toBeVisible();
    if (javaScript) await expectAccessible(page);
    await page.getByRole('region', { name: 'Tasks found' }).getByRole('link').click();
    await expect(dialog(page).getByText('Delivery to Olathe Tire', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Location Name', { exact: true })).toHaveValue('Olathe Tire');
    await page.goto('/dispatcher?status=inactive&driver=' + String(network.ids.driver));
    await expect(page.getByText('No driver matches.')).toBeVisible();
  }
});

test('the search ignores punctuation; before the fourth letter rows stay and matches are marked from the second on @long', async ({
  open,
  network,
}) => {
  await make(
    await network.as('dispatcher'),
    delivery({ driver_id: network.ids.driver3, location: 'Kilo-Lima Motors', invoice_number: 'KQ-48213' }),
  );
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    const marked = page.locator('mark');
    for (const text of ['k', 'ki', 'kil']) {
      await page.goto(`/dispatcher?q=${text}`);
      await expect(row(page, /Ben Driver/)).toBeVisible();
      await expect(row(page, /Alma Driver/)).toBeVisible();
      if (text === 'k') await expect(marked).toHaveCount(0);
      else await expect(marked.first()).toHaveText(text, { ignoreCase: true });
    }
    await expect(page.getByText('Matches are marked. Type 4 characters or more')).toBeVisible();
    if (javaScript) await expectAccessible(page);
    await page.goto('/dispatcher?q=kilo+lim');
    await expect(row(page, /Ben Driver/)).toHaveCount(0);
    await expect(row(page, /Cleo Driver/).locator('mark')).toHaveText('Kilo-Lim');
    await page.goto('/dispatcher?q=kq48213');
    await expect(page.getByText('1 task found for “kq48213”.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Tasks found' }).locator('mark')).toHaveText('KQ-48213');
  }
});

test('keys: / searches while one types, arrows go through what is found, Enter opens, n makes, ? tells @long', async ({
  open,
  network,
}) => {
  const [task] = await stops(network, 'driver', ['Brookside Muffler']);
  const dispatcher = await network.as('dispatcher');
  await dispatcher.patch(`/api/tasks/${String(task?.id)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task?.id] });
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await page.keyboard.press('/');
  await page.keyboard.type('side muf');
  await expect(page.getByText('1 task found for “side muf”.')).toBeVisible();
  await expect(page).toHaveURL(/q=side\+muf/);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Archived Task Details' })).toBeVisible();
  await expect(dialog(page)).toContainText('No signature captured');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('1 task found for “side muf”.')).toBeVisible();

  await page.goto('/dispatcher');
  await hydrated(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(driverLink(page, /Alma Driver/)).toBeFocused();
  await page.keyboard.press('?');
  await expect(dialog(page).getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Turn off single-key shortcuts').check();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await expect(dialog(page)).toHaveCount(0);
  await page.goto('/dispatcher/keys');
  await hydrated(page);
  await page.getByLabel('Turn off single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(dialog(page).getByRole('heading', { name: 'Create New Task' })).toBeVisible();
});

test('several tasks, and a whole list, to another driver; undone from the message, later, and without JavaScript @long', async ({
  open,
  network,
}) => {
  await stops(network, 'driver', ['One', 'Two', 'Three', 'Four']);
  await stops(network, 'driver2', ['Theirs']);
  const path = `/dispatcher/drivers/${String(network.ids.driver)}`;
  const page = await open('dispatcher');
  await page.goto(path);
  await hydrated(page);
  await page.getByLabel('Select Two').check();
  await page.getByLabel('Select Four').check();
  await page.getByRole('button', { name: 'Move 2 tasks to…' }).click();
  await expect(page.getByRole('menuitem', { name: 'Ben Driver' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Ben Driver' }).click();
  await expect(page.getByText('2 tasks moved to Ben Driver', { exact: true })).toBeVisible();
  expect(await routeOf(network, 'driver2')).toEqual(['Theirs', 'Two', 'Four']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(await routeOf(network, 'driver')).toEqual(['One', 'Two', 'Three', 'Four']);

  await page.getByRole('button', { name: 'Move all 4 open tasks to…' }).click();
  await page.getByRole('menuitem', { name: 'Cleo Driver' }).click();
  await expect(page.getByText('4 tasks moved to Cleo Driver', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Undo: 4 tasks moved to Cleo Driver' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(await routeOf(network, 'driver')).toEqual(['One', 'Two', 'Three', 'Four']);

  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto(path);
  await plain.getByRole('button', { name: 'Move selected' }).click();
  await expect(plain.getByText('Choose at least one task')).toBeVisible();
  await plain.getByLabel('Select One').check();
  await plain.getByLabel('Move to').selectOption('Unassigned');
  await plain.getByRole('button', { name: 'Move selected' }).click();
  await expect(dialog(plain).getByText('1 task moved to Unassigned')).toBeVisible();
  expect(await routeOf(network, 'driver')).toEqual(['Two', 'Three', 'Four']);
  await dialog(plain).getByRole('button', { name: 'Undo' }).click();
  await expect(dialog(plain).getByText('Undone')).toBeVisible();
  expect(await routeOf(network, 'driver')).toEqual(['One', 'Two', 'Three', 'Four']);
});

/** Drags and drops only when the page says where the item would land, as a person does. */
async function drag(page: Page, from: Point, to: Point, lands: string) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 12, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await expect(page.getByText(lands)).toBeAttached();
  await page.mouse.up();
}

type Point = { x: number; y: number };

async function centre(page: Page, locator: ReturnType<Page['locator']>) {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('dragging: an order by pointer and by keys, a colleague who moves others meanwhile, a task onto a driver @long', async ({
  open,
  network,
}) => {
  const made = await stops(network, 'driver', ['One', 'Two', 'Three', 'Four', 'Five']);
  const path = `/dispatcher/drivers/${String(network.ids.driver)}?edit=1`;
  const page = await open('dispatcher');
  // The window is too narrow for a panel, so the drivers are beside the list. It is high enough for the whole list.
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.goto(path);
  await hydrated(page);
  const handle = (name: string) => page.getByRole('button', { name: `Drag: ${name}` });
  await expect(handle('One')).toBeVisible();
  await expectAccessible(page);
  const first = await centre(page, handle('One'));
  await drag(page, await centre(page, handle('Five')), first, 'Five is over position 1 of 5.');
  await expect(dialog(page).getByRole('listitem').first()).toContainText('Five');

  // A movement of less than 8 px is a click.
  const two = await centre(page, handle('Two'));
  await page.mouse.move(two.x, two.y);
  await page.mouse.down();
  await page.mouse.move(two.x, two.y + 6);
  await page.mouse.up();

  const colleague = await network.as('dispatcher2');
  const [one, , three, four] = made.map(({ id }) => id);
  await colleague.put(`/api/tasks/reorder/${String(network.ids.driver)}`, {
    taskIds: [one, three, made[1]?.id, four, made[4]?.id],
  });
  await page.getByRole('button', { name: 'Save Order' }).click();
  await expect(page.getByText('Task order saved successfully', { exact: true })).toBeVisible();
  await expect(page.getByText('Changes made by others were kept.', { exact: true })).toBeVisible();
  expect(await routeOf(network, 'driver')).toEqual(['Five', 'One', 'Three', 'Two', 'Four']);

  await page.getByRole('link', { name: 'Edit Order' }).click();
  await handle('Four').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Four is over position 5 of 5.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Four is over position 4 of 5.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(dialog(page).getByRole('listitem').nth(3)).toContainText('Four');
  await page.getByRole('button', { name: 'Save Order' }).click();
  await expect.poll(() => routeOf(network, 'driver')).toEqual(['Five', 'One', 'Three', 'Four', 'Two']);

  await page.getByRole('link', { name: 'Edit Order' }).click();
  await expect(handle('Three')).toBeVisible();
  const onto = dialog(page).getByRole('complementary').getByText('Ben Driver');
  const ben = await centre(page, onto);
  await drag(page, await centre(page, handle('Three')), ben, 'Three is over Ben Driver.');
  await expect(page.getByText('1 task moved to Ben Driver', { exact: true })).toBeVisible();
  expect(await routeOf(network, 'driver2')).toEqual(['Three']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => routeOf(network, 'driver')).toEqual(['Five', 'One', 'Three', 'Four', 'Two']);
});

test('the attention links have counts, and each opens its list @long', async ({ open, network }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await expect(page.getByRole('navigation', { name: 'Needs attention' })).toHaveCount(0);
  const dispatcher = await network.as('dispatcher');
  const [failed] = await stops(network, 'driver', ['Locked gate']);
  await dispatcher.patch(`/api/tasks/${String(failed?.id)}`, { status: 'going' });
  await (
    await network.as('driver')
  ).patch(`/api/tasks/${String(failed?.id)}`, { status: 'hold', failure_reason: 'closed' });
  await make(dispatcher, pickup({ driver_id: null, location: 'Nobody goes there' }));
  await make(
    dispatcher,
    delivery({ driver_id: network.ids.driver2, location: 'Lost', address: 'behind the moon' }),
  );
  const soon = new Date(Date.now() + 10 * 60_000).toISOString();
  const later = new Date(Date.now() + 120 * 60_000).toISOString();
  await make(
    dispatcher,
    delivery({ driver_id: network.ids.driver2, location: 'Soon', status: 'hold', need_by: soon }),
  );
  await make(
    dispatcher,
    delivery({ driver_id: network.ids.driver2, location: 'Later', status: 'hold', need_by: later }),
  );
  await page.goto('/dispatcher');
  const bar = page.getByRole('navigation', { name: 'Needs attention' });
  await expect(bar.getByRole('link')).toHaveText([
    '1 could not complete',
    '1 need-by at risk',
    '1 not on the map',
    '1 unassigned',
    /^Next release \d/,
  ]);
  await expectAccessible(page);
  await bar.getByRole('link', { name: '1 Could not complete' }).click();
  await expect(dialog(page)).toContainText('Could not complete: closed');
  await dialog(page).getByRole('link', { name: 'Need-by at risk' }).click();
  await expect(dialog(page)).toContainText('Soon');
  await expect(dialog(page)).not.toContainText('Later');
  await dialog(page).getByRole('link', { name: 'Unassigned 1' }).click();
  await page.getByLabel('Select Nobody goes there').check();
  await page.getByLabel('Move to').selectOption('Alma Driver');
  await page.getByRole('button', { name: 'Move 1 task' }).click();
  await expect(page.getByText('Every open task has a driver.')).toBeVisible();
  expect(await routeOf(network, 'driver')).toEqual(['Nobody goes there']);
  expect(await ours(page).count()).toBe(1);
});

test('a driver’s row says when the route is done and what comes late, and so does the line above', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const place = { latitude: '39.1', longitude: '-94.6', deliver_by: new Date().toISOString() };
  const [late] = await stops(network, 'driver', ['Rush Hour Garage'], place);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  const doneBy = (name: RegExp) => row(page, name).getByRole('cell').last();
  await expect(doneBy(/^Alma Driver$/)).toHaveText(/^\d+:\d\d [AP]M1 late$/);
  await expect(doneBy(/^Ben Driver$/)).toHaveText(/^\s*$/);
  const bar = page.getByRole('navigation', { name: 'Needs attention' });
  await bar.getByRole('link', { name: '1 likely late' }).click();
  await expect(dialog(page)).toContainText('Rush Hour Garage');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
  await expect(dialog(page)).toContainText(/done by \d+:\d\d [AP]M/);
  await expect(dialog(page)).toContainText(/· Delivery · .*about \d+:\d\d [AP]M late/);
  await dispatcher.patch(`/api/tasks/${String(late?.id)}`, { deliver_by: null });
  await expect(doneBy(/^Alma Driver$/)).toHaveText(/^\d+:\d\d [AP]M$/);
  await expect(dialog(page)).not.toContainText(', late');
});

test('seen: the board says when the phone of the driver has shown a task, and forgets it with the driver @long', async ({
  open,
  network,
}) => {
  const [task] = await stops(network, 'driver', ['New stop']);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await expect(row(page, /Alma Driver/)).toContainText('1 not seen');
  const phone = await open('driver', { phone: true });
  await phone.goto('/driver');
  await expect(row(page, /Alma Driver/)).toContainText(/seen \d+:\d\d [AP]M/);
  await expect(row(page, /Alma Driver/)).not.toContainText('not seen');
  const dispatcher = await network.as('dispatcher');
  await dispatcher.patch(`/api/tasks/${String(task?.id)}`, { driver_id: network.ids.driver2 });
  await expect(row(page, /Ben Driver/)).toContainText('1 not seen');
});

test('deleted by mistake: back within a minute, from the message @long', async ({ open, network }) => {
  const [task] = await stops(network, 'driver', ['First', 'Second']);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/${String(task?.id)}`);
  await hydrated(page);
  await page.getByRole('link', { name: 'Delete Task' }).click();
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(page.getByText('Task deleted successfully', { exact: true })).toBeVisible();
  expect(await routeOf(network, 'driver')).toEqual(['Second']);
  await page.keyboard.press('F8');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(await routeOf(network, 'driver')).toEqual(['First', 'Second']);
});

test('on a slow line the page hears of the undo before its answer, and the answer counts all the same @long', async ({
  open,
  network,
}) => {
  const [task] = await stops(network, 'driver', ['First', 'Second']);
  const page = await open('dispatcher');
  await page.route('**/dispatcher/undo*', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.fulfill({ response });
  });
  await page.goto(`/dispatcher/tasks/${String(task?.id)}/delete`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(page.getByText('Task deleted successfully', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
});

test('a colleague deletes the task that is being edited: it is said, and what was typed goes into a new one @long', async ({
  open,
  network,
}) => {
  const [task] = await stops(network, 'driver', ['Short-lived']);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/${String(task?.id)}`);
  await hydrated(page);
  await page.getByLabel('Additional Notes').fill('Ask for Kim');
  await (await network.as('dispatcher2')).del(`/api/tasks/${String(task?.id)}`);
  await expect(dialog(page).getByRole('heading', { name: 'Task not found' })).toBeVisible();
  await expect(row(page, /Alma Driver/)).toBeAttached();
  await page.getByRole('button', { name: 'New task with what I typed' }).click();
  await expect(page.getByLabel('Location Name', { exact: true })).toHaveValue('Short-lived');
  await expect(page.getByLabel('Additional Notes')).toHaveValue('Ask for Kim');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Task created successfully').first()).toBeVisible();
});

test('a driver who leaves while the list is open: it is said, and the board stays', async ({
  open,
  network,
}) => {
  const leaver = await addUser(network.database, 'leaver', { name: 'Lea Ver' });
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/drivers/${String(leaver)}`);
  await hydrated(page);
  await expect(dialog(page).getByRole('heading', { name: 'Lea Ver' })).toBeVisible();
  await network.database.rows("update users set deactivated_at = now() where username = 'leaver'");
  await stops(network, 'driver', ['Anything that makes the page look again']);
  await expect(dialog(page).getByRole('heading', { name: 'Driver not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Close' }).last().click();
  await expect(row(page, /Alma Driver/)).toContainText('Anything');
});

test('a change that arrives between saving and the next page takes nothing from its message @long', async ({
  open,
  network,
}) => {
  const [task] = await stops(network, 'driver', ['Saved in a busy moment']);
  const colleague = await network.as('dispatcher2');
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/${String(task?.id)}`);
  await hydrated(page);
  await page.getByLabel('Additional Notes').fill('Busy');
  // This request brings the message.
  const isFrame = ({ pathname, searchParams }: URL) =>
    pathname === '/dispatcher.data' && searchParams.get('_routes') === 'routes/_app';
  await page.route(isFrame, async (route) => {
    const response = await route.fetch();
    await make(colleague, delivery({ driver_id: network.ids.driver2, location: 'Meanwhile' }));
    // This takes longer than the page needs to load its data again after a change.
    await new Promise((resolve) => setTimeout(resolve, waitLimit(600)));
    await route.fulfill({ response }).catch(() => undefined);
    await page.unroute(isFrame);
  });
  await page.getByRole('button', { name: 'Update Task' }).click();
  await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(row(page, /Ben Driver/)).toContainText('Meanwhile');
});

test('a refusal stays in sight when something else changes @long', async ({ open, network }) => {
  await addUser(network.database, 'gone', { name: 'Gone Soon' });
  await stops(network, 'driver', ['One', 'Two']);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
  await hydrated(page);
  await page.getByLabel('Select One').check();
  await network.database.rows("update users set deactivated_at = now() where username = 'gone'");
  await page.getByRole('button', { name: 'Move 1 task to…' }).click();
  await page.getByRole('menuitem', { name: 'Gone Soon' }).click();
  const refusal = dialog(page).getByText('Gone Soon is no longer a driver. Choose another one.');
  await expect(refusal).toBeVisible();
  await stops(network, 'driver', ['Three']);
  await expect(page.getByLabel('Select Three')).toBeVisible();
  await expect(refusal).toBeVisible();
  await expect(page.getByLabel('Select One')).toBeChecked();
});

test('a colleague’s change loads what has changed, also after a lost connection, and the rest stays', async ({
  open,
  network,
}) => {
  await stops(network, 'driver', ['First Stop']);
  await stops(network, 'driver2', ['Second Stop']);
  const colleague = await network.as('dispatcher2');
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  const wholes: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('.data') && searchParams.get('_routes') === 'routes/_app.dispatcher')
      wholes.push(request.url());
  });
  const answered = page.waitForResponse((response) => response.url().includes('/api/board?since='));
  await make(
    colleague,
    delivery({ driver_id: network.ids.driver2, location: 'Meanwhile', priority: 'urgent' }),
  );
  const { drivers } = (await (await answered).json()) as { drivers: { changed: { username: string }[] } };
  expect(drivers.changed.map(({ username }) => username)).toEqual(['driver2']);
  await expect(row(page, /Ben Driver/)).toContainText('1 urgent');
  await expect(row(page, /Alma Driver/)).toContainText('First Stop');

  await page.context().setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await make(colleague, delivery({ driver_id: network.ids.driver, location: 'Missed', priority: 'urgent' }));
  await page.context().setOffline(false);
  await expect(row(page, /Alma Driver/)).toContainText('1 urgent');
  expect(wholes).toEqual([]);
  await page.reload();
  await expect(row(page, /Alma Driver/)).toContainText('1 urgent');
});

/** A dispatcher plans the day, from the board to new lists, with and without JavaScript. */
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import type { Client } from '../support/client';
import { delivery, make, onMeridian } from '../support/factories';
import type { Network } from '../support/network';
import { addDrivers } from '../support/rows';
import { addShift } from '../support/shifts';

test.afterEach(async ({ network }) => {
  await network.database.rows('delete from shifts');
});

/** Adds two stops of Alma, one of Ben between them, and one without a driver near Cleo. */
async function threeLists(network: Network) {
  await network.database.rows('delete from tasks');
  const dispatcher = await network.as('dispatcher');
  const stopAt = (latitude: string, driver: string | null) =>
    make(dispatcher, onMeridian(latitude, { driver_id: driver && network.ids[driver] }));
  await stopAt('39.10', 'driver');
  await stopAt('39.20', 'driver');
  await stopAt('39.15', 'driver2');
  const listOf = async (driver: string) => {
    const found = await network.database.rows<{ location: string }>(
      'select location from tasks where driver_id = $1 order by order_index',
      [network.ids[driver]],
    );
    return found.map(({ location }) => location);
  };
  return { stopAt, listOf };
}

for (const javaScript of [true, false]) {
  test(`stops go to the others, for the drivers that are accepted, and come back (JavaScript: ${String(javaScript)}) @long`, async ({
    open,
    network,
  }) => {
    const { listOf } = await threeLists(network);
    const page = await open('dispatcher', { javaScript });
    await page.goto(`/dispatcher/plan?give=${String(network.ids.driver)}`);
    if (javaScript) await hydrated(page);
    await expect(page.getByRole('checkbox', { name: 'Alma Driver' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Cleo Driver' }).uncheck();
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await expect(page).toHaveURL(/\/dispatcher\/plan\/\d+$/);

    // The page updates itself. By default the others keep their order.
    await expect(page.getByRole('region', { name: /Only add: 2 lists change/ })).toBeVisible();
    await page.getByRole('link', { name: 'Few moves' }).click();
    const drivers = page.getByRole('region', { name: /Few moves: 2 lists change/ });
    // These are the lists of Ben and of Alma, who is not planned for.
    await expect(drivers).toContainText('One more list only loses tasks, and is not shown.');
    // Two tasks move and two drivers are affected in each answer, and answers with the same lists are one line.
    await expect(page.getByRole('cell', { name: '2', exact: true })).toHaveCount(2);
    await expect(page.getByText('Only add, Reorder, Best: the same lists as Few moves')).toBeVisible();
    await expect(drivers).toContainText('2 new');
    await expect(drivers).toContainText('New: Stop 39.10, Stop 39.20');
    if (javaScript) await expectAccessible(page);
    await page.getByRole('link', { name: 'Only add' }).click();
    await expect(page.getByRole('region', { name: /Only add: 2 lists change/ })).toBeVisible();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Applied: Ben Driver.')).toBeVisible();
    expect([await listOf('driver'), (await listOf('driver2')).length]).toEqual([[], 3]);
    await page.getByRole('button', { name: 'Undo' }).filter({ visible: true }).first().click();
    await expect.poll(() => listOf('driver')).toEqual(['Stop 39.10', 'Stop 39.20']);
    expect(await listOf('driver2')).toEqual(['Stop 39.15']);
  });
}

/** Near and far by turns, so that another order makes the list shorter. */
const ALTERNATING = ['39.1', '39.5', '39.2', '39.6'];

/** Gives each driver stops at these latitudes, on a meridian of their own. */
async function addStops(
  dispatcher: Client,
  drivers: { id: number }[],
  latitudesOf: (index: number) => string[],
): Promise<void> {
  for (const [index, { id }] of drivers.entries())
    for (const latitude of latitudesOf(index))
      await make(
        dispatcher,
        delivery({
          driver_id: id,
          latitude,
          longitude: String(-94.6 + index * 0.3),
          address: `${latitude} ${String(id)} St`,
        }),
      );
}

test('a driver is sick: three clicks from the list to new lists, and every view of the answer has an address @long', async ({
  open,
  network,
}) => {
  const { listOf } = await threeLists(network);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
  await hydrated(page);
  await page.getByRole('link', { name: 'Give Stops to Others' }).click();
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/^Applied: /).first()).toBeVisible();
  expect(await listOf('driver')).toEqual([]);

  const map = page.getByRole('region', { name: 'Map of stops' });
  await expect(map.getByRole('button', { name: /Stop 39.15/ })).toBeVisible();
  await page.getByRole('link', { name: 'Now', exact: true }).click();
  await expect(page).toHaveURL(/map=before/);
  await page.getByRole('link', { name: 'Ben Driver on the map' }).click();
  await expect(page).toHaveURL(/driver=\d+/);
  await expect(page.getByRole('link', { name: 'All drivers on the map' })).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('link', { name: 'Now', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(map.getByRole('button', { name: /Stop 39.15/ })).toBeVisible();
  await expectAccessible(page);
});

for (const javaScript of [true, false]) {
  test(`the page names tasks that the sick driver still has, and planning again uses the same stops and drivers (JavaScript: ${String(javaScript)}) @long`, async ({
    open,
    network,
  }) => {
    const { stopAt, listOf } = await threeLists(network);
    const page = await open('dispatcher', { javaScript });
    await page.goto(`/dispatcher/plan?give=${String(network.ids.driver)}`);
    if (javaScript) await hydrated(page);
    await page.getByRole('checkbox', { name: 'Cleo Driver' }).uncheck();
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    const apply = page.getByRole('button', { name: 'Apply' });
    await expect(apply).toBeVisible();
    await stopAt('39.30', 'driver2');
    await apply.click();
    const left = page.getByText('Still with Alma Driver: Stop 39.10, Stop 39.20.');
    await expect(left.filter({ visible: true }).first()).toBeVisible();

    await page.getByRole('link', { name: 'Plan Again' }).click();
    await expect(page).toHaveURL(/give=\d+/);
    await expect(page.getByRole('heading', { name: 'Give Alma Driver’s Stops to the Others' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Alma Driver' })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Cleo Driver' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await apply.click();
    await expect(page.getByText('Applied: Ben Driver.').filter({ visible: true }).first()).toBeVisible();
    expect(await listOf('driver')).toEqual([]);
  });
}

test('a plan of chosen tasks is made again for them', async ({ open, network }) => {
  const { stopAt } = await threeLists(network);
  const chosen = await stopAt('39.21', null);
  await stopAt('39.22', null);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/plan?tasks=${String(chosen.id)}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
  await page.getByRole('link', { name: 'Plan Again' }).click();
  await expect(page.getByRole('checkbox', { name: /Stop 39/ })).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: 'Stop 39.21' })).toBeChecked();
});

test('on a phone: drivers without a tick stay as they are, and one whose list changed meanwhile is named @long', async ({
  open,
  network,
}) => {
  const { stopAt, listOf } = await threeLists(network);
  await stopAt('39.21', null);
  const page = await open('dispatcher', { phone: true });
  await page.goto('/dispatcher/plan');
  await hydrated(page);
  await page.getByRole('checkbox', { name: 'Cleo Driver' }).uncheck();
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('link', { name: 'Only add' }).click();
  await expect(page.getByRole('region', { name: 'Only add: 1 list changes' })).toBeVisible();
  const alma = page.getByRole('checkbox', { name: 'Alma Driver' });
  await expect(alma).toBeChecked();
  await expect(
    page.getByRole('img', { name: /Alma Driver, plan: .*Stop 39.21.*new in this list/ }),
  ).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page);

  await alma.uncheck();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Choose at least one driver').first()).toBeVisible();
  await alma.check();
  await stopAt('39.30', 'driver');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/Left as they are: Alma Driver \(/).first()).toBeVisible();
  expect(await listOf('driver')).toEqual(['Stop 39.10', 'Stop 39.20', 'Stop 39.30']);
});

test('drivers on duty come first, by name, with hours and tasks on one line', async ({ open, network }) => {
  await threeLists(network);
  const dispatcher = await network.as('dispatcher');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date());
  for (const driver of ['driver3', 'driver']) {
    await dispatcher.put(`/api/shifts/${String(network.ids[driver])}/${today}`, {
      start: '15:00',
      end: '06:00',
    });
  }
  const page = await open('dispatcher');
  await page.goto('/dispatcher/plan');
  await hydrated(page);
  const namesIn = (title: string) =>
    page.getByRole('group', { name: title }).getByRole('checkbox', { checked: title === 'On duty' });
  await expect(namesIn('On duty')).toHaveCount(2);
  await expect(namesIn('On duty').first()).toHaveAccessibleName('Alma Driver 3:00 PM–6:00 AM, 2 tasks');
  await expect(namesIn('On duty').last()).toHaveAccessibleName('Cleo Driver 3:00 PM–6:00 AM, 0 tasks');
  await expect(namesIn('Off duty')).toHaveAccessibleName('Ben Driver 1 task');
  await network.database.rows('delete from shifts');
});

test('a long plan on a phone: hours above the bars are apart, and Apply stays in sight @long', async ({
  open,
  network,
}) => {
  const { stopAt } = await threeLists(network);
  // The stop is far away, so that the day has many hours.
  await stopAt('30.00', 'driver');
  const page = await open('dispatcher', { phone: true });
  await page.goto('/dispatcher/plan');
  await hydrated(page);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
  const edges = await page.locator('svg text:visible').evaluateAll((all) =>
    all
      .filter((each) => each.closest('svg')?.getAttribute('aria-hidden') === 'true')
      .map((each) => each.getBoundingClientRect())
      .map(({ left, right }) => ({ left, right })),
  );
  expect(edges.length).toBeGreaterThan(2);
  for (const [index, { left }] of edges.slice(1).entries())
    expect(left).toBeGreaterThan(edges[index]?.right ?? 0);
  await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight / 2);
  });
  await page.getByRole('checkbox').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeInViewport();
  await expectAccessible(page);
});

test('an invoice number stays on one line beside a name of any length', async ({ open, network }) => {
  await network.database.rows('delete from tasks');
  const dispatcher = await network.as('dispatcher');
  for (let length = 8; length < 40; length += 3)
    await make(
      dispatcher,
      onMeridian('39.10', { location: 'S'.repeat(length), invoice_number: 'INV-48249-07' }),
    );
  const page = await open('dispatcher');
  await page.goto('/dispatcher/plan');
  await hydrated(page);
  await page.getByText('Choose tasks').click();
  const numbers = page.getByText('INV-48249-07', { exact: true });
  await expect(numbers).toHaveCount(11);
  const lines = await numbers.evaluateAll((all) =>
    all.map((each) => {
      const text = document.createRange();
      text.selectNodeContents(each);
      return text.getClientRects().length;
    }),
  );
  expect(lines).toEqual(Array(11).fill(1));
});

test('many drivers off duty do not hide the tasks that need attention', async ({ open, network }) => {
  const { stopAt } = await threeLists(network);
  const dispatcher = await network.as('dispatcher');
  const extra = await addDrivers(network.database, 'More', 4);
  for (const { id } of extra)
    await make(dispatcher, delivery({ driver_id: id, latitude: '39.2', longitude: '-94.6' }));
  await stopAt('39.3', null);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date());
  await dispatcher.put(`/api/shifts/${String(network.ids.driver3)}/${today}`, {
    start: '15:00',
    end: '06:00',
  });
  const page = await open('dispatcher');
  await page.goto('/dispatcher/attention?kind=unassigned');
  await hydrated(page);
  const button = page.getByRole('link', { name: /Give (It|Them) to the Others/ });
  await expect(button).toHaveCount(0);
  await page.getByText('6 drivers are off duty, with 7 tasks').click();
  await expect(button).toHaveCount(6);
  await expect(page.getByRole('link', { name: 'Give It to the Others' })).toHaveCount(5);
  await expectAccessible(page, 'dialog');
  await network.database.rows('delete from shifts');
});

test('a plan that waits offers nothing to take, and what was applied to many lists is one line @long', async ({
  open,
  network,
}) => {
  await threeLists(network);
  const dispatcher = await network.as('dispatcher');
  const drivers = await addDrivers(network.database, 'Many', 7);
  await addStops(dispatcher, drivers, () => ALTERNATING);
  await network.database.rows(
    `insert into plans (status, request, alive_at) values ('running', '{}', now() + interval '1 hour')`,
  );
  const page = await open('dispatcher');
  await page.goto('/dispatcher/plan');
  await hydrated(page);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByText('Another plan is being made.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take What Is Found' })).toHaveCount(0);
  await network.database.rows("delete from plans where status = 'running'");
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/Applied to \d+ lists\./)).toBeVisible();
  await page.getByText('Whose lists').click();
  await expect(page.getByText(/Many Driver 1, Many Driver 2/)).toBeVisible();
  await expectAccessible(page, 'main');
});

test('a plan under way is looked at without its page: on a slow line the page still ends, and can be left', async ({
  open,
  network,
}) => {
  const [plan] = await network.database.rows<{ id: number }>(
    `insert into plans (status, request, alive_at) values ('running', '{}', now() + interval '1 hour') returning id`,
  );
  const id = String(plan?.id);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/plan/${id}`);
  await hydrated(page);
  await expect(page.getByText('Planning.')).toBeVisible();
  const count = { looks: 0, pages: 0 };
  let deliver: () => void = () => undefined;
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/plans/${id}`)) count.looks += 1;
  });
  await page.route(/\/dispatcher(\/.*)?\.data/, async (route) => {
    count.pages += 1;
    await delivered;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Back to the Dashboard' }).click();
  const before = count.looks;
  await expect.poll(() => count.looks).toBeGreaterThan(before + 1);
  const pagesBefore = count.pages;
  await expect.poll(() => count.looks).toBeGreaterThan(before + 3);
  expect([pagesBefore > 0, count.pages]).toEqual([true, pagesBefore]);
  deliver();
  await expect(page).toHaveURL('/dispatcher');
  await page.goBack();
  await expect(page.getByText('Planning.')).toBeVisible();
  await network.database.rows("update plans set status = 'failed'");
  await expect(page.getByText('The plan could not be made.')).toBeVisible();
});

test('a plan under way stays on its page while the server does not answer, and its end is seen later', async ({
  open,
  network,
}) => {
  const [plan] = await network.database.rows<{ id: number }>(
    `insert into plans (status, request, progress, alive_at) values ('running', '{}', 0.5, now() + interval '1 hour')
     returning id`,
  );
  const id = String(plan?.id);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/plan/${id}`);
  await hydrated(page);
  const looks = `**/api/plans/${id}`;
  let count = 0;
  await page.route(looks, (route) => {
    count += 1;
    return count % 2 === 0 ? route.abort() : route.fulfill({ status: 503, body: 'busy' });
  });
  await expect.poll(() => count).toBeGreaterThan(2);
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '0.5');
  await network.database.rows("update plans set status = 'failed'");
  await page.unroute(looks);
  await expect(page.getByText('The plan could not be made.')).toBeVisible();
});

for (const javaScript of [true, false]) {
  test(`a break is a segment of the bar, said in words, with later stops behind it (JavaScript: ${String(javaScript)})`, async ({
    open,
    network,
  }) => {
    await threeLists(network);
    await addShift(network.database, network.ids.driver, -60, 540, { breakMinutes: 30, breakFrom: 1 });
    const page = await open('dispatcher', { javaScript });
    await page.goto('/dispatcher/plan');
    if (javaScript) await hydrated(page);
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    const drivers = page.getByRole('region', { name: /Few moves: / });
    const text = /Break \d+:\d\d [AP]M–\d+:\d\d [AP]M/;
    const bar = drivers.getByRole('img', { name: text });
    await expect(bar.first()).toHaveAccessibleName(/Alma Driver, .*Break .*; \d\. Stop/);
    await expect(bar.first().locator('rect').filter({ hasText: text })).toHaveCount(1);
    await expect(drivers.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expect(drivers.getByRole('list', { name: 'Segments of the bars' })).toContainText('Break');
    if (javaScript) await expectAccessible(page);
  });
}

test('figures of an answer are one line; Apply and five drivers who change are in sight on an office screen @long', async ({
  open,
  network,
}) => {
  await network.database.rows('delete from tasks');
  const dispatcher = await network.as('dispatcher');
  const drivers = await addDrivers(network.database, 'Seen', 12);
  // Six lists become shorter in another order. The others have one stop.
  await addStops(dispatcher, drivers, (index) => (index < 6 ? ALTERNATING : ['39.1']));
  const page = await open('dispatcher');
  await page.setViewportSize({ width: 1366, height: 625 });
  await page.goto('/dispatcher/plan');
  await hydrated(page);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  const apply = page.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeInViewport({ ratio: 1 });
  const heights = await page
    .getByRole('row')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(32);
  // Lists of one stop have no other order.
  await page.getByRole('link', { name: 'Reorder' }).click();
  const boxes = page.getByRole('region', { name: 'Reorder: 6 lists change' }).getByRole('checkbox');
  for (let index = 0; index < 5; index += 1) await expect(boxes.nth(index)).toBeInViewport({ ratio: 1 });
  const staying = page.getByText(/^\d+ lists stay as they are$/);
  await expect(page.getByText('Seen Driver 12', { exact: true })).toBeHidden();
  await expectAccessible(page, 'main');
  await staying.click();
  await expect(page.getByText('Seen Driver 12', { exact: true })).toBeVisible();
  await expect(apply).toBeInViewport({ ratio: 1 });
  await network.database.rows('delete from tasks');
});

/** Schedules of runs on office screens, on phones, and without JavaScript. */
import type { Page } from '@playwright/test';
import { dayAfter } from '~/domain/network/shifts/hours';
import { wallClock } from '~/domain/kernel/time';
import { expect, expectAccessible, hydrated, test } from '../support/browser';

const today = wallClock(new Date(), 'America/Chicago').date;
const tomorrow = dayAfter(today, 1);

const departure = (page: Page, number: number) =>
  page.getByRole('group', { name: `Departure ${String(number)}`, exact: true });
const stop = (page: Page, number: number) =>
  page.getByRole('group', { name: `Stop ${String(number)}`, exact: true });

/** Every day of the week. */
async function everyDay(page: Page, number: number) {
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    await departure(page, number).getByRole('checkbox', { name: day }).check();
}

test('a schedule is entered with its stops in their order, and its runs are in the week', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  for (const name of ['Halvorsen Brake', 'Wexley Collision', 'Juniper Garage'])
    await dispatcher.post('/api/accounts', { name, accountType: 'shop' });
  const page = await open('dispatcher');
  await page.goto('/dispatcher/runs');
  await expect(page.getByText('There are no schedules yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New Schedule' }).click();
  await expect(page).toHaveURL('/dispatcher/runs/new');
  await hydrated(page);
  await expectAccessible(page);
  await page.getByLabel('Name').fill('North');
  await departure(page, 1).getByLabel('Departs').fill('10:30 AM');
  await departure(page, 1).getByLabel('Cut-off').fill('10:50 AM');
  await everyDay(page, 1);
  const accounts = ['Halvorsen Brake', 'Wexley Collision', 'Juniper Garage'];
  await page.getByRole('button', { name: 'Add Stop' }).click();
  for (const [index, name] of accounts.entries())
    await stop(page, index + 1)
      .getByLabel('Account')
      .fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  // The typed text stays.
  await expect(page.getByText('The cut-off must not be after the departure')).toBeVisible();
  await expect(stop(page, 3).getByLabel('Account')).toHaveValue('Juniper Garage');
  await departure(page, 1).getByLabel('Cut-off').fill('10:10 AM');
  await page.getByRole('button', { name: 'Move stop 3 up' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('North saved', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/dispatcher/runs');
  await expect(page.getByRole('link', { name: /10:30 AM/ }).first()).toContainText(
    /closes 10:10 AM|Cancelled|Closed/,
  );
  await expectAccessible(page);

  await page.getByRole('link', { name: 'North', exact: true }).click();
  const kept = await Promise.all(
    [1, 2, 3].map((number) => stop(page, number).getByLabel('Account').inputValue()),
  );
  expect(kept.map((each) => each.replace(/ \(#\d+\)$/, ''))).toEqual([
    'Halvorsen Brake',
    'Juniper Garage',
    'Wexley Collision',
  ]);
  await page.getByLabel('Vehicle').fill('Van 3');
  await page.getByLabel(/^Also/).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/dispatcher/runs');
  expect(await network.database.rows('select distinct vehicle from runs where departs_at > now()')).toEqual([
    { vehicle: 'Van 3' },
  ]);

  await page.getByRole('link', { name: 'North', exact: true }).click();
  await page.getByRole('link', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Schedule' });
  await dialog.getByRole('button', { name: 'Delete Schedule' }).click();
  await expect(page.getByText('There are no schedules yet.')).toBeVisible();
});

test('on a phone without JavaScript a schedule is entered, a day is changed, and a day is closed', async ({
  open,
  network,
}) => {
  const page = await open('dispatcher', { phone: true, javaScript: false });
  await page.goto('/dispatcher/runs/new');
  await page.getByLabel('Name').fill('South');
  await departure(page, 1).getByLabel('Departs').fill('1:30 PM');
  await departure(page, 1).getByLabel('Cut-off').fill('5:00 PM');
  await departure(page, 1).getByLabel('On', { exact: true }).selectOption('the working day before');
  await everyDay(page, 1);
  await stop(page, 1).getByLabel('Account').fill('Nobody knows');
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText('There is no account called Nobody knows')).toBeVisible();
  await stop(page, 1).getByLabel('Account').fill('');
  await page.getByLabel('Zone: ZIP codes').fill('64108 64111');
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page).toHaveURL('/dispatcher/runs');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBe(0);

  const [schedule] = await network.database.rows<{ id: number }>('select id from run_schedules');
  const path = `/dispatcher/runs/${String(schedule?.id)}`;
  await page.goto(path);
  expect(await overflow()).toBe(0);
  await page.goto(`${path}/${dayAfter(today, 2)}`);
  expect(await overflow()).toBe(0);
  const state = async (day: string) =>
    (
      await network.database.rows<{ state: string }>(
        'select state from runs where day = $1 and departs = 810',
        [day],
      )
    )[0]?.state;
  await page.getByRole('button', { name: 'Skip 1:30 PM' }).tap();
  await expect(page.getByText('Departure skipped', { exact: true })).toBeVisible();
  await expect.poll(() => state(dayAfter(today, 2))).toBe('cancelled');
  await page.getByRole('button', { name: 'Remove: 1:30 PM: skipped' }).tap();
  await expect.poll(() => state(dayAfter(today, 2))).toBe('building');
  await page.getByLabel('New departure').fill('2:15 PM');
  await page.getByRole('button', { name: 'Move', exact: true }).tap();
  await expect(page.getByText('1:30 PM: moved to 2:15 PM')).toBeVisible();

  await page.goto('/dispatcher/runs');
  await page.getByRole('textbox', { name: 'Day' }).fill(dayAfter(today, 3));
  await page.getByLabel('Note').fill('Holiday');
  await page.getByRole('button', { name: 'Close Day' }).tap();
  await expect(page.getByText('Holiday', { exact: true })).toBeVisible();
  await expect.poll(() => state(dayAfter(today, 3))).toBe('cancelled');
  await page.getByRole('button', { name: /Open .* again/ }).tap();
  await expect(page.getByText('Holiday', { exact: true })).toHaveCount(0);
  await expect.poll(() => state(dayAfter(today, 3))).toBe('building');
});

test('one day has no trouble with readers of screens, in both sizes', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const times = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, departs: '23:30', cutoff: '23:00' }));
  const { body } = await dispatcher.post<{ id: number }>('/api/run-schedules', {
    name: 'Night',
    dealership: 'Ford',
    times,
  });
  const path = `/dispatcher/runs/${String(body.id)}`;
  await dispatcher.post(`/api/run-schedules/${String(body.id)}/exceptions`, {
    day: tomorrow,
    kind: 'extra',
    departs: '12:00',
  });
  for (const phone of [false, true]) {
    const page = await open('dispatcher', { phone });
    for (const address of ['/dispatcher/runs', path, `${path}/${tomorrow}`]) {
      await page.goto(address);
      await hydrated(page);
      await expectAccessible(page);
    }
    await expect(page.getByRole('heading', { name: /^Night, / })).toBeVisible();
  }
});

test('standing stops are ordered by dragging, with a mouse and with keys, and typed text stays', async ({
  open,
}) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher/runs/new');
  await hydrated(page);
  await page.getByRole('button', { name: 'Add Stop' }).click();
  for (const [index, name] of ['One', 'Two', 'Three'].entries())
    await stop(page, index + 1)
      .getByLabel('Account')
      .fill(name);
  const accounts = () =>
    Promise.all([1, 2, 3].map((number) => stop(page, number).getByLabel('Account').inputValue()));
  const grip = (number: number) => stop(page, number).getByRole('button', { name: /^Drag/ });
  const last = await grip(3).boundingBox();
  const first = await grip(1).boundingBox();
  await page.mouse.move((last?.x ?? 0) + 10, (last?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((last?.x ?? 0) + 10, (first?.y ?? 0) + 30, { steps: 10 });
  await page.mouse.move((first?.x ?? 0) + 10, (first?.y ?? 0) - 5, { steps: 5 });
  await page.mouse.up();
  await expect.poll(accounts).toEqual(['Three', 'One', 'Two']);
  await grip(1).press('Space');
  await expect(page.getByText('Stop 1 is over position 1 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Stop 1 is over position 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(accounts).toEqual(['One', 'Three', 'Two']);
  await expectAccessible(page);
});

test('a standing stop is at one of the addresses of its account', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const { body: account } = await dispatcher.post<{ id: number }>('/api/accounts', { name: 'Two Places' });
  for (const [name, address] of [
    ['Shop', '1 Main St'],
    ['Yard', '2 Oak St'],
  ])
    await dispatcher.post(`/api/accounts/${String(account.id)}/addresses`, {
      name,
      address,
      city: 'Kansas City',
      state: 'MO',
      zipCode: '64108',
    });
  const { body } = await dispatcher.post<{ id: number }>('/api/run-schedules', {
    name: 'Addresses',
    dealership: 'Ford',
    times: [{ weekday: 1, departs: '10:30', cutoff: '10:10' }],
    stops: [{ accountId: account.id }],
  });
  const stored = () =>
    network.database.rows(
      `select d.name from run_stops p left join account_addresses d on d.id = p.address_id where p.schedule_id = $1`,
      [body.id],
    );
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    await page.goto(`/dispatcher/runs/${String(body.id)}`);
    if (javaScript) await hydrated(page);
    const wanted = javaScript ? 'Yard' : 'Shop';
    const choice = stop(page, 1).getByLabel('Address');
    await choice.selectOption({
      label: `${wanted}: ${javaScript ? '2 Oak' : '1 Main'} St, Kansas City, MO 64108`,
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Addresses saved', { exact: true })).toBeVisible();
    expect(await stored()).toEqual([{ name: wanted }]);
  }
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/runs/${String(body.id)}`);
  await hydrated(page);
  await stop(page, 1).getByLabel('Account').fill('Another');
  await expect(stop(page, 1).getByLabel('Address')).toHaveCount(0);
});

test('a zone is drawn on a map: corners are added, moved with the text, and deleted', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  await network.database.rows('delete from accounts');
  const { body: account } = await dispatcher.post<{ id: number }>('/api/accounts', { name: 'In the Zone' });
  await dispatcher.post(`/api/accounts/${String(account.id)}/addresses`, {
    name: 'Main',
    address: '3 Elm St',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64108',
  });
  await network.database.rows(
    'update account_addresses set latitude = 39.05, longitude = -94.55 where account_id = $1',
    [account.id],
  );
  const page = await open('dispatcher');
  await page.goto('/dispatcher/runs/new');
  await hydrated(page);
  await page.getByLabel('Name').fill('Drawn');
  const corners = page.getByLabel('Or draw a zone');
  await corners.fill('39.1, -94.6\n39.1, -94.5\n39, -94.5\n39, -94.6');
  await page.getByRole('button', { name: 'Draw on the Map' }).click();
  const map = page.getByRole('region', { name: 'Map of the zone' });
  const corner = (number: number) =>
    map.getByRole('button', { name: `Corner ${String(number)}`, exact: true });
  await expect(corner(4)).toBeVisible();
  await expect(page.getByText(/^1 of 1 account addresses inside$/)).toBeVisible();
  await expectAccessible(page);
  const box = await map.boundingBox();
  await map.click({ position: { x: 4, y: (box?.height ?? 0) / 2 } });
  await expect(corner(5)).toBeVisible();
  expect((await corners.inputValue()).split('\n')).toHaveLength(5);
  await page.getByRole('button', { name: 'Delete Corner' }).click();
  await expect(corner(5)).toHaveCount(0);
  const from = await corner(1).boundingBox();
  const middle = { x: (from?.x ?? 0) + 12, y: (from?.y ?? 0) + 12 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 40, middle.y + 30, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await corners.inputValue()).split('\n')[0]).not.toBe('39.1, -94.6');
  // The text is the other way to the same corners.
  await corner(2).press('Delete');
  await expect(corner(4)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Drawn saved', { exact: true })).toBeVisible();
  const [stored] = await network.database.rows<{ zone: { polygon: [number, number][] } }>(
    "select zone from run_schedules where name = 'Drawn'",
  );
  expect(stored?.zone.polygon).toHaveLength(3);
  expect(stored?.zone.polygon.slice(1)).toEqual([
    [-94.5, 39],
    [-94.6, 39],
  ]);
});

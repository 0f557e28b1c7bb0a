import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';
import { wallClock } from '~/domain/time';
import type { Task } from '~/domain/tasks/task';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, pickup, transfer } from '../support/factories';
import type { Network } from '../support/network';

const ZONE = 'America/Chicago';
const location = (page: Page) => page.getByLabel('Location Name', { exact: true });
const address = (page: Page) => page.getByLabel('Address', { exact: true });
const notes = (page: Page) => page.getByLabel('Additional Notes');
const needByDate = (page: Page) => page.getByLabel('Need By Date');
const needByTime = (page: Page) => page.getByLabel('Need By Time');
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Choose a day' });
const save = (page: Page) => page.getByRole('button', { name: 'Update Task' });
const matches = (page: Page) => page.getByRole('listbox', { name: 'Accounts' }).getByRole('option');
const overtaken = (page: Page) =>
  page.getByRole('region', { name: 'This task has changed since you opened it.' });
const pathOf = ({ id }: Pick<Task, 'id'>) => `/dispatcher/tasks/${String(id)}`;

async function openNew(page: Page): Promise<void> {
  await page.goto('/dispatcher/tasks/new');
  await hydrated(page);
}

async function hold(page: Page): Promise<void> {
  await page.getByLabel('Status', { exact: true }).selectOption('Hold');
}

/** The clocks of the page, as a moment: the server's go on as they are. */
async function openNewAt(page: Page, at: string): Promise<void> {
  await page.clock.install({ time: new Date(at) });
  await openNew(page);
  await hold(page);
}

/** Accounts with these addresses; the last one is its account's default. */
async function addAccount({ database }: Network, name: string, type: string, streets: string[]) {
  await database.rows('delete from accounts where name = $1', [name]);
  await database.rows(
    `with account as (insert into accounts (name, account_type) values ($1, $2) returning id)
     insert into account_addresses (account_id, name, address, city, state, zip_code, is_default)
     select id, street, street, 'Merriam', 'KS', '66203', n = $4::integer
     from account, unnest($3::text[]) with ordinality as s(street, n)`,
    [name, type, streets, streets.length],
  );
}

test.describe('need-by', () => {
  test('the calendar by keyboard: days, weeks, months, today; past days are no choice; focus comes back', async ({
    open,
  }) => {
    const page = await open('dispatcher');
    await openNewAt(page, '2027-05-12T15:20:00Z');
    await page.getByRole('button', { name: 'Open the calendar' }).press('Enter');
    const day = (words: string) => calendar(page).getByRole('button', { name: words, exact: true });
    const today = day('Wednesday, May 12, 2027');
    await expect(today).toBeFocused();
    await expect(today).toHaveAttribute('aria-current', 'date');
    await expect(day('Tuesday, May 11, 2027')).toBeDisabled();
    await expect(calendar(page).getByRole('button', { name: 'Previous month' })).toBeDisabled();
    await expectAccessible(page);
    for (const [key, words] of [
      ['ArrowLeft', 'Wednesday, May 12, 2027'],
      ['ArrowRight', 'Thursday, May 13, 2027'],
      ['ArrowDown', 'Thursday, May 20, 2027'],
      ['End', 'Saturday, May 22, 2027'],
      ['Home', 'Sunday, May 16, 2027'],
      ['PageDown', 'Wednesday, June 16, 2027'],
      ['Shift+PageDown', 'Friday, June 16, 2028'],
      ['Shift+PageUp', 'Wednesday, June 16, 2027'],
      ['ArrowUp', 'Wednesday, June 9, 2027'],
      ['PageUp', 'Wednesday, May 12, 2027'],
      ['ArrowRight', 'Thursday, May 13, 2027'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(day(words)).toBeFocused();
    }
    await expect(calendar(page).getByRole('heading')).toHaveText('May 2027');
    await page.keyboard.press('Enter');
    await expect(calendar(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open the calendar' })).toBeFocused();
    await expect(needByDate(page)).toHaveValue('2027-05-13');
    await expect(needByTime(page)).toHaveValue('11');

    await page.keyboard.press('Enter');
    await expect(day('Thursday, May 13, 2027')).toBeFocused();
    // Round and round inside, and Escape closes nothing but the calendar.
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key);
    await expect(day('Thursday, May 13, 2027')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(calendar(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open the calendar' })).toBeFocused();
    await expect(needByDate(page)).toHaveValue('2027-05-13');
    await expect(page.getByRole('heading', { name: 'Create New Task' })).toBeVisible();
  });

  test('the calendar by mouse: months, a day, a click beside it', async ({ open }) => {
    const page = await open('dispatcher');
    await openNewAt(page, '2027-05-12T15:20:00Z');
    const opener = page.getByRole('button', { name: 'Open the calendar' });
    await opener.click();
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(calendar(page).getByRole('button', { name: 'Next month' })).toBeFocused();
    await calendar(page).getByRole('button', { name: 'Tuesday, June 1, 2027' }).click();
    await expect(needByDate(page)).toHaveValue('2027-06-01');
    await opener.click();
    await expect(calendar(page)).toBeVisible();
    await page.getByRole('heading', { name: 'Create New Task' }).click();
    await expect(calendar(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Create New Task' })).toBeVisible();
  });

  test('it is only there for holds, and reckons on business clocks wherever the browser is', async ({
    browser,
    network,
  }) => {
    const context = await browser.newContext({ baseURL: network.app.origin, timezoneId: 'Asia/Tokyo' });
    const [name = '', value = ''] = (await network.as('dispatcher')).cookie().split('=');
    await context.addCookies([{ name, value, url: network.app.origin }]);
    const page = await context.newPage();
    // The 13th in Tokyo, the 12th in Kansas City.
    await page.clock.install({ time: new Date('2027-05-12T22:20:00Z') });
    await openNew(page);
    await expect(needByDate(page)).toBeHidden();
    await hold(page);
    await page.getByRole('button', { name: 'Open the calendar' }).click();
    await expect(calendar(page).locator('[aria-current="date"]')).toHaveAccessibleName(
      'Wednesday, May 12, 2027',
    );
    await page.keyboard.press('Enter');
    await expect(needByDate(page)).toHaveValue('2027-05-12');
    await expect(needByTime(page).locator('option:checked')).toHaveText('6 PM');
    await expect(needByTime(page).locator('option')).toHaveCount(24);
    await context.close();
  });

  test('late in the evening, in the past, and on the nights when clocks change: a sentence', async ({
    open,
    network,
  }) => {
    const page = await open('dispatcher');
    await openNewAt(page, '2027-03-14T04:50:00Z'); // 10:50 PM of the 13th
    await needByDate(page).fill('2027-03-13');
    await expect(needByTime(page)).toHaveValue('23');
    await page.clock.setFixedTime(new Date('2027-03-14T05:20:00Z')); // 11:20 PM
    await needByDate(page).fill('2027-03-15');
    await expect(needByTime(page)).toHaveValue('0');
    await needByDate(page).fill('2027-03-13');
    await expect(page.getByText('No full hour is left on Mar 13, 2027.')).toBeVisible();
    await expect(needByTime(page)).toHaveValue('');
    await needByTime(page).selectOption('10 PM');
    await expect(
      page.getByText('10 PM on Mar 13, 2027 is already past: the task becomes Pending at once.'),
    ).toBeVisible();
    await needByDate(page).fill('2027-03-14');
    await needByTime(page).selectOption('2 AM');
    await expect(page.getByText('2 AM does not exist on Mar 14, 2027')).toBeVisible();
    await expectAccessible(page);
    await location(page).fill('Night Garage');
    await page.getByLabel('Invoice Number(s)').fill('INV-1');
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(needByTime(page)).toHaveValue('2');
    await expect(needByTime(page)).toHaveAttribute('aria-invalid', 'true');
    expect(await network.database.rows("select id from tasks where location = 'Night Garage'")).toEqual([]);
    await needByDate(page).fill('2027-11-07');
    await needByTime(page).selectOption('1 AM');
    await expect(page.getByText('1 AM happens twice on Nov 7, 2027')).toBeVisible();
    // It has been said: saving says it no more.
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByText('Task created successfully', { exact: true })).toBeVisible();
    const [task] = await network.database.rows<{ need_by: Date }>(
      "select need_by from tasks where location = 'Night Garage'",
    );
    expect(task?.need_by.toISOString()).toBe('2027-11-07T07:00:00.000Z');
  });

  test('without JavaScript: inputs of the browser, the same sentences, and the second press saves', async ({
    open,
    network,
  }) => {
    const page = await open('dispatcher', { javaScript: false });
    await page.goto('/dispatcher/tasks/new');
    await expect(page.getByRole('button', { name: 'Open the calendar' })).toHaveCount(0);
    await hold(page);
    const { date } = wallClock(new Date(), ZONE);
    await needByDate(page).fill('2026-01-05');
    await needByTime(page).selectOption('9 AM');
    await location(page).fill('Plain Garage');
    await page.getByLabel('Invoice Number(s)').fill('INV-1');
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(
      page.getByText('9 AM on Jan 5, 2026 is already past: the task becomes Pending at once.'),
    ).toBeVisible();
    await expect(needByDate(page)).toHaveAttribute('min', date);
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByText('Task created successfully', { exact: true })).toBeVisible();
    expect(await network.database.rows("select id from tasks where location = 'Plain Garage'")).toHaveLength(
      1,
    );
  });
});

test.describe('two people on one task', () => {
  for (const javaScript of [true, false]) {
    test(`theirs or mine, field by field, ${javaScript ? 'with' : 'without'} JavaScript`, async ({
      open,
      network,
    }) => {
      const { driver, driver2 } = network.ids;
      const dispatcher = await network.as('dispatcher');
      const task = await make(dispatcher, delivery({ driver_id: driver, location: 'Contested' }));
      const page = await open('dispatcher2', { javaScript });
      await page.goto(pathOf(task));
      if (javaScript) await hydrated(page);
      await notes(page).fill('from the second');
      await page.getByLabel('Invoice Number(s)').fill('INV-SECOND');
      await page.getByLabel('Priority').selectOption('Urgent');
      await dispatcher.patch(`/api/tasks/${String(task.id)}`, {
        notes: 'from the first',
        invoice_number: 'INV-FIRST',
        driver_id: driver2,
        status: 'next-route',
      });
      await save(page).click();
      const told = overtaken(page);
      await expect(told).toBeVisible();
      if (javaScript) await expect(told).toBeFocused();
      await expect(told).toContainText('Driver: Alma Driver → Ben Driver (Dana Dispatcher');
      await expect(told).toContainText('Status: Pending → Next Route (Dana Dispatcher');
      await expect(told).not.toContainText(/order|version|_id|modifier/i);
      if (javaScript) await expectAccessible(page);
      await expect(page.getByLabel('Assign Driver')).toHaveValue(String(driver2));
      await expect(page.getByLabel('Status', { exact: true })).toHaveValue('next-route');
      await expect(page.getByLabel('Priority')).toHaveValue('urgent');
      await expect(notes(page)).toHaveValue('from the second');
      const choice = (label: string) => told.getByRole('group', { name: new RegExp(`^${label}`) });
      await expect(choice('Invoice')).toContainText('Keep mine: INV-SECOND');
      await expect(choice('Invoice')).toContainText('Take theirs: INV-FIRST');
      await expect(choice('Additional Notes').getByLabel(/Keep mine/)).toBeChecked();
      await choice('Invoice')
        .getByLabel(/Keep mine/)
        .focus();
      await page.keyboard.press('ArrowDown');
      await expect(choice('Invoice').getByLabel(/Take theirs/)).toBeChecked();
      await save(page).click();
      await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
      const { body } = await dispatcher.get<Task>(`/api/tasks/${String(task.id)}`);
      expect(body).toMatchObject({
        notes: 'from the second',
        invoice_number: 'INV-FIRST',
        driver_id: driver2,
        status: 'next-route',
        priority: 'urgent',
      });
    });
  }

  test('a third change shows again; typing into a contested field means mine', async ({ open, network }) => {
    const dispatcher = await network.as('dispatcher');
    const task = await make(dispatcher, delivery({ location: 'Contested again' }));
    const page = await open('dispatcher2');
    await page.goto(pathOf(task));
    await hydrated(page);
    await notes(page).fill('mine');
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'theirs' });
    await save(page).click();
    await page.getByLabel('Take theirs: theirs').check();
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'theirs again' });
    await save(page).click();
    // Theirs was what I wanted, and it has moved on.
    await expect(overtaken(page)).toContainText('Additional Notes: theirs → theirs again');
    await expect(notes(page)).toHaveValue('theirs again');
    await notes(page).fill('mine after all');
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'a fourth' });
    await save(page).click();
    await page.getByLabel('Take theirs: a fourth').check();
    await notes(page).press('End');
    await page.keyboard.type(', really');
    await expect(page.getByLabel('Keep mine: mine after all')).toBeChecked();
    await save(page).click();
    await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
    const { body } = await dispatcher.get<Task>(`/api/tasks/${String(task.id)}`);
    expect(body.notes).toBe('mine after all, really');
  });

  test('typed before a reload, changed by another since: it is still seen as overtaken', async ({
    open,
    network,
  }) => {
    const dispatcher = await network.as('dispatcher');
    const task = await make(dispatcher, delivery({ location: 'Reloaded' }));
    const page = await open('dispatcher2');
    await page.goto(pathOf(task));
    await hydrated(page);
    await notes(page).fill('before the reload');
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, { invoice_number: 'INV-NEW' });
    await page.reload();
    await hydrated(page);
    await expect(notes(page)).toHaveValue('before the reload');
    await save(page).click();
    await expect(overtaken(page)).toContainText('Invoice Number(s): INV-1001 → INV-NEW');
    await save(page).click();
    await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
    const { body } = await dispatcher.get<Task>(`/api/tasks/${String(task.id)}`);
    expect(body).toMatchObject({ invoice_number: 'INV-NEW', notes: 'before the reload' });
  });

  test('the activity speaks of people, not of columns', async ({ open, network }) => {
    const { driver, driver2 } = network.ids;
    const dispatcher = await network.as('dispatcher');
    const task = await make(dispatcher, pickup({ driver_id: driver }));
    await addAccount(network, 'Story Shop', 'shop', ['1 Story St']);
    const [account] = await network.database.rows<{ id: number }>(
      "select id from accounts where name = 'Story Shop'",
    );
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, {
      driver_id: driver2,
      destination_account_id: account?.id,
      status: 'hold',
      need_by: '2027-07-01T19:40:00Z',
    });
    const page = await open('dispatcher');
    await page.goto(pathOf(task));
    await page.getByText('Activity (2)').click();
    const story = page.getByRole('list').filter({ hasText: 'Dana Dispatcher' });
    await expect(story).toContainText('Driver: Alma Driver → Ben Driver');
    await expect(story).toContainText('Status: Pending → Hold');
    await expect(story).toContainText('Need By: – → Jul 1, 2027 2:40 PM');
    await expect(story).toContainText('Deliver To: – → Story Shop');
    await expect(story).not.toContainText(/order|_id|latitude|modifier/i);
    await expect(page.getByLabel('Created By')).toHaveValue(/^Dana Dispatcher · \d/);
    await expect(page.getByLabel('Created By')).not.toBeEditable();
    await expectAccessible(page);
  });
});

test.describe('places', () => {
  test('the combobox: matches announced, prefix marked, keys, Tab and Escape close, backspace asks nobody', async ({
    open,
    network,
  }) => {
    for (const name of ['Quarry Motors', 'Quarry Parts', 'Quail Auto'])
      await addAccount(network, name, 'vendor', [`1 ${name}`]);
    const page = await open('dispatcher');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/accounts') asked.push(searchParams.get('search') ?? '');
    });
    await openNew(page);
    const box = location(page);
    const option = (name: string) => page.getByRole('option', { name: new RegExp(name) });
    await box.pressSequentially('qua');
    await expect(matches(page)).toHaveCount(3);
    await expect(page.getByText('3 accounts found.')).toBeAttached();
    await expect(box).toHaveAttribute('aria-expanded', 'true');
    await expect(option('Quarry Motors').locator('b')).toHaveText('Qua');
    await expectAccessible(page);
    await box.press('ArrowDown');
    await expect(option('Quail Auto')).toHaveAttribute('aria-selected', 'true');
    const active = await option('Quail Auto').getAttribute('id');
    await expect(box).toHaveAttribute('aria-activedescendant', active ?? '');
    await box.press('ArrowUp');
    await expect(option('Quarry Parts')).toHaveAttribute('aria-selected', 'true');
    await box.press('Home');
    await expect(box).not.toHaveAttribute('aria-activedescendant', /./);
    await box.press('End');
    await box.pressSequentially('r');
    await expect(matches(page)).toHaveCount(2);
    await expect.poll(() => asked).toEqual(['qua', 'quar']);
    await box.press('Backspace');
    await expect(matches(page)).toHaveCount(3);
    await box.press('Escape');
    await expect(matches(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Create New Task' })).toBeVisible();
    await box.press('ArrowDown');
    await expect(matches(page)).toHaveCount(3);
    await box.press('Tab');
    await expect(matches(page)).toHaveCount(0);
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    expect(asked).toEqual(['qua', 'quar']);
  });

  test('it closes 200 ms after the focus has gone; what comes late or not at all says nothing', async ({
    open,
    network,
  }) => {
    await addAccount(network, 'Zephyr Auto', 'shop', ['1 Zephyr St']);
    const page = await open('dispatcher');
    await openNew(page);
    const box = location(page);
    await box.pressSequentially('zeph');
    await expect(matches(page)).toHaveCount(1);
    const openFor = matches(page).evaluate(
      (list) =>
        new Promise<number>((resolve) => {
          const from = performance.now();
          (document.activeElement as HTMLElement).blur();
          const watch = () => {
            if (list.isConnected && list.checkVisibility()) requestAnimationFrame(watch);
            else resolve(performance.now() - from);
          };
          watch();
        }),
    );
    expect(await openFor).toBeGreaterThan(190);
    await expect(matches(page)).toHaveCount(0);

    // The answer to the shorter text arrives after the one to the longer.
    const release = new EventEmitter();
    const held = once(release, 'released');
    await page.route(/api\/accounts\?search=ze(&|$)/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await box.fill('ze');
    await page.waitForRequest(/search=ze(&|$)/);
    await box.fill('zeb');
    await expect(page.getByText('You can continue typing to use "zeb" as a custom location.')).toBeVisible();
    release.emit('released');
    await expect(matches(page)).toHaveCount(0);

    await page.route(/api\/accounts/, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await box.fill('Nobody answers');
    await failed;
    await expect(page.getByText('No accounts found.')).toHaveCount(0);
    await expect(box).toHaveValue('Nobody answers');
  });

  test('an account decides type and address; several addresses are a choice, also when editing', async ({
    open,
    network,
  }) => {
    await addAccount(network, 'Several Shop', 'shop', ['3 Third St', '1 First St', '2 Second St']);
    await addAccount(network, 'Single Vendor', 'vendor', ['9 Only St']);
    const page = await open('dispatcher');
    await openNew(page);
    await location(page).pressSequentially('single');
    await page.getByRole('option', { name: /Single Vendor/ }).click();
    await expect(page.getByLabel('Pickup')).toBeChecked();
    await expect(address(page)).toHaveValue('9 Only St, Merriam, KS 66203');
    await location(page).fill('several');
    await page.getByRole('option', { name: /Several Shop/ }).click();
    await expect(page.getByLabel('Delivery', { exact: true })).toBeChecked();
    await expect(address(page).getByRole('option')).toHaveText([
      '2 Second St, Merriam, KS 66203',
      '1 First St, Merriam, KS 66203',
      '3 Third St, Merriam, KS 66203',
      'Another address …',
    ]);
    await expectAccessible(page);
    await address(page).selectOption('Another address …');
    await expect(address(page)).toBeFocused();
    await page.keyboard.type('Behind the house');
    await expect(address(page)).toHaveValue('Behind the house');

    const stored = '3 Third St, Merriam, KS 66203';
    const task = await make(
      await network.as('dispatcher'),
      delivery({ location: 'Several Shop', address: stored }),
    );
    await page.goto(pathOf(task));
    await hydrated(page);
    await expect(address(page).getByRole('option')).toHaveCount(4);
    await expect(address(page)).toHaveValue(stored);
    await location(page).fill('Several Shop, back door');
    await expect(address(page)).toHaveAttribute('maxlength', '500');
    await expect(address(page)).toHaveValue(stored);
  });

  test('the place of a transfer is completed too, with and without JavaScript', async ({ open, network }) => {
    await addAccount(network, 'Handover Hub', 'dealership', ['5 Hub St']);
    for (const javaScript of [true, false]) {
      const page = await open('dispatcher', { javaScript });
      await page.goto('/dispatcher/tasks/new?type=transfer');
      if (javaScript) await hydrated(page);
      await page.getByLabel('Delivery Location Name').fill('hand');
      if (javaScript) await page.getByRole('option', { name: /Handover Hub/ }).click();
      else {
        await page.getByRole('button', { name: 'Find' }).last().click();
        await page.getByRole('button', { name: 'Handover Hub – 5 Hub St' }).click();
      }
      await expect(page.getByLabel('Delivery Location Name')).toHaveValue('Handover Hub');
      await expect(page.getByLabel('Delivery Address')).toHaveValue('5 Hub St, Merriam, KS 66203');
      await expect(page.getByLabel('Transfer', { exact: true })).toBeChecked();
    }
  });
});

test.describe('entering', () => {
  test('one after the other, by keyboard alone', async ({ open, network }) => {
    await addAccount(network, 'Keyboard Shop', 'shop', ['7 Key St']);
    const page = await open('dispatcher');
    await page.goto(`/dispatcher/tasks/new?assign=${String(network.ids.driver2)}`);
    await hydrated(page);
    for (const invoice of ['INV-K1', 'INV-K2']) {
      await expect(location(page)).toBeFocused();
      await expect(location(page)).toHaveValue('');
      await expect(notes(page)).toHaveValue('');
      await expect(page.getByLabel('Assign Driver')).toHaveValue(String(network.ids.driver2));
      await page.keyboard.type('keyb');
      await expect(matches(page)).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(address(page)).toHaveValue('7 Key St, Merriam, KS 66203');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type(invoice);
      for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab');
      await page.keyboard.type('Ring twice');
      await page.getByRole('button', { name: 'Create and add another' }).press('Enter');
      await expect(page.getByText('Delivery · Keyboard Shop', { exact: true })).toBeVisible();
      await expect(page.getByLabel('Invoice Number(s)')).toHaveValue('');
    }
    expect(
      await network.database.rows(
        "select invoice_number, notes, driver_id from tasks where location = 'Keyboard Shop' order by id",
      ),
    ).toEqual([
      { invoice_number: 'INV-K1', notes: 'Ring twice', driver_id: network.ids.driver2 },
      { invoice_number: 'INV-K2', notes: 'Ring twice', driver_id: network.ids.driver2 },
    ]);
  });

  test('Enter in a field and Ctrl+Enter in the notes send the form', async ({ open, network }) => {
    const page = await open('dispatcher');
    await openNew(page);
    await page.keyboard.type('Enter Garage');
    await page.getByLabel('Invoice Number(s)').fill('INV-E');
    await notes(page).fill('one');
    await notes(page).press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Delivery · Enter Garage', { exact: true })).toBeVisible();
    expect(await network.database.rows("select notes from tasks where location = 'Enter Garage'")).toEqual([
      { notes: 'one\ntwo' },
    ]);
  });

  test('pre-assigned by dealership; the main button needs no scrolling', async ({ open, network }) => {
    const page = await open('dispatcher2');
    await openNew(page);
    await expect(page.getByLabel('Assign Driver')).toHaveValue(String(network.ids.driver));
    await expect(page.getByRole('button', { name: 'Create Task' })).toBeInViewport({ ratio: 1 });
    const phone = await open('dispatcher2', { phone: true });
    await openNew(phone);
    await expect(phone.getByRole('button', { name: 'Create Task' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(phone);
  });

  test('a driver who leaves while the form is filled in', async ({ open, network }) => {
    const [leaver] = await network.database.rows<{ id: number }>(
      `insert into users (username, password_hash, name, roles) values ('leaving', '-', 'Lee Leaver', '{driver}') returning id`,
    );
    const page = await open('dispatcher');
    await openNew(page);
    await location(page).fill('Deserted Garage');
    await page.getByLabel('Invoice Number(s)').fill('INV-D');
    await page.getByLabel('Assign Driver').selectOption('Lee Leaver');
    await network.database.rows('update users set deactivated_at = now() where id = $1', [leaver?.id]);
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByLabel('Assign Driver')).toHaveAccessibleDescription(
      'Lee Leaver is no longer a driver. Choose another one.',
    );
    await expect(location(page)).toHaveValue('Deserted Garage');
    await expect(page.getByLabel('Assign Driver')).toHaveValue(String(leaver?.id));
    await expect(page.getByLabel('Assign Driver').locator('option:checked')).toHaveText(
      'Lee Leaver (no longer a driver)',
    );
    await expectAccessible(page);
    await page.getByLabel('Assign Driver').selectOption('Ben Driver');
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByText('Delivery · Deserted Garage', { exact: true })).toBeVisible();
  });

  test('without a connection the form stays as it is and says so', async ({ open, network }) => {
    const page = await open('dispatcher');
    await openNew(page);
    await location(page).fill('Offline Garage');
    await page.getByLabel('Invoice Number(s)').fill('INV-O');
    await page.route(/tasks\/new\.data/, (route) => route.abort());
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByText(/^Failed to create task/).first()).toBeVisible();
    await expect(location(page)).toHaveValue('Offline Garage');
    await page.unroute(/tasks\/new\.data/);
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByText('Delivery · Offline Garage', { exact: true })).toBeVisible();
    expect(
      await network.database.rows("select id from tasks where location = 'Offline Garage'"),
    ).toHaveLength(1);
  });
});

test('Re-geolocate follows the address that is typed', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery({ location: 'Blank', address: '' }));
  const page = await open('dispatcher');
  await page.goto(pathOf(task));
  await hydrated(page);
  const button = page.getByRole('button', { name: 'Re-geolocate' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('title', 'Address is required to re-geolocate');
  await address(page).fill('4050 Pennsylvania Ave, Kansas City, MO 64111');
  await expect(button).toBeEnabled();
  await expect(button).not.toHaveAttribute('title', /./);
  await address(page).fill('  ');
  await expect(button).toBeDisabled();
  await button.press('Enter');
  await expect(page.getByText('Task location has been')).toHaveCount(0);
  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto(pathOf(task));
  await plain.getByRole('button', { name: 'Re-geolocate' }).click();
  await expect(plain.getByText('Address is required to re-geolocate')).toBeVisible();
});

test('a transfer and its delivery lead to each other; the delivery is read until it is unlocked', async ({
  open,
  network,
}) => {
  const { driver, driver2 } = network.ids;
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, transfer({ driver_id: driver, transfer_to_driver_id: driver2 }));
  const page = await open('dispatcher');
  await page.goto(`${pathOf(task)}?back=drivers/${String(driver)}`);
  await expect(page.getByRole('dialog')).toContainText(
    'Linked Delivery: Southside Hub (linked) for Ben Driver',
  );
  await page.getByRole('link', { name: 'Southside Hub', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Linked Transfer: Northland Hub (pending) for Alma Driver',
  );
  await expect(location(page)).not.toBeEditable();
  await expect(page.getByLabel('Assign Driver')).toHaveValue('Ben Driver');
  await expect(page.getByRole('link', { name: 'Delete Task' })).toHaveCount(0);
  await expectAccessible(page);
  await notes(page).fill('For the delivery');
  await save(page).click();
  await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/dispatcher/drivers/${String(driver)}`);
});

/** A whole day: 40 tasks for six drivers, entered at a desk, worked off on six phones, told by the events, archived. */
import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/task';
import { drawSignature, expect, hydrated, test } from '../support/browser';
import type { Client } from '../support/client';
import { BUSINESSES } from '../support/kansas-city';
import { addPeople } from '../support/people';
import type { Network } from '../support/network';

const DRIVERS = ['day1', 'day2', 'day3', 'day4', 'day5', 'day6'];
const TASKS = 40;
const BY_HAND = 6;

const places = BUSINESSES.map(({ name, type, address, city, state, zip }, i) => ({
  name,
  type,
  address: `${address}, ${city}, ${state} ${zip}`,
  state,
  i,
})).sort((a, b) => ((a.i * 7) % 60) - ((b.i * 7) % 60)); // both states and all types, mixed

type Planned = { driver: string; body: Record<string, unknown> };

function plan(ids: Record<string, number>): Planned[] {
  return places.slice(0, TASKS).map((place, i) => {
    const driver = DRIVERS[i % DRIVERS.length] ?? '';
    const isHold = i % 13 === 5;
    const body: Record<string, unknown> = {
      location: place.name,
      address: place.address,
      driver_id: ids[driver],
      priority: i % 9 === 4 ? 'urgent' : 'normal',
      ...(place.type === 'shop'
        ? { type: 'delivery', invoice_number: `INV-${String(9_000 + i)}` }
        : { type: 'pickup', part_numbers: `P-${String(100 + i)}` }),
      ...(isHold && { status: 'hold', need_by: new Date(Date.now() + 4_000).toISOString() }),
    };
    if (i === TASKS - 1) {
      Object.assign(body, {
        type: 'transfer',
        part_numbers: 'HAND-OVER-1',
        transfer_to_driver_id: ids.day2,
        transfer_destination_location: 'Brookside Auto Repair',
        transfer_destination_address: '6300 Brookside Plaza, Kansas City, MO 64113',
        driver_id: ids.day1,
        status: 'pending',
      });
    }
    return { driver, body };
  });
}

async function enterByHand(page: Page, { body }: Planned, driverName: string): Promise<void> {
  const delivery = body.type === 'delivery';
  await page.getByRole('link', { name: 'New Task' }).click();
  await page.getByLabel(delivery ? 'Delivery' : 'Pickup', { exact: true }).check();
  await page.getByLabel('Location Name', { exact: true }).fill(String(body.location));
  await page.getByLabel('Address', { exact: true }).fill(String(body.address));
  if (delivery) await page.getByLabel('Invoice Number(s)').fill(String(body.invoice_number));
  else await page.getByLabel('Part Number(s)').fill(String(body.part_numbers));
  if (body.priority === 'urgent') await page.getByLabel('Priority').selectOption('Urgent');
  await page.getByLabel('Assign Driver').selectOption(driverName);
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function expectInvariants({ database }: Network): Promise<void> {
  const wrong = await database.rows(`
    select 'order not unique or not complete' as what from tasks
    where not archived and driver_id is not null and status in ('pending', 'going')
    group by driver_id having count(distinct order_index) <> count(*)
    union all
    select 'two stops under way' from tasks where status = 'going' and not archived
    group by driver_id having count(distinct (location, address)) > 1
    union all
    select 'version without its event' from tasks t
    where version > 1 and not exists (select from task_events e where e.task_id = t.id and e.version = t.version)`);
  expect(wrong).toEqual([]);
}

/** Works everything off that is or becomes this driver's, the way a driver does. */
async function workOff(page: Page, network: Network, driverId: number): Promise<void> {
  const left = async () => {
    const [found] = await network.database.rows<{ n: number }>(
      `select count(*)::integer as n from tasks where driver_id = $1 and not archived and status <> 'completed'`,
      [driverId],
    );
    return found?.n ?? 0;
  };
  const going = page.getByRole('button', { name: 'Going', exact: true });
  const complete = page.getByRole('button', { name: 'Complete', exact: true });
  const sign = page.getByRole('link', { name: 'Complete', exact: true });
  while ((await left()) > 0) {
    // What is held or linked arrives by itself, live.
    const next = going.or(complete).or(sign).first();
    await expect
      .poll(async () => (await next.isVisible()) || (await left()) === 0, { timeout: 40_000 })
      .toBe(true);
    if (!(await next.isVisible())) continue;
    if (await going.first().isVisible()) {
      await going.first().tap();
      await expect(complete.or(sign).first()).toBeVisible();
    }
    await expectInvariants(network);
    if (await sign.isVisible()) {
      await sign.tap();
      await drawSignature(page);
      await page.getByLabel('Received by').fill('Day Customer');
      await complete.tap();
      await expect(page).toHaveURL(/\/driver$/);
    } else {
      await complete.tap();
    }
    await expect(complete.or(sign).first()).toBeHidden();
  }
}

test('a whole day', async ({ open, network }) => {
  test.setTimeout(300_000);
  const people = DRIVERS.map((username, i) => ({
    username,
    name: `Day Driver ${String(i + 1)}`,
    roles: ['driver'],
  }));
  const ids = await addPeople(network.database.url, people);
  const nameOf = (username: string) => people.find((person) => person.username === username)?.name ?? '';
  const dispatcher = await network.as('dispatcher');
  const planned = plan(ids);
  expect(new Set(places.slice(0, TASKS).map(({ state }) => state))).toEqual(new Set(['MO', 'KS']));

  const phones = await Promise.all(
    DRIVERS.map(async (username) => {
      const page = await open(username, { phone: true });
      await page.goto('/driver');
      await hydrated(page);
      return page;
    }),
  );
  const desk = await open('dispatcher');
  await desk.goto('/dispatcher');
  await hydrated(desk);
  const held: number[] = [];
  const byHand = planned
    .filter(({ body }) => body.status === undefined && body.type !== 'transfer')
    .slice(0, BY_HAND);
  for (const each of byHand) await enterByHand(desk, each, nameOf(each.driver));
  for (const { body } of planned.filter((each) => !byHand.includes(each))) {
    const { status, body: made } = await dispatcher.post<Task>('/api/tasks', body);
    expect(status).toBe(201);
    if (made.status === 'hold') held.push(made.id);
    await expectInvariants(network);
  }
  const entered = (await dispatcher.get<Task[]>('/api/tasks')).body;
  expect(entered).toHaveLength(TASKS + 1);

  await Promise.all(phones.map((phone, i) => workOff(phone, network, ids[DRIVERS[i] ?? ''] ?? 0)));

  await phones[0]?.getByRole('button', { name: 'End Route' }).tap();
  await expect(
    phones[0]?.getByText('Route Ended', { exact: true }).first() ?? desk.locator('body'),
  ).toBeVisible();
  await desk.getByRole('link', { name: 'Archive Tasks' }).click();
  await desk.getByRole('button', { name: /^Archive \d+ tasks$/ }).click();
  await expect(desk.getByText(/^\d+ tasks archived$/).first()).toBeVisible();
  await expectTheDayIsTold(dispatcher, network, entered, held);
});

async function expectTheDayIsTold(
  dispatcher: Client,
  { database }: Network,
  entered: Task[],
  held: number[],
): Promise<void> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date());
  const archived = (await dispatcher.get<Task[]>(`/api/tasks/archived/by-date/${today}`)).body;
  expect(archived.map(({ id }) => id).sort()).toEqual(entered.map(({ id }) => id).sort());
  const deliveries = archived.filter(({ type }) => type === 'delivery');
  expect(deliveries.length).toBeGreaterThan(15);
  for (const task of deliveries)
    expect(task.signature_image, `${String(task.id)} ${task.location}`).not.toBeNull();
  expect(await database.rows('select task_count from task_archive_summary where task_count > 0')).toEqual([
    { task_count: archived.length },
  ]);
  const recount = await database.rows(
    'select jsonb_object_agg(driver_id::text, n) as counts from (select driver_id, count(*)::integer as n from tasks where archived group by 1) c',
  );
  expect(await database.rows('select driver_counts as counts from task_archive_summary')).toEqual(recount);
  expect(held.length).toBeGreaterThan(2);
  const stories = await database.rows<{ task_id: number; story: string[] }>(
    `select task_id, array_agg(action order by id) as story from task_events where action not in ('reordered', 'seen') group by task_id`,
  );
  const linked = archived.find(({ linked_task_id }) => linked_task_id !== null);
  for (const { task_id, story } of stories) {
    const arrived = task_id === linked?.id ? ['unlocked'] : held.includes(task_id) ? ['released'] : [];
    expect(story, String(task_id)).toEqual(['created', ...arrived, 'going', 'completed', 'archived']);
  }
}

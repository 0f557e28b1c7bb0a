/** A whole day: 40 tasks for six drivers are entered at a desk, done on six phones, checked by their events, and archived. */
import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { drawSignature, expect, hydrated, test } from '../support/browser';
import type { Client } from '../support/client';
import { DAY_PEOPLE, DRIVERS, places, plan, TASKS, type Planned } from '../support/day';
import { brokenInvariants } from '../support/invariants';
import { addPeople } from '../support/people';
import type { Network } from '../support/network';

const BY_HAND = 6;

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
  expect(await brokenInvariants(database)).toEqual([]);
}

/** Completes all tasks that this driver has or gets, as a driver does. */
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
    // Held and linked tasks become available later, and the page shows them live.
    const next = going.or(complete).or(sign).first();
    await expect.poll(async () => (await next.isVisible()) || (await left()) === 0).toBe(true);
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

test('a whole day @long', async ({ open, network }) => {
  const ids = await addPeople(network.database.url, DAY_PEOPLE);
  const nameOf = (username: string) => DAY_PEOPLE.find((person) => person.username === username)?.name ?? '';
  const dispatcher = await network.as('dispatcher');
  const planned = plan(ids);
  expect(new Set(places.slice(0, TASKS).map(({ state }) => state))).toEqual(new Set(['MO', 'KS']));

  // The phones open one after the other, because six first visits at once would share one processor.
  const phones: Page[] = [];
  for (const username of DRIVERS) {
    const page = await open(username, { phone: true });
    await page.goto('/driver');
    await hydrated(page);
    phones.push(page);
  }
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

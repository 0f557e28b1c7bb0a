/** Orders of another system: a repeated call amends the task that the first one has made. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { startApp, type App } from '../support/app';
import type { Client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
let other: App;

beforeAll(async () => {
  other = await startApp({ databaseUrl: network.database.url });
});
afterAll(() => other.stop());

type Order = Task & { created: boolean };
type Refused = { error: string; current: Task; changes: Record<string, [unknown, unknown]> };

let orders = 0;
const freshReference = () => {
  orders += 1;
  return `order/${String(orders)} ü`;
};
const put = <Body = Order>(reference: string, body: object, by: Client = dispatcher) =>
  by.put<Body>(`/api/orders/${encodeURIComponent(reference)}`, body);
const tasksOf = (reference: string) =>
  network.database.rows<{ id: number }>('select id from tasks where external_ref = $1 order by id', [
    reference,
  ]);
const pathOf = ({ id }: { id: number }) => `/api/tasks/${String(id)}`;

test('the first call makes the task, a different one amends it, and the same one changes nothing', async () => {
  const reference = freshReference();
  const order = delivery({
    notes: 'ring',
    deliver_by: '2027-07-01T21:00:00Z',
    skills: ['lift gate'],
    size: 3,
  });
  const made = await put(reference, order);
  expect([made.status, made.body.created, made.body.external_ref]).toEqual([201, true, reference]);
  const same = await put(reference, order);
  expect([same.status, same.body.created, same.body.version]).toEqual([200, false, made.body.version]);
  // Changes of people stay in fields that the other system leaves out.
  await dispatcher.patch(pathOf(made.body), { priority: 'urgent' });
  const amended = await put(reference, {
    invoice_number: 'INV-1, INV-2',
    deliver_by: '2027-07-01T22:00:00Z',
  });
  expect(amended.status).toBe(200);
  expect(amended.body).toMatchObject({
    id: made.body.id,
    invoice_number: 'INV-1, INV-2',
    notes: 'ring',
    priority: 'urgent',
    version: made.body.version + 2,
  });
  expect(await tasksOf(reference)).toHaveLength(1);
});

test('an order under way is not changed, and the answer says what differs', async () => {
  const reference = freshReference();
  const order = delivery({ driver_id: network.ids.driver });
  const { body: task } = await put(reference, order);
  await driver.patch(pathOf(task), { status: 'going' });
  for (const status of ['going', 'completed']) {
    await dispatcher.patch(pathOf(task), { status });
    expect((await put(reference, order)).status).toBe(200);
    const refused = await put<Refused>(reference, { ...order, notes: 'late', invoice_number: 'INV-9' });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This order is under way and differs from what was sent',
    ]);
    expect(refused.body.changes).toEqual({ invoice_number: ['INV-1001', 'INV-9'], notes: ['', 'late'] });
    expect(refused.body.current).toMatchObject({ id: task.id, status, notes: '' });
  }
});

test('two calls at once on two instances make one task, and both are answered', async () => {
  for (let round = 0; round < 10; round += 1) {
    const reference = freshReference();
    const answers = await Promise.all(
      [dispatcher, dispatcher.through(other.origin)].flatMap((by) =>
        ['A', 'B'].map((notes) => put(reference, pickup({ notes }), by)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await tasksOf(reference)).toHaveLength(1);
  }
});

test('after its task is archived or deleted, a number makes a new one; a second live one is refused', async () => {
  const reference = freshReference();
  const { body: first } = await put(reference, delivery());
  await dispatcher.patch(pathOf(first), { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [first.id] });
  const second = await put(reference, delivery());
  expect([second.status, second.body.id === first.id]).toEqual([201, false]);
  expect((await dispatcher.post(`/api/tasks/${String(first.id)}/unarchive`)).status).toBe(409);
  expect((await dispatcher.post('/api/tasks', delivery({ external_ref: reference }))).status).toBe(409);
  await dispatcher.del(pathOf(second.body));
  expect((await put(reference, delivery())).status).toBe(201);
});

test('each dealership has numbers of its own', async () => {
  const reference = freshReference();
  const ours = await put(reference, delivery());
  await network.database.rows("update tasks set dealership = 'Elsewhere' where id = $1", [ours.body.id]);
  const again = await put(reference, delivery());
  expect([again.status, again.body.dealership === 'Elsewhere']).toEqual([201, false]);
});

test('a new order needs what a task needs, nothing of a refused one is written, and POST takes the number too', async () => {
  const reference = freshReference();
  expect((await put(reference, { notes: 'only notes' })).status).toBe(422);
  expect((await put(reference, delivery({ status: 'completed' }))).status).toBe(422);
  expect((await put(reference, delivery({ account_id: 999_999 }))).status).toBe(422);
  expect((await put('x'.repeat(101), delivery())).status).toBe(400);
  expect((await put(reference, delivery(), driver)).status).toBe(403);
  expect(await tasksOf(reference)).toEqual([]);
  const task = await make(dispatcher, delivery({ external_ref: reference }));
  expect((await put(reference, { notes: 'amended' })).body).toMatchObject({ id: task.id, notes: 'amended' });
});

test('a repeated call with an Idempotency-Key gets the first answer', async () => {
  const path = `/api/orders/${encodeURIComponent(freshReference())}`;
  const send = () => dispatcher.put<Order>(path, pickup(), { 'idempotency-key': path });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
});

test('the office sees the number of the order, and finds the task by it, open and archived @long', async () => {
  const order = delivery({
    driver_id: network.ids.driver,
    location: 'At an order',
    invoice_number: 'INV-77',
  });
  const { body: task } = await put('WEB 55-4471/b', order);
  const shown = async (path: string, by = dispatcher) => {
    const { status, body } = await by.get<string>(path, { accept: 'text/html' });
    expect([path, status]).toEqual([path, 200]);
    return body.replaceAll(/<script\b[^]*?<\/script>|<\/?mark[^>]*>/g, '');
  };
  const find = async (text: string) =>
    (await dispatcher.get<FoundTasks>(`/api/tasks/find?q=${encodeURIComponent(text)}`)).body.tasks.map(
      ({ id, external_ref }) => [id, external_ref],
    );
  const id = String(task.id);
  const found = [[task.id, 'WEB 55-4471/b']];
  for (const text of ['WEB 55-4471/b', 'web554471', '4471']) expect(await find(text)).toEqual(found);
  // The number does not continue another text of the task.
  expect(await find('INV-77WEB')).toEqual([]);
  const open = [
    `/dispatcher/tasks/${id}`,
    `/dispatcher/drivers/${String(network.ids.driver)}`,
    '/dispatcher?q=4471',
  ];
  for (const path of open) expect(await shown(path)).toContain('WEB 55-4471/b');
  // It is no matter of the driver.
  expect(await shown(`/driver/tasks/${id}`, driver)).not.toContain('WEB 55-4471/b');

  await dispatcher.patch(pathOf(task), { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task.id] });
  expect(await find('web 554471')).toEqual(found);
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });
  for (const path of [
    '/history?q=web+55',
    `/history/tasks/${id}`,
    `/dispatcher/archived/${id}`,
    `/history/day-sheet?date=${today}`,
    '/dispatcher?q=554471',
  ])
    expect(await shown(path)).toContain('WEB 55-4471/b');
  const csv = (await dispatcher.get<string>(`/history/export.csv?from=${today}&to=${today}`)).body;
  const [head = '', ...lines] = csv.split('\r\n');
  expect(head.split(',').slice(-2)).toEqual(['Order #', 'Ship Via']);
  expect(
    lines
      .find((line) => line.includes('At an order'))
      ?.split(',')
      .at(-2),
  ).toBe('WEB 55-4471/b');
});

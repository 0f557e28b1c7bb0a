import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { blankSignature, delivery, fakePng, make, pickup, signature, transfer } from '../support/factories';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const driver2 = network.client('driver2');

const id = (username: string) => network.ids[username] ?? 0;
const task = async (taskId: number) => (await dispatcher.get<Task>(`/api/tasks/${String(taskId)}`)).body;
const path = ({ id: taskId }: Pick<Task, 'id'>) => `/api/tasks/${String(taskId)}`;
const events = (taskId: number) =>
  network.database.rows<{ action: string; actor_id: number | null }>(
    'select action, actor_id from task_events where task_id = $1 order by id',
    [taskId],
  );

test('a created task is answered whole, with 201 and its tag', async () => {
  const { status, headers, body } = await dispatcher.post<Task>(
    '/api/tasks',
    delivery({ driver_id: id('driver') }),
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({
    type: 'delivery',
    status: 'pending',
    priority: 'normal',
    part_numbers: '',
    driver_id: id('driver'),
    created_by: id('dispatcher'),
    creator: { name: 'Dana Dispatcher', username: 'dispatcher' },
    archived: false,
    signature_image: null,
  });
  expect(headers.get('etag')).toBe(`"1-${String(body.order_index)}"`);
  expect(await events(body.id)).toEqual([{ action: 'created', actor_id: id('dispatcher') }]);
});

test.each([
  [delivery({ invoice_number: ' ' }), 'invoice_number', 'Delivery tasks require a valid invoice number'],
  [pickup({ part_numbers: '' }), 'part_numbers', 'Pickup and transfer tasks require valid part numbers'],
  [
    transfer({ transfer_destination_location: '' }),
    'transfer_destination_location',
    'Transfer tasks require a delivery location name',
  ],
  [delivery({ type: 'shipping' }), 'type', 'Type must be pickup, delivery or transfer'],
  [delivery({ notes: 'x'.repeat(5_001) }), 'notes', 'Notes must be at most 5,000 characters'],
  [delivery({ notes: 'a\u0000b' }), 'notes', "Notes contains characters that can't be saved"],
  [delivery({ colour: 'red' }), 'colour', 'Unknown field: colour'],
  [delivery({ driver_id: 999_999 }), 'driver_id', 'This driver does not exist'],
  [delivery({ status: 'completed' }), 'status', 'A new task can be pending, hold or next-route'],
  [delivery({ need_by: 'tomorrow' }), 'need_by', 'Need by must be a date and time with a time zone, or null'],
])('a wrong value is refused by name: %#', async (input, field, sentence) => {
  const { status, body } = await dispatcher.post<{ error: string; fields: Record<string, string[]> }>(
    '/api/tasks',
    input,
  );
  expect(status).toBe(422);
  expect(body.fields[field]).toEqual([sentence]);
  expect(body.error).toBe(sentence);
});

test('a dispatcher with a dealership pre-assigns the first driver who shares it, unless told otherwise', async () => {
  const fordDispatcher = await network.as('dispatcher2');
  expect((await make(fordDispatcher, delivery())).driver_id).toBe(id('driver'));
  expect((await make(fordDispatcher, delivery({ driver_id: null }))).driver_id).toBeNull();
});

test('the recorded user is always the caller, whatever the body says', async () => {
  const created = await make(
    dispatcher,
    delivery({ created_by: id('admin'), last_modifier_id: id('admin') }),
  );
  expect(created).toMatchObject({ created_by: id('dispatcher'), last_modifier_id: id('dispatcher') });
});

test('the type clears what it has no use for', async () => {
  const created = await make(
    dispatcher,
    pickup({ invoice_number: 'INV-1', transfer_destination_location: 'X' }),
  );
  expect(created).toMatchObject({
    invoice_number: '',
    part_numbers: 'A-100, B-200',
    transfer_destination_location: null,
  });
  const { body } = await dispatcher.patch<Task>(path(created), { type: 'delivery', invoice_number: 'INV-2' });
  expect(body).toMatchObject({ invoice_number: 'INV-2', part_numbers: '' });
});

test('need_by stays only with hold', async () => {
  const needBy = new Date(Date.now() + 3_600_000).toISOString();
  expect((await make(dispatcher, delivery({ need_by: needBy }))).need_by).toBeNull();
  const held = await make(dispatcher, delivery({ status: 'hold', need_by: needBy }));
  expect(Date.parse(held.need_by ?? '')).toBe(Date.parse(needBy));
  const { body } = await dispatcher.patch<Task>(path(held), { status: 'pending', need_by: needBy });
  expect(body.need_by).toBeNull();
});

test('an urgent task goes to the front, behind what is going', async () => {
  const first = await make(dispatcher, delivery({ driver_id: id('driver3'), location: 'First' }));
  const second = await make(dispatcher, delivery({ driver_id: id('driver3'), location: 'Second' }));
  const driver3 = await network.as('driver3');
  await driver3.patch(path(first), { status: 'going' });
  const urgent = await make(
    dispatcher,
    delivery({ driver_id: id('driver3'), priority: 'urgent', location: 'Urgent' }),
  );
  const order = (await driver3.get<Task[]>('/api/tasks')).body.map((each) => each.id);
  expect(order).toEqual([first.id, urgent.id, second.id]);
  await dispatcher.patch(path(second), { priority: 'urgent' });
  expect((await driver3.get<Task[]>('/api/tasks')).body.map((each) => each.id)).toEqual([
    first.id,
    second.id,
    urgent.id,
  ]);
});

const MOVES: [string, string, number][] = [
  ['pending', 'hold', 200],
  ['pending', 'next-route', 200],
  ['pending', 'going', 200],
  ['pending', 'completed', 200],
  ['hold', 'pending', 200],
  ['hold', 'next-route', 200],
  ['hold', 'going', 409],
  ['hold', 'completed', 200],
  ['next-route', 'pending', 200],
  ['next-route', 'hold', 200],
  ['next-route', 'going', 409],
  ['going', 'pending', 200],
  ['going', 'completed', 200],
  ['going', 'next-route', 409],
  ['going', 'hold', 409],
  ['completed', 'pending', 200],
  ['completed', 'going', 409],
  ['completed', 'hold', 409],
];

test.each(MOVES)('a dispatcher moves %s to %s: %i', async (from, to, expected) => {
  const location = `Move ${from} ${to}`;
  const created = await make(dispatcher, pickup({ driver_id: id('driver2'), location }));
  if (from !== 'pending') await dispatcher.patch(path(created), { status: from });
  const { status, body } = await dispatcher.patch<Task & { error: string }>(path(created), { status: to });
  expect(status).toBe(expected);
  if (expected === 200) expect(body.status).toBe(to);
  else expect(body.error).toMatch(new RegExp(`^A ${from} task can't become ${to}`));
  await dispatcher.del(path(created));
});

test('a driver sees only their own tasks; others do not exist for them', async () => {
  const foreign = await make(dispatcher, delivery({ driver_id: id('driver2') }));
  expect((await driver.get(path(foreign))).status).toBe(404);
  expect((await driver.patch(path(foreign), { status: 'going' })).status).toBe(404);
  expect((await driver.get(`${path(foreign)}/signature`)).status).toBe(404);
  const { body } = await driver.get<Task[]>('/api/tasks');
  expect(new Set(body.map((each) => each.driver_id))).toEqual(new Set([id('driver')]));
  const { status } = await driver.post('/api/tasks/batch/status', { taskIds: [foreign.id], status: 'going' });
  expect(status).toBe(404);
});

test('a driver changes the status and nothing else', async () => {
  const own = await make(dispatcher, delivery({ driver_id: id('driver') }));
  expect((await driver.patch(path(own), { notes: 'mine' })).status).toBe(403);
  expect((await driver.patch(path(own), { status: 'hold' })).status).toBe(409);
  expect((await driver.post('/api/tasks', delivery())).status).toBe(403);
  expect((await driver.del(path(own))).status).toBe(403);
  expect((await task(own.id)).version).toBe(1);
});

test('one stop is under way per driver, also when two phones press at once', async () => {
  const [one, two] = (await Promise.all(
    ['A', 'B'].map((name) =>
      make(dispatcher, delivery({ driver_id: id('driver2'), location: `Race ${name}` })),
    ),
  )) as [Task, Task];
  const phone = await network.as('driver2');
  const statuses = await Promise.all([
    driver2.patch(path(one), { status: 'going' }),
    phone.patch(path(two), { status: 'going' }),
  ]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const going = [await task(one.id), await task(two.id)].find(({ status }) => status === 'going');
  await dispatcher.patch(path(going ?? one), { status: 'completed' });
});

test('a driver completes a delivery only with a signature', async () => {
  const own = await make(dispatcher, delivery({ driver_id: id('driver'), location: 'Signed here' }));
  await driver.patch(path(own), { status: 'going' });
  for (const [image, sentence] of [
    [undefined, 'A signature is required to complete a delivery'],
    [await blankSignature(), 'The signature is empty'],
    [fakePng(Buffer.from('<svg onload=alert(1)>')), 'The signature image is not valid'],
    ['https://evil.example/x.png', 'The signature image is not valid'],
  ] as const) {
    const refused = await driver.patch<{ error: string }>(path(own), {
      status: 'completed',
      signature_image: image,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error).toBe(sentence);
  }
  expect((await task(own.id)).status).toBe('going');
  const done = await driver.patch<Task>(path(own), {
    status: 'completed',
    signature_image: await signature(),
    signed_by: 'Joe Customer',
  });
  expect(done.body).toMatchObject({
    status: 'completed',
    completed_by_driver_id: id('driver'),
    signature_image: `${path(own)}/signature`,
    signed_by: 'Joe Customer',
  });
  const image = await driver.get(`${path(own)}/signature`);
  expect(image.headers.get('content-type')).toBe('image/jpeg');
  expect(image.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the moment of the tap counts, within a week and not in the future', async () => {
  const own = await make(dispatcher, pickup({ driver_id: id('driver'), location: 'Dead zone' }));
  await driver.patch(path(own), { status: 'going' });
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  for (const wrong of [at(-8 * 86_400_000), at(5 * 60_000)]) {
    expect((await driver.patch(path(own), { status: 'completed', occurred_at: wrong })).status).toBe(422);
  }
  const tap = at(-2 * 3_600_000);
  const { body } = await driver.patch<Task>(path(own), { status: 'completed', occurred_at: tap });
  expect(Date.parse(body.completed_at ?? '')).toBe(Date.parse(tap));
  const [event] = await network.database.rows<{ occurred_at: Date; created_at: Date }>(
    "select occurred_at, created_at from task_events where task_id = $1 and action = 'completed'",
    [own.id],
  );
  expect(event?.occurred_at.toISOString()).toBe(tap);
  expect(event?.created_at.getTime()).toBeGreaterThan(Date.parse(tap));
});

test('a stop that could not be completed leaves the route with its reason', async () => {
  const own = await make(dispatcher, delivery({ driver_id: id('driver'), location: 'Closed shop' }));
  await driver.patch(path(own), { status: 'going' });
  expect((await driver.patch(path(own), { status: 'hold', failure_reason: 'tired' })).status).toBe(422);
  expect((await driver.patch(path(own), { status: 'hold', failure_reason: 'other' })).status).toBe(422);
  const { body } = await driver.patch<Task>(path(own), {
    status: 'hold',
    failure_reason: 'other: gate locked',
  });
  expect(body).toMatchObject({
    status: 'hold',
    attempts: 1,
    failure_reason: 'other: gate locked',
    order_index: null,
  });
  const again = await dispatcher.patch<Task>(path(own), { status: 'pending' });
  expect(again.body).toMatchObject({ attempts: 1, failure_reason: null });
});

test('a whole stop fails or none of it, and fails a second time', async () => {
  const place = { location: 'Two at the gate', address: '7 Gate St, Kansas City, MO 64111' };
  const [one, two] = [
    await make(dispatcher, delivery({ driver_id: id('driver2'), ...place })),
    await make(dispatcher, pickup({ driver_id: id('driver2'), ...place })),
  ];
  const taskIds = [one.id, two.id];
  const become = (status: string, more = {}) =>
    driver2.post('/api/tasks/batch/status', { taskIds, status, ...more });
  await become('going');
  expect((await become('hold')).status).toBe(409);
  await dispatcher.patch(path(two), { driver_id: id('driver') });
  const failure = { failure_reason: 'nobody there: rang twice' };
  expect((await become('hold', failure)).status).toBe(404);
  expect(await task(one.id)).toMatchObject({ status: 'going', attempts: 0 });
  await dispatcher.patch(path(two), { driver_id: id('driver2') });
  await become('going');
  expect((await become('hold', failure)).body).toMatchObject({ updatedCount: 2 });
  expect((await become('hold', failure)).body).toMatchObject({ updatedCount: 0 });
  await dispatcher.post('/api/tasks/batch/status', { taskIds, status: 'pending' });
  expect(await task(two.id)).toMatchObject({ attempts: 1, failure_reason: null });
  await become('going');
  await become('hold', { failure_reason: 'closed' });
  expect(await task(one.id)).toMatchObject({ attempts: 2, failure_reason: 'closed' });
});

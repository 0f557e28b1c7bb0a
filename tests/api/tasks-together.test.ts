/** Calls on several tasks: transfers, batches, the archive, orders and lists. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, transfer } from '../support/factories';
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

test('a transfer makes a linked delivery, which follows it and is unlocked by it', async () => {
  const made = await make(
    dispatcher,
    transfer({ driver_id: id('driver'), transfer_to_driver_id: id('driver2'), notes: 'Careful' }),
  );
  const linked = async () =>
    (await driver2.get<Task[]>('/api/tasks')).body.find((each) => each.linked_task_id === made.id);
  expect(await linked()).toMatchObject({
    type: 'delivery',
    status: 'linked',
    location: 'Southside Hub',
    part_numbers: 'T-1',
    notes: 'Careful',
    order_index: null,
  });
  await dispatcher.patch(path(made), { transfer_destination_location: 'Eastside Hub' });
  const follower = await linked();
  expect(follower?.location).toBe('Eastside Hub');
  expect((await dispatcher.del(path(follower ?? made))).status).toBe(409);
  expect((await driver2.patch(path(follower ?? made), { status: 'going' })).status).toBe(409);
  await driver.patch(path(made), { status: 'going' });
  await driver.patch(path(made), { status: 'completed' });
  expect(await linked()).toMatchObject({ status: 'pending' });
  expect((await linked())?.order_index).not.toBeNull();

  const second = await make(
    dispatcher,
    transfer({ driver_id: id('driver'), transfer_to_driver_id: id('driver2') }),
  );
  const [before] = await network.database.rows<{ id: number }>(
    'select id from tasks where linked_task_id = $1',
    [second.id],
  );
  await dispatcher.patch(path(second), { transfer_to_driver_id: id('driver3') });
  expect((await task(before?.id ?? 0)).driver_id).toBe(id('driver3'));
  await dispatcher.del(path(second));
  expect(await network.database.rows('select id from tasks where id = $1', [before?.id])).toEqual([]);
});

test('a delivery whose transfer is deleted after the hand-over keeps its part numbers and can be completed', async () => {
  const made = await make(
    dispatcher,
    transfer({ driver_id: id('driver'), transfer_to_driver_id: id('driver2'), location: 'Handed over' }),
  );
  await dispatcher.patch(path(made), { status: 'completed' });
  const [left] = await network.database.rows<{ id: number }>(
    'select id from tasks where linked_task_id = $1',
    [made.id],
  );
  const taskIds = [left?.id ?? 0];
  await dispatcher.del(path(made));
  const report = async (fields: Record<string, string>) =>
    (await driver2.post('/api/tasks/batch/status', { taskIds, ...fields })).status;
  expect(await report({ status: 'going' })).toBe(200);
  expect(await report({ status: 'completed', typed_name: 'Kim Counter' })).toBe(200);
  expect(await task(left?.id ?? 0)).toMatchObject({ status: 'completed', part_numbers: 'T-1' });
});

test('a batch is all or nothing, names what stood in the way, and may be repeated', async () => {
  const tasks = await Promise.all(
    [1, 2, 3].map(() => make(dispatcher, pickup({ driver_id: id('driver3'), location: 'Batch' }))),
  );
  const taskIds = tasks.map((each) => each.id);
  const driver3 = await network.as('driver3');
  const busy = (await driver3.get<Task[]>('/api/tasks')).body.filter(({ status }) => status === 'going');
  for (const each of busy) await dispatcher.patch(path(each), { status: 'completed' });
  const held = await make(
    dispatcher,
    pickup({ driver_id: id('driver3'), location: 'Batch', status: 'hold' }),
  );
  const refused = await driver3.post<{ tasks: { id: number; error: string }[] }>('/api/tasks/batch/status', {
    taskIds: [...taskIds, held.id],
    status: 'going',
  });
  expect(refused.status).toBe(409);
  expect(refused.body.tasks).toEqual([{ id: held.id, error: "A hold task can't become going" }]);
  expect((await task(taskIds[0] ?? 0)).status).toBe('pending');
  const go = () => driver3.post('/api/tasks/batch/status', { taskIds, status: 'going' });
  expect((await go()).body).toEqual({ updatedCount: 3 });
  expect((await go()).body).toEqual({ updatedCount: 0 });
  expect((await events(taskIds[0] ?? 0)).map(({ action }) => action)).toEqual(['created', 'going']);
});

test('archiving takes completed tasks only, counts once, and the summary equals a recount', async () => {
  const [done, open] = await Promise.all([make(dispatcher, pickup()), make(dispatcher, pickup())]);
  await dispatcher.patch(path(done), { status: 'completed' });
  const refused = await dispatcher.post<{ tasks: { id: number }[] }>('/api/tasks/batch/archive', {
    taskIds: [done.id, open.id],
  });
  expect(refused.status).toBe(422);
  expect(refused.body.tasks.map((each) => each.id)).toEqual([open.id]);
  const archive = () => dispatcher.post('/api/tasks/batch/archive', { taskIds: [done.id] });
  expect((await archive()).body).toEqual({ archivedCount: 1 });
  expect((await archive()).body).toEqual({ archivedCount: 0 });
  expect((await dispatcher.patch(path(done), { notes: 'late' })).status).toBe(409);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date());
  const listed = await dispatcher.get<Task[]>(`/api/tasks/archived/by-date/${today}`);
  expect(listed.body.map((each) => each.id)).toContain(done.id);
  await expectSummaryEqualsRecount();
  expect((await dispatcher.del(path(done))).body).toEqual({ id: done.id });
  await expectSummaryEqualsRecount();
});

async function expectSummaryEqualsRecount(): Promise<void> {
  const recount = `
    with counted as (
      select (completed_at at time zone 'America/Chicago')::date as date, coalesce(driver_id, 0)::text as driver, count(*)::integer as n
      from tasks where archived group by 1, 2
    )
    select date, sum(n)::integer as task_count, jsonb_object_agg(driver, n) as driver_counts from counted group by date order by date`;
  const kept =
    'select date, task_count, driver_counts from task_archive_summary where task_count > 0 order by date';
  expect(await network.database.rows(kept)).toEqual(await network.database.rows(recount));
}

test.each(['2026-02-30', 'today', '2026-13-01', '20260101'])('%s is no date', async (date) => {
  const { status, body } = await dispatcher.get<{ error: string }>(`/api/tasks/archived/by-date/${date}`);
  expect([status, body.error]).toEqual([422, 'Invalid date']);
});

test('reorder puts the listed first, keeps the unknown behind, and refuses strangers with the order as it is', async () => {
  const people = await network.as('admin');
  const made = [];
  for (const name of ['a', 'b', 'c', 'd'])
    made.push(await make(dispatcher, pickup({ driver_id: id('driver3'), location: name })));
  const ids = made.map((each) => each.id);
  const current = (
    await dispatcher.get<Task[]>(`/api/tasks?driver_id=${String(id('driver3'))}&status=pending,going`)
  ).body.map((each) => each.id);
  const listed = [ids[3], ids[0]];
  const url = `/api/tasks/reorder/${String(id('driver3'))}`;
  const { status, body } = await people.put<{ taskIds: number[] }>(url, { taskIds: listed, updatedBy: 1 });
  expect(status).toBe(200);
  const after = (await dispatcher.get<Task[]>(`/api/tasks?driver_id=${String(id('driver3'))}&status=pending`))
    .body;
  const pendingBefore = current.filter((each) => after.some((found) => found.id === each));
  expect(after.map((each) => each.id)).toEqual([
    ...listed,
    ...pendingBefore.filter((each) => !listed.includes(each)),
  ]);
  expect(body.taskIds).toHaveLength(current.length);
  expect((await task(ids[3] ?? 0)).order_updated_by).toBe(id('admin'));
  const refused = await dispatcher.put<{ current: { taskIds: number[] } }>(url, {
    taskIds: [ids[0], 999_999],
  });
  expect(refused.status).toBe(409);
  expect(refused.body.current.taskIds).toHaveLength(current.length);
  expect((await dispatcher.put(url, { taskIds: [ids[0], ids[0]] })).status).toBe(422);
  expect((await driver.put(url, { taskIds: ids })).status).toBe(403);
});

test('any interleaving of writes leaves every active task exactly once', async () => {
  const url = `/api/tasks/reorder/${String(id('driver2'))}`;
  const mine = () =>
    dispatcher.get<Task[]>(`/api/tasks?driver_id=${String(id('driver2'))}&status=pending,going`);
  for (let i = 0; i < 8; i += 1)
    await make(dispatcher, pickup({ driver_id: id('driver2'), location: `Shuffle ${String(i)}` }));
  const start = (await mine()).body.map((each) => each.id);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => {
      const rotated = [...start.slice(i % start.length), ...start.slice(0, i % start.length)];
      if (i % 5 === 0)
        return dispatcher.post(
          '/api/tasks',
          pickup({ driver_id: id('driver2'), priority: i % 10 ? 'normal' : 'urgent' }),
        );
      if (i % 5 === 1)
        return dispatcher.patch(`/api/tasks/${String(start[i % start.length])}`, {
          driver_id: id(i % 2 ? 'driver3' : 'driver2'),
        });
      return dispatcher.put(url, { taskIds: rotated });
    }),
  );
  expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 409].includes(status))).toEqual(
    [],
  );
  expect(
    await network.database.rows(`
      select driver_id, count(*) from tasks
      where not archived and status in ('pending', 'going') and driver_id is not null
      group by driver_id having count(*) <> count(distinct order_index)`),
  ).toEqual([]);
});

test('a stale If-Match is refused with what is stored now', async () => {
  const made = await make(dispatcher, delivery());
  const first = await dispatcher.patch<Task>(path(made), { notes: 'one' }, { 'If-Match': '"1"' });
  expect(first.status).toBe(200);
  const admin = await network.as('admin');
  const second = await admin.patch<{ error: string; current: Task; changes: { by: string }[] }>(
    path(made),
    { notes: 'two' },
    { 'If-Match': '"1"' },
  );
  expect(second.status).toBe(412);
  expect(second.body.error).toBe('Dana Dispatcher has changed this task in the meantime');
  expect(second.body.current.notes).toBe('one');
  expect(second.body.changes.map(({ by }) => by)).toEqual(['Dana Dispatcher']);
});

test('the list answers 304 until something changes, and pages by cursor', async () => {
  const first = await dispatcher.get<Task[]>('/api/tasks');
  const tag = first.headers.get('etag') ?? '';
  expect((await dispatcher.get('/api/tasks', { 'If-None-Match': tag })).status).toBe(304);
  await make(dispatcher, pickup({ driver_id: null }));
  expect((await dispatcher.get('/api/tasks', { 'If-None-Match': tag })).status).toBe(200);
  const all = (await dispatcher.get<Task[]>('/api/tasks')).body.map((each) => each.id);
  const paged: number[] = [];
  for (let next: string | undefined = '/api/tasks?limit=7'; next;) {
    const page: { body: Task[]; headers: Headers } = await dispatcher.get<Task[]>(next);
    paged.push(...page.body.map((each) => each.id));
    next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(paged).toEqual(all);
});

test("a driver's list answers 304 while others' tasks change", async () => {
  const made = await make(dispatcher, pickup({ driver_id: network.ids.driver }));
  const other = await network.as('driver2');
  const tag = (await other.get('/api/tasks')).headers.get('etag') ?? '';
  await make(dispatcher, pickup({ driver_id: network.ids.driver }));
  await dispatcher.patch(path(made), { notes: 'not of the other' });
  await dispatcher.patch(path(made), { status: 'going' });
  expect((await other.get('/api/tasks', { 'If-None-Match': tag })).status).toBe(304);
  await dispatcher.patch(path(made), { driver_id: null });
  expect((await other.get('/api/tasks', { 'If-None-Match': tag })).status).toBe(200);
});

test('filters narrow the list', async () => {
  await make(dispatcher, pickup({ status: 'hold' }));
  const held = (await dispatcher.get<Task[]>('/api/tasks?status=hold')).body;
  expect(new Set(held.map(({ status }) => status))).toEqual(new Set(['hold']));
  const nobodys = (await dispatcher.get<Task[]>('/api/tasks?driver_id=null')).body;
  expect(nobodys.every((each) => each.driver_id === null)).toBe(true);
  const since = new Date().toISOString();
  const made = await make(dispatcher, pickup());
  const fresh = (await dispatcher.get<Task[]>(`/api/tasks?updated_since=${encodeURIComponent(since)}`)).body;
  expect(fresh.map((each) => each.id)).toContain(made.id);
  expect(fresh.length).toBeLessThan(5);
});

test('a transfer to the driver who has it is refused, however it would come about', async () => {
  const OWN = 'A transfer goes to another driver. Choose someone else.';
  const [alma, ben] = [id('driver'), id('driver2')];
  const refusal = (field: string) =>
    [422, { code: 'ownTarget', error: OWN, fields: { [field]: [OWN] } }] as const;
  const answer = ({ status, body }: { status: number; body: unknown }) => [status, body];
  const own = transfer({ driver_id: alma, transfer_to_driver_id: alma });
  expect(answer(await dispatcher.post('/api/tasks', own))).toEqual(refusal('transfer_to_driver_id'));

  const task = await make(dispatcher, transfer({ driver_id: alma, transfer_to_driver_id: ben }));
  expect(answer(await dispatcher.patch(path(task), { transfer_to_driver_id: alma }))).toEqual(
    refusal('transfer_to_driver_id'),
  );
  expect(answer(await dispatcher.patch(path(task), { driver_id: ben }))).toEqual(refusal('driver_id'));
  const moved = await dispatcher.post<{ tasks: unknown[] }>('/api/tasks/batch/move', {
    taskIds: [task.id],
    driver_id: ben,
  });
  expect([moved.status, moved.body.tasks]).toEqual([422, [{ id: task.id, error: OWN }]]);
  const unassigned = await make(dispatcher, transfer({ driver_id: null, transfer_to_driver_id: ben }));
  expect((await dispatcher.patch(path(unassigned), { driver_id: ben })).status).toBe(422);
  // Changing both fields at once exchanges the drivers.
  const swap = { driver_id: ben, transfer_to_driver_id: alma };
  expect((await dispatcher.patch(path(task), swap)).status).toBe(200);

  // By default the task goes to a driver of the dispatcher's dealership, but never to the transfer's receiver.
  const ford = await network.as('dispatcher2');
  const given = await make(ford, transfer({ transfer_to_driver_id: alma }));
  expect(given.driver_id).toBeNull();
});

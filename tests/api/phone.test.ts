/** A phone sends the calls of its outbox later than they were made, and perhaps twice. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { delivery, make, photoUrl, pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const driver2 = network.client('driver2');

const id = (username: string) => network.ids[username] ?? 0;
const key = (name: string) => ({ 'Idempotency-Key': name });
const status = (who: Client, body: object, name?: string) =>
  who.post('/api/tasks/batch/status', body, name ? key(name) : {});

test('a stop is signed by a typed name, with photos, at the moment of the tap; sent twice it counts once', async () => {
  const stop = { driver_id: id('driver'), location: 'Dead Zone Garage', address: '1 Hill Rd' };
  const tasks = [await make(dispatcher, delivery(stop)), await make(dispatcher, pickup(stop))];
  const taskIds = tasks.map((task) => task.id);
  const goneAt = new Date(Date.now() - 3_600_000).toISOString();
  expect((await status(driver, { taskIds, status: 'going', occurred_at: goneAt })).status).toBe(200);
  const doneAt = new Date(Date.now() - 3_000_000).toISOString();
  const report = {
    taskIds,
    status: 'completed',
    typed_name: 'Pat <b>Typist</b>',
    photos: [await photoUrl(), await photoUrl()],
    occurred_at: doneAt,
  };
  const answers = await Promise.all([1, 2, 3].map(() => status(driver, report, 'signed-once')));
  expect(answers.map((each) => [each.status, each.body])).toEqual(
    answers.map(() => [200, { updatedCount: 2 }]),
  );
  const kept = await network.database.rows<{ completed_at: Date; typed: boolean | null; photos: number }>(
    `select completed_at, s.typed, (select count(*) from task_photos p where p.task_id = t.id) as photos
     from tasks t left join task_signatures s on s.task_id = t.id where t.id = any($1) order by t.id`,
    [taskIds],
  );
  expect(kept).toMatchObject([
    { completed_at: new Date(doneAt), typed: true, photos: 2 },
    { completed_at: new Date(doneAt), typed: null, photos: 2 },
  ]);
  const other = await status(driver, { ...report, typed_name: 'Somebody Else' }, 'signed-once');
  expect(other.status).toBe(422);
  const four = { ...report, photos: await Promise.all([1, 2, 3, 4].map(() => photoUrl())) };
  expect((await status(driver, four)).body).toMatchObject({ error: 'A task has at most 3 photos' });
});

test('ending the route is one call: their own drivers and the office may, others find nobody', async () => {
  const done = await make(dispatcher, pickup({ driver_id: id('driver2') }));
  const next = await make(dispatcher, pickup({ driver_id: id('driver2'), status: 'next-route' }));
  const url = `/api/tasks/end-route/${String(id('driver2'))}`;
  expect((await driver.post(url, {})).status).toBe(403);
  expect(await driver2.post(url, {})).toMatchObject({
    status: 409,
    body: { error: 'There are still active tasks on this route' },
  });
  await dispatcher.patch(`/api/tasks/${String(done.id)}`, { status: 'completed' });
  const [first, again] = [await driver2.post(url, {}, key('end')), await driver2.post(url, {}, key('end'))];
  expect(first).toMatchObject({ status: 200, body: { archivedCount: 1, pendingCount: 1 } });
  expect(again.body).toEqual(first.body);
  expect((await dispatcher.get<Task>(`/api/tasks/${String(next.id)}`)).body.status).toBe('pending');
  expect((await dispatcher.post(url, { more: 1 })).status).toBe(422);
});

test('the next route starts by one call while nothing is active, archived tasks or not', async () => {
  const url = `/api/tasks/start-route/${String(id('driver2'))}`;
  const next = await make(dispatcher, pickup({ driver_id: id('driver2'), status: 'next-route' }));
  expect((await driver.post(url, {})).status).toBe(403);
  expect(await driver2.post(url, {})).toMatchObject({
    status: 409,
    body: { error: 'There are still active tasks on this route' },
  });
  const active = await dispatcher.get<Task[]>(`/api/tasks?driver_id=${String(id('driver2'))}&status=pending`);
  for (const task of active.body)
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: active.body.map((task) => task.id) });
  const [first, again] = [await driver2.post(url, {}, key('go')), await driver2.post(url, {}, key('go'))];
  expect(first).toMatchObject({ status: 200, body: { pendingCount: 1 } });
  expect(again.body).toEqual(first.body);
  expect((await dispatcher.get<Task>(`/api/tasks/${String(next.id)}`)).body.status).toBe('pending');
  await dispatcher.patch(`/api/tasks/${String(next.id)}`, { status: 'hold' });
  expect(await dispatcher.post(url, {})).toMatchObject({
    status: 409,
    body: { error: 'There are no Next Route tasks' },
  });
  await dispatcher.del(`/api/tasks/${String(next.id)}`);
});

test('the next route starts with what the driver saw; the office’s additions wait, and the driver reads what has left', async () => {
  const url = `/api/tasks/start-route/${String(id('driver2'))}`;
  const queued = () => make(dispatcher, pickup({ driver_id: id('driver2'), status: 'next-route' }));
  const [seen, added, left] = [await queued(), await queued(), await queued()];
  await dispatcher.patch(`/api/tasks/${String(left.id)}`, { driver_id: null });
  const { body } = await driver2.post<object>(url, { taskIds: [seen.id, left.id] });
  expect(body).toEqual({ pendingCount: 1 });
  const statusOf = async ({ id: taskId }: Task) =>
    (await dispatcher.get<Task>(`/api/tasks/${String(taskId)}`)).body.status;
  expect([await statusOf(seen), await statusOf(added)]).toEqual(['pending', 'next-route']);
  const notices = await network.database.rows(
    "select n.actor_id, n.location from driver_notices n where driver_id = $1 and kind = 'removed'",
    [id('driver2')],
  );
  expect(notices).toEqual([{ actor_id: id('dispatcher'), location: left.location }]);
  for (const task of [seen, added, left]) await dispatcher.del(`/api/tasks/${String(task.id)}`);
});

test('an order made without a line is merged with what the office did meanwhile', async () => {
  const made = [];
  for (const location of ['A', 'B', 'C', 'D'])
    made.push((await make(dispatcher, pickup({ driver_id: id('driver3'), location }))).id);
  const [a, b, c, d] = made as [number, number, number, number];
  await dispatcher.patch(`/api/tasks/${String(b)}`, { driver_id: id('driver') });
  const driver3 = await network.as('driver3');
  const url = `/api/tasks/reorder/${String(id('driver3'))}`;
  expect((await driver3.put(url, { taskIds: [d, a, b, c] })).status).toBe(409);
  const { status: code, body } = await driver3.put(url, { taskIds: [d, a, b, c], baseIds: [a, b, c, d] });
  const [office] = await network.database.rows<{ name: string }>(
    "select name from users where username = 'dispatcher'",
  );
  const changes = [{ taskId: b, location: 'B', change: 'left', by: office?.name }];
  expect([code, body]).toEqual([200, { driverId: id('driver3'), taskIds: [d, a, c], changes }]);
});

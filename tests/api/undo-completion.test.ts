/** Drivers can undo a mistaken Complete: only their own, for a short time, and only while nothing else has changed. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { client, type Client } from '../support/client';
import { delivery, make, photoUrl, pickup, signature, transfer } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const find = async (id: number) => (await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body;
const status = (who: Client, taskIds: number[], to: string, more = {}) =>
  who.post('/api/tasks/batch/status', { taskIds, status: to, ...more });
const undo = (who: Client, taskIds: number[], more = {}) =>
  who.post('/api/tasks/batch/undo-completion', { taskIds, ...more });
const clear = () => network.database.rows('delete from tasks');
const CHANGED = 'This can no longer be undone: it has been changed since';

async function under(way: Record<string, unknown>[]): Promise<number[]> {
  await clear();
  const ids = [];
  for (const more of way)
    ids.push((await make(dispatcher, { ...more, driver_id: network.ids.driver, location: 'Here' })).id);
  await status(driver, ids, 'going');
  return ids;
}

test('the whole stop is under way again, its proof set aside, its story told; twice is harmless', async () => {
  const at = { address: '1 Main St' };
  const ids = await under([delivery(at), pickup(at)]);
  const before = await Promise.all(ids.map(find));
  const proof = { signature_image: await signature(), photos: [await photoUrl()] };
  expect((await status(driver, ids, 'completed', proof)).status).toBe(200);
  const tables = ['task_signatures', 'task_photos', 'deleted_signatures', 'deleted_photos'];
  const counts = () =>
    Promise.all(
      tables.map(async (table) => {
        const sql = `select count(*)::integer as n from ${table} where task_id = any($1)`;
        return (await network.database.rows<{ n: number }>(sql, [ids]))[0]?.n;
      }),
    );
  expect(await counts()).toEqual([1, 2, 0, 0]);
  expect(await undo(driver, ids)).toMatchObject({ status: 200, body: { updatedCount: 2 } });
  expect(await counts()).toEqual([0, 0, 1, 2]);
  const essence = ({ status: now, order_index, completed_at, completed_by_driver_id }: Task) =>
    [now, order_index, completed_at, completed_by_driver_id] as unknown[];
  expect((await Promise.all(ids.map(find))).map(essence)).toEqual(before.map(essence));
  expect((await undo(driver, ids)).status).toBe(200);
  const story = await network.database.rows<{ action: string }>(
    "select action from task_events where task_id = $1 and action <> 'seen' order by id",
    [ids[0]],
  );
  expect(story.map(({ action }) => action)).toEqual([
    'created',
    'going',
    'completed',
    'photo added',
    'photo removed',
    'undone',
  ]);
  expect((await status(driver, ids, 'completed', proof)).status).toBe(200);
});

test('what the driver has completed before stays completed, and is not counted as undone', async () => {
  const ids = await under([pickup(), pickup(), pickup()]);
  await status(driver, ids.slice(2), 'completed');
  expect((await status(driver, ids, 'completed')).body).toEqual({ updatedCount: 2 });
  for (let times = 0; times < 2; times += 1)
    expect((await undo(driver, ids)).body).toEqual({ updatedCount: 2 });
  expect((await Promise.all(ids.map(find))).map((task) => task.status)).toEqual([
    'going',
    'going',
    'completed',
  ]);
});

test('only what they completed themselves, all of it, and nobody else', async () => {
  const [one = 0, two = 0] = await under([pickup(), pickup()]);
  await status(dispatcher, [one], 'completed');
  expect((await undo(driver, [one])).status).toBe(409);
  expect((await undo(await network.as('driver2'), [one])).status).toBe(409);
  await status(driver, [two], 'completed');
  expect((await undo(await network.as('driver2'), [two])).status).toBe(409);
  const ids = await under([pickup(), pickup()]);
  await status(driver, ids, 'completed');
  expect((await undo(driver, ids.slice(0, 1))).body).toMatchObject({ error: CHANGED });
  expect(
    (await client(network.app.origin).post('/api/tasks/batch/undo-completion', { taskIds: ids })).status,
  ).toBe(401);
});

test('not once anything has changed: a note, another driver, the archive, the next stop', async () => {
  const changes: ((id: number) => Promise<unknown>)[] = [
    (id) => dispatcher.patch(`/api/tasks/${String(id)}`, { notes: 'Paid' }),
    (id) => dispatcher.patch(`/api/tasks/${String(id)}`, { driver_id: network.ids.driver2 }),
    (id) => dispatcher.post('/api/tasks/batch/archive', { taskIds: [id] }),
    (id) => dispatcher.del(`/api/tasks/${String(id)}`),
  ];
  for (const change of changes) {
    const ids = await under([pickup()]);
    await status(driver, ids, 'completed');
    await change(ids[0] ?? 0);
    expect(await undo(driver, ids)).toMatchObject({ status: 409, body: { error: CHANGED } });
  }
  const ids = await under([pickup()]);
  const next = await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'There' }));
  await status(driver, ids, 'completed');
  await status(driver, [next.id], 'going');
  expect(await undo(driver, ids)).toMatchObject({
    status: 409,
    body: { error: 'Another stop is already under way' },
  });
});

test('a minute counts from tap to tap: one that arrives late is taken, one that was tapped late is not', async () => {
  const ids = await under([pickup()]);
  await status(driver, ids, 'completed');
  const before = (seconds: number) =>
    network.database.rows(`update undos set created_at = now() - interval '${String(seconds)} seconds'`);
  await before(300);
  expect((await undo(driver, ids)).status).toBe(409);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
  expect((await undo(driver, ids, { occurred_at: ago(200) })).body).toMatchObject({
    error: 'It is too late: an action can be undone for 60 seconds',
  });
  expect((await undo(driver, ids, { occurred_at: ago(295) })).status).toBe(200);
  expect((await undo(driver, ids, { occurred_at: ago(-600) })).status).toBe(422);
});

test('a handed-over delivery goes back as well, unless its driver has set out', async () => {
  await clear();
  const hand = async () => {
    const made = await make(
      dispatcher,
      transfer({ driver_id: network.ids.driver, transfer_to_driver_id: network.ids.driver2 }),
    );
    await status(driver, [made.id], 'going');
    await status(driver, [made.id], 'completed');
    const [linked] = await network.database.rows<{ id: number; status: string }>(
      'select id, status from tasks where linked_task_id = $1',
      [made.id],
    );
    return { id: made.id, linked: linked?.id ?? 0 };
  };
  const first = await hand();
  expect((await undo(driver, [first.id])).body).toEqual({ updatedCount: 1 });
  expect((await find(first.linked)).status).toBe('linked');
  await clear();
  const second = await hand();
  await status(await network.as('driver2'), [second.linked], 'going');
  expect((await undo(driver, [second.id])).body).toMatchObject({ error: CHANGED });
});

test('without JavaScript the next page has the button', async () => {
  const ids = await under([pickup()]);
  const { toast } = await submitForm(driver, '/driver', { intent: 'complete', taskIds: ids });
  expect(toast).toMatchObject({ title: 'Completed Here', offer: { label: 'Undo', seconds: 10 } });
  const offer = toast?.offer;
  await submitForm(driver, offer?.action ?? '', { ...offer?.fields, back: '/driver' });
  expect((await find(ids[0] ?? 0)).status).toBe('going');
});

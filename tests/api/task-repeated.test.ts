/** Calls that arrive twice, too late, in part or from the wrong person. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, signature } from '../support/factories';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const path = ({ id }: Pick<Task, 'id'>) => `/api/tasks/${String(id)}`;
const mine = (more = {}) => make(dispatcher, delivery({ driver_id: network.ids.driver, ...more }));
const eventsOf = (taskId: number) =>
  network.database.rows<{ changes: Record<string, unknown> }>(
    'select changes from task_events where task_id = $1 order by id',
    [taskId],
  );

test('a completion that is repeated without a key changes nothing, and forgets no name', async () => {
  const task = await mine();
  const signed = { taskIds: [task.id], status: 'completed', signature_image: await signature() };
  await driver.patch(path(task), { status: 'going' });
  const first = await driver.post('/api/tasks/batch/status', { ...signed, signed_by: 'Ann' });
  expect(first.body).toEqual({ updatedCount: 1 });
  const events = await eventsOf(task.id);
  const stored = (await driver.get<Task>(path(task))).body;
  for (const body of [{ ...signed, signed_by: 'Ann' }, signed]) {
    expect((await driver.post('/api/tasks/batch/status', body)).body).toEqual({ updatedCount: 0 });
  }
  expect((await driver.get<Task>(path(task))).body).toEqual(stored);
  expect(stored.signed_by).toBe('Ann');
  expect(await eventsOf(task.id)).toEqual(events);
});

test('a driver does not sign again what is signed and completed; a dispatcher may, and it is told', async () => {
  const task = await mine();
  await driver.patch(path(task), { status: 'going' });
  const signed = { status: 'completed', signature_image: await signature(), signed_by: 'Ann' };
  expect((await driver.patch(path(task), signed)).status).toBe(200);
  const another = { status: 'completed', signature_image: await signature(2), signed_by: 'Mallory' };
  expect(await driver.patch(path(task), another)).toMatchObject({
    status: 409,
    body: { error: 'This delivery has already been signed' },
  });
  expect((await dispatcher.patch<Task>(path(task), another)).body.signed_by).toBe('Mallory');
  expect((await eventsOf(task.id)).at(-1)?.changes).toMatchObject({ signature: ['Ann', 'Mallory'] });
});

test('a signature that comes after somebody else has completed the delivery is taken', async () => {
  const task = await mine();
  await dispatcher.patch(path(task), { status: 'completed' });
  const signed = { status: 'completed', signature_image: await signature(), signed_by: 'Ann' };
  expect((await driver.patch<Task>(path(task), signed)).body.signed_by).toBe('Ann');
});

test('a driver begins the next route as a whole, not by one task', async () => {
  const task = await mine({ status: 'next-route' });
  expect((await driver.patch(path(task), { status: 'pending' })).status).toBe(409);
  const { body } = await driver.post('/api/tasks/batch/status', { taskIds: [task.id], status: 'pending' });
  expect(body).toEqual({ updatedCount: 1 });
});

test('a dispatcher who plans anew what was released clears its need-by; a driver at work does not', async () => {
  const due = new Date(Date.now() - 60_000).toISOString();
  const released = async () => {
    const task = await mine({ status: 'hold', need_by: due });
    await expect.poll(async () => (await dispatcher.get<Task>(path(task))).body.status).toBe('pending');
    return task;
  };
  const [planned, driven] = [await released(), await released()];
  const { body } = await dispatcher.patch<Task>(path(planned), { status: 'next-route' });
  expect(body.need_by).toBeNull();
  const { body: going } = await driver.patch<Task>(path(driven), { status: 'going' });
  expect(Date.parse(going.need_by ?? '')).toBe(Date.parse(due));
});

test('a deletion with If-Match does not take what has changed since', async () => {
  const task = await make(dispatcher, pickup());
  const seen = (await dispatcher.get(path(task))).headers.get('etag') ?? '';
  await dispatcher.patch(path(task), { notes: 'Changed' });
  expect((await dispatcher.del(path(task), { 'if-match': seen })).status).toBe(412);
  const now = (await dispatcher.get(path(task))).headers.get('etag') ?? '';
  expect((await dispatcher.del(path(task), { 'if-match': now })).status).toBe(200);
});

test.each([
  [{ latitude: '39.1' }, 'longitude', 'Send both latitude and longitude'],
  [{ longitude: '-94.5', latitude: null }, 'latitude', 'Send both latitude and longitude'],
  [{ failure_reason: 'refused' }, 'failure_reason', 'A failure reason requires the status hold'],
  [{ signed_by: 'Ann' }, 'signed_by', "The signer's name requires a signature"],
])('%o by itself belongs to nothing', async (body, field, error) => {
  const answer = await dispatcher.patch(path(await mine()), body);
  expect(answer).toMatchObject({ status: 422, body: { error } });
  expect(Object.keys(answer.body.fields as object)).toEqual([field]);
});

test('whom a task is given to: who never drove, and who drives no more', async () => {
  const { body } = await dispatcher.post('/api/tasks', pickup({ driver_id: network.ids.dispatcher2 }));
  expect(body.error).toMatch(/ is not a driver\. Choose another one\.$/);
});

test.each([
  ['/api/tasks?limit=0', 'limit', 'Must be at least 1'],
  ['/api/tasks?limit=many', 'limit', 'limit must be a number'],
])('%s is refused in words for people', async (call, field, sentence) => {
  const { status, body } = await dispatcher.get<{ fields: Record<string, string[]> }>(call);
  expect(status).toBe(422);
  expect(body.fields[field]?.[0]).toMatch(sentence);
});

test('bodies that are no object, and fields of any name, are refused in words for people', async () => {
  const wrong = await dispatcher.post('/api/tasks', []);
  expect(wrong).toMatchObject({ status: 422, body: { error: 'Must be an object' } });
  const odd = await dispatcher.call('POST', '/api/accounts', {
    body: '{"name": "A", "__proto__": {"x": 1}}',
    headers: { 'content-type': 'application/json' },
  });
  expect([odd.status, odd.body.error]).toEqual([422, 'Unknown field: __proto__']);
});

test('text is counted as people count it', async () => {
  const { body } = await dispatcher.patch<Task>(path(await mine()), { notes: '🚚'.repeat(5_000) });
  expect(Array.from(body.notes)).toHaveLength(5_000);
  const more = await dispatcher.patch(path(await mine()), { notes: '🚚'.repeat(5_001) });
  expect(more.body.error).toBe('Notes must be at most 5,000 characters');
});

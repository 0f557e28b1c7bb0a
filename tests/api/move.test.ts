/** Many tasks are given to another driver at once. */
import { beforeEach, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, transfer } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
beforeEach(() => network.database.rows('delete from tasks'));

const routeOf = async (username: string) => {
  const { body } = await dispatcher.get<Task[]>(
    `/api/tasks?driver_id=${String(network.ids[username])}&status=pending,going`,
  );
  return body.map(({ id }) => id);
};

async function route(username: string, count: number, more: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const task = delivery({
      driver_id: network.ids[username],
      location: `${username} ${String(i)}`,
      ...more,
    });
    ids.push((await make(dispatcher, task)).id);
  }
  return ids;
}

const move = (taskIds: number[], username: string) =>
  dispatcher.post<{ movedCount: number; error?: string; tasks?: { id: number; error: string }[] }>(
    '/api/tasks/batch/move',
    { taskIds, driver_id: network.ids[username] },
  );

test('they keep their order, behind what is there, whatever the order of the request', async () => {
  const [a = 0, b = 0, c = 0, d = 0] = await route('driver', 4);
  const theirs = await route('driver2', 2);
  expect((await move([d, b, c], 'driver2')).body).toEqual({ movedCount: 3 });
  expect(await routeOf('driver')).toEqual([a]);
  expect(await routeOf('driver2')).toEqual([...theirs, b, c, d]);
});

test('urgent ones go to the front in their order, behind what is going; an empty route takes all as they stood', async () => {
  const going = await route('driver2', 1);
  await dispatcher.patch(`/api/tasks/${String(going[0])}`, { status: 'going' });
  const rest = await route('driver2', 1);
  const [a = 0, b = 0] = await route('driver', 2);
  const urgent = await route('driver', 2, { priority: 'urgent' });
  await dispatcher.put(`/api/tasks/reorder/${String(network.ids.driver)}`, { taskIds: [a, ...urgent, b] });
  await move([a, b, ...urgent], 'driver2');
  expect(await routeOf('driver2')).toEqual([...going, ...urgent, ...rest, a, b]);
  await dispatcher.patch(`/api/tasks/${String(going[0])}`, { status: 'pending' });
  const stood = await routeOf('driver2');
  await move(stood, 'driver3');
  expect(await routeOf('driver3')).toEqual(stood);
});

test('all or nothing, each one named that stands in the way', async () => {
  const [done = 0, open = 0] = await route('driver', 2);
  await dispatcher.patch(`/api/tasks/${String(done)}`, { status: 'completed' });
  await make(
    dispatcher,
    transfer({ driver_id: network.ids.driver3, transfer_to_driver_id: network.ids.driver }),
  );
  const [linked] = await network.database.rows<{ id: number }>(
    "select id from tasks where status = 'linked'",
  );
  const refused = await move([open, done, linked?.id ?? 0, 999_999], 'driver2');
  expect(refused.status).toBe(404);
  const byId = [...(refused.body.tasks ?? [])].sort((a, b) => a.id - b.id);
  expect(byId).toEqual([
    { id: done, error: 'A completed task stays with its driver' },
    { id: linked?.id, error: 'This delivery belongs to a transfer. Change the transfer instead' },
    { id: 999_999, error: 'Task not found' },
  ]);
  expect(await routeOf('driver')).toEqual([open]);
  expect((await move([open], 'dispatcher')).status).toBe(422);
  const driver = await network.as('driver');
  expect((await driver.post('/api/tasks/batch/move', { taskIds: [open], driver_id: null })).status).toBe(403);
});

test('the whole list in one act, undone in one act: order, statuses and the going stop as before', async () => {
  const ids = await route('driver', 4);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  await dispatcher.put(`/api/tasks/reorder/${String(network.ids.driver)}`, { taskIds: [d, b, a, c] });
  await dispatcher.patch(`/api/tasks/${String(d)}`, { status: 'going' });
  await dispatcher.patch(`/api/tasks/${String(c)}`, { status: 'hold' });
  const theirs = await route('driver2', 2);
  const state = () =>
    network.database.rows('select id, driver_id, status, order_index, priority from tasks order by id');
  const before = await state();
  const { toast } = await submitForm(dispatcher, `/dispatcher/drivers/${String(network.ids.driver)}`, {
    intent: 'moveList',
    driver_id: network.ids.driver2 ?? 0,
  });
  expect(toast?.title).toBe('4 tasks moved to Ben Driver');
  expect(await routeOf('driver2')).toEqual([...theirs, d, b, a]);
  expect(await routeOf('driver')).toEqual([]);
  await undo(dispatcher, toast);
  expect(await state()).toEqual(before);
});

test('two dispatchers move the same tasks to different drivers: each task ends with exactly one', async () => {
  const ids = await route('driver', 6);
  const colleague = await network.as('dispatcher2');
  await Promise.all([
    move(ids, 'driver2'),
    colleague.post('/api/tasks/batch/move', { taskIds: [...ids].reverse(), driver_id: network.ids.driver3 }),
    dispatcher.put(`/api/tasks/reorder/${String(network.ids.driver)}`, { taskIds: [...ids].reverse() }),
  ]);
  const left = [await routeOf('driver'), await routeOf('driver2'), await routeOf('driver3')].flat();
  expect([...left].sort((x, y) => x - y)).toEqual(ids);
  const [places] = await network.database.rows<{ same: boolean }>(
    'select count(*) = count(distinct (driver_id, order_index)) as same from tasks where order_index is not null',
  );
  expect(places?.same).toBe(true);
});

test('planned again: pending with the driver, in one act; the driver’s own report is taken off', async () => {
  const driver = await network.as('driver');
  const { id } = await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Closed shop' }));
  await driver.post('/api/tasks/batch/status', { taskIds: [id], status: 'going' });
  await driver.post('/api/tasks/batch/status', { taskIds: [id], status: 'hold', failure_reason: 'closed' });
  const plan = (status: string) =>
    dispatcher.post('/api/tasks/batch/move', { taskIds: [id], driver_id: network.ids.driver2, status });
  expect((await plan('completed')).status).toBe(422);
  expect((await plan('pending')).body).toEqual({ movedCount: 1 });
  const { body } = await dispatcher.get<Task>(`/api/tasks/${String(id)}`);
  expect(body).toMatchObject({
    status: 'pending',
    driver_id: network.ids.driver2,
    failure_reason: null,
    attempts: 1,
  });
  expect((await plan('pending')).body).toEqual({ movedCount: 0 });
});

const press = async (fields: Record<string, string | number | number[]>) =>
  submitForm(dispatcher, `/dispatcher/drivers/${String(network.ids.driver)}`, fields);

test.each([
  ['moveTasks', { driver_id: 'unassigned' }, 'Choose at least one task'],
  ['planAgain', {}, 'Choose at least one task'],
  ['becomeStatus', { status: 'hold' }, 'Choose at least one task'],
  ['moveList', { driver_id: '' }, 'Choose a driver to move the tasks to'],
])('the form of a list: %s is refused without a choice', async (intent, fields, sentence) => {
  const { status, body } = await press({ intent, ...fields });
  expect([status, body.includes(sentence)]).toEqual([422, true]);
});

test('the form of a list: completing several tasks, and planning one again, is undone at once', async () => {
  const ids = await route('driver', 2);
  const statuses = async () =>
    network.database.rows('select status, driver_id from tasks where id = any($1) order by id', [ids]);
  const before = await statuses();
  const completed = await press({ intent: 'becomeStatus', taskIds: ids, status: 'completed', driver_id: '' });
  expect(completed.toast?.title).toBe('2 tasks are now completed');
  expect((await undo(dispatcher, completed.toast)).toast?.title).toBe('Undone');
  expect(await statuses()).toEqual(before);
  await press({ intent: 'becomeStatus', taskIds: ids, status: 'hold', driver_id: '' });
  const planned = await press({ intent: 'planAgain', taskIds: ids, driver_id: '', status: '' });
  expect(planned.toast?.title).toBe('2 tasks are planned again');
  expect(await statuses()).toEqual(before);
  const given = await press({ intent: 'moveTasks', taskIds: ids, driver_id: 'unassigned', status: 'hold' });
  expect(given.toast?.title).toBe('2 tasks moved to Unassigned');
  await undo(dispatcher, given.toast);
  expect(await statuses()).toEqual(before);
});

test('the form of a list: tasks are held until a time, or urgent, all or none, and that is undone at once', async () => {
  const ids = await route('driver', 3);
  const [first, , last] = ids;
  const stored = () =>
    network.database.rows<{ status: string; need_by: Date | null; priority: string }>(
      'select status, need_by, priority, order_index from tasks where id = any($1) order by id',
      [ids],
    );
  const before = await stored();
  const need_by = new Date(Date.now() + 3_600_000).toISOString();
  const held = await press({ intent: 'holdTasks', taskIds: ids, need_by });
  expect(held.toast?.title).toBe('3 tasks are on hold');
  expect(await stored()).toMatchObject(ids.map(() => ({ status: 'hold', need_by: new Date(need_by) })));
  await undo(dispatcher, held.toast);
  expect(await stored()).toEqual(before);
  const urgent = await press({ intent: 'prioritizeTasks', taskIds: [Number(last)], priority: 'urgent' });
  expect(urgent.toast?.title).toBe('1 task is urgent');
  expect(await routeOf('driver')).toEqual([last, ...ids.slice(0, 2)]);
  await undo(dispatcher, urgent.toast);
  expect(await stored()).toEqual(before);
  // One task is under way and cannot be held without a reason, so none of the tasks is held.
  const going = { taskIds: [first], status: 'going' };
  expect((await dispatcher.post('/api/tasks/batch/status', going)).status).toBe(200);
  const refused = await press({ intent: 'holdTasks', taskIds: ids, need_by });
  expect([refused.status, refused.body.includes('A going task can&#x27;t become hold')]).toEqual([409, true]);
  expect((await stored()).map(({ status }) => status)).toEqual(['going', 'pending', 'pending']);
  expect((await press({ intent: 'holdTasks', taskIds: ids, need_by: 'soon' })).status).toBe(422);
});

test('a stop is moved to a typed position, past whole stops', async () => {
  const ids = await route('driver', 3);
  const [first, second, third] = ids;
  const moved = await press({ intent: 'moveStop', taskId: Number(first), position: 2 });
  expect(moved.toast?.title).toBe('Task order saved successfully');
  expect(await routeOf('driver')).toEqual([second, first, third]);
  await press({ intent: 'moveStop', taskId: Number(second), position: 99 });
  expect(await routeOf('driver')).toEqual([first, third, second]);
  for (const position of ['0', '', 'x'])
    expect((await press({ intent: 'moveStop', taskId: Number(first), position })).status).toBe(422);
});

test('the form of a list is for dispatchers only, also with what drivers may do themselves', async () => {
  const driver = await network.as('driver');
  const path = `/dispatcher/drivers/${String(network.ids.driver)}`;
  for (const intent of ['reorderTasks', 'startRoute', 'becomeStatus', 'holdTasks', 'prioritizeTasks'])
    expect((await submitForm(driver, path, { intent })).status).toBe(403);
});

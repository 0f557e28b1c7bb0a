import { beforeAll, expect, test } from 'vitest';
import type { App } from '../support/app';
import { client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';
import { listenTo } from '../support/sockets';
import { addPeople } from '../support/people';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
let second: App;

beforeAll(async () => {
  second = await network.another();
});

const id = (username: string) => network.ids[username] ?? 0;

test('a change on one instance is heard on the other, by those whom it concerns', async () => {
  const driver2 = await network.as('driver2');
  const [board, own, foreign] = await Promise.all([
    listenTo(second.origin, { cookie: dispatcher.cookie() }),
    listenTo(second.origin, { cookie: driver.cookie() }),
    listenTo(second.origin, { cookie: driver2.cookie() }),
  ]);
  const made = await make(dispatcher, delivery({ driver_id: id('driver') }));
  const created = { type: 'TASK_CREATED', taskId: made.id, driverId: id('driver') };
  await Promise.all([board, own].map(({ heard }) => heard((message) => message.taskId === made.id)));
  expect(board.messages).toContainEqual(created);
  expect(own.messages).toContainEqual(created);

  await dispatcher.patch(`/api/tasks/${String(made.id)}`, { driver_id: id('driver2') });
  await Promise.all([own, foreign].map(({ heard }) => heard(({ type }) => type === 'TASK_UPDATED')));
  await dispatcher.del(`/api/tasks/${String(made.id)}`);
  await foreign.heard(({ type }) => type === 'TASK_DELETED');
  expect(foreign.messages.some(({ type }) => type === 'TASK_CREATED')).toBe(false);
  expect(own.messages.some(({ type }) => type === 'TASK_DELETED')).toBe(false);
});

test('a user who drives and dispatches hears of every task, until the role is removed', async () => {
  const admin = await network.as('admin');
  const made = await addPeople<'both'>(network.database.url, [
    { username: 'both', name: 'Bo Both', roles: ['driver', 'dispatcher'] },
  ]);
  const listen = async () => listenTo(second.origin, { cookie: (await network.as('both')).cookie() });
  const board = await listenTo(second.origin, { cookie: dispatcher.cookie() });
  const before = await listen();
  const foreign = await make(dispatcher, delivery({ driver_id: id('driver') }));
  await before.heard(({ taskId }) => taskId === foreign.id);
  await admin.patch(`/api/admin/users/${String(made.both)}/roles`, { roles: ['driver'] });
  expect(await before.closed).toBe(4401);

  const after = await listen();
  const hidden = await make(dispatcher, delivery({ driver_id: id('driver') }));
  await board.heard(({ taskId }) => taskId === hidden.id);
  const own = await make(dispatcher, delivery({ driver_id: made.both }));
  await after.heard(({ taskId }) => taskId === own.id);
  expect(after.messages.filter(({ taskId }) => taskId).map(({ taskId }) => taskId)).toEqual([own.id]);
});

test('a change that is rolled back is never sent', async () => {
  const board = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  const [open, held] = await Promise.all([
    make(dispatcher, pickup()),
    make(dispatcher, pickup({ status: 'hold' })),
  ]);
  const marker = () => make(dispatcher, pickup({ location: 'Marker' }));
  const first = await marker();
  await board.heard(({ taskId }) => taskId === first.id);
  const before = board.messages.length;
  const refused = await dispatcher.post('/api/tasks/batch/status', {
    taskIds: [open.id, held.id],
    status: 'going',
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  const last = await marker();
  await board.heard(({ taskId }) => taskId === last.id);
  const heard = board.messages.slice(before).filter(({ type }) => type !== 'HEARTBEAT');
  expect(heard.map(({ taskId }) => taskId)).toEqual([last.id]);
});

test('a large batch is one message', async () => {
  const board = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  const tasks = await Promise.all(Array.from({ length: 25 }, () => make(dispatcher, pickup())));
  const taskIds = tasks.map((task) => task.id);
  await board.heard(({ taskId }) => taskId === taskIds.at(-1));
  await dispatcher.post('/api/tasks/batch/status', { taskIds, status: 'completed' });
  await board.heard(({ type, taskId }) => type === 'TASK_UPDATED' && taskId === null);
  expect(board.messages.filter(({ type }) => type === 'TASK_UPDATED')).toHaveLength(1);
});

test('the greeting tells where the lists stand, so that a gap is noticed', async () => {
  const first = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  const again = await listenTo(second.origin, { cookie: dispatcher.cookie() });
  expect(again.messages[0]).toEqual(first.messages[0]);
  await make(dispatcher, pickup());
  const later = await listenTo(second.origin, { cookie: dispatcher.cookie() });
  expect(later.messages[0]?.version).toBeGreaterThan(again.messages[0]?.version ?? 0);
});

test('the greeting comes first, also while others make changes', async () => {
  const task = await make(dispatcher, delivery({ driver_id: id('driver') }));
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let n = 0; !isOver; n += 1)
        await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: String(n) });
    }),
  );
  const sockets = await Promise.all(
    Array.from({ length: 12 }, () => listenTo(second.origin, { cookie: dispatcher.cookie() })),
  );
  isOver = true;
  await writing;
  expect(sockets.map(({ messages }) => messages[0]?.type)).toEqual(sockets.map(() => 'LIVE'));
});

test('many who come at once are each told of their own lists', async () => {
  await make(dispatcher, delivery({ driver_id: id('driver') }));
  const cookies = [dispatcher, driver, await network.as('driver2')].map((person) => person.cookie());
  const listen = (cookie: string) => listenTo(second.origin, { cookie });
  const alone = [];
  for (const cookie of cookies) alone.push((await listen(cookie)).messages[0]);
  expect(new Set(alone.map((greeting) => greeting?.version)).size).toBe(3);
  const together = await Promise.all([...cookies, ...cookies, ...cookies, ...cookies].map(listen));
  expect(together.map(({ messages }) => messages[0])).toEqual([...alone, ...alone, ...alone, ...alone]);
});

test('strangers, other sites and other paths are refused', async () => {
  const cookie = dispatcher.cookie();
  await expect(listenTo(network.app.origin, {})).rejects.toThrow('HTTP 401');
  await expect(listenTo(network.app.origin, { cookie: 'session=no-such-session-token' })).rejects.toThrow(
    'HTTP 401',
  );
  for (const origin of ['https://evil.example', 'null', `${network.app.origin}.evil.example`]) {
    await expect(listenTo(network.app.origin, { cookie, origin })).rejects.toThrow('HTTP 403');
  }
});

test('signing out closes the sockets of that session on every instance', async () => {
  const leaving = client(network.app.origin);
  await leaving.signIn('driver3');
  const socket = await listenTo(second.origin, { cookie: leaving.cookie() });
  await leaving.post('/api/logout');
  expect(await socket.closed).toBe(4401);
});

test('after a lost LISTEN connection everybody is told to look again', async () => {
  const board = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  const before = board.messages.length;
  await network.database.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parts-dispatch listen' and datname = current_database()",
  );
  await board.heard((message) => board.messages.indexOf(message) >= before && message.taskId === null);
  const made = await make(dispatcher, pickup());
  await board.heard(({ taskId }) => taskId === made.id);
});

/** Each instance hears of changes on one connection, which is lost with and without a message. */
import { LISTENER_NAME } from 'db/listen';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { make, pickup } from '../support/factories';
import { listenTo, type Listener } from '../support/sockets';
import { install, type Installation, tell } from './installation';
import { slowed } from '../support/slowness';

let installation: Installation;

beforeAll(async () => {
  installation = await install({ lanes: 1 });
});
afterAll(() => installation.close());

/** Returns milliseconds until the page is told to load its data, after a change that no instance heard of. */
async function toldAfter(board: Listener, known: number): Promise<number> {
  const from = performance.now();
  await board.heard((message) => board.messages.indexOf(message) >= known && message.taskId === null);
  return performance.now() - from;
}

const isListener = (opening: Buffer) => opening.includes(LISTENER_NAME);

test('the LISTEN connection is cut: every page is told to look again within 5 s', async () => {
  const dispatcher = await installation.as('desk1');
  const board = await listenTo(installation.origin, { cookie: dispatcher.cookie() });
  const known = board.messages.length;
  await installation.database.rows(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [LISTENER_NAME],
  );
  await make(dispatcher, pickup({ location: 'Nobody heard of it' }));
  const ms = await toldAfter(board, known);
  expect(ms).toBeLessThan(slowed(5_000));
  const made = await make(dispatcher, pickup());
  await board.heard(({ taskId }) => taskId === made.id);
  board.close();
  tell(`LISTEN cut: told after ${ms.toFixed(0)} ms`);
});

test('the LISTEN connection falls silent and nobody says so: noticed within 15 s, and then as above', async () => {
  const dispatcher = await installation.as('desk1');
  const board = await listenTo(installation.origin, { cookie: dispatcher.cookie() });
  const known = board.messages.length;
  installation.wire.silence(isListener);
  await make(dispatcher, pickup({ location: 'Nobody heard of it' }));
  const ms = await toldAfter(board, known);
  expect(ms).toBeLessThan(slowed(15_000));
  const made = await make(dispatcher, pickup());
  await board.heard(({ taskId }) => taskId === made.id);
  installation.wire.mend();
  board.close();
  tell(`LISTEN silent: told after ${ms.toFixed(0)} ms`);
});

test('every connection to the database falls silent: 503, and it works again with new ones', async () => {
  const dispatcher = await installation.as('desk1');
  await Promise.all(Array.from({ length: 10 }, () => dispatcher.get('/api/tasks')));
  installation.wire.silence();
  const statuses: number[] = [];
  const from = performance.now();
  while (statuses.at(-1) !== 201) statuses.push((await dispatcher.post('/api/tasks', pickup())).status);
  expect([...new Set(statuses)].sort()).toEqual([201, 503]);
  const seconds = (performance.now() - from) / 1_000;
  expect(seconds).toBeLessThan(slowed(30));
  installation.wire.mend();
  tell(`silent connections to the database: written again after ${seconds.toFixed(1)} s`);
});

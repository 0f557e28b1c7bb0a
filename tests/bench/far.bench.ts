/** Measures writes while the database is far away: 300 ms for each round trip. `npm run bench -- --far` */
import { afterAll, beforeAll, test } from 'vitest';
import { startApp, type App } from '../support/app';
import { client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { signature } from '../support/factories';
import { addPeople, sessionOf } from '../support/people';
import { startWire, type Wire } from '../support/wire';
import { median } from './load';
import { report, row } from './report';

const EACH_WAY_MS = 150;
const CALLS = 5;

let database: TestDatabase;
let ids: Record<string, number>;
let wire: Wire;
let app: App;

beforeAll(async () => {
  database = await createDatabase();
  ids = await addPeople(database.url);
  wire = await startWire(new URL(database.url));
  const databaseUrl = Object.assign(new URL(database.url), { port: String(wire.port) }).href;
  app = await startApp({ databaseUrl });
});
afterAll(async () => {
  await app.stop();
  await wire.close();
  await database.drop();
});

test('writes, 300 ms away', async () => {
  const [dispatcher, driver] = await Promise.all(
    ['dispatcher', 'driver'].map(async (name) => client(app.origin, await sessionOf(database, name))),
  );
  if (!dispatcher || !driver) throw new Error('Nobody is signed in');
  const image = await signature();
  const task = { type: 'delivery', location: 'Far Away', address: '', invoice_number: 'FAR-1' };
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
  const create = () =>
    dispatcher.post<{ id: number }>('/api/tasks', { ...task, driver_id: ids.driver }, key());
  const status = (taskId: number, to: string) =>
    driver.post('/api/tasks/batch/status', { taskIds: [taskId], status: to, signature_image: image }, key());
  const stops: number[] = [];
  for (let i = 0; i <= CALLS; i += 1) stops.push((await create()).body.id);
  const { id } = (await create()).body;
  let notes = 0;
  const patch = (headers = {}) =>
    dispatcher.patch(`/api/tasks/${String(id)}`, { notes: String((notes += 1)) }, headers);
  for (const stop of stops)
    await driver.post('/api/tasks/batch/status', { taskIds: [stop], status: 'going' }, key());
  const writes = {
    'PATCH /api/tasks/ID': () => patch(),
    '… with an Idempotency-Key': () => patch(key()),
    'POST /api/tasks, with an Idempotency-Key': create,
    'completing with a signature': () => status(stops.pop() ?? 0, 'completed'),
  };
  wire.delay(EACH_WAY_MS);
  const seconds: Record<string, number> = {};
  for (const [name, write] of Object.entries(writes)) {
    const taken: number[] = [];
    await write();
    for (let call = 0; call < CALLS; call += 1) {
      const from = performance.now();
      const answer = await write();
      if (answer.status >= 300) throw new Error(`${name}: ${String(answer.status)}`);
      taken.push(performance.now() - from);
    }
    seconds[name] = median(taken) / 1_000;
    report(`${name}, database 300 ms away`, { seconds: seconds[name] });
  }
  const write = seconds['PATCH /api/tasks/ID'] ?? NaN;
  row('a write when the database is 300 ms away', { unit: 's', ours: write, goal: '≤ 1.8' });
  wire.delay(0);
});

/** The database server stops, returns, and stands still. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/client';
import { pickup } from '../support/factories';
import { serverRows } from '../support/database';
import { postmaster } from '../support/postmaster';
import { rounds, install, wrongWith, type Installation, tell } from './installation';
import { slowed } from '../support/slowness';

let installation: Installation;

beforeAll(async () => {
  // Some tests require that a request is refused in time.
  installation = await install({ env: { LONGEST_WAIT_SECONDS: '5' } });
});
afterAll(() => installation.close());

const ROUNDS = rounds(1, 10);

/** Returns milliseconds until `look` returns true. */
async function until(look: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 20));
  return performance.now() - from;
}

const isReady = async () => (await client(installation.origin).get('/readyz')).status === 200;

test.each(['fast', 'immediate'] as const)(
  'PostgreSQL is restarted (%s) in the middle of writes: 503 until it is back, nothing lost, and no restart of the application',
  async (how) => {
    const server = await postmaster();
    const writes = installation.write();
    let slowest = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      await writes.more(20);
      await server.restart(how);
      const back = await until(async () => (await isReady()) && writes.acknowledged() > 0);
      slowest = Math.max(slowest, back);
      await writes.more(20);
    }
    expect(await wrongWith(writes, installation.database)).toEqual([]);
    expect(slowest).toBeLessThan(slowed(5_000));
    tell(
      `${how}, ${String(ROUNDS)} times: ${String(writes.acknowledged())} writes acknowledged, 0 lost, ready again after ${slowest.toFixed(0)} ms at most`,
    );
  },
);

test('PostgreSQL stands still: 503 and not for ever; afterwards nothing is lost and nothing was done twice', async () => {
  const server = await postmaster();
  const writes = installation.write({ timeoutMs: 60_000 });
  await writes.more(20);
  const caller = await installation.as('desk1');
  server.freeze();
  try {
    const from = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => caller.post('/api/tasks', pickup({ driver_id: null }))),
    );
    const seconds = (performance.now() - from) / 1_000;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers.every(({ headers }) => headers.get('retry-after') !== null)).toBe(true);
    expect(seconds).toBeLessThan(slowed(25));
    expect((await caller.get('/healthz')).status).toBe(200);
    expect((await caller.get('/readyz')).status).toBe(503);
    tell(`frozen: 30 calls were told so within ${seconds.toFixed(1)} s`);
  } finally {
    server.thaw();
  }
  expect(await until(isReady)).toBeLessThan(slowed(5_000));
  await writes.more(20);
  expect(await wrongWith(writes, installation.database)).toEqual([]);
});

test('while PostgreSQL is away the log says once that background work waits, and once that it goes on', async () => {
  const lines = (text: string) => installation.app().output().split(text).length - 1;
  const before = [lines('background work waits'), lines('background work goes on')];
  const server = await postmaster();
  server.freeze();
  try {
    await expect.poll(() => lines('background work waits')).toBe((before[0] ?? 0) + 1);
    // Works that ask nothing of the database have several rounds meanwhile.
    expect((await client(installation.origin).get('/readyz')).status).toBe(503);
    expect((await client(installation.origin).get('/readyz')).status).toBe(503);
  } finally {
    server.thaw();
  }
  await expect.poll(() => lines('background work goes on')).toBe((before[1] ?? 0) + 1);
  expect(lines('background work waits')).toBe((before[0] ?? 0) + 1);
  expect(installation.app().output()).not.toContain('background work succeeds again');
});

test('PostgreSQL becomes read-only: reading works, writes get 503, not ready; then it works again', async () => {
  const desk = await installation.as('desk1');
  const server = (change: string) => serverRows(change).then(() => serverRows('select pg_reload_conf()'));
  await installation.database.rows("update sessions set last_seen_at = now() - interval '1 minute'");
  await server('alter system set default_transaction_read_only = on');
  try {
    await until(async () => !(await isReady()));
    // The session is due for an update of its last use, which a read-only database refuses.
    const refused = await desk.post<{ error: string }>('/api/tasks', pickup());
    expect([refused.status, refused.body.error]).toEqual([
      503,
      'The database is read-only. Nothing was saved.',
    ]);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await desk.get('/api/tasks')).status).toBe(200);
    expect((await desk.get('/healthz')).status).toBe(200);
  } finally {
    await server('alter system reset default_transaction_read_only');
  }
  expect(await until(isReady)).toBeLessThan(slowed(5_000));
  expect((await desk.post('/api/tasks', pickup())).status).toBe(201);
});

/**
 * Very many writes wait for one driver's list, and everybody else is served. tests/bench/overload.bench.ts measures
 * the figures.
 */
import { expect, test } from 'vitest';
import { client } from '../support/client';
import { holdLocks } from '../support/database';
import { pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';

const WRITERS = 40;

const network = useNetwork({ LONGEST_WAIT_SECONDS: '5' });

test('one list is locked and very many wait for it: others read and write, and the instance is ready', async () => {
  const dispatcher = await network.as('dispatcher');
  const admin = await network.as('admin');
  const driver = await network.as('driver2');
  const { driver: locked, driver2: free } = network.ids;
  const write = (who: typeof admin, driver_id: number | undefined) =>
    who.post<{ error?: string }>('/api/tasks', pickup({ driver_id }));
  expect((await write(dispatcher, locked)).status).toBe(201);
  const release = await holdLocks(
    network.database.url,
    'select 1 from task_lists where owner_id = $1 for update',
    [locked],
  );
  const writers = Array.from({ length: WRITERS }, async () => {
    // Each writer tries again, as a script does after a 503.
    for (;;) {
      const { status, headers, body } = await write(dispatcher, locked);
      if (status === 201) return;
      expect([status, Number(headers.get('retry-after')) > 0, body.error]).toEqual([
        503,
        true,
        expect.stringMatching(/again/),
      ]);
    }
  });
  for (let i = 0; i < 10; i += 1) {
    expect((await write(admin, free)).status).toBe(201);
    expect((await driver.get('/driver')).status).toBe(200);
    expect((await client(network.app.origin).get('/readyz')).status).toBe(200);
  }
  await release();
  await Promise.all(writers);
  const made = await network.database.rows('select 1 from tasks where driver_id = $1', [locked]);
  expect(made).toHaveLength(WRITERS + 1);
});

/**
 * Measures commits of 32 writers while three instances listen: told after the commit as the product does, told by
 * NOTIFY within the commit, and not told at all. `npm run bench -- --commits`
 */
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { connect, disconnect } from 'db/connection';
import { TASK_CHANNEL, tellChanges, VERSIONS_CHANNEL } from '~/domain/platform/sync/tell.server';
import { createDatabase, type TestDatabase } from '../support/database';
import { report, row } from './report';

const WRITERS = 32;
const LISTENERS = 3;
const SECONDS = 4;
const ROUNDS = 3;
const WRITE = 'update written set n = n + 1 where id = $1';
const NOTIFY = `with changed as (${WRITE} returning id)
  select pg_notify('${TASK_CHANNEL}', id::text) from changed`;

let database: TestDatabase;
let pool: pg.Pool;
let listeners: pg.Client[];
let heard = 0;

beforeAll(async () => {
  database = await createDatabase();
  await database.rows('create table written (id integer primary key, n integer not null)');
  await database.rows('insert into written select id, 0 from generate_series(1, $1::integer) as id', [
    WRITERS,
  ]);
  connect(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: WRITERS });
  listeners = await Promise.all(
    Array.from({ length: LISTENERS }, async () => {
      const listener = new pg.Client({ connectionString: database.url });
      await listener.connect();
      listener.on('notification', () => (heard += 1));
      await listener.query(`listen ${TASK_CHANNEL}; listen ${VERSIONS_CHANNEL}`);
      return listener;
    }),
  );
});
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.end()));
  await pool.end();
  await disconnect();
  await database.drop();
});

/** @returns commits in a second. */
async function commits(write: (id: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, n) => {
      while (performance.now() - begun < SECONDS * 1_000) {
        await write(n + 1);
        count += 1;
      }
    }),
  );
  return (1_000 * count) / (performance.now() - begun);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

test('commits of 32 writers', async () => {
  const told: number[] = [];
  const within: number[] = [];
  const untold: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    untold.push(await commits((id) => pool.query(WRITE, [id])));
    told.push(
      await commits(async (id) => {
        await pool.query(WRITE, [id]);
        tellChanges([{ type: 'TASK_UPDATED', taskId: id, drivers: [id] }]);
      }),
    );
    within.push(await commits((id) => pool.query(NOTIFY, [id])));
  }
  report('commits/s of 32 writers', {
    'told after the commit': median(told),
    'NOTIFY within the commit': median(within),
    'not told': median(untold),
    'messages heard': heard,
  });
  row('commits of 32 writers, told after the commit', {
    unit: 'commits/s',
    ours: median(told),
    floor: median(untold),
    goal: '≥ 2000',
  });
});

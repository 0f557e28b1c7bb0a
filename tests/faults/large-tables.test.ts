/** Migrations of tables with many rows, while people work. */
import pg from 'pg';
import { sqlOf } from 'db/migrations/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { createDatabase } from '../support/database';
import { make, pickup } from '../support/factories';
import { makeNextVersion, NEXT_MIGRATIONS } from '../support/next-version';
import { addPeople, sessionOf } from '../support/people';
import { waitLimit } from '../support/slowness';

let next: Awaited<ReturnType<typeof makeNextVersion>>;

beforeAll(async () => {
  next = await makeNextVersion();
});
afterAll(() => next.remove());

const TASKS = 300_000;
/** A person notices a longer wait. What looks at all tasks takes seconds. */
const LONGEST_WAIT_MS = waitLimit(200);

/** Inserts archived tasks, without what triggers do for each of them. */
async function archive(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into tasks (type, location, address, invoice_number, latitude, longitude, geo_precision, status,
       completed_at, archived, created_by, last_modifier_id)
     select 'delivery', 'Shop ' || n, n || ' Main Street, Kansas City, MO 64105', 'INV-' || n, '38.9', '-94.6', 'exact',
       'completed', now() - n * interval '1 minute', true, u.id, u.id
     from (select min(id) as id from users) u, generate_series(1, $1) n`,
    [count],
  );
  await client.query('analyze tasks');
  await client.end();
}

/** Reads and writes the tasks without a pause. @returns what had to wait for longer than a person notices. */
async function watch(url: string, until: Promise<unknown>): Promise<string[]> {
  let isOver = false;
  const ended = until.finally(() => (isOver = true));
  const waits: string[] = [];
  const work = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`set lock_timeout = ${String(LONGEST_WAIT_MS)}`);
    while (!isOver)
      await client.query(statement).catch((error: unknown) => waits.push(`${statement}: ${String(error)}`));
    await client.end();
  };
  await Promise.all([
    ended,
    work('select count(*) from tasks where driver_id = 1 and not archived'),
    // Nobody else changes the last archived task.
    work('update tasks set location = location where id = (select max(id) from tasks where archived)'),
    work('select sum(version) from task_lists'),
  ]);
  return waits;
}

test(`with ${String(TASKS)} tasks no statement of an upgrade keeps readers or writers waiting, and the old instance works`, async () => {
  const database = await createDatabase();
  const { dispatcher: id = 0 } = await addPeople(database.url);
  await archive(database.url, TASKS);
  const old = await startApp({ databaseUrl: database.url });
  const dispatcher = client(old.origin, await sessionOf(database, 'dispatcher'));
  expect(id).toBeGreaterThan(0);
  const task = await make(dispatcher, pickup());
  const starting = startApp({ databaseUrl: database.url, folder: next.folder });
  const answers = new Set<number>();
  let isOver = false;
  const ended = starting.finally(() => (isOver = true));
  const people = async () => {
    for (let n = 0; !isOver; n += 1) {
      answers.add((await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: String(n) })).status);
      answers.add((await dispatcher.get('/api/board')).status);
      answers.add((await dispatcher.get('/api/map')).status);
    }
  };
  const [waits] = await Promise.all([watch(database.url, ended), people()]);
  expect([waits, [...answers]]).toEqual([[], [200]]);
  await make(dispatcher, pickup({ location: 'After The Upgrade' }));
  expect(await database.rows('select location from tasks where next_key <> lower(location)')).toEqual([]);
  await Promise.all([old.stop(), (await starting).stop()]);

  // The watch would have seen it.
  const rewriting = database.rows(
    'alter table tasks add column rewritten text not null generated always as (upper(location)) stored',
  );
  expect(await watch(database.url, rewriting)).not.toEqual([]);
  await database.drop();
});

test('an upgrade that was cut off goes on where it can', async () => {
  const database = await createDatabase();
  await addPeople(database.url);
  const [first] = NEXT_MIGRATIONS;
  if (!first || !('steps' in first)) throw new Error('It has steps');
  // An index whose building was cut off is there, and is of no use.
  await database.rows(sqlOf(first));
  await database.rows("update pg_index set indisvalid = false where indexrelid = 'tasks_next_key'::regclass");
  const app = await startApp({ databaseUrl: database.url, folder: next.folder });
  expect(
    await database.rows("select indisvalid from pg_index where indexrelid = 'tasks_next_key'::regclass"),
  ).toEqual([{ indisvalid: true }]);
  await app.stop();
  await database.drop();
});

test('a start that would keep everybody from working says for how long, and asks', async () => {
  const asking = await makeNextVersion([
    {
      name: '9999-next-rewrite',
      up: 'alter table tasks add next_rewrite text generated always as (upper(location)) stored',
      rewrites: { table: 'tasks', secondsPer100000: 2_000_000 },
    },
  ]);
  const database = await createDatabase();
  await addPeople(database.url);
  await archive(database.url, 100);
  const start = (env = {}) => startApp({ databaseUrl: database.url, folder: asking.folder, env });
  await expect(start()).rejects.toThrow(
    /ended with 78[^]*changes all rows of tasks\. Nobody can work for about 34 minutes\. .*LONG_MIGRATIONS=on/,
  );
  const app = await start({ LONG_MIGRATIONS: 'on' });
  expect(
    await database.rows("select name from schema_migrations where name = '9999-next-rewrite'"),
  ).toHaveLength(1);
  await app.stop();
  await database.drop();
  await asking.remove();
});

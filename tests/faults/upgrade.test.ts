/** Three instances behind nginx are replaced by the next version in turn, while people and scripts work. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../support/app';
import { sqlOf } from 'db/migrations/migration';
import { client } from '../support/client';
import { createDatabase } from '../support/database';
import { make, pickup } from '../support/factories';
import { makeNextVersion, NEXT_MIGRATIONS } from '../support/next-version';
import { findNginx } from '../support/nginx';
import { addPeople, sessionOf } from '../support/people';
import { waitLimit } from '../support/slowness';
import { startUpgrade, type RollingUpgrade } from '../support/rolling-upgrade';
import { rounds, tell } from './installation';

const PAGES = rounds(300, 2_000);
const RIGHT_WITHIN_MS = 2_000;

const nginx = findNginx();
const SKIPPED = nginx ? '' : ' (SKIPPED: nginx is not installed)';

let next: Awaited<ReturnType<typeof makeNextVersion>>;
let noon: RollingUpgrade;

beforeAll(async () => {
  next = await makeNextVersion();
  if (!nginx) return;
  noon = await startUpgrade({ nginx, pages: PAGES, writesPerSecond: 10 });
});
afterAll(async () => {
  await next.remove();
  if (!nginx) return;
  await noon.close();
});

test.skipIf(!nginx)(
  `a rolling upgrade with a migration, ${String(PAGES)} open pages: no request fails, no page loses its connection, every page is right${SKIPPED}`,
  async () => {
    await noon.more(10);
    const departures = await noon.replaceAll(next.folder);
    await noon.more(20);
    await noon.finish();
    await vi.waitFor(async () => {
      expect(await noon.behind()).toBe(0);
    }, RIGHT_WITHIN_MS);

    const { failures, losses, moves, writes, requests } = noon.figures();
    expect(failures).toEqual([]);
    expect(losses).toBe(0);
    expect(moves).toBeGreaterThanOrEqual(PAGES);
    // Sockets are closed one after another, at most 200 a second.
    for (const { left, ms } of departures) expect(ms).toBeGreaterThanOrEqual((left - 1) * 5);
    const newest = await noon.database.rows<{ name: string }>(
      "select name from schema_migrations where name > '999' order by name",
    );
    expect(newest).toEqual(NEXT_MIGRATIONS.map(({ name }) => ({ name })));
    const [stored] = await noon.database.rows<{ n: number }>(
      `select count(*)::integer as n from tasks where location like 'Noon, new %'`,
    );
    const [created] = await noon.database.rows<{ n: number }>(
      `select count(distinct location)::integer as n from tasks where location like 'Noon, new %'`,
    );
    expect(stored).toEqual(created);
    tell(
      `rolling upgrade: ${String(PAGES)} pages, ${String(writes)} writes and ${String(requests - writes)} loads, 0 failed; ${String(moves)} sockets moved, none lost`,
    );
  },
);

test('a migration that locks what others need gives way, also in a deadlock, and is tried again', async () => {
  const together = `alter table tasks add next_version text not null default '';
    create index tasks_next_version on tasks (driver_id, next_version);
    alter table task_lists add next_version text not null default ''`;
  const widest = await makeNextVersion([{ name: '9999-next-together', up: together }]);
  const database = await createDatabase();
  const { pathname } = new URL(database.url);
  await database.rows(`alter database ${pathname.slice(1)} set deadlock_timeout = '400ms'`);
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('begin');
  await writer.query('lock table task_lists in row exclusive mode');
  const starting = startApp({ databaseUrl: database.url, folder: widest.folder });
  await vi.waitFor(
    async () => {
      const waiting = await database.rows(
        "select from pg_locks where not granted and relation = 'task_lists'::regclass",
      );
      expect(waiting).toHaveLength(1);
    },
    { timeout: 60_000, interval: 10 },
  );
  // The migration has locked the tasks, and waits for what this transaction has locked.
  await writer.query('lock table tasks in row exclusive mode');
  await writer.query('commit');
  const app = await starting;
  expect(
    await database.rows("select name from schema_migrations where name = '9999-next-together'"),
  ).toHaveLength(1);
  await app.stop();
  await writer.end();
  await widest.remove();
  await database.drop();
});

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

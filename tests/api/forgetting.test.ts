/** Expired rows are deleted soon after a start, and then every hour. */
import { beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../support/app';
import { createDatabase, holdLocks, type TestDatabase } from '../support/database';
import { addPeople } from '../support/people';
import { useNetwork } from '../support/use-network';

const network = useNetwork();

beforeAll(async () => {
  await network.database.rows(
    "with made as (insert into accounts (name) values ('Garage') returning id) insert into account_contacts (account_id, name) select id, 'Pat' from made",
  );
  await network.database.rows(
    "insert into webhooks (url, secret, events) values ('https://example.com/', 'whsec_test', '{task.created}')",
  );
});

/** SQL of a row: the value that names it, and when it begins or ends. */
const NAME = '$1';
const HASH = `left(${NAME}, 32)::bytea`;
const AT = '(now() - $2::interval)';
const SOMEBODY = '(select min(id) from users)';

type Rule = {
  table: string;
  /** Ages of two rows: the first is deleted, the second stays. */
  goes: string;
  stays: string;
  /** SQL by column. The first column holds the row's name. */
  row: Record<string, string>;
};

const RULES: Rule[] = [
  {
    table: 'idempotency_keys',
    goes: '7 days 1 minute',
    stays: '6 days 23 hours',
    row: { key: NAME, user_id: SOMEBODY, request_hash: "'hash'", created_at: AT },
  },
  {
    table: 'undos',
    goes: '61 minutes',
    stays: '30 minutes',
    row: { id: `${NAME}::uuid`, user_id: SOMEBODY, event_ids: "'{1}'", routes: "'[]'", created_at: AT },
  },
  {
    table: 'driver_notices',
    goes: '2 days 1 minute',
    stays: '47 hours',
    row: { location: NAME, driver_id: SOMEBODY, kind: "'urgent'", under_way: 'false', created_at: AT },
  },
  {
    table: 'drafts',
    goes: '25 hours',
    stays: '23 hours',
    row: { id: `${NAME}::uuid`, user_id: SOMEBODY, path: "'/dispatcher'", fields: "'{}'", created_at: AT },
  },
  {
    table: 'sessions',
    goes: '7 days 1 minute',
    stays: '6 days 23 hours',
    row: { token_hash: HASH, user_id: SOMEBODY, remember: 'true', created_at: AT, last_seen_at: AT },
  },
  {
    table: 'proof_links',
    goes: '25 hours',
    stays: '23 hours',
    row: { token_hash: HASH, created_by: SOMEBODY, task_id: '1', expires_at: AT },
  },
  {
    table: 'messages',
    goes: '90 days 1 hour',
    stays: '89 days 23 hours',
    row: {
      id: `${NAME}::uuid`,
      contact_id: '(select min(id) from account_contacts)',
      event: "'delivered'",
      channel: "'email'",
      recipient: "'pat@shop.example'",
      stop_key: "''",
      state: "'sent'",
      created_at: AT,
    },
  },
  {
    table: 'task_concerns',
    goes: '90 days 1 minute',
    stays: '23 hours',
    row: { said: NAME, task_id: '1', kind: "'customer-wrote'", created_at: AT },
  },
  {
    table: 'geocodes',
    goes: '1 minute',
    stays: '-1 day',
    row: { address_key: NAME, provider: "'embedded'", use_until: AT },
  },
  {
    table: 'geocode_queue',
    goes: '30 days 1 minute',
    stays: '29 days',
    row: { address_key: NAME, address: "'Nowhere'", next_try_at: 'null', created_at: AT },
  },
  {
    table: 'account_imports',
    goes: '30 days 1 minute',
    stays: '29 days',
    row: {
      file_name: NAME,
      owner_id: SOMEBODY,
      state: "'done'",
      delimiter: "','",
      header: "'{name}'",
      line_count: '0',
      created_at: AT,
    },
  },
  {
    table: 'jobs',
    goes: '30 days 1 minute',
    stays: '29 days',
    row: { subject: NAME, kind: "'webhook'", state: "'done'", run_at: 'null', created_at: AT },
  },
  {
    table: 'webhook_deliveries',
    goes: '30 days 1 minute',
    stays: '29 days',
    row: {
      id: `${NAME}::uuid`,
      webhook_id: '(select id from webhooks)',
      event: "'task.created'",
      body: "'{}'",
      state: "'delivered'",
      next_try_at: 'null',
      created_at: AT,
    },
  },
  {
    table: 'admin_events',
    goes: '90 days 1 minute',
    stays: '89 days',
    row: { target_id: NAME, target_name: "'Somebody'", act: "'session.refused'", created_at: AT },
  },
  {
    table: 'rate_limits',
    goes: '1 minute',
    stays: '-1 hour',
    row: { key: NAME, points: '1', expire: `extract(epoch from ${AT}) * 1000` },
  },
];

const OLD = '0000000d-0000-4000-8000-000000000000';
const YOUNG = '00000001-0000-4000-8000-000000000000';

const plant = ({ table, row }: Rule, name: string, age: string) =>
  network.database.rows(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`,
    [name, age],
  );

/** Returns which of the two rows are left. */
async function left({ table, row }: Rule): Promise<string[]> {
  const [column = '', value = ''] = Object.entries(row)[0] ?? [];
  const found: string[] = [];
  for (const name of [OLD, YOUNG]) {
    const there = await network.database.rows(`select from ${table} where ${column} = ${value}`, [name]);
    if (there.length > 0) found.push(name);
  }
  return found;
}

test('each kind goes when its time is over, and no sooner', async () => {
  for (const rule of RULES) {
    await plant(rule, OLD, rule.goes);
    await plant(rule, YOUNG, rule.stays);
  }
  await network.another();
  await vi.waitFor(
    async () => {
      for (const rule of RULES) expect([rule.table, await left(rule)]).toEqual([rule.table, [YOUNG]]);
    },
    { interval: 100 },
  );
});

/** Uses a database of its own, so that no other instance cleans up or releases tasks. */
async function alone(prepare: (database: TestDatabase) => Promise<void>) {
  const database = await createDatabase();
  await addPeople(database.url);
  await prepare(database);
  const app = await startApp({ databaseUrl: database.url });
  return {
    database,
    app,
    close: async () => {
      await app.stop();
      await database.drop();
    },
  };
}

const KEYS = `insert into idempotency_keys (key, user_id, request_hash, created_at)
  select 'key ' || n, (select min(id) from users), 'hash', now() - interval '8 days' from generate_series(1, $1::integer) n`;

test('expired rows are deleted in batches of at most 5,000, and locked rows stop nothing', async () => {
  const own = await alone(async (database) => {
    await database.rows(KEYS, [12_001]);
    await database.rows('create table pieces (size integer)');
    await database.rows(`create function note_piece() returns trigger language plpgsql as
      $$ begin insert into pieces select count(*) from gone having count(*) > 0; return null; end $$`);
    await database.rows(`create trigger pieces after delete on idempotency_keys referencing old table as gone
      for each statement execute function note_piece()`);
    await database.rows(
      "insert into rate_limits (key, points, expire) values ('held', 1, 1), ('free', 1, 1), ('later', 1, 1)",
    );
    await holdLocks(database.url, "select from idempotency_keys where key = 'key 5' for update");
    await holdLocks(database.url, "select from rate_limits where key = 'held' for update");
  });
  const { database } = own;
  const left = async (sql: string) => (await database.rows<{ key: string }>(sql)).map(({ key }) => key);
  await vi.waitFor(
    async () => {
      expect(await left('select key from idempotency_keys')).toEqual(['key 5']);
      expect(await left('select key from rate_limits')).toEqual(['held']);
    },
    { interval: 100 },
  );
  const sizes = await database.rows<{ size: number }>('select size from pieces');
  expect(Math.max(...sizes.map(({ size }) => size))).toBeLessThanOrEqual(5_000);
  await own.close();
});

test('a table that is locked holds up neither the other kinds nor the holds that come due', async () => {
  const own = await alone(async (database) => {
    await database.rows(KEYS, [1]);
    await database.rows("insert into rate_limits (key, points, expire) values ('late', 1, 1)");
    await holdLocks(database.url, 'lock table idempotency_keys in access exclusive mode');
  });
  const { database } = own;
  const waiting = async () => {
    const [found] = await database.rows<{ id: string }>(
      `select pid || ' ' || query_start as id from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from idempotency_keys%'`,
    );
    return found?.id;
  };
  const dueHold = async () => {
    const [made] = await database.rows<{ id: number }>(
      `insert into tasks (type, status, location, need_by) values ('pickup', 'hold', 'Here', now()) returning id`,
    );
    return made?.id;
  };
  const released = async (id: number | undefined) =>
    (await database.rows("select from tasks where id = $1 and status = 'pending'", [id])).length > 0;
  // A hold must be released while one statement of the clean-up waits for the lock all the time.
  await vi.waitFor(
    async () => {
      const before = await waiting();
      expect(before).toBeDefined();
      const id = await dueHold();
      while (!(await released(id))) expect(await waiting()).toBe(before);
      expect(await waiting()).toBe(before);
    },
    { interval: 100 },
  );
  await vi.waitFor(async () => expect(await database.rows('select from rate_limits')).toEqual([]), {
    interval: 100,
  });
  await own.close();
});

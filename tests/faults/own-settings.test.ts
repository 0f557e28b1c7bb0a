/**
 * An operator's own PostgreSQL may have any settings, locale and rights: they change nothing, or are refused
 * at the start, or the doctor names them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from 'db/backup';
import { withClient } from 'db/client';
import { connect, disconnect, rows } from 'db/connection';
import { migrate } from 'db/migrate';
import { restore } from 'db/restore';
import { unknownTables } from 'db/statistics';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { delivery } from '../support/factories';
import { connectTo, doctor, findPostgres, startPostgres, type OwnServer } from '../support/own-postgres';
import { addPeople } from '../support/people';

const programs = findPostgres();
const skipped = programs ? '' : ' (SKIPPED: Debian’s postgresql is not installed)';

/** Settings of a role that differ from what our statements and answers expect. */
const ODD = {
  jit: 'on',
  default_transaction_isolation: 'serializable',
  timezone: 'Pacific/Kiritimati',
  datestyle: 'SQL, DMY',
  intervalstyle: 'iso_8601',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  gin_fuzzy_search_limit: '1',
  plan_cache_mode: 'force_generic_plan',
  // Shorter than the time between two signs of life.
  idle_session_timeout: '500ms',
  statement_timeout: '1s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '1s',
};
const USUAL = {
  jit: 'off',
  default_transaction_isolation: 'read committed',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  gin_fuzzy_search_limit: '0',
  plan_cache_mode: 'auto',
  idle_session_timeout: '0',
};
const ASK = `select ${Object.keys(USUAL)
  .map((name) => `current_setting('${name}') as ${name}`)
  .join(', ')}, to_char(timestamptz '2026-03-09 12:00+00', 'HH24') as noon`;

describe.skipIf(!programs)(`on a server of one's own${skipped}`, () => {
  let server: OwnServer;
  let admin: pg.Client;
  let folder: string;
  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
    admin = await connectTo(server.adminUrl);
    folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-own-'));
  });
  afterAll(async () => {
    await admin.end();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const urlOf = (database: string, user = 'parts') =>
    Object.assign(new URL(server.url), { pathname: `/${database}`, username: user }).href;

  /** Makes a database of the role. @returns its address. */
  async function database(name: string, more = "encoding 'UTF8' locale 'C.UTF-8'"): Promise<string> {
    await admin.query(`create database ${name} template template0 owner parts ${more}`);
    return urlOf(name);
  }

  async function withRole(settings: Record<string, string>, work: () => Promise<unknown>): Promise<void> {
    for (const [name, value] of Object.entries(settings))
      await admin.query(`alter role parts set ${name} = ${value.includes(',') ? value : `'${value}'`}`);
    try {
      await work();
    } finally {
      await admin.query('alter role parts reset all');
    }
  }

  async function asAdminOf(name: string, ...statements: string[]): Promise<void> {
    const there = await connectTo(server.adminUrlOf(name));
    for (const statement of statements) await there.query(statement);
    await there.end();
  }

  /** The first step of each start, without the time that a process takes. */
  const refusal = (url: string) => migrate(url).then(() => 'it is accepted', String);

  const written = async (name: string, table: string) => {
    const there = await connectTo(server.adminUrlOf(name));
    const { rows: all } = await there.query<object>(`select * from ${table} order by 1`);
    await there.end();
    return all;
  };

  test('every connection sets what it depends on', async () => {
    const url = await database('odd_connections');
    await withRole(ODD, async () => {
      expect((await withClient(url, (one) => one.query<object>(ASK))).rows).toEqual([
        { ...USUAL, noon: '12' },
      ]);
      connect(url);
      try {
        expect(await rows(ASK)).toEqual([{ ...USUAL, noon: '12' }]);
      } finally {
        await disconnect();
      }
    });
  });

  test('with odd settings of the role the same is written, told live, backed up and restored', async () => {
    const url = await database('odd');
    const copy = await database('copy_of_odd');
    const file = join(folder, 'odd.backup');
    const task = delivery({
      deliver_by: '2026-03-09T17:05:00+00:00',
      latitude: '38.98765432',
      longitude: '-94.6',
    });
    await migrate(url);
    await addPeople(url);
    await withRole(ODD, async () => {
      const app = await startApp({ databaseUrl: url });
      const desk = client(app.origin);
      await desk.signIn('dispatcher');
      const made = await desk.post<Task>('/api/tasks', task);
      expect(made).toMatchObject({ status: 201, body: task });
      const [listener] = await listeners();
      expect(listener).toBeDefined();
      // Longer than the limit of the role.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(await listeners()).toEqual([listener]);
      const path = `/api/tasks/${String(made.body.id)}`;
      expect((await desk.patch(path, { notes: String.raw`C:\new "parts"` })).status).toBe(200);
      const { body } = await desk.get<Task>(path);
      expect(body).toMatchObject({
        ...task,
        notes: String.raw`C:\new "parts"`,
        created_at: made.body.created_at,
      });
      expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(60_000);
      await app.stop();
      await backUp(url, file);
    });
    await restore(copy, file, { replace: false });
    for (const table of ['tasks', 'task_events', 'users', 'sessions'])
      expect(await written('copy_of_odd', table)).toEqual(await written('odd', table));
  });

  async function listeners(): Promise<number[]> {
    const { rows: found } = await admin.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'parts-dispatch listen'",
    );
    return found.map(({ pid }) => pid);
  }

  test.each([
    [
      'bytes',
      "encoding 'SQL_ASCII' locale 'C'",
      /encoding SQL_ASCII, which can't store all texts\. Create one/,
    ],
    ['latin', "encoding 'LATIN1' locale 'C'", /encoding LATIN1, which can't store all texts\. Create one/],
    [
      'turkish',
      "encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'tr-TR'",
      /lower case of FILM is fılm\. Names would not be found/,
    ],
  ])('a database of %s is refused', async (name, more, sentence) => {
    const url = await database(`refused_${name}`, more);
    expect(await refusal(url)).toMatch(sentence);
    const file = join(folder, `${name}.backup`);
    await backUp(urlOf('odd'), file);
    await expect(restore(url, file, { replace: false })).rejects.toThrow(sentence);
  });

  test('the start ends with the sentence, and the doctor says the same', async () => {
    const url = await database('refused', "encoding 'LATIN1' locale 'C'");
    const sentence = "the database has the encoding LATIN1, which can't store all texts";
    await expect(startApp({ databaseUrl: url })).rejects.toThrow(
      `Parts Dispatch can't start: ${sentence}. Create`,
    );
    expect(await doctor(url)).toMatch(
      new RegExp(`^WRONG +Database: ${sentence}\\n +→ Create .*C\\.UTF-8`, 'm'),
    );
  });

  test('so is one without foreign keys, a schema, or the rights to make tables', async () => {
    const url = await database('bare');
    await withRole({ session_replication_role: 'replica' }, async () => {
      expect(await refusal(url)).toMatch(/triggers and foreign keys do nothing\. alter role USER reset/);
    });
    await withRole({ search_path: 'nowhere' }, async () => {
      expect(await refusal(url)).toMatch(
        /search_path of this user names no schema that it may use\. alter role/,
      );
    });
    await admin.query('create role guest login');
    expect(await refusal(urlOf('bare', 'guest'))).toMatch(/can't create tables in the schema public\. alter/);
    await asAdminOf('bare', 'grant create on schema public to guest');
    expect(await refusal(urlOf('bare', 'guest'))).toMatch(/not installed, .*\. As an administrator: create/);
    await asAdminOf('bare', 'create schema extensions', 'create extension pg_trgm schema extensions');
    expect(await refusal(url)).toMatch(/in the schema extensions, which is not in the search_path/);
    await admin.query('revoke temporary on database bare from public');
    expect(await refusal(urlOf('bare', 'guest'))).toMatch(/can't create temporary tables/);
  });

  test('so is an engine whose advisory locks do nothing', async () => {
    const url = await database('lockless');
    // CockroachDB accepts the call and does nothing. Here a schema that is searched first does the same.
    await asAdminOf(
      'lockless',
      'create schema engine',
      'grant usage on schema engine to parts',
      "create function engine.pg_advisory_xact_lock(integer, integer) returns void language sql as ''",
    );
    await withRole({ search_path: 'engine, pg_catalog, public' }, async () => {
      expect(await refusal(url)).toMatch(/advisory locks have no effect, .*\. Use PostgreSQL itself/);
    });
  });

  test.each([
    ['in a schema of its own', 'tight', 'tight', 'create schema tight authorization tight'],
    ['in public, as at a managed service', 'managed', 'public', 'grant create on schema public to managed'],
  ])(
    'a role that may only make tables %s can do everything, also restore',
    async (_, name, schema, right) => {
      await database(name);
      await admin.query(`alter database ${name} owner to postgres`);
      await admin.query(`create role ${name} login`);
      await asAdminOf(name, 'create extension pg_trgm', right);
      const url = urlOf(name, name);
      const app = await startApp({ databaseUrl: url });
      await addPeople(url);
      const desk = client(app.origin);
      await desk.signIn('dispatcher');
      expect((await desk.post('/api/tasks', delivery())).status).toBe(201);
      expect((await desk.get<{ tasks: unknown[] }>('/api/tasks')).status).toBe(200);
      await app.stop();
      const file = join(folder, `${name}.backup`);
      await backUp(url, file);
      await restore(url, file, { replace: true });
      expect(await written(name, `${schema}.tasks`)).toHaveLength(1);
      expect(await doctor(url)).not.toMatch(/WRONG/);
    },
  );

  test('tables that a pg_restore has left without statistics are counted at the next start', async () => {
    const url = await database('uncounted');
    await migrate(url);
    await asAdminOf(
      'uncounted',
      'alter table admin_events set (autovacuum_enabled = off)',
      `insert into admin_events (act, target_id, target_name)
       select 'webhook.off', '1', repeat('x', 100) from generate_series(1, 10000)`,
    );
    const unknown = () => withClient(url, unknownTables);
    expect(await unknown()).toEqual(['admin_events']);
    await migrate(url);
    expect(await unknown()).toEqual([]);
  });

  test('the doctor names what hurts and can not be set', async () => {
    const url = await database('plain', "encoding 'UTF8' locale 'C'");
    expect(await doctor(url)).toMatch(/^warning +Locale: letters with accents .*\n +→ .*C\.UTF-8/m);
    await withRole({ enable_indexscan: 'off', enable_hashjoin: 'off', work_mem: '64kB' }, async () => {
      const report = await doctor(url);
      expect(report).toMatch(/^warning +Server settings: off: enable_hashjoin, enable_indexscan: searches/m);
      expect(report).toMatch(/^warning +Server settings: work_mem is 64 kB: .*\n +→ Set work_mem/m);
    });
    await withRole({ default_transaction_read_only: 'on' }, async () => {
      expect(await doctor(url)).toMatch(
        /^WRONG +Database permissions: the database is read-only\n +→ default_/m,
      );
    });
    const sorted = await database(
      'sorted',
      "encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'en-US'",
    );
    expect(await doctor(sorted)).not.toMatch(/Locale/);
    await admin.query("update pg_database set datcollversion = '1' where datname = 'sorted'");
    expect(await doctor(sorted)).toMatch(/^warning +Locale: the system sorts .*\n +→ reindex database/m);
  });
});

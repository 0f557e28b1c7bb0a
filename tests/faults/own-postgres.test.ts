/** A PostgreSQL of the operator's, with default settings: it compiles statements for longer than they run. */
import { execFile } from 'node:child_process';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { pickup } from '../support/factories';
import { findBouncer, findPostgres, startBouncer, startPostgres } from '../support/own-postgres';
import { addPeople } from '../support/people';
import { startWire } from '../support/wire';

const programs = findPostgres();
const bouncer = findBouncer();
const skipped = programs ? '' : ' (SKIPPED: Debian’s postgresql is not installed)';

describe.skipIf(!programs)(`with default settings${skipped}`, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
  });
  afterAll(() => server.stop());

  async function compiled(): Promise<number> {
    const admin = new pg.Client({ connectionString: server.adminUrl });
    await admin.connect();
    const { rows } = await admin.query<{ functions: number; role: string }>(
      `select coalesce(sum(jit_functions), 0)::integer as functions from pg_stat_statements s
       join pg_roles r on r.oid = s.userid where r.rolname = 'parts'`,
    );
    await admin.end();
    return rows[0]?.functions ?? NaN;
  }

  async function work(databaseUrl: string): Promise<void> {
    const app = await startApp({ databaseUrl });
    try {
      const desk = client(app.origin);
      await desk.signIn('dispatcher');
      const made = await desk.post<{ id: number }>('/api/tasks', pickup());
      expect(made.status).toBe(201);
      const path = `/api/tasks/${String(made.body.id)}`;
      expect((await desk.patch(path, { notes: 'By the back door' })).status).toBe(200);
      expect((await desk.del(path)).status).toBe(200);
    } finally {
      await app.stop();
    }
  }

  test('nothing is compiled for a role without rights, from the first migration on', async () => {
    await (await startApp({ databaseUrl: server.url })).stop();
    await addPeople(server.url);
    await work(server.url);
    expect(await compiled()).toBe(0);
  });

  test.skipIf(!bouncer)('nor through pgbouncer with session pooling and no further setting', async () => {
    const pool = await startBouncer(bouncer ?? '', server);
    try {
      await work(pool.url);
      expect(await compiled()).toBe(0);
    } finally {
      await pool.stop();
    }
  });

  test('settings of a role or server that hurt are named, and those that connections can set do not matter', async () => {
    const admin = new pg.Client({ connectionString: server.adminUrl });
    await admin.connect();
    const told = await doctor(server.url);
    // These tests run on such a server.
    expect(told).toMatch(/^warning +Server settings: fsync is off: .*damaged\n +→ Turn fsync on/m);
    expect(told).toMatch(/^ok +Connections: 97 allowed, \d+ used by others, up to 11 needed/m);
    expect(told).not.toMatch(/synchronous_commit|Statistics/);
    await admin.query(`alter role parts connection limit 15`);
    await admin.query(`alter role parts set synchronous_commit = off`);
    await admin.query(`alter role parts set default_transaction_isolation = 'serializable'`);
    // Migrations, backups and restores are not requests.
    await admin.query(`alter role parts set statement_timeout = '1ms'`);
    const one = await startApp({ databaseUrl: server.url });
    const other = await startApp({ databaseUrl: server.url });
    const now = await doctor(server.url);
    await Promise.all([one.stop(), other.stop()]);
    for (const name of ['synchronous_commit', 'default_transaction_isolation', 'statement_timeout'])
      await admin.query(`alter role parts reset ${name}`);
    await admin.query(`alter role parts connection limit -1`);
    await admin.end();
    expect(now).toMatch(/^warning +Server settings: synchronous_commit is off/m);
    expect(now).toMatch(/^warning +Connections: 15 allowed, .*up to 22 needed\n +→ Raise/m);
  });

  test('tables that nothing is known of are named until somebody asks for them', async () => {
    const parts = new pg.Client({ connectionString: server.url });
    await parts.connect();
    await parts.query('alter table admin_events set (autovacuum_enabled = off)');
    await parts.query(
      `insert into admin_events (act, target_id, target_name) select 'webhook.off', '1', repeat('x', 100) from generate_series(1, 10000)`,
    );
    expect(await doctor(server.url)).toMatch(/^warning +Statistics: none yet of .*admin_events/m);
    await parts.query('analyze admin_events');
    expect(await doctor(server.url)).not.toMatch(/Statistics:.*admin_events/);
    await parts.query('delete from admin_events');
    await parts.end();
  });

  test('the doctor says when a server ignores it', async () => {
    expect(await doctor(server.url)).toMatch(/^ok +Compiler \(JIT\): off/m);
    const wire = await startWire(new URL(server.url), (piece) => {
      const at = piece.indexOf('jit = off');
      if (at >= 0) piece.write('jit = on ', at);
      return 'none';
    });
    const through = Object.assign(new URL(server.url), { port: String(wire.port) }).href;
    expect(await doctor(through)).toMatch(/^warning +Compiler \(JIT\): on, .*\n +→ .*alter role/m);
    await wire.close();
  });
});

const doctor = (databaseUrl: string): Promise<string> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production' as const,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'for tests only, and of sufficient length',
      PORT: '0',
    };
    execFile(process.execPath, ['build/index.js', 'doctor'], { env }, (_error, stdout) => {
      resolve(stdout);
    });
  });

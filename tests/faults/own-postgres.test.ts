/** An operator's own PostgreSQL has default settings, under which statements take longer to compile than to run. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { pickup } from '../support/factories';
import {
  connectTo,
  doctor,
  findBouncer,
  findPostgres,
  startBouncer,
  startPostgres,
  type OwnServer,
} from '../support/own-postgres';
import { addPeople } from '../support/people';
import { startWire } from '../support/wire';

const programs = findPostgres();
const bouncer = findBouncer();
/** The limits of the role in one test. A busy machine needs less time for the statement that removes the limit. */
const LIMIT_MS = 1_000;
/** An instance holds this lock while it migrates. */
const MIGRATION_LOCK = 7_206_112;
const skipped = programs ? '' : ' (SKIPPED: Debian’s postgresql is not installed)';

describe.skipIf(!programs)(`with default settings${skipped}`, () => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await startPostgres(programs ?? '', {
      settings: { shared_preload_libraries: 'pg_stat_statements' },
    });
    const admin = await connectTo(server.adminUrl);
    await admin.query('create extension pg_stat_statements');
    await admin.end();
  });
  afterAll(() => server.stop());

  async function compiled(): Promise<number> {
    const admin = await connectTo(server.adminUrl);
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
    const report = await doctor(server.url);
    // The tests run on a server without fsync.
    expect(report).toMatch(/^warning +Server settings: fsync is off: .*damaged\n +→ Turn fsync on/m);
    expect(report).toMatch(/^ok +Connections: 97 allowed, \d+ used by others, up to 11 needed/m);
    expect(report).not.toMatch(/synchronous_commit|Statistics/);
    const admin = await connectTo(server.adminUrl);
    // This client connects before the role has limits.
    const migrating = await connectTo(server.url);
    const settings = {
      synchronous_commit: 'off',
      default_transaction_isolation: 'serializable',
      // These limits do not apply to migrations, backups and restores, which are not requests.
      statement_timeout: `${String(LIMIT_MS)}ms`,
      lock_timeout: `${String(LIMIT_MS)}ms`,
    };
    try {
      await admin.query('alter role parts connection limit 15');
      for (const [name, value] of Object.entries(settings))
        await admin.query(`alter role parts set ${name} = '${value}'`);
      await migrating.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const starting = Promise.all([
        startApp({ databaseUrl: server.url }),
        startApp({ databaseUrl: server.url }),
      ]);
      await Promise.race([starting, waitForLongerThanLimit(admin, 2)]);
      await migrating.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      const apps = await starting;
      // Connections used only for the start close first. Then there is one for the doctor.
      await expect
        .poll(() => doctor(server.url))
        .toMatch(/^warning +Connections: 15 allowed, 1 used by others, up to 22 needed\n +→ Raise/m);
      expect(await doctor(server.url)).toMatch(/^warning +Server settings: synchronous_commit is off/m);
      await Promise.all(apps.map((app) => app.stop()));
    } finally {
      for (const name of Object.keys(settings)) await admin.query(`alter role parts reset ${name}`);
      await admin.query('alter role parts connection limit -1');
      await Promise.all([admin.end(), migrating.end()]);
    }
  });

  test('connections count against the limit that leaves the fewest, and where there are none, that is said', async () => {
    const admin = await connectTo(server.adminUrl);
    const others = await Promise.all(Array.from({ length: 3 }, () => connectTo(server.adminUrl)));
    try {
      expect(await doctor(server.url)).toMatch(/^ok +Connections: 97 allowed, 4 used by others/m);
      await admin.query('alter role parts connection limit 12');
      expect(await doctor(server.url)).toMatch(/^ok +Connections: 12 allowed, 0 used by others/m);
      await admin.query('alter role parts connection limit 0');
      expect(await doctor(server.url)).toMatch(/^WRONG +Database: .*too many connections.*\n +→ Raise/m);
    } finally {
      await admin.query('alter role parts connection limit -1');
      await Promise.all([admin, ...others].map((client) => client.end()));
    }
  });

  test('tables that nothing is known of are named until somebody asks for them', async () => {
    const parts = await connectTo(server.url);
    try {
      await parts.query('alter table admin_events set (autovacuum_enabled = off)');
      await parts.query(
        `insert into admin_events (act, target_id, target_name) select 'webhook.off', '1', repeat('x', 100) from generate_series(1, 10000)`,
      );
      expect(await doctor(server.url)).toMatch(/^warning +Statistics: none yet of .*admin_events/m);
      await parts.query('analyze admin_events');
      expect(await doctor(server.url)).not.toMatch(/Statistics:.*admin_events/);
    } finally {
      await parts.query('delete from admin_events');
      await parts.end();
    }
  });

  test('the doctor says when a server ignores it', async () => {
    expect(await doctor(server.url)).toMatch(/^ok +Compiler \(JIT\): off/m);
    const wire = await startWire(new URL(server.url), (piece) => {
      const at = piece.indexOf("jit = 'off'");
      if (at >= 0) piece.write("jit = 'on' ", at);
      return 'none';
    });
    const through = Object.assign(new URL(server.url), { port: String(wire.port) }).href;
    const report = await doctor(through);
    await wire.close();
    expect(report).toMatch(/^warning +Compiler \(JIT\): on, .*\n +→ .*alter role/m);
  });
});

/** Waits until `count` connections have asked for the lock for longer than the role's limit. */
async function waitForLongerThanLimit(admin: pg.Client, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rowCount } = await admin.query(
          `select from pg_stat_activity where query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()
           and clock_timestamp() - backend_start > $1 * interval '1.5 milliseconds'`,
          [LIMIT_MS],
        );
        return rowCount;
      },
      { timeout: 60_000 },
    )
    .toBe(count);
}

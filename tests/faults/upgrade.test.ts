/** Three instances behind nginx are replaced by the next version in turn, while people and scripts work. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../support/app';
import { createDatabase } from '../support/database';
import { makeNextVersion, NEXT_MIGRATIONS } from '../support/next-version';
import { findNginx } from '../support/nginx';
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

/** Restores a backup into a database: all or nothing, in one transaction. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { checkFile, readFrames } from './backup';
import {
  CHECK_NOW,
  damaged,
  EMPTY_TABLES,
  type Frame,
  type Header,
  type SequenceState,
  type TableEnd,
  type TableHeader,
  target,
  turnTriggers,
  UnusableBackup,
} from './backup-parts';
import { FORMAT } from './backup-sql';
import { withClient } from './client';
import { LISTENER_NAME } from './listen';
import { buildSchema, migrateClient, withSchemaLock } from './migrate';
import { requireFit } from './requirements';

const FORMER_FORMAT = 'parts-dispatch backup 1';
const SAY_EVERY_MS = 3_000;
/** An index that fits into this is sorted in memory. */
const INDEX_MEMORY = '128MB';

type Options = {
  /** Deletes the present content of the database, in the same transaction. */
  replace: boolean;
  /** Gets the progress every few seconds. */
  say?: (text: string) => void;
  /** Ends a wait for others. */
  isStopped?: () => boolean;
};

type Restored = {
  /** The number of rows by table. */
  counts: Record<string, number>;
  /** The number of webhooks that were on in the backup. */
  webhooksOff: number;
};

/**
 * Makes the schema of the backup, fills it, and then migrates to this build's schema. Webhooks are off
 * afterwards: they call receivers in production, and this may be a copy.
 * @throws UnusableBackup when the file is cut, damaged or of a newer version; UnfitDatabase; Error when the
 * database is not empty.
 */
export async function restore(
  url: string,
  file: string,
  { replace, say = () => undefined, isStopped }: Options,
): Promise<Restored> {
  if (!existsSync(file)) throw new UnusableBackup(`There is no file ${file}`);
  const { size } = await stat(file);
  const tell = sometimes(say);
  const waiting = { tell: say, isStopped };
  const share = (bytes: number) => `${String(Math.floor((100 * bytes) / Math.max(1, size)))} %`;
  await checkFile(file, { onRead: (bytes) => tell(() => `Checking the file: ${share(bytes)}`) });
  return withClient(url, async (client) => {
    await requireFit(client);
    await refuseInUse(client);
    return withSchemaLock(client, 'The restore', waiting, async () => {
      // If anything fails from here on, the connection is closed, which ends the transaction.
      await client.query('begin');
      await makeRoom(client, replace);
      let read = 0;
      const counts = await fill(
        client,
        readFrames(file, (bytes) => (read = bytes)),
        (table) => tell(() => `Restoring: ${share(read)} of the file, ${table}`),
      );
      const webhooksOff = await switchWebhooksOff(client);
      await switchSourcesOff(client);
      await forgetBackups(client);
      await forgetBrowsers(client);
      await client.query('commit');
      await migrateClient(client, url, { ...waiting, mayBlock: true, onStep: say });
      // Without statistics, the first hours would be slow.
      tell(() => 'Counting for the planner');
      await client.query('analyze');
      return { counts, webhooksOff };
    });
  });
}

async function refuseInUse(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1',
    [LISTENER_NAME],
  );
  if (rowCount) throw new Error('Parts Dispatch is running on this database. Stop it first');
}

async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(`
    with ours as (
      select 'pg_class'::regclass as catalog, oid, 'table' as kind, oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
      union all
      select 'pg_proc'::regclass, oid, 'function', oid::regprocedure::text from pg_proc
      where pronamespace = current_schema()::regnamespace)
    select format('drop %s if exists %s cascade', kind, name) as drop from ours
    where not exists (select from pg_depend d where d.classid = catalog and d.objid = oid and d.deptype = 'e')
    order by kind desc`);
  if (rows.length > 0 && !replace) {
    throw new Error('The database is not empty. Add --replace to delete everything in it first');
  }
  for (const { drop } of rows) await client.query(drop);
}

/** @param onRows gets the table that is being filled or finished. */
async function fill(
  client: pg.Client,
  frames: AsyncGenerator<Frame>,
  onRows: (about: string) => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let later: string[] = [];
  let table: { name: string; sink: Writable & { rowCount: number }; failed?: Error } | undefined;
  for await (const { kind, bytes } of frames) {
    if (kind === 'D') {
      await write(table?.sink, bytes);
      onRows(table?.name ?? '');
    } else if (kind === 'H') {
      await prepare(client, JSON.parse(bytes.toString()) as Header);
      later = await postpone(client);
    } else if (kind === 'T') {
      const header = JSON.parse(bytes.toString()) as TableHeader;
      const sink = client.query(copyFrom(`copy ${target(header)} from stdin`));
      const filling: typeof table = { name: header.name, sink };
      // Between two pieces no code waits for the stream, so its error is kept.
      sink.on('error', (error: Error) => (filling.failed = error));
      table = filling;
    } else if (kind === 'E' && table) {
      const { rows } = JSON.parse(bytes.toString()) as TableEnd;
      if (table.failed) throw table.failed;
      table.sink.end();
      await finished(table.sink);
      if (table.sink.rowCount !== rows) throw new UnusableBackup(`Rows of ${table.name} are missing`);
      counts[table.name] = rows;
    } else if (kind === 'S') await setSequences(client, JSON.parse(bytes.toString()) as SequenceState[]);
  }
  await client.query(CHECK_NOW);
  await client.query(turnTriggers('enable'));
  for (const [done, statement] of later.entries()) {
    onRows(`index ${String(done + 1)} of ${String(later.length)}`);
    await client.query(statement);
  }
  return counts;
}

/**
 * Drops indexes and foreign keys, which cost much more row by row than at once. @returns the statements that
 * make them again, indexes first, because foreign keys use them.
 */
async function postpone(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make, 2 as place
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relkind = 'i' and not c.relispartition and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by place`);
  for (const { drop } of [...rows].reverse()) await client.query(drop);
  await client.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
  return rows.map(({ make }) => make);
}

/** Limits calls of `say` to one every few seconds. */
export function sometimes(say: (text: string) => void): (text: () => string) => void {
  let saidAt = performance.now();
  return (text) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    say(text());
  };
}

async function write(sink: Writable | undefined, bytes: Buffer): Promise<void> {
  if (!sink) throw damaged();
  await new Promise<void>((done, failed) => {
    sink.write(bytes, (error) => {
      if (error) failed(error);
      else done();
    });
  });
}

/** Makes the schema of the backup, without the rows that migrations insert. */
async function prepare(client: pg.Client, { format, migrations }: Header): Promise<void> {
  if (![FORMAT, FORMER_FORMAT].includes(format))
    throw new UnusableBackup("This version can't read this backup");
  await buildSchema(client, migrations);
  await client.query(EMPTY_TABLES);
  await client.query(turnTriggers('disable'));
}

const OFF_NOTE = 'Turned off when a backup was restored. Turn it on if this is not a copy.';
const NOT_SENT = 'Not sent: it was still waiting when the restored backup was made';

/**
 * Ends the work that waits in the tables of each version: jobs, and deliveries and messages in versions
 * before jobs.
 */
const END_WAITING: Record<string, string> = {
  jobs: `update jobs set state = 'failed', run_at = null, holder = null, ended_at = now(), error = '${NOT_SENT}'
    where run_at is not null`,
  webhook_deliveries: `update webhook_deliveries set state = 'failed', next_try_at = null, error = '${NOT_SENT}'
    where state = 'waiting'`,
  messages: `update messages set state = 'failed', next_try_at = null, error = '${NOT_SENT}' where state = 'waiting'`,
  plans: "update plans set status = 'failed' where status in ('waiting', 'running')",
};

async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    table,
  ]);
  return rows[0]?.there ?? false;
}

/**
 * Webhooks are switched off because the original has sent the waiting deliveries since. An admin may send
 * them again by hand.
 */
async function switchWebhooksOff(client: pg.Client): Promise<number> {
  if (!(await isThere(client, 'webhooks'))) return 0;
  for (const [table, statement] of Object.entries(END_WAITING))
    if (await isThere(client, table)) await client.query(statement);
  const { rowCount } = await client.query(
    `with off as (update webhooks set active = false, note = $1, failing_since = null where active returning id, url)
     insert into admin_events (act, target_id, target_name, changes)
     select 'webhook.off', id, substring(url from '://([^/?#]+)'), '{"active": [true, false]}' from off`,
    [OFF_NOTE],
  );
  return rowCount ?? 0;
}

/** The original has taken the documents, and takes those that come. */
async function switchSourcesOff(client: pg.Client): Promise<void> {
  if (await isThere(client, 'intake_sources')) await client.query('update intake_sources set is_on = false');
}

/** The files belong to the original: a copy would remove them when it makes backups of its own. */
async function forgetBackups(client: pg.Client): Promise<void> {
  if (await isThere(client, 'backups')) await client.query('delete from backups');
}

/**
 * A copy must not notify people. It gets new keys, by which browsers recognize that they have to subscribe
 * again.
 */
async function forgetBrowsers(client: pg.Client): Promise<void> {
  if (!(await isThere(client, 'push_subscriptions'))) return;
  await client.query('delete from push_events');
  await client.query('delete from push_subscriptions');
  await client.query('delete from push_keys');
}

async function setSequences(client: pg.Client, states: SequenceState[]): Promise<void> {
  for (const { name, value, isCalled } of states) {
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [
      pg.escapeIdentifier(name),
      value,
      isCalled,
    ]);
  }
}

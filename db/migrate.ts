/** Forward-only migrations; two instances may start at once, and older ones go on working. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { MIGRATION_LOCK_TIMEOUT_MS } from '~/lib/time-limits';
import { asking, isLockedOut, withClient } from './client';
import { migrations } from './migrations';
import { building, sqlOf, type Migration, type Step } from './migrations/migration';
import { requireFit } from './requirements';
import { analyzeUnknown } from './statistics';
import { holders, reporter, SCHEMA_LOCK, waitForTurn, type Waiting } from './turns';

/** Statements that waited behind the migration can run in this time, which grows with each try. */
const BETWEEN_TRIES_MS = 500;
const LONGEST_BETWEEN_TRIES_MS = 5_000;
const LOOK_EVERY_MS = 50;
const CREATE_LOG =
  'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())';

/** A newer build has migrated the database or the backup. */
export class NewerSchema extends Error {
  constructor(what: string, unknown: string[]) {
    super(`${what} belongs to a newer version of Parts Dispatch (${unknown.join(', ')}). Start that version`);
    this.name = 'NewerSchema';
  }
}

/** A migration would keep everybody from working, and nobody has said that it may. */
export class LongMigration extends Error {}

type Migrating = Waiting & {
  /** True if migrations may keep everybody from working. */
  mayBlock?: boolean;
  /** Gets the begin and the end of each migration, except of those that make a new database. */
  onStep?: (text: string) => void;
};

/** Applies the pending migrations and returns their names. Waits for another instance that is migrating. */
export const migrate = (url: string, migrating: Migrating = {}): Promise<string[]> =>
  withClient(url, async (client) => {
    await requireFit(client);
    const applied = await withSchemaLock(client, 'A migration', migrating, () =>
      migrateClient(client, url, migrating),
    );
    await analyzeUnknown(client);
    return applied;
  });

/** Backups hold the same lock together. */
export async function withSchemaLock<Result>(
  client: pg.Client,
  what: string,
  waiting: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query("set application_name = 'parts-dispatch migration'");
  await waitForTurn(asking(client), 'pg_try_advisory_lock', SCHEMA_LOCK, what, waiting);
  return work().finally(() => client.query('select pg_advisory_unlock($1)', [SCHEMA_LOCK]));
}

/**
 * Call it with the lock of the schema.
 * @throws NewerSchema, because an older build could damage such rows.
 */
export async function migrateClient(
  client: pg.Client,
  url: string,
  migrating: Migrating = {},
): Promise<string[]> {
  await client.query(CREATE_LOG);
  const names = await applied(client);
  refuseUnknown('The database', names);
  const pending = notIn(names);
  const { onStep = () => undefined, mayBlock = false } = migrating;
  if (!mayBlock) await refuseLong(client, pending);
  const tellStep = names.length > 0 ? onStep : () => undefined;
  for (const migration of pending) {
    tellStep(`migration ${migration.name} begins`);
    await applyWithLog(client, url, migration, migrating);
    tellStep(`migration ${migration.name} is done`);
  }
  return pending.map(({ name }) => name);
}

/** Makes the schema as these migrations left it, in the caller's transaction. @throws NewerSchema */
export async function buildSchema(client: pg.Client, names: string[]): Promise<void> {
  refuseUnknown('The backup', names);
  for (const statement of schemaOf(names)) await client.query(statement);
}

/** The statements that make the schema of these migrations, as far as this build knows them. */
export const schemaOf = (names: string[]): string[] => [
  CREATE_LOG,
  ...migrations
    .filter(({ name }) => names.includes(name))
    .map((migration) => sqlOf(migration).trim().replace(/;$/, '')),
];

function refuseUnknown(what: string, names: string[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchema(what, unknown);
}

/** A start may take this long without a question. */
const SHORT_SECONDS = 10;

/** @throws LongMigration */
async function refuseLong(client: pg.Client, pending: Migration[]): Promise<void> {
  const rewriting = pending.flatMap((each) => ('rewrites' in each && each.rewrites ? [each.rewrites] : []));
  let seconds = 0;
  for (const { table, secondsPer100000 } of rewriting) {
    const { rows } = await client.query<{ count: number }>(
      'select coalesce(max(reltuples), 0) as count from pg_class where oid = to_regclass($1)',
      [table],
    );
    seconds += ((rows[0]?.count ?? 0) / 100_000) * secondsPer100000;
  }
  if (seconds <= SHORT_SECONDS) return;
  const minutes = Math.ceil(seconds / 60);
  const time = minutes === 1 ? 'a minute' : `${String(minutes)} minutes`;
  throw new LongMigration(
    `The new version changes all rows of ${[...new Set(rewriting.map(({ table }) => table))].join(' and ')}. Nobody can work for about ${time}. Choose a quiet time, and start it with LONG_MIGRATIONS=on`,
  );
}

async function applied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}

const notIn = (names: string[]) => migrations.filter(({ name }) => !names.includes(name));

/** Rows that one statement of a fill looks at: it locks them for less than a person notices. */
const FILLED_AT_ONCE = 1_000;
const NOTE = 'insert into schema_migrations (name) values ($1)';

async function applyWithLog(
  client: pg.Client,
  url: string,
  migration: Migration,
  migrating: Migrating,
): Promise<void> {
  const change = (sql: string, isLast: boolean) =>
    giveWay(client, url, migration, migrating, async () => {
      await client.query(sql);
      if (isLast) await client.query(NOTE, [migration.name]);
    });
  if ('up' in migration) {
    await change(migration.up, true);
    return;
  }
  for (const step of migration.steps) {
    if ('sql' in step) await change(step.sql, false);
    else await applyWhileInUse(client, migration, step, migrating);
  }
  await client.query(NOTE, [migration.name]);
}

async function applyWhileInUse(
  client: pg.Client,
  { name }: Migration,
  step: Exclude<Step, { sql: string }>,
  { tell = () => undefined, isStopped = () => false }: Migrating,
): Promise<void> {
  if ('index' in step) {
    tell(`migration ${name} builds the index ${step.index}`);
    for (const sql of building(step)) await client.query(sql);
    return;
  }
  const { fill, set, where } = step;
  const report = reporter(tell);
  const { rows } = await client.query<{ last: number | null }>(`select max(id) as last from ${fill}`);
  const last = rows[0]?.last ?? 0;
  for (let from = 0; from < last; from += FILLED_AT_ONCE) {
    if (isStopped()) throw new Error(`migration ${name} was stopped`);
    await client.query(`update ${fill} set ${set} where id > $1 and id <= $2 and (${where})`, [
      from,
      from + FILLED_AT_ONCE,
    ]);
    await report(() => `migration ${name}: ${String(Math.floor((100 * from) / last))} % of ${fill}`);
  }
}

/**
 * While an ALTER waits for a reader of the table, everybody else queues behind it, so it gives up early and
 * tries again. So it does after a deadlock: it locks several tables, which others use in another order.
 */
async function giveWay(
  client: pg.Client,
  url: string,
  { name }: Migration,
  { tell = () => undefined, isStopped = () => false }: Waiting,
  work: () => Promise<void>,
): Promise<void> {
  if (await isDone(client, work)) return;
  const report = reporter(tell);
  await withClient(url, async (beside) => {
    for (let tries = 1; ; tries += 1) {
      await pause(Math.min(BETWEEN_TRIES_MS * tries, LONGEST_BETWEEN_TRIES_MS));
      if (isStopped()) throw new Error(`migration ${name} was stopped`);
      const { whom, result } = await withBlockers(client, beside, () => isDone(client, work));
      if (result) return;
      await report(() => `migration ${name} waits for ${whom || 'another connection'}`);
    }
  });
}

/** @returns false when others hold the locks that it needs. */
async function isDone(client: pg.Client, work: () => Promise<void>): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${String(MIGRATION_LOCK_TIMEOUT_MS)}`);
    await work();
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (isLockedOut(error)) return false;
    throw error;
  }
}

/** @returns the result of `work`, and for whom `client` waited meanwhile. */
async function withBlockers<Result>(
  client: pg.Client,
  beside: pg.Client,
  work: () => Promise<Result>,
): Promise<{ result: Result; whom: string }> {
  const [own] = await asking(client)<{ pid: number }>('select pg_backend_pid() as pid');
  let isOver = false;
  let whom = '';
  const look = async () => {
    while (!isOver && whom === '') {
      whom = await holders(asking(beside), `pid = any(pg_blocking_pids(${String(own?.pid)}))`);
      await pause(LOOK_EVERY_MS);
    }
  };
  const working = work().finally(() => (isOver = true));
  const [result] = await Promise.all([working, look()]);
  return { result, whom };
}

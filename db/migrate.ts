/** Forward-only migrations, each in a transaction with its own log row; two instances may start at once. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { MIGRATION_LOCK_TIMEOUT_MS } from '~/lib/time-limits';
import { asking, isLockedOut, withClient } from './client';
import { migrations, type Migration } from './migrations';
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

type Migrating = Waiting & {
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
  const { onStep = () => undefined } = migrating;
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
  ...migrations.filter(({ name }) => names.includes(name)).map(({ up }) => up.trim().replace(/;$/, '')),
];

function refuseUnknown(what: string, names: string[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchema(what, unknown);
}

async function applied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}

const notIn = (names: string[]) => migrations.filter(({ name }) => !names.includes(name));

/**
 * While an ALTER waits for a reader of the table, everybody else queues behind it, so it gives up early and
 * tries again. So it does after a deadlock: it locks several tables, which others use in another order.
 */
async function applyWithLog(
  client: pg.Client,
  url: string,
  migration: Migration,
  { tell = () => undefined, isStopped = () => false }: Waiting,
): Promise<void> {
  if (await isApplied(client, migration)) return;
  const report = reporter(tell);
  await withClient(url, async (beside) => {
    for (let tries = 1; ; tries += 1) {
      await pause(Math.min(BETWEEN_TRIES_MS * tries, LONGEST_BETWEEN_TRIES_MS));
      if (isStopped()) throw new Error(`migration ${migration.name} was stopped`);
      const { whom, result } = await withBlockers(client, beside, () => isApplied(client, migration));
      if (result) return;
      await report(() => `migration ${migration.name} waits for ${whom || 'another connection'}`);
    }
  });
}

/** @returns false when others hold the locks that it needs. */
async function isApplied(client: pg.Client, migration: Migration): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${String(MIGRATION_LOCK_TIMEOUT_MS)}`);
    await client.query(migration.up);
    await client.query('insert into schema_migrations (name) values ($1)', [migration.name]);
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

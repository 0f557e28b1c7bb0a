/** Forward-only migrations, each in a transaction with its own log row; two instances may start at once. */
import type pg from 'pg';
import { MIGRATION_LOCK_TIMEOUT_MS } from '~/lib/time-limits';
import { isLockedOut, withClient } from './client';
import { migrations, type Migration } from './migrations';
import { requireFit } from './requirements';
import { analyzeUnknown } from './statistics';

const LOCK = 7_206_112;
const LOCK_TRIES = 40;
/** Statements that waited behind the migration can run in this time. */
const BETWEEN_TRIES_MS = 500;
const CREATE_LOG =
  'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())';

/** A newer build has migrated the database or the backup. */
export class NewerSchema extends Error {
  constructor(what: string, unknown: string[]) {
    super(`${what} belongs to a newer version of Parts Dispatch (${unknown.join(', ')}). Start that version`);
    this.name = 'NewerSchema';
  }
}

/** Applies the pending migrations and returns their names. Waits for another instance that is migrating. */
export const migrate = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const applied = await migrateClient(client);
    await analyzeUnknown(client);
    return applied;
  });

/**
 * @throws UnfitDatabase
 * @throws NewerSchema, because an older build could damage such rows.
 */
export async function migrateClient(client: pg.Client): Promise<string[]> {
  await requireFit(client);
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    await client.query(CREATE_LOG);
    const names = await applied(client);
    refuseUnknown('The database', names);
    const pending = notIn(names);
    for (const migration of pending) await applyWithLog(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

/** Makes the schema as these migrations left it, in the caller's transaction. @throws NewerSchema */
export async function buildSchema(client: pg.Client, names: string[]): Promise<void> {
  refuseUnknown('The backup', names);
  await client.query(CREATE_LOG);
  for (const { name, up } of migrations) if (names.includes(name)) await client.query(up);
}

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
async function applyWithLog(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${String(MIGRATION_LOCK_TIMEOUT_MS)}`);
      await client.query(migration.up);
      await client.query('insert into schema_migrations (name) values ($1)', [migration.name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isLockedOut(error) || attempt === LOCK_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
    }
  }
}

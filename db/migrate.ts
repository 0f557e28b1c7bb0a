/** Forward-only migrations, each in a transaction with its own log row; two instances may start at once. */
import pg from 'pg';
import { Umzug, type UmzugStorage } from 'umzug';
import { withClient } from './client';
import { migrations, type Migration } from './migrations';

const LOCK = 7_206_112;
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_TRIES = 15;
const CREATE_LOG =
  'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())';

/** A database, or a backup of one, that a newer build has migrated. */
export class NewerSchema extends Error {
  constructor(what: string, unknown: string[]) {
    super(`${what} is of a newer version of Parts Dispatch (${unknown.join(', ')}); start that version`);
    this.name = 'NewerSchema';
  }
}

/** Applies what is pending and returns its names. Waits for another instance that is migrating. */
export const migrate = (url: string): Promise<string[]> => withClient(url, migrateClient);

/** @throws NewerSchema, as nobody knows what an older build would do to such rows. */
export async function migrateClient(client: pg.Client): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    await client.query(CREATE_LOG);
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    refuseUnknown(
      'The database',
      rows.map(({ name }) => name),
    );
    const applied = await umzug(client).up();
    return applied.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

/** In one transaction of the caller's: the schema as these migrations left it. @throws NewerSchema */
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

/** Names of the migrations that this build knows and the database has not had. */
export async function pendingMigrations(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const pending = await umzug(client).pending();
    return pending.map(({ name }) => name);
  });
}

function umzug(client: pg.Client) {
  return new Umzug({
    context: client,
    logger: undefined,
    storage: storage(client),
    migrations: migrations.map((migration) => ({
      name: migration.name,
      up: () => applyWithLog(client, migration),
    })),
  });
}

/** A reader that holds a table must not make everybody else queue behind our ALTER: give up early, try again. */
async function applyWithLog(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
      await client.query(migration.up);
      await client.query('insert into schema_migrations (name) values ($1)', [migration.name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const lockedOut = error instanceof pg.DatabaseError && error.code === '55P03';
      if (!lockedOut || attempt === LOCK_TRIES) throw error;
    }
  }
}

/** Only reads: `applyWithLog` writes the log in the migration's own transaction. */
function storage(client: pg.Client): UmzugStorage<pg.Client> {
  return {
    logMigration: () => Promise.resolve(),
    unlogMigration: () => Promise.reject(new Error('Migrations go forward only')),
    executed: async () => {
      const exists = await client.query<{ found: string | null }>(
        "select to_regclass('schema_migrations') as found",
      );
      if (!exists.rows[0]?.found) return [];
      const { rows } = await client.query<{ name: string }>(
        'select name from schema_migrations order by name',
      );
      return rows.map(({ name }) => name);
    },
  };
}

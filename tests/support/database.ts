import { randomBytes } from 'node:crypto';
import pg from 'pg';

// The application parses int8 in the same way. Some test files do not load its connection.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export const TEMPLATE = 'migrated_template';

export type TestDatabase = {
  url: string;
  rows: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Like `rows`, but raises no version: applications do nothing about what the statement changes. */
  quietly: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Empties the database, except for the rows of a new one. */
  empty(): Promise<void>;
  drop(): Promise<void>;
};

// The first belongs to the schema. An application writes the second when it starts. Versions of lists only grow.
const KEPT = ['schema_migrations', 'archive_clock', 'task_lists'];

// The migration adds these dealerships.
const DEALERSHIPS = ['Buick', 'Chevrolet', 'Ford', 'Hyundai CDJR', 'Jeep'];

/** Statements that go around the commands, which would raise the versions of the lists. */
const CHANGES_LISTS =
  /\b(?:insert into|update|delete from|truncate) (?:tasks|task_concerns|users|dealership_locations)\b/i;
/**
 * Raises the versions of all lists, and counts the new ones as told. Lists that are locked are being changed anyway.
 */
const RAISE = `
  with made as (
    insert into task_lists (owner_id) select id from users on conflict do nothing returning owner_id, version
  ), raised as (
    update task_lists set version = version + 1
    where owner_id in (select owner_id from task_lists order by owner_id for update skip locked)
    returning owner_id, version
  )
  select pg_notify('list_versions', json_agg(json_build_array(owner_id, version))::text)
  from (select * from made union all select * from raised) each group by owner_id / 300`;

/** Queries of a database that somebody else creates and drops. */
export function queriesOf(
  url: string,
): Pick<TestDatabase, 'url' | 'rows' | 'quietly'> & { end: () => Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
  pool.on('error', () => undefined); // the next query reports it
  const quietly = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;
  const rows = async <Row extends object>(sql: string, values: unknown[] = []) => {
    const found = await quietly<Row>(sql, values);
    if (CHANGES_LISTS.test(sql)) await quietly(RAISE);
    return found;
  };
  return { url, rows, quietly, end: () => pool.end() };
}

/** Keeps a transaction with this statement open, and so its locks. @returns ends it. */
export async function holdLocks(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: url });
  holder.on('error', () => undefined); // the database may be dropped while it is open
  await holder.connect();
  await holder.query('begin');
  await holder.query(sql, values);
  return async () => {
    await holder.query('rollback');
    await holder.end();
  };
}

/** Creates a fresh database: migrated, or completely empty. */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await serverRows(`create database ${name} template ${empty ? 'template0' : TEMPLATE}`);
  const url = Object.assign(new URL(server()), { pathname: `/${name}` }).href;
  const { rows, quietly, end } = queriesOf(url);
  return {
    url,
    rows,
    quietly,
    empty: async () => {
      const tables = await rows<{ name: string }>(
        `select quote_ident(tablename) as name from pg_tables
         where schemaname = 'public' and tablename <> all($1)`,
        [KEPT],
      );
      await emptyTables(
        quietly,
        tables.map(({ name }) => name),
      );
      await rows(RAISE);
      await rows('insert into dealerships (name) select unnest($1::text[])', [DEALERSHIPS]);
      await rows('notify network_changed');
    },
    drop: async () => {
      await end();
      await serverRows(`drop database if exists ${name} with (force)`);
    },
  };
}

const LOCK_NOT_AVAILABLE = '55P03';
const ATTEMPTS = 200;

/**
 * Deletes rows instead of truncating, which takes more than a second because it makes new files for each table and
 * index. The application keeps working meanwhile, so locking its tables may cause a deadlock, which ends one of the two
 * transactions. Therefore the locks are released after 50 ms and requested again.
 */
async function emptyTables(quietly: TestDatabase['quietly'], names: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await quietly(`do $$ begin
        set local lock_timeout = 50;
        lock table ${names.join(', ')} in access exclusive mode;
        -- Without triggers and foreign keys, the order of tables does not matter.
        set local session_replication_role = replica;
        ${names.map((name) => `delete from ${name};`).join('\n')}
        perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null;
      end $$`);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
    }
  }
}

function server(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('The global setup has not run');
  return url;
}

/** Queries the server itself, not one of its test databases. */
export const serverRows = <Row extends object>(sql: string): Promise<Row[]> => once<Row>(server(), sql);

async function once<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the query reports it
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

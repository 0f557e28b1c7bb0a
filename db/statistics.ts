/** Finds tables of which the planner knows nothing, as after a pg_restore: their searches would be slow. */
import pg from 'pg';
import { isLockedOut } from './client';

/** A smaller table is read as a whole anyway. */
const LEAST_BYTES = 1_000_000;

// The view shows this user's own tables, which are all of ours.
const UNKNOWN = `
  select relname as name from pg_class c
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_relation_size(oid) > ${String(LEAST_BYTES)}
    and not exists (select from pg_stats s where s.schemaname = current_schema() and s.tablename = c.relname)
  order by relname`;

export async function unknownTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(UNKNOWN);
  return rows.map(({ name }) => name);
}

/**
 * The server would do this by itself within some minutes, so a start does not wait for a table that somebody
 * has locked.
 */
export async function analyzeUnknown(client: pg.Client): Promise<void> {
  await client.query("set lock_timeout = '1s'");
  try {
    const names = await unknownTables(client);
    if (names.length > 0)
      await client.query(`analyze ${names.map((name) => pg.escapeIdentifier(name)).join(', ')}`);
  } catch (error) {
    if (!isLockedOut(error)) throw error;
  } finally {
    await client.query('set lock_timeout = 0');
  }
}

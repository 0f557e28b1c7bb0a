/**
 * Writes the whole database into one file, as it was at one moment, while others go on writing. It uses COPY
 * and not pg_dump, which the embedded server lacks, and which refuses servers newer than itself.
 */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { checkFile, jsonFrame, writeFrames, type Frame } from './backup-file';
import { withClient } from './client';

export const FORMAT = 'parts-dispatch backup 1';

export type Header = { format: string; madeAt: string; migrations: string[] };
export type TableHeader = { name: string; columns: string[] };
export type TableEnd = { rows: number };
export type SequenceState = { name: string; value: string; isCalled: boolean };

/**
 * Returns the name of a file that is begun now: `parts-dispatch-20260309-143000.backup` @param more makes the
 * name unique when several may begin in one second
 */
export const backupName = (more = '') =>
  `parts-dispatch-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}${more}.backup`;

/**
 * The file has this name until it is complete and checked, so that no incomplete file is taken for a backup.
 */
export const halfOf = (file: string) => `${file}.incomplete`;

/**
 * @param isStopped called again and again while the backup runs.
 * @returns the number of rows by table.
 * @throws Error when the file exists already, or when the backup was stopped.
 */
export async function backUp(
  url: string,
  file: string,
  isStopped = () => false,
): Promise<Record<string, number>> {
  const half = halfOf(file);
  for (const name of [file, half])
    if (existsSync(name)) throw new Error(`A file with this name already exists: ${name}`);
  const counts: Record<string, number> = {};
  try {
    await withClient(url, (client) => writeFrames(half, snapshot(client, counts, isStopped)));
    await checkFile(half, { isStopped });
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  return counts;
}

async function* snapshot(
  client: pg.Client,
  counts: Record<string, number>,
  isStopped: () => boolean,
): AsyncGenerator<Frame> {
  // One snapshot for all tables; meanwhile no table can change its columns.
  await client.query('begin isolation level repeatable read read only');
  const tables = await tablesInOrder(client);
  if (!tables.some(({ name }) => name === 'schema_migrations')) throw new Error('The database is empty');
  await client.query(
    `lock table ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
  );
  yield jsonFrame('H', await headerOf(client));
  for (const table of tables) {
    yield jsonFrame('T', table);
    // COPY does not take a partitioned table, but it takes a query of one.
    const rows = client.query(
      copyTo(`copy (select ${columnsOf(table)} from ${pg.escapeIdentifier(table.name)}) to stdout`),
    );
    for await (const bytes of rows) {
      if (isStopped()) throw new Error('The backup was stopped');
      yield { kind: 'D', bytes: bytes as Buffer };
    }
    counts[table.name] = rows.rowCount;
    yield jsonFrame('E', { rows: rows.rowCount } satisfies TableEnd);
  }
  // Read after the rows: sequences have no snapshot, and must be beyond every id in the rows.
  yield jsonFrame('S', await sequences(client));
  await client.query('commit');
}

/** Returns a table and its columns in the form for COPY. */
export const target = (table: TableHeader): string =>
  `${pg.escapeIdentifier(table.name)} (${columnsOf(table)})`;

const columnsOf = ({ columns }: TableHeader) =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

async function headerOf(client: pg.Client): Promise<Header> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  return { format: FORMAT, madeAt: new Date().toISOString(), migrations: rows.map(({ name }) => name) };
}

/**
 * Lists tables after those that they refer to. Generated columns are left out because they are computed
 * again, and unlogged tables because they only save work.
 */
async function tablesInOrder(client: pg.Client): Promise<TableHeader[]> {
  const { rows } = await client.query<TableHeader & { refersTo: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(distinct r.confrelid::regclass::text), '{}') from pg_constraint r
       where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid) as "refersTo"
    from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and c.relnamespace = current_schema()::regnamespace order by c.relname`);
  const ordered: TableHeader[] = [];
  let left = rows;
  while (left.length > 0) {
    const waitFor = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ refersTo }) => !refersTo.some((name) => waitFor.has(name)));
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

async function sequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace order by c.relname`);
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    );
    for (const state of found.rows) states.push({ name, ...state });
  }
  return states;
}

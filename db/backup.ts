/**
 * Writes the whole database into one file of SQL, gzipped, as it was at one moment, while others go on writing. It uses COPY
 * and not pg_dump, which the embedded server lacks, and which refuses servers newer than itself.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readBinary } from './backup-frames';
import {
  columnsOf,
  cutShort,
  damaged,
  type Frame,
  type Header,
  jsonFrame,
  type SequenceState,
  type TableEnd,
  type TableHeader,
} from './backup-parts';
import { FORMAT, readSql, sealed } from './backup-sql';
import { asking, withClient } from './client';
import { SCHEMA_LOCK, waitForTurn } from './turns';

/** Writes a new file that only its owner may read. */
async function writeFrames(file: string, frames: AsyncIterable<Frame>): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(sealed(frames), gzip, target);
  // Waits until the file is on the disk, because the database may be dropped after this backup.
  const written = await open(file, 'r');
  await written.sync().finally(() => written.close());
}

/**
 * Yields the parts of a file in order. Only after the last one is it certain that the file is unchanged.
 * @param onRead gets the number of bytes of the file that have been read.
 */
export async function* readFrames(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Frame> {
  const chunks = unpacked(file, onRead);
  const begin = await chunks.next();
  if (begin.done) throw cutShort();
  const first = begin.value;
  async function* all() {
    yield first;
    yield* chunks;
  }
  yield* first.toString('latin1', 0, 1) === '-' ? readSql(all()) : readBinary(all());
}

async function* unpacked(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Buffer, void> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip)) {
      onRead?.(source.bytesRead);
      yield chunk as Buffer;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw cutShort();
    throw code.startsWith('Z_') ? damaged() : error;
  } finally {
    source.destroy();
  }
}

type Checking = {
  /** Called after each frame. */
  isStopped?: () => boolean;
  onRead?: (bytes: number) => void;
};

/** Reads the file to its end, so that no work begins with half a file. */
export async function checkFile(file: string, { isStopped, onRead }: Checking = {}): Promise<void> {
  const frames = readFrames(file, onRead);
  while (!(await frames.next()).done) if (isStopped?.()) throw new Error('The backup was stopped');
}

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

type Watching = {
  /** Called again and again while the backup runs. */
  isStopped?: () => boolean;
  /** Gets the share that is done, from 0 to 1, again and again. */
  onProgress?: (share: number) => void;
  /** Gets at once and every ten seconds for whom the backup waits. */
  onWait?: (text: string) => void;
};

/** Reading the tables takes about this share of the time. The rest is the check of the file. */
const READING = 0.8;

/**
 * @returns the number of rows by table.
 * @throws Error when the file exists already, or when the backup was stopped.
 */
export async function backUp(
  url: string,
  file: string,
  { isStopped = () => false, onProgress = () => undefined, onWait }: Watching = {},
): Promise<Record<string, number>> {
  const half = halfOf(file);
  for (const name of [file, half])
    if (existsSync(name)) throw new Error(`A file with this name already exists: ${name}`);
  const counts: Record<string, number> = {};
  try {
    const reading = { isStopped, onProgress: (share: number) => onProgress(READING * share) };
    await withClient(url, async (client) => {
      await client.query("set application_name = 'parts-dispatch backup'");
      // A migration would wait for the locks of this long read in the middle of its work.
      await waitForTurn(asking(client), 'pg_try_advisory_lock_shared', SCHEMA_LOCK, 'The backup', {
        tell: onWait,
        isStopped,
      });
      onProgress(0);
      await writeFrames(half, snapshot(client, counts, reading));
    });
    const { size } = await stat(half);
    const onRead = (bytes: number) => onProgress(READING + (1 - READING) * (bytes / size));
    await checkFile(half, { isStopped, onRead });
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
  { isStopped, onProgress }: Required<Omit<Watching, 'onWait'>>,
): AsyncGenerator<Frame> {
  // One snapshot for all tables; meanwhile no table can change its columns.
  await client.query('begin isolation level repeatable read read only');
  const tables = await tablesInOrder(client);
  if (!tables.some(({ name }) => name === 'schema_migrations')) throw new Error('The database is empty');
  await client.query(
    `lock table ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
  );
  yield jsonFrame('H', await headerOf(client));
  const sizes = await sizesOf(client);
  const sizeOf = ({ name }: TableHeader) => sizes.get(name) ?? 0;
  const size = Math.max(
    1,
    tables.map(sizeOf).reduce((sum, bytes) => sum + bytes),
  );
  let before = 0;
  for (const table of tables) {
    yield jsonFrame('T', table);
    let read = 0;
    // COPY does not take a partitioned table, but it takes a query of one.
    const rows = client.query(
      copyTo(`copy (select ${columnsOf(table)} from ${pg.escapeIdentifier(table.name)}) to stdout`),
    );
    for await (const bytes of rows) {
      if (isStopped()) throw new Error('The backup was stopped');
      yield { kind: 'D', bytes: bytes as Buffer };
      // A table's text is smaller or larger than its files.
      read += (bytes as Buffer).length;
      onProgress((before + Math.min(read, sizeOf(table))) / size);
    }
    before += sizeOf(table);
    counts[table.name] = rows.rowCount;
    yield jsonFrame('E', { rows: rows.rowCount } satisfies TableEnd);
  }
  // Read after the rows: sequences have no snapshot, and must be beyond every id in the rows.
  yield jsonFrame('S', await sequences(client));
  await client.query('commit');
}

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

/** Returns the bytes of each table's files. */
async function sizesOf(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: number }>(`
    select c.relname as name,
      coalesce((select sum(pg_table_size(relid)) from pg_partition_tree(c.oid)), pg_table_size(c.oid))::float8 as bytes
    from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = current_schema()::regnamespace`);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
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

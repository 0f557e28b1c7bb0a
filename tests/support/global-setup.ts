/** Starts one PostgreSQL for the whole run, with a migrated template that every test file clones. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../db/embedded';
import { migrate } from '../../db/migrate';
import { TEMPLATE } from './database';

const quiet = { info: () => undefined, warn: () => undefined };

export async function setup(): Promise<() => Promise<void>> {
  const dataDir = process.env.TEST_DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'parts-dispatch-')));
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755); // when root runs this, the server runs as somebody else
  // Many applications run at the same time, with up to eleven connections each.
  const database = await startEmbedded({ dataDir, log: quiet, maxConnections: 400 });
  process.env.TEST_DATABASE_URL = database.url;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // A power failure would lose these databases, which does not matter. A killed server loses nothing.
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate(withDatabase(database.url, TEMPLATE));
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/**
 * A file in DATA_DIR that says that its instances use DATABASE_URL. It is for commands that are started without that
 * setting.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from './env.server';

const note = join(env.DATA_DIR, 'uses-database-url.txt');
const TEXT =
  'The application that was started last with this folder uses the database of its setting DATABASE_URL.\n';

/**
 * Writes or deletes the file when an instance starts. If nothing can be written here, commands can't start a database
 * either.
 */
export async function noteDatabase(): Promise<void> {
  if (!env.DATABASE_URL) await rm(note, { force: true });
  else if (!existsSync(note))
    await mkdir(env.DATA_DIR, { recursive: true })
      .then(() => writeFile(note, TEXT))
      .catch(() => undefined);
}

/** The reason why a command must not start the embedded database; null if it may. */
export const otherDatabase = (): string | null =>
  env.DATABASE_URL || !existsSync(note)
    ? null
    : `the application with this DATA_DIR uses a DATABASE_URL, which this command was not given. Start it with the same settings (docs/operating.md, "As a systemd service"). To use the embedded database instead, delete ${note}`;

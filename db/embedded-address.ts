/** Finds the address of the embedded server, if it runs. Nothing is started, and no file is changed. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ELSEWHERE } from './embedded-home';
import { commandOf } from './pid-lockfile';

export const DATABASE = 'parts_dispatch';
export const PASSWORD_FILE = 'postgres-password';

export const addressOf = (port: number, password: string, database = DATABASE) =>
  `postgres://postgres:${password}@127.0.0.1:${String(port)}/${database}`;

/** Returns the address of the server whose cluster belongs to this data folder; null when it does not run. */
export async function embeddedAddress(dataDir: string): Promise<string | null> {
  const folder = resolve(dataDir);
  const read = (...path: string[]) => readFile(join(...path), 'utf8').catch(() => '');
  const base = (await read(folder, ELSEWHERE)).trim() || folder;
  const [pid, , , port] = (await read(base, 'postgres', 'postmaster.pid')).split('\n').map(Number);
  const isRunning = pid && port && (await commandOf(pid)) !== null;
  return isRunning ? addressOf(port, (await read(folder, PASSWORD_FILE)).trim()) : null;
}

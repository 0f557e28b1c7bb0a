/**
 * Recognizes a full disk by its folder, because messages of the system and of PostgreSQL seldom contain a
 * path.
 */
import { readFile, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ELSEWHERE } from './embedded-home';

const NO_ROOM = /ENOSPC|No space left on device/;
// With less, PostgreSQL could not even write its log.
const LEAST_BYTES = 1_000_000;

/** @returns the sentence for a failure that comes from a full disk; null for other failures. */
export async function fullDisk(dataDir: string, failure: string): Promise<string | null> {
  const folder = resolve(dataDir);
  const elsewhere = (await readFile(join(folder, ELSEWHERE), 'utf8').catch(() => '')).trim();
  const free = await Promise.all([folder, elsewhere || folder].map(freeBytes));
  const isFull = NO_ROOM.test(failure) || free.some((bytes) => bytes < LEAST_BYTES);
  if (!isFull) return null;
  const [ours = Infinity, theirs = Infinity] = free;
  const [place, left] = elsewhere && theirs <= ours ? [elsewhere, theirs] : [folder, ours];
  const megabytes = Number.isFinite(left) ? ` (${(left / 1_000_000).toFixed(1)} MB free)` : '';
  return `the disk of ${place} is full${megabytes}. Free up space there, or set DATA_DIR to another folder. ${failure}`;
}

async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null);
  return found ? found.bavail * found.bsize : Infinity;
}

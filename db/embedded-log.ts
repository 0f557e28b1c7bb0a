/** Limits the log of the embedded server, which has no other rotation, to this file and one before it. */
import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs';

const LONGEST_BYTES = 5_000_000;

/** On a full disk, the log stays as it is. */
export function trimLog(file: string): void {
  try {
    if (!existsSync(file) || statSync(file).size <= LONGEST_BYTES) return;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  } catch {
    // The next call may succeed.
  }
}

/** The version that runs: its number and the commit that it was built of, such as 1.1.0+abc1234. */
import { readFileSync } from 'node:fs';
import { version as number } from '../../package.json';

/** Written by scripts/prepare.mjs beside the program; not there while it is developed. */
function commit(): string {
  try {
    return readFileSync(new URL('./commit.txt', import.meta.url), 'utf8').trim();
  } catch {
    return '';
  }
}

export const version = [number, commit()].filter(Boolean).join('+');

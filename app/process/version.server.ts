/** The running version: its number and the commit of its build, such as 1.1.0+abc1234. */
import { readFileSync } from 'node:fs';
import { version as number } from '../../package.json';

/** scripts/prepare.mjs writes this file beside the program. It does not exist during development. */
function commit(): string {
  try {
    return readFileSync(new URL('./commit.txt', import.meta.url), 'utf8').trim();
  } catch {
    return '';
  }
}

export const version = [number, commit()].filter(Boolean).join('+');

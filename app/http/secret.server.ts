/** The secret that signs cookies: the one given or, beside the embedded database, one made once and kept. */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from '~/env.server';

let kept: string | undefined;

export function signingSecret(): string {
  kept ??= env.SESSION_SECRET ?? keptSecret();
  return kept;
}

/** A hash that says nothing to whoever has only the database: what it is made of may hold a password. */
export const keyedHash = (text: string) =>
  createHmac('sha256', signingSecret()).update(text).digest('base64url');

function keptSecret(): string {
  const file = join(env.DATA_DIR, 'session-secret');
  mkdirSync(env.DATA_DIR, { recursive: true });
  const made = randomBytes(32).toString('base64url');
  if (!existsSync(file)) {
    try {
      writeFileSync(file, made, { mode: 0o600, flag: 'wx' });
    } catch {
      // another process has made one at this moment
    }
  }
  return readFileSync(file, 'utf8').trim() || made;
}

/**
 * The secret that signs cookies and makes the links in messages. It is SESSION_SECRET or, with the embedded database, a
 * secret that is generated once and stored.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from './env.server';

let secret: string | undefined;

export function signingSecret(): string {
  secret ??= env.SESSION_SECRET ?? storedSecret();
  return secret;
}

/** The secret is hashed, because it may be made from the database URL, which may contain a password. */
export const keyedHash = (text: string) =>
  createHmac('sha256', signingSecret()).update(text).digest('base64url');

function storedSecret(): string {
  const file = join(env.DATA_DIR, 'session-secret');
  mkdirSync(env.DATA_DIR, { recursive: true });
  const made = randomBytes(32).toString('base64url');
  if (!existsSync(file)) {
    try {
      writeFileSync(file, made, { mode: 0o600, flag: 'wx' });
    } catch {
      // another process has generated one at the same time
    }
  }
  return readFileSync(file, 'utf8').trim() || made;
}

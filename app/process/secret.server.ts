/**
 * The secret that signs cookies and makes the links in messages. It is SESSION_SECRET or, with the embedded database, a
 * secret that is generated once and stored.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
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

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const sealingKey = () => Buffer.from(hkdfSync('sha256', signingSecret(), '', 'sealed secrets', 32));

/** Encrypts a secret of others for the database. `unseal` reads it with the same signing secret. */
export function seal(secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(), nonce);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @returns null when it was sealed with another signing secret, or is damaged. */
export function unseal(sealed: Buffer): string | null {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, sealingKey(), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    const rest = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

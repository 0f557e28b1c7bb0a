/** Passwords: argon2id with OWASP's parameters, at most four hashes at once. */
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { DomainError } from '~/domain/errors';

// Argon2id is the library's default algorithm; its enum can't be imported under isolatedModules.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;
const LONGEST_QUEUE = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function oneOfFew<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE) {
      throw new DomainError('unavailable', 'Too many people are signing in at once. Please try again.', {
        retryAfterSeconds: 2,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string) => oneOfFew(() => hash(password, PARAMETERS));

let dummy: Promise<string> | undefined;

/** Takes the same time whether there is a hash to compare with or not. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
  const known = passwordHash ?? (await dummy);
  const matches = await oneOfFew(() => verify(known, password));
  return matches && passwordHash !== null;
}

/** How often a password may be guessed: five failures per user name and address within 15 minutes, on all instances together. */
import { database } from 'db/connection';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '~/domain/errors';

const FAILURES = 5;
const WINDOW_SECONDS = 15 * 60;

const WHAT = { 'sign-in': 'sign-in attempts', password: 'attempts' };
type Kind = keyof typeof WHAT;

const limiters = new Map<Kind, RateLimiterPostgres>();

function limiter(kind: Kind): RateLimiterPostgres {
  const known = limiters.get(kind);
  if (known) return known;
  const made = new RateLimiterPostgres({
    storeClient: database(),
    storeType: 'sequelize',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: kind,
    points: FAILURES,
    duration: WINDOW_SECONDS,
  });
  limiters.set(kind, made);
  return made;
}

export const attemptKey = (username: string, ip: string) => `${username.toLowerCase()} ${ip}`.slice(0, 200);

/** Counted before the password is looked at, so that parallel guesses count as well. */
export async function spendAttempt(kind: Kind, key: string): Promise<void> {
  try {
    await limiter(kind).consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.ceil(error.msBeforeNext / 1_000);
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    throw new DomainError(
      'too_many',
      `Too many ${WHAT[kind]}. Try again in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfterSeconds: seconds },
    );
  }
}

/** Success wipes the slate. */
export async function forgetAttempts(kind: Kind, key: string): Promise<void> {
  await limiter(kind).delete(key);
}

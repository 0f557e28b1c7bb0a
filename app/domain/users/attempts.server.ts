/** How often a password may be guessed: five failures per user name and address within 15 minutes, on all instances together. */
import { rateLimit } from '~/domain/rate-limit.server';

const FAILURES = { points: 5, seconds: 15 * 60 };

const limits = {
  'sign-in': rateLimit({ name: 'sign-in', what: 'sign-in attempts', ...FAILURES }),
  password: rateLimit({ name: 'password', what: 'attempts', ...FAILURES }),
};
type Kind = keyof typeof limits;

export const attemptKey = (username: string, ip: string) => `${username.toLowerCase()} ${ip}`.slice(0, 200);

/** Counted before the password is looked at, so that parallel guesses count as well. */
export const spendAttempt = (kind: Kind, key: string) => limits[kind].spend(key);

/** Success wipes the slate. */
export const forgetAttempts = (kind: Kind, key: string) => limits[kind].forgive(key);

/**
 * How often a password may be guessed, on all instances together: five failures per user name and address within 15 minutes,
 * and a hundred per address for all users together: one password tried on everybody is guessing, too.
 */
import { networkOf } from '~/domain/ip-address.server';
import { rateLimit } from '~/domain/rate-limit.server';

const WITHIN = { seconds: 15 * 60 };
const SIGN_IN = { what: 'sign-in attempts', ...WITHIN };

const limits = {
  'sign-in': rateLimit({ name: 'sign-in', points: 5, ...SIGN_IN }),
  password: rateLimit({ name: 'password', what: 'attempts', points: 5, ...WITHIN }),
};
const perAddress = rateLimit({ name: 'sign-in address', points: 100, ...SIGN_IN });
const registrations = rateLimit({ name: 'register', what: 'registrations', points: 20, seconds: 60 * 60 });

type Kind = keyof typeof limits;
/** A user is named by the id, as one name has many spellings; an unknown name by what was typed. */
type Attempt = { user: number | string; ip: string };

const keyOf = ({ user, ip }: Attempt) =>
  `${typeof user === 'number' ? `#${String(user)}` : `?${user.toLowerCase()}`} ${networkOf(ip)}`.slice(
    0,
    200,
  );

/** Counted before the password is looked at, so that parallel guesses count as well. */
export async function spendAttempt(
  kind: Kind,
  attempt: Attempt,
  whenItLocks?: () => Promise<void>,
): Promise<void> {
  // First: names that nobody has cost a row each, and an address gets no more of them than it has attempts.
  if (kind === 'sign-in') await perAddress.spend(networkOf(attempt.ip), whenItLocks);
  try {
    await limits[kind].spend(keyOf(attempt), whenItLocks);
  } catch (error) {
    if (kind === 'sign-in') await perAddress.refund(networkOf(attempt.ip));
    throw error;
  }
}

/** Success forgets all failures of this user; of the address it takes back this attempt only. */
export async function forgetAttempts(kind: Kind, attempt: Attempt): Promise<void> {
  await limits[kind].forgive(keyOf(attempt));
  if (kind === 'sign-in') await perAddress.refund(networkOf(attempt.ip));
}

/** Everybody who registers costs a hash and a row. */
export const spendRegistration = (ip: string) => registrations.spend(networkOf(ip));

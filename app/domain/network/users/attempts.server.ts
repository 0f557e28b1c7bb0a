/**
 * Limits wrong passwords: five per user and address, and a hundred per address for all users together,
 * because trying one password on everybody is guessing, too. All instances count together.
 */
import { networkOf } from '~/domain/platform/ip-address.server';
import { rateLimit } from '~/domain/platform/rate-limit.server';

const WITHIN = { seconds: 15 * 60 };
const SIGN_IN = { what: 'sign-in attempts', ...WITHIN };

const limits = {
  'sign-in': rateLimit({ name: 'sign-in', points: 5, ...SIGN_IN }),
  password: rateLimit({ name: 'password', what: 'attempts', points: 5, ...WITHIN }),
};
const perAddress = rateLimit({ name: 'sign-in address', points: 100, ...SIGN_IN });

type Kind = keyof typeof limits;
type Attempt = {
  /**
   * The id of the user, because one name has many spellings. For an unknown name, the text that was typed.
   */
  user: number | string;
  ip: string;
  /**
   * A browser in which the user has signed in before. It has a counter of its own, which other people's
   * failures can't use up.
   */
  browser?: string | null;
};

const keyOf = ({ user, ip, browser }: Attempt) =>
  `${typeof user === 'number' ? `#${String(user)}` : `?${user.toLowerCase()}`} ${
    browser ? `browser ${browser}` : networkOf(ip)
  }`.slice(0, 200);

const countsForAddress = (kind: Kind, { browser }: Attempt) => kind === 'sign-in' && !browser;

/** Counts the attempt before the password is checked, so that parallel guesses count as well. */
export async function spendAttempt(
  kind: Kind,
  attempt: Attempt,
  whenItLocks?: () => Promise<void>,
): Promise<void> {
  const isShared = countsForAddress(kind, attempt);
  // The address counts first: an unknown name costs a row, and one address can't make more of them than it
  // has attempts.
  if (isShared) await perAddress.spend(networkOf(attempt.ip), whenItLocks);
  try {
    await limits[kind].spend(keyOf(attempt), whenItLocks);
  } catch (error) {
    if (isShared) await perAddress.refund(networkOf(attempt.ip));
    throw error;
  }
}

/**
 * After a success: clears the failures of this counter, but takes back only this attempt from the address.
 */
export async function forgetAttempts(kind: Kind, attempt: Attempt): Promise<void> {
  await limits[kind].forgive(keyOf(attempt));
  if (countsForAddress(kind, attempt)) await perAddress.refund(networkOf(attempt.ip));
}

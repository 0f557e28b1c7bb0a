/** Signs users in, and registers new ones. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { row, transaction } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import type { Changes } from '~/domain/platform/audit/acts';
import { recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { conflict, DomainError } from '~/domain/kernel/errors';
import { unlessFull } from '~/domain/kernel/faults.server';
import { networkOf } from '~/domain/platform/ip-address.server';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { env } from '~/process/env.server';
import { log, nameCaller } from '~/process/log.server';
import { keyedHash } from '~/process/secret.server';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.server';
import type { Register, SignIn } from './schema';
import { type Arrival, wrongCredentials } from './sessions.server';
import { say } from '~/domain/kernel/sentence';

/**
 * Limits wrong passwords: five per user and address, and a hundred per address for all users together,
 * because trying one password on everybody is guessing, too. All instances count together.
 */

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

/**
 * Recognizes browsers in which a user has signed in before, by a signed cookie. A mark belongs to one user
 * and one password: only that password gets one, and a new password invalidates all of them.
 */

type User = { id: number; passwordHash: string };

const ID = /^[\w-]{16}$/;
/** The most people who share a browser. */
const MOST = 8;

const markOf = (browser: string, { id, passwordHash }: User) =>
  `${browser}.${keyedHash(`known browser ${browser} ${String(id)} ${passwordHash}`)}`;

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const marksIn = (cookie: string | null) => (cookie ?? '').split('~').slice(0, MOST);

/** Finds which of the user's browsers sends this cookie; null when the user has not signed in there. */
function knownBrowser(cookie: string | null, user: User): string | null {
  for (const mark of marksIn(cookie)) {
    const [browser = ''] = mark.split('.');
    if (ID.test(browser) && isSame(mark, markOf(browser, user))) return browser;
  }
  return null;
}

/** Returns the cookie after a sign-in. Its marks of other users stay. */
export function withBrowserOf(cookie: string | null, { actor, passwordHash }: Arrival): string {
  const user = { id: actor.id, passwordHash };
  const mark = markOf(knownBrowser(cookie, user) ?? randomBytes(12).toString('base64url'), user);
  const others = marksIn(cookie).filter((each) => /^[\w-]{16}\.[\w-]{43}$/.test(each) && each !== mark);
  return [mark, ...others].slice(0, MOST).join('~');
}

/**
 * One name has many spellings: capitals, wide letters, ligatures. The index on usernames uses the same rule.
 */
export const SAME_USERNAME = 'lower(normalize(username, nfkc)) = lower(normalize($username, nfkc))';

type Known = Actor & { passwordHash: string };

const BY_USERNAME = `
  select id, username, name, roles, dealerships, language, password_hash as "passwordHash" from users
  where ${SAME_USERNAME} and deactivated_at is null`;

/**
 * Takes the same time and returns the same error whether the user exists or not. @param browserCookie lists
 * the users who have signed in with this browser; see `known-browsers.server.ts`.
 */
export async function signIn(
  { username, password }: SignIn,
  { ip, browserCookie }: { ip: string; browserCookie: string | null },
): Promise<Arrival> {
  const known = await row<Known>(BY_USERNAME, { username });
  const browser = known && knownBrowser(browserCookie, known);
  const attempt = { user: known?.id ?? username, ip, browser };
  await spendAttempt('sign-in', attempt, () => noteSignIn('session.locked', known, ip));
  if (!(await passwordMatches(known?.passwordHash ?? null, password)) || !known) {
    await noteSignIn('session.refused', known, ip);
    throw wrongCredentials();
  }
  await forgetAttempts('sign-in', attempt);
  await noteSignIn('session.opened', known, ip);
  const { passwordHash, ...actor } = known;
  return { actor, passwordHash };
}

type SignInEvent = 'session.opened' | 'session.linked' | 'session.refused' | 'session.locked';

const SAID: Record<SignInEvent, string> = {
  'session.opened': 'signed in',
  'session.linked': 'signed in by link',
  'session.refused': 'sign-in refused',
  'session.locked': 'sign-in locked',
};

/** An unknown name is not recorded: people sometimes type their password there. */
const NOBODY = { id: 0, name: 'No user with that name' };

/** Writes to the log and the audit log. @param known the user with the name that was typed. */
export async function noteSignIn(
  event: SignInEvent,
  known: Actor | null,
  ip: string,
  more: Changes = {},
): Promise<void> {
  const target = known ? { id: known.id, name: known.name || known.username } : NOBODY;
  const isIn = event === 'session.opened' || event === 'session.linked';
  if (known && isIn) nameCaller(known);
  const changes: Changes = { address: [null, ip], ...more };
  // The log has it as well.
  await unlessFull(recordAdminEvent(isIn ? known : null, { act: event, target, changes }));
  const about = { event, ...(known && { targetUserId: known.id }), client: ip };
  if (isIn) log.info(about, SAID[event]);
  else log.warn(about, SAID[event]);
}

/** Creates a driver without dealerships; roles and dealerships in the input are ignored. */
export async function register(input: Register, ip: string): Promise<Arrival> {
  if (env.REGISTRATION === 'closed') throw new DomainError('forbidden', say('registrationClosed'));
  requireGoodPassword(input.password, input, 'password');
  await spendRegistration(ip);
  const passwordHash = await hashPassword(input.password);
  return transaction(async () => {
    const actor = await insertUser(
      { ...input, roles: ['driver'], dealerships: [], isNew: true },
      passwordHash,
    );
    const target = { id: actor.id, name: `${actor.name} (${actor.username})` };
    await recordAdminEvent(actor, { act: 'user.registered', target, changes: { address: [null, ip] } });
    return { actor, passwordHash };
  });
}

export type NewUser = Omit<Register, 'password' | 'roles' | 'dealerships'> &
  Pick<Actor, 'roles' | 'dealerships'> & { isNew?: boolean };

/** Runs in the transaction under way. */
export async function insertUser(input: NewUser, passwordHash: string): Promise<Actor> {
  const { username, name, email, phone, roles, dealerships, isNew = false } = input;
  return transaction(async () => {
    // A taken username is checked here: a refusal by PostgreSQL would put the name into its log.
    const made = await row<{ id: number }>(
      `insert into users (username, password_hash, name, email, phone, roles, dealerships, is_new)
       values ($username, $passwordHash, $name, nullif($email, ''), nullif($phone, ''), $roles, $dealerships, $isNew)
       on conflict do nothing returning id`,
      { username, passwordHash, name, email: email ?? '', phone: phone ?? '', roles, dealerships, isNew },
    );
    if (!made) throw usernameTaken();
    // Locks the list for the driver's tasks. A new list also tells the boards that there is a new driver.
    await lockLists([made.id, null]);
    await tellPages('everybody');
    return { id: made.id, username, name, roles, dealerships };
  });
}

export const usernameTaken = () =>
  conflict(say('usernameTaken'), { fields: { username: [say('usernameTaken')] } });

const registrations = rateLimit({ name: 'register', what: 'registrations', points: 20, seconds: 60 * 60 });

/** Registrations are limited because each costs a hash and a row. */
const spendRegistration = (ip: string) => registrations.spend(networkOf(ip));

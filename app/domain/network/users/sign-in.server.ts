/** Signs users in, and registers new ones. */
import { row, transaction } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import type { Changes } from '~/domain/platform/audit/acts';
import { recordAdminEvent } from '~/domain/platform/audit/log.server';
import { conflict, DomainError } from '~/domain/kernel/errors';
import { networkOf } from '~/domain/platform/ip-address.server';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { env } from '~/process/env.server';
import { log, nameCaller } from '~/process/log.server';
import { forgetAttempts, spendAttempt } from './attempts.server';
import { knownBrowser } from './known-browsers.server';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.server';
import type { Register, SignIn } from './schema';
import { wrongCredentials, type Arrival } from './sessions.server';

/**
 * One name has many spellings: capitals, wide letters, ligatures. The index on usernames uses the same rule.
 */
export const SAME_USERNAME = 'lower(normalize(username, nfkc)) = lower(normalize($username, nfkc))';

type Known = Actor & { passwordHash: string };

const BY_USERNAME = `
  select id, username, name, roles, dealerships, password_hash as "passwordHash" from users
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
  await recordAdminEvent(isIn ? known : null, {
    act: event,
    target,
    changes: { address: [null, ip], ...more },
  });
  const about = { event, ...(known && { targetUserId: known.id }), client: ip };
  if (isIn) log.info(about, SAID[event]);
  else log.warn(about, SAID[event]);
}

/** Creates a driver without dealerships; roles and dealerships in the input are ignored. */
export async function register(input: Register, ip: string): Promise<Arrival> {
  if (env.REGISTRATION === 'closed') throw new DomainError('forbidden', 'Registration is closed');
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
  conflict('This username is already taken', { fields: { username: ['This username is already taken'] } });

const registrations = rateLimit({ name: 'register', what: 'registrations', points: 20, seconds: 60 * 60 });

/** Registrations are limited because each costs a hash and a row. */
const spendRegistration = (ip: string) => registrations.spend(networkOf(ip));

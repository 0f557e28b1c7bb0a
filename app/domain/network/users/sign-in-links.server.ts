/**
 * Links that sign a user in once, without a password: for the phone of a new driver, and for users who have
 * lost their password. The user chooses a password right after; until then the browser that has used the link may
 * use it again, because the answer may be lost. Opening the page changes nothing, because programs that show
 * previews open it, too.
 */
import { randomBytes } from 'node:crypto';
import { row, transaction, rows } from 'db/connection';
import { SignInLink as StoredLink, User } from 'db/models/people';
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { revokedTokens } from '~/domain/platform/audit/acts';
import { administer, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { preparedCommand } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { networkOf } from '~/domain/platform/ip-address.server';
import { mayAll, requirePerson } from '~/domain/kernel/permissions';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { isLanguage, LANGUAGES } from '~/words/languages';
import {
  AddDriver,
  atUser,
  looksLikeOthers,
  MakeSignInLink,
  type ManagedUser,
  type SignInLink,
  SignInLinkAnswer,
} from './schema';
import { confirm } from './change-password.server';
import { insert } from './commands.server';
import { hashPassword } from './passwords.server';
import { requireUser, targetOf } from './queries.server';
import { type Arrival, closeSessionsOf, revokeTokensOf, hashOf } from './sessions.server';
import { type NewUser, noteSignIn } from './sign-in.server';
import { usernameProblem } from './sign-in-rules';
import { untranslated } from '~/domain/kernel/sentence';

/** Makes usernames for people who were not asked for one. */

/** Leaves room for a number at the end. */
const LONGEST = 56;

/** `Alma Díaz` is `alma.diaz`; letters that have no plain form stay as they are. */
function usernameFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}]/gu, '')
    .replaceAll('ı', 'i')
    .normalize('NFKC')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  let made = '';
  for (const character of words.join('.')) {
    if (made.length + character.length > LONGEST) break;
    made += character;
  }
  if (made === '' || looksLikeOthers(made)) return 'driver';
  return usernameProblem(made) ? `driver.${made}` : made;
}

/** Call it with the lock of the administration, so that others who add users at the same time wait. */
async function freeUsername(name: string): Promise<string> {
  const wanted = usernameFrom(name);
  const taken = await rows<{ username: string }>(
    `select lower(normalize(username, nfkc)) as username from users
     where deactivated_at is null and starts_with(lower(normalize(username, nfkc)), lower(normalize($wanted, nfkc)))`,
    { wanted },
  );
  const isTaken = (username: string) => taken.some((each) => each.username === username.toLowerCase());
  if (!isTaken(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const next = `${wanted}${String(number)}`;
    if (!isTaken(next)) return next;
  }
}

const withoutLink = ({ signInLink: _, ...user }: SignInLink) => user;

/**
 * The driver chooses a password after the link is opened; until then the account has none that anybody knows.
 */
export const addDriver = preparedCommand(
  {
    summary: 'Adds a driver who signs in with a link',
    about:
      'Requires a name and a phone number or email address; a username is created from the name if none is sent. The path of the link is returned only in this response. The link works once, within 24 hours; until a password is chosen also again in the same browser. Not for API tokens.',
    may: 'manageUsers',
    input: AddDriver,
    answer: SignInLinkAnswer,
    creates: true,
    repeated: withoutLink,
  },
  async ({ actor }) => {
    requirePerson(actor);
    return noPassword();
  },
  ({ actor, input: { username: wanted, ...input } }, passwordHash) =>
    administer(actor, async () => {
      const id = await insertWithoutPassword(
        actor,
        { ...input, username: wanted, roles: ['driver'] },
        passwordHash,
      );
      return withLink(await requireUser(id));
    }),
);

/** The hash of a password that nobody knows. */
export const noPassword = () => hashPassword(randomBytes(32).toString('base64url'));

type Person = Omit<NewUser, 'username'> & { username: string | undefined };

/** Adds a user who signs in with a link first. Runs within `administer`. @returns the id. @throws conflict */
export async function insertWithoutPassword(
  actor: Actor,
  { username, ...person }: Person,
  passwordHash: string,
): Promise<number> {
  const wanted = username ?? (await freeUsername(person.name));
  const { id } = await insert(actor, { ...person, username: wanted }, passwordHash);
  await User.update({ mustChangePassword: true }, { where: { id } });
  return id;
}

/** An earlier link of the user ends. */
export const makeSignInLink = preparedCommand(
  {
    summary: 'Creates a one-time sign-in link for a user',
    about:
      'The path of the link is returned only in this response. The link works once, within 24 hours; until a password is chosen also again in the same browser. An earlier link stops working. Not for API tokens or for your own user; for an admin it requires `ownPassword`, the caller’s password.',
    may: 'manageUsers',
    at: atUser,
    input: MakeSignInLink,
    answer: SignInLinkAnswer,
    creates: true,
    repeated: withoutLink,
  },
  async ({ actor, userId, input, ip }) => {
    requirePerson(actor);
    if (userId === actor.id) throw conflict(untranslated('alreadySignedIn', 'You are already signed in'));
    return confirm(actor, input.ownPassword, ip);
  },
  ({ actor, userId }, confirmed) =>
    administer(actor, async () => {
      const user = await requireUser(userId, { active: true });
      if (mayAll(user, 'manageUsers')) confirmed.required();
      await recordAdminEvent(actor, { act: 'user.link', target: targetOf(user) });
      return withLink(user);
    }),
);

async function withLink(user: ManagedUser): Promise<SignInLink> {
  const token = randomBytes(16).toString('base64url');
  const made = await row<{ expiresAt: string }>(
    `insert into sign_in_links (user_id, token_hash, expires_at) values ($userId, $hash, now() + interval '24 hours')
     on conflict (user_id) do update
       set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
     returning to_json(expires_at) #>> '{}' as "expiresAt"`,
    { userId: user.id, hash: hashOf(token) },
  );
  if (!made) throw new Error('The link was not stored');
  return { ...user, expiresAt: made.expiresAt, signInLink: `/p/in/${token}` };
}

const OPEN = `
  where u.id = l.user_id and u.deactivated_at is null and l.token_hash in ($fresh, $used) and l.expires_at > now()`;

/**
 * The hash of a link that waits, and that of the same link after this browser has used it.
 * @param browser a secret of the browser, from `newLinkBrowser`; null for one without.
 */
const hashesOf = (token: string, browser: string | null) => ({
  fresh: hashOf(token),
  used: hashOf(`${token} ${browser ?? newLinkBrowser()}`),
});

export const newLinkBrowser = () => randomBytes(16).toString('base64url');

const LOCK_USER = `
  select u.id, u.username, u.name, u.roles, u.dealerships, u.language, u.password_hash as "passwordHash"
  from sign_in_links l, users u ${OPEN} for no key update of u`;

const misses = rateLimit({ name: 'sign-in link', what: 'attempts', points: 20, seconds: 15 * 60 });

/** The error is the same for a link that was used, has expired, was replaced, or never existed. */
async function noSuchLink(ip: string): Promise<Error> {
  await misses.spend(networkOf(ip));
  return notFound('Link');
}

type LinkFor = { name: string; username: string; language: string | null; hasTokens: boolean };

/** Reads the user of a link. The link can still be used after that. @throws not_found */
export async function openSignInLink(token: string, ip: string, browser: string | null): Promise<LinkFor> {
  const found = await row<LinkFor>(
    `select u.name, u.username, u.language,
       exists (select from api_tokens t where t.user_id = u.id and t.revoked_at is null) as "hasTokens"
     from sign_in_links l, users u ${OPEN}`,
    hashesOf(token, browser),
  );
  if (!found) throw await noSuchLink(ip);
  return found;
}

/** The form of a link. A language that the product does not have changes nothing. */
export const EnterByLink = z.object({
  revokeTokens: z.boolean().default(true),
  language: z.enum(Object.keys(LANGUAGES).filter(isLanguage)).nullable().catch(null),
});

type LinkUse = z.output<typeof EnterByLink> & { browser: string | null };

/**
 * When two browsers use the link at once, one is let in. Other sessions of the user end.
 * @param language the person's choice; null keeps the former one.
 * @throws not_found
 */
export async function enterByLink(
  token: string,
  ip: string,
  { revokeTokens, language, browser }: LinkUse,
): Promise<Arrival> {
  const arrival = await transaction(async () => {
    // The user is locked first, in the same order as when a user is deleted. When two browsers use the link,
    // the second finds no link after the lock.
    const { fresh, used } = hashesOf(token, browser);
    const known = await row<Actor & { passwordHash: string }>(LOCK_USER, { fresh, used });
    if (!known) return null;
    const [links] = await StoredLink.update({ tokenHash: used }, { where: { tokenHash: [fresh, used] } });
    if (links === 0) return null;
    const { passwordHash, ...actor } = known;
    await User.update(
      { mustChangePassword: true, ...(language && { language }), updatedAt: fn('now') },
      { where: { id: actor.id } },
    );
    await closeSessionsOf(actor.id);
    const revoked = revokeTokens ? await revokeTokensOf(actor.id) : 0;
    await noteSignIn('session.linked', actor, ip, revokedTokens(revoked));
    return { actor, passwordHash };
  });
  if (!arrival) throw await noSuchLink(ip);
  return arrival;
}

/** Stores sessions as rows, so that ending one takes effect at once on all instances. */
import { execute, row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { ApiToken, Session, SignInLink } from 'db/models/people';
import { createHash, randomBytes } from 'node:crypto';
import { fn } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';
import { noteDatabaseTime } from '~/domain/platform/clock.server';
import { earlierOf, type Earlier } from '~/domain/platform/idempotency.server';
import { SESSION_DAYS } from '~/domain/kernel/limits';
import { DomainError } from '~/domain/kernel/errors';
import { asDomainError } from '~/domain/kernel/faults.server';
import { knowVersions, versionsOf, type Versions } from '~/domain/platform/sync/versions.server';
import { nameCaller } from '~/process/log.server';
import { say } from '~/domain/kernel/sentence';

/**
 * Announces ended sessions to every instance, so that their sockets close. The payload is the id of a
 * session.
 */
export const SESSION_CHANNEL = 'session_ended';

/** The database has hashes of tokens only. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Other parts identify a session by the hash, never by the token. */
export const sessionIdOf = (token: string) => hashOf(token).toString('hex');

/** A user whose password was correct, and the hash that it matched. */
export type Arrival = { actor: Actor; passwordHash: string };

export const wrongCredentials = () => new DomainError('unauthenticated', say('wrongCredentials'));

/**
 * The lock waits for a change of the password under way; a later change waits for the lock, and then ends
 * this session, too.
 * @param client.bound whether the cookie's name binds it to this host: such a token is longer, see
 * `http/session.server.ts`.
 * @returns the token for the cookie; only its SHA-256 is stored.
 * @throws when the given password is no longer the user's.
 */
export async function openSession(
  { actor, passwordHash }: Arrival,
  remember: boolean,
  client: { ip: string | null; userAgent: string | null; bound: boolean },
): Promise<string> {
  const token = randomBytes(client.bound ? 33 : 32).toString('base64url');
  const opened = await row(
    `insert into sessions (token_hash, user_id, remember, ip, user_agent)
     select $tokenHash::bytea, u.id, $remember, $ip, $userAgent from users u
     where u.id = $userId and u.password_hash = $passwordHash and u.deactivated_at is null
     for share of u
     returning user_id`,
    {
      tokenHash: hashOf(token),
      userId: actor.id,
      passwordHash,
      remember,
      ip: client.ip,
      userAgent: client.userAgent?.slice(0, 300) ?? null,
    },
  );
  if (!opened) throw wrongCredentials();
  return token;
}

/**
 * SQL: whether the session `s` is alive. It ends some time after its last request, and some time after the
 * sign-in; both times are longer with "Remember me".
 */
export const ALIVE = `
  last_seen_at > now() - case when remember then interval '7 days' else interval '30 minutes' end
  and s.created_at > now() - case when remember then interval '${String(SESSION_DAYS)} days' else interval '12 hours' end`;
const ACTOR = `u.id, u.username, u.name, u.roles, u.dealerships, u.language,
  extract(epoch from clock_timestamp())::float8 * 1000 as "databaseTime"`;
// Not every request writes, so a session may end this much too early.
const TOUCH_AFTER = "interval '15 seconds'";

/** The sender of a request, and the earlier answer to its Idempotency-Key. */
export type Caller = { actor: Actor; earlier: Earlier | null };

type Found = Omit<Actor, 'mustChangePassword'> &
  Partial<Versions> & { stale: boolean; databaseTime: number; earlier?: Earlier | null };

/** Further rows to read in the same statement as the session. */
type Also = {
  /** The Idempotency-Key of the request. */
  key: string | null;
  /** The versions of lists, for requests without a key. */
  versions: boolean;
};
const NOTHING_ELSE = { key: null, versions: false };

const callerBy = (columns: string, from: string) => {
  const alone = prepared(`select ${columns} ${from}`);
  const withKey = prepared(`select ${columns}, ${earlierOf('u.id')} ${from}`);
  const withVersions = prepared(`select ${columns}, ${versionsOf('u.id')} ${from}`);
  return ({ key, versions }: Also) => (key !== null ? withKey : versions ? withVersions : alone);
};

function callerOf(actor: Actor, { earlier = null, allLists, ownLists }: Partial<Found>): Caller {
  if (allLists !== undefined && ownLists !== undefined) knowVersions(actor, { allLists, ownLists });
  nameCaller(actor);
  return { actor, earlier };
}

/**
 * Ignores a failed write, so that reading works on a read-only database. A database that does not answer
 * makes the request fail anyway.
 */
async function ifWritable(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!asDomainError(error)) throw error;
  });
}

const SESSION = callerBy(
  `${ACTOR}, u.must_change_password as "mustChange", last_seen_at < now() - ${TOUCH_AFTER} as stale`,
  `from sessions s join users u on u.id = s.user_id
   where s.token_hash = $tokenHash and u.deactivated_at is null and ${ALIVE}`,
);

/** Returns the user of a session that is alive, and marks the session as used now. */
export async function findSessionCaller(token: string, also: Also = NOTHING_ELSE): Promise<Caller | null> {
  const tokenHash = hashOf(token);
  const found = await row<Found & { mustChange: boolean }>(SESSION(also), { tokenHash, key: also.key });
  if (!found) return null;
  const { stale, mustChange, databaseTime, earlier, allLists, ownLists, ...actor } = found;
  noteDatabaseTime(databaseTime);
  if (stale) await ifWritable(Session.update({ lastSeenAt: fn('now') }, { where: { tokenHash } }));
  return callerOf(mustChange ? { ...actor, mustChangePassword: true } : actor, {
    earlier,
    allLists,
    ownLists,
  });
}

const UNTOLD = "coalesce(t.last_used_at < now() - interval '1 minute', true)";

const TOKEN = callerBy(
  `${ACTOR}, ${UNTOLD} as stale`,
  `from api_tokens t join users u on u.id = t.user_id
   where t.token_hash = $tokenHash and u.deactivated_at is null and t.revoked_at is null
     and (t.expires_at is null or t.expires_at > now())`,
);

/** Returns the user of an API token that is valid. */
export async function findTokenCaller(token: string, also: Also): Promise<Caller | null> {
  const tokenHash = hashOf(token);
  const found = await row<Found>(TOKEN(also), { tokenHash, key: also.key });
  if (!found) return null;
  const { stale, databaseTime, earlier, allLists, ownLists, ...user } = found;
  noteDatabaseTime(databaseTime);
  if (stale)
    await ifWritable(
      execute(`update api_tokens t set last_used_at = now() where token_hash = $tokenHash and ${UNTOLD}`, {
        tokenHash,
      }),
    );
  return callerOf({ ...user, byToken: true }, { earlier, allLists, ownLists });
}

/** Ends one session. Does nothing when it has ended already. */
export async function closeSession(token: string): Promise<void> {
  const tokenHash = hashOf(token);
  await rows(
    `with gone as (delete from sessions where token_hash = $tokenHash returning 1)
     select pg_notify('${SESSION_CHANNEL}', $id) from gone`,
    { tokenHash, id: tokenHash.toString('hex') },
  );
}

/** Ends every session of a user except the one with this token. */
export async function closeSessionsOf(
  userId: number,
  { exceptToken }: { exceptToken?: string | null } = {},
): Promise<void> {
  await rows(
    `with gone as (delete from sessions where user_id = $userId and token_hash is distinct from $kept returning token_hash)
     select pg_notify('${SESSION_CHANNEL}', encode(token_hash, 'hex')) from gone`,
    { userId, kept: exceptToken ? hashOf(exceptToken) : null },
  );
}

/** Returns which of the sessions have not ended. */
export async function livingSessions(ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const living = await rows<{ id: string }>(
    `select encode(s.token_hash, 'hex') as id from sessions s join users u on u.id = s.user_id
     where s.token_hash = any($hashes::bytea[]) and u.deactivated_at is null and ${ALIVE}`,
    { hashes: [...new Set(ids)].map((id) => Buffer.from(id, 'hex')) },
  );
  return new Set(living.map(({ id }) => id));
}

/** Revokes all tokens of a user, in the transaction under way. @returns the number of tokens. */
export async function revokeTokensOf(userId: number): Promise<number> {
  const [revoked] = await ApiToken.update({ revokedAt: fn('now') }, { where: { userId, revokedAt: null } });
  return revoked;
}

/** Ends an unused sign-in link of the user, in the transaction of its cause. */
export async function endLinkOf(userId: number): Promise<void> {
  await SignInLink.destroy({ where: { userId } });
}

/** API tokens: for scripts that act as their user. Only a hash is stored, and revoking takes effect at once. */
import { row, rows, transaction } from 'db/connection';
import { ApiToken } from 'db/models/people';
import { computed, printed } from 'db/models/table';
import { createHash, randomBytes } from 'node:crypto';
import { fn } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { conflict, invalid, notFound } from '~/domain/errors';
import type { Changes } from '~/domain/administration/acts';
import { recordAdminEvent } from '~/domain/administration/record.server';
import { authorize, reach, requirePerson } from '~/domain/permissions';
import { momentsOf } from '~/domain/time';
import { env } from '~/env.server';
import { confirm } from './confirm-password.server';
import type { CreateToken } from './schema';

/** Times are ISO 8601. */
export type Token = {
  id: number;
  name: string;
  createdAt: string;
  expiresAt: string | null;
  expired: boolean;
  lastUsedAt: string | null;
};
export type TokenOfUser = Token & { user: { id: number; name: string; username: string } };

const TOKEN = [
  ...(['id', 'name', printed('createdAt'), printed('expiresAt')] as const),
  computed<boolean>()('expired', 'coalesce(expires_at <= now(), false)'),
  printed('lastUsedAt'),
] as const;
const OF_USER = `json_build_object('id', u.id, 'name', u.name, 'username', u.username) as user`;

/** One's own that have not been revoked, newest first. */
export async function listTokens(actor: Actor): Promise<Token[]> {
  authorize(actor, 'manageTokens');
  return ApiToken.findRows(TOKEN, {
    where: { userId: actor.id, revokedAt: null },
    order: [['id', 'desc']],
  });
}

/** Everybody's that have not been revoked, by user, newest first. */
export async function listEverybodysTokens(actor: Actor): Promise<TokenOfUser[]> {
  authorize(actor, 'manageEverybodysTokens');
  return rows<TokenOfUser>(
    `select ${ApiToken.columns(TOKEN, 't')}, ${OF_USER} from api_tokens t join users u on u.id = t.user_id
     where t.revoked_at is null and u.deactivated_at is null
     order by lower(coalesce(nullif(u.name, ''), u.username)), u.id, t.id desc`,
  );
}

const mayReach = (actor: Actor) => ({
  userId: actor.id,
  everybodys: reach(actor, 'manageEverybodysTokens') === 'any',
});

/** One's own; an admin anybody's. */
export async function getToken(actor: Actor, id: number): Promise<TokenOfUser> {
  authorize(actor, 'manageTokens');
  const token = await row<TokenOfUser>(
    `select ${ApiToken.columns(TOKEN, 't')}, ${OF_USER} from api_tokens t join users u on u.id = t.user_id
     where t.id = $id and t.revoked_at is null and ($everybodys or t.user_id = $userId)`,
    { id, ...mayReach(actor) },
  );
  if (!token) throw notFound('API token');
  return token;
}

/** Takes the actor's password. @returns the token itself, which is never to be seen again. */
export async function createToken(
  actor: Actor,
  { name, expiresInDays, expiresOn, ...confirmation }: CreateToken,
  origin: { ip: string },
): Promise<Token & { token: string }> {
  authorize(actor, 'manageTokens');
  requirePerson(actor);
  const endsAt = expiresOn === undefined ? null : endOf(expiresOn);
  (await confirm(actor, confirmation, origin)).required();
  // With a beginning of its own, so that it is known for what it is where it should not be.
  const token = `pd_${randomBytes(32).toString('base64url')}`;
  return transaction(async () => {
    const [made] = await rows<Token>(
      `insert into api_tokens (user_id, name, token_hash, expires_at)
       values ($userId, $name, $hash, coalesce($endsAt::timestamptz, now() + make_interval(days => $days::integer)))
       on conflict do nothing returning ${ApiToken.columns(TOKEN)}`,
      {
        userId: actor.id,
        name,
        hash: createHash('sha256').update(token).digest(),
        endsAt,
        days: expiresInDays ?? null,
      },
    );
    if (!made) {
      const message = 'There is a token with this name';
      throw conflict(message, { fields: { name: [message] } });
    }
    await recordAdminEvent(actor, { act: 'token.created', target: made });
    return { ...made, token };
  });
}

const LONGEST_MS = 3_650 * 24 * 60 * 60_000;

/** The end of this day where the business is. */
function endOf(day: string): Date {
  const refuse = (message: string) => invalid(message, { expiresOn: [message] });
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 10);
  const [end = NaN] = momentsOf(next, 0, env.BUSINESS_TIME_ZONE);
  if (!(end > Date.now())) throw refuse('Choose a day that is not over');
  if (end > Date.now() + LONGEST_MS) throw refuse('A token lives for 10 years at most');
  return new Date(end);
}

/** One's own; an admin anybody's. */
export async function revokeToken(actor: Actor, id: number): Promise<{ id: number; name: string }> {
  authorize(actor, 'manageTokens');
  requirePerson(actor);
  return transaction(async () => {
    const revoked = await row<{ id: number; name: string; userId: number; username: string }>(
      `update api_tokens t set revoked_at = now() from users u
       where t.id = $id and t.revoked_at is null and u.id = t.user_id and ($everybodys or t.user_id = $userId)
       returning t.id, t.name, u.id as "userId", u.username`,
      { id, ...mayReach(actor) },
    );
    if (!revoked) throw notFound('API token');
    const { userId, username, ...target } = revoked;
    const changes: Changes = userId === actor.id ? {} : { user: [null, username] };
    await recordAdminEvent(actor, { act: 'token.revoked', target, changes });
    return target;
  });
}

/** All of a user. Joins the transaction under way. @returns how many there were. */
export async function revokeTokensOf(userId: number): Promise<number> {
  const [revoked] = await ApiToken.update({ revokedAt: fn('now') }, { where: { userId, revokedAt: null } });
  return revoked;
}

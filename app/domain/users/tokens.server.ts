/** API tokens: for scripts that act as their user. Only a hash is stored, and revoking takes effect at once. */
import { row, rows, sqlState, transaction } from 'db/connection';
import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '~/domain/actor';
import { conflict, notFound } from '~/domain/errors';
import { recordAdminEvent } from '~/domain/administration/record.server';
import { authorize, requirePerson } from '~/domain/permissions';
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

const TOKEN = `id, name, to_json(created_at) #>> '{}' as "createdAt", to_json(expires_at) #>> '{}' as "expiresAt",
  coalesce(expires_at <= now(), false) as expired, to_json(last_used_at) #>> '{}' as "lastUsedAt"`;

/** One's own that have not been revoked, newest first. */
export async function listTokens(actor: Actor): Promise<Token[]> {
  authorize(actor, 'manageTokens');
  return rows<Token>(
    `select ${TOKEN} from api_tokens where user_id = $userId and revoked_at is null order by id desc`,
    { userId: actor.id },
  );
}

export async function getToken(actor: Actor, id: number): Promise<Token> {
  const token = (await listTokens(actor)).find((each) => each.id === id);
  if (!token) throw notFound('API token');
  return token;
}

/** @returns the token itself, which is never to be seen again. */
export async function createToken(
  actor: Actor,
  { name, expiresInDays }: CreateToken,
): Promise<Token & { token: string }> {
  authorize(actor, 'manageTokens');
  requirePerson(actor);
  // With a beginning of its own, so that it is known for what it is where it should not be.
  const token = `pd_${randomBytes(32).toString('base64url')}`;
  try {
    return await transaction(async () => {
      const [made] = await rows<Token>(
        `insert into api_tokens (user_id, name, token_hash, expires_at)
       values ($userId, $name, $hash, now() + make_interval(days => $days::integer)) returning ${TOKEN}`,
        {
          userId: actor.id,
          name,
          hash: createHash('sha256').update(token).digest(),
          days: expiresInDays ?? null,
        },
      );
      if (!made) throw new Error('No token was made');
      await recordAdminEvent(actor, { act: 'token.created', target: made });
      return { ...made, token };
    });
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw conflict('There is a token with this name', {
      fields: { name: ['There is a token with this name'] },
    });
  }
}

export async function revokeToken(actor: Actor, id: number): Promise<{ id: number; name: string }> {
  authorize(actor, 'manageTokens');
  requirePerson(actor);
  return transaction(async () => {
    const revoked = await row<{ id: number; name: string }>(
      `update api_tokens set revoked_at = now() where id = $id and user_id = $userId and revoked_at is null
       returning id, name`,
      { id, userId: actor.id },
    );
    if (!revoked) throw notFound('API token');
    await recordAdminEvent(actor, { act: 'token.revoked', target: revoked });
    return revoked;
  });
}

/** API tokens let scripts act as their user. Only a hash is stored, and revoking takes effect at once. */
import { row, rows, transaction } from 'db/connection';
import { ApiToken } from 'db/models/people';
import { computed, printed } from 'db/models/table';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/v4';
import { hashOf } from './sessions.server';
import type { Actor } from '~/domain/kernel/actor';
import { command, preparedCommand, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import type { Changes } from '~/domain/platform/audit/acts';
import { recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { mayAll, requirePerson } from '~/domain/kernel/permissions';
import { momentsOf } from '~/domain/kernel/time';
import { businessZone } from '~/domain/network/settings/network.server';
import {
  atToken,
  CreateToken,
  type NameToken,
  NewTokenAnswer,
  OwnTokenAnswer,
  RevokedAnswer,
  type Token,
  TokenAnswer,
  type TokenOfUser,
} from './schema';
import { confirm } from './change-password.server';
import { SAME_USERNAME } from './sign-in.server';
import { say } from '~/domain/kernel/sentence';

const TOKEN = [
  ...(['id', 'name', printed('createdAt'), printed('expiresAt')] as const),
  computed<boolean>()('expired', 'coalesce(expires_at <= now(), false)'),
  printed('lastUsedAt'),
] as const;
const OF_USER = `json_build_object('id', u.id, 'name', u.name, 'username', u.username) as user`;

export const listTokens = query(
  { summary: 'Your own API tokens, newest first', may: 'manageTokens', answer: z.array(OwnTokenAnswer) },
  ({ actor }) =>
    ApiToken.findRows(TOKEN, { where: { userId: actor.id, revokedAt: null }, order: [['id', 'desc']] }),
);

/** Sorted by user, newest first. */
export const listEverybodysTokens = query(
  {
    summary: 'The API tokens of all users',
    about: 'Without revoked ones. The tokens themselves are never shown.',
    may: 'manageEverybodysTokens',
    answer: z.array(TokenAnswer),
  },
  () =>
    rows<TokenOfUser>(
      `select ${ApiToken.columns(TOKEN, 't')}, ${OF_USER} from api_tokens t join users u on u.id = t.user_id
       where t.revoked_at is null and u.deactivated_at is null
       order by lower(coalesce(nullif(u.name, ''), u.username)), u.id, t.id desc`,
    ),
);

const mayReach = (actor: Actor) => ({
  userId: actor.id,
  everybodys: mayAll(actor, 'manageEverybodysTokens'),
});

export const getToken = query(
  {
    summary: "One API token: your own, or as an admin anyone's",
    may: 'manageTokens',
    at: atToken,
    answer: TokenAnswer,
  },
  async ({ actor, tokenId }) => {
    const token = await row<TokenOfUser>(
      `select ${ApiToken.columns(TOKEN, 't')}, ${OF_USER} from api_tokens t join users u on u.id = t.user_id
       where t.id = $tokenId and t.revoked_at is null and ($everybodys or t.user_id = $userId)`,
      { tokenId, ...mayReach(actor) },
    );
    if (!token) throw notFound('API token');
    return token;
  },
);

export const createToken = preparedCommand(
  {
    summary: 'Creates an API token',
    about: 'Requires your own password. The token itself is returned only in this response.',
    may: 'manageTokens',
    input: CreateToken,
    answer: NewTokenAnswer,
    repeated: ({ token: _, ...made }) => made,
  },
  async ({ actor, input: { expiresOn, ownPassword }, ip }) => {
    requirePerson(actor);
    const endsAt = expiresOn === undefined ? null : endOf(expiresOn);
    (await confirm(actor, ownPassword, ip)).required();
    return endsAt;
  },
  ({ actor, input: { name, expiresInDays } }, endsAt) =>
    issue(actor, actor.id, { name, endsAt, days: expiresInDays ?? null }),
);

type Issued = { name: string; endsAt: Date | null; days: number | null };

/** @param actor null for the command line */
async function issue(
  actor: Actor | null,
  userId: number,
  issued: Issued,
): Promise<Token & { token: string }> {
  // The prefix lets scanners recognize a token that was published by mistake.
  const token = `pd_${randomBytes(32).toString('base64url')}`;
  return transaction(async () => {
    const [made] = await rows<Token>(
      `insert into api_tokens (user_id, name, token_hash, expires_at)
       values ($userId, $name, $hash, coalesce($endsAt::timestamptz, now() + make_interval(days => $days::integer)))
       on conflict do nothing returning ${ApiToken.columns(TOKEN)}`,
      { userId, hash: hashOf(token), ...issued },
    );
    if (!made) {
      const taken = say('tokenNameTaken');
      throw conflict(taken, { fields: { name: [taken] } });
    }
    await recordAdminEvent(actor, { act: 'token.created', target: made });
    return { ...made, token };
  });
}

/** The command of an operator. @throws not_found */
export async function createTokenOf(
  username: string,
  { name, expiresInDays }: z.output<typeof NameToken>,
): Promise<Token & { token: string }> {
  const user = await row<{ id: number }>(
    `select id from users where ${SAME_USERNAME} and deactivated_at is null`,
    { username },
  );
  if (!user) throw notFound(`User ${username}`);
  return issue(null, user.id, { name, endsAt: null, days: expiresInDays ?? null });
}

const LONGEST_MS = 3_650 * 24 * 60 * 60_000;

/** Returns the end of this day by business clocks. */
function endOf(day: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 10);
  const [end = NaN] = momentsOf(next, 0, businessZone());
  if (!(end > Date.now())) throw fieldRefusal('expiresOn', say('tokenDayPast'));
  if (end > Date.now() + LONGEST_MS) throw fieldRefusal('expiresOn', say('tokenTooLong'));
  return new Date(end);
}

export const revokeToken = command(
  {
    summary: 'Revokes an API token',
    about: "Anyone's; takes effect at once. Can't be called with a token.",
    may: 'manageTokens',
    at: atToken,
    answer: RevokedAnswer,
  },
  async ({ actor, tokenId }) => {
    requirePerson(actor);
    return transaction(async () => {
      const revoked = await row<{ id: number; name: string; userId: number; username: string }>(
        `update api_tokens t set revoked_at = now() from users u
         where t.id = $tokenId and t.revoked_at is null and u.id = t.user_id and ($everybodys or t.user_id = $userId)
         returning t.id, t.name, u.id as "userId", u.username`,
        { tokenId, ...mayReach(actor) },
      );
      if (!revoked) throw notFound('API token');
      const { userId, username, ...target } = revoked;
      const changes: Changes = userId === actor.id ? {} : { user: [null, username] };
      await recordAdminEvent(actor, { act: 'token.revoked', target, changes });
      return target;
    });
  },
);

/** The JSON call is for admins only. */
export const revokeAnybodysToken = command(
  { ...revokeToken.spec, may: 'manageEverybodysTokens' },
  revokeToken,
);

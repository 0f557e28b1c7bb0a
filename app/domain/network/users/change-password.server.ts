/**
 * Changes the user's own password. The session that changes it stays; all others end, and so does an unused
 * sign-in link.
 */
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { transaction } from 'db/connection';
import { User } from 'db/models/people';
import type { Actor } from '~/domain/kernel/actor';
import { preparedCommand } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal } from '~/domain/kernel/errors';
import { requirePerson } from '~/domain/kernel/permissions';
import { revokedTokens } from '~/domain/platform/audit/acts';
import { recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { targetOf } from './queries.server';
import { forgetAttempts, spendAttempt } from './sign-in.server';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.server';
import { ChangePassword, ReplacePassword } from './schema';
import { closeSessionsOf, endLinkOf, revokeTokensOf } from './sessions.server';

/** Asks for the current password because another person may use a browser that was left open. */
export const changePassword = preparedCommand(
  {
    summary: 'Changes your own password',
    may: 'changeOwnPassword',
    input: ChangePassword,
    answer: z.object({ revoked: z.number() }),
  },
  async ({ actor, input: { currentPassword, newPassword }, ip }) => {
    const before = await requirePassword(actor, currentPassword, {
      field: 'currentPassword',
      refusal: 'The current password is not correct',
      ip,
    });
    if (newPassword === currentPassword)
      throw fieldRefusal('newPassword', 'The new password must be different from the current one');
    return hashed(actor, newPassword, before);
  },
  ({ actor, sessionToken, input: { revokeTokens } }, hashes) =>
    setPassword(actor, hashes, { sessionToken, revokeTokens }),
);

/**
 * Does not ask for the temporary password, because the session was just opened with it. The reset or the link
 * has decided about API tokens already.
 */
export const replaceTemporaryPassword = preparedCommand(
  {
    summary: 'Replaces your own temporary password',
    may: 'changeOwnPassword',
    input: ReplacePassword,
    answer: z.object({ revoked: z.number() }),
  },
  async ({ actor, input: { newPassword } }) => {
    requirePerson(actor);
    const stored = await User.findRow(['passwordHash'], {
      where: { id: actor.id, mustChangePassword: true },
    });
    if (!stored) throw conflict('The temporary password has already been replaced');
    if (await passwordMatches(stored.passwordHash, newPassword))
      throw fieldRefusal('newPassword', 'The new password must be different from the temporary one');
    return hashed(actor, newPassword, stored.passwordHash);
  },
  ({ actor, sessionToken }, hashes) => setPassword(actor, hashes, { sessionToken, revokeTokens: false }),
);

type Hashes = { before: string; after: string };

async function hashed(actor: Actor, newPassword: string, before: string): Promise<Hashes> {
  requireGoodPassword(newPassword, actor, 'newPassword');
  return { before, after: await hashPassword(newPassword) };
}

type Left = { sessionToken: string | null | undefined; revokeTokens: boolean };

async function setPassword(actor: Actor, { before, after }: Hashes, { sessionToken, revokeTokens }: Left) {
  return transaction(async () => {
    const [changed] = await User.update(
      { passwordHash: after, mustChangePassword: false, updatedAt: fn('now') },
      { where: { id: actor.id, passwordHash: before } },
    );
    if (changed === 0)
      throw conflict('The password was changed in the meantime. Sign in again to change it.');
    await closeSessionsOf(actor.id, { exceptToken: sessionToken ?? null });
    await endLinkOf(actor.id);
    const revoked = revokeTokens ? await revokeTokensOf(actor.id) : 0;
    await recordAdminEvent(actor, {
      act: 'user.own-password',
      target: targetOf(actor),
      changes: revokedTokens(revoked),
    });
    return { revoked };
  });
}

type PasswordCheck = { field: string; refusal: string; ip: string | undefined };

/** Counts guesses. @returns the hash that the password matched. */
async function requirePassword(
  actor: Actor,
  password: string,
  { field, refusal, ip = '' }: PasswordCheck,
): Promise<string> {
  requirePerson(actor);
  const attempt = { user: actor.id, ip };
  await spendAttempt('password', attempt);
  const stored = await User.findRow(['passwordHash'], { where: { id: actor.id } });
  if (!(await passwordMatches(stored?.passwordHash ?? null, password)) || !stored)
    throw fieldRefusal(field, refusal);
  await forgetAttempts('password', attempt);
  return stored.passwordHash;
}

type Confirmed = {
  /** Throws unless the password was given. A wrong one was refused before. */
  required: () => void;
};

/**
 * Checks the password, if there is one, before any lock is taken. Only under the lock is it known whether it
 * is required.
 */
export async function confirm(
  actor: Actor,
  ownPassword: string | undefined,
  ip: string | undefined,
): Promise<Confirmed> {
  if (ownPassword !== undefined)
    await requirePassword(actor, ownPassword, {
      field: 'ownPassword',
      refusal: 'Your password is not correct',
      ip,
    });
  return {
    required: () => {
      requirePerson(actor);
      if (ownPassword === undefined) throw fieldRefusal('ownPassword', 'Your own password is required');
    },
  };
}

/**
 * Changes the user's own password. The session that changes it stays; all others end, and so does an unused
 * sign-in link.
 */
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { rows, transaction } from 'db/connection';
import { User } from 'db/models/people';
import type { Actor } from '~/domain/kernel/actor';
import { preparedCommand } from '~/domain/kernel/command.server';
import { conflict, DomainError, fieldRefusal } from '~/domain/kernel/errors';
import { hasRole, mayAll, requirePerson, rolesWithAll } from '~/domain/kernel/permissions';
import { revokedTokens } from '~/domain/platform/audit/acts';
import { administer, lockAdministration, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { requireUser, targetOf } from './queries.server';
import { forgetAttempts, SAME_USERNAME, spendAttempt } from './sign-in.server';
import { hashPassword, passwordMatches, readableSecret, requireGoodPassword } from './passwords.server';
import {
  atUser,
  ChangePassword,
  type ManagedUser,
  ReplacePassword,
  ResetAnswer,
  ResetPassword,
} from './schema';
import { closeSessionsOf, endLinkOf, revokeTokensOf } from './sessions.server';
import { type Said, say, untranslated } from '~/domain/kernel/sentence';

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
      refusal: say('currentPasswordWrong'),
      ip,
    });
    if (newPassword === currentPassword) throw fieldRefusal('newPassword', say('passwordSameAsCurrent'));
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
    if (!stored) throw conflict(say('temporaryPasswordReplaced'));
    if (await passwordMatches(stored.passwordHash, newPassword))
      throw fieldRefusal('newPassword', say('passwordSameAsTemporary'));
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
    if (changed === 0) throw conflict(say('passwordChangedMeanwhile'));
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

type PasswordCheck = { field: string; refusal: Said; ip: string | undefined };

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
      refusal: say('ownPasswordWrong'),
      ip,
    });
  return {
    required: () => {
      requirePerson(actor);
      if (ownPassword === undefined) throw fieldRefusal('ownPassword', say('ownPasswordRequired'));
    },
  };
}

/** Sets a new password for a user who has lost theirs, by an admin or by the operator on the command line. */

/**
 * Without a password, a temporary one is made, which is shown once and not stored. Ends the user's sessions
 * and, unless asked not to, API tokens.
 */
export const resetPassword = preparedCommand(
  {
    summary: 'Resets a password',
    about:
      "Without `password`, a temporary one is created and returned only in this response. Not for API tokens or for your own user; resetting an admin requires `ownPassword`, the caller's password.",
    may: 'manageUsers',
    at: atUser,
    input: ResetPassword,
    answer: ResetAnswer,
    repeated: ({ temporaryPassword: _, ...user }) => user,
  },
  async ({ actor, userId: id, input, ip }) => {
    requirePerson(actor);
    if (id === actor.id)
      throw conflict(untranslated('ownPasswordElsewhere', 'Change your own password under Settings'));
    const confirmed = await confirm(actor, input.ownPassword, ip);
    const made = input.password === undefined ? readableSecret() : undefined;
    const passwordHash = await hashPassword(input.password ?? made ?? '');
    return { confirmed, made, passwordHash };
  },
  ({ actor, userId: id, input }, { confirmed, made, passwordHash }) =>
    administer(actor, async () => {
      const user = await requireUser(id, { active: true });
      if (mayAll(user, 'manageUsers')) confirmed.required();
      if (input.password !== undefined) requireGoodPassword(input.password, user, 'password');
      await replacePassword(actor, user, { passwordHash, isTemporary: made !== undefined, ...input });
      return { ...user, ...(made !== undefined && { temporaryPassword: made }) };
    }),
);

/** For the operator, when no admin is left who could reset the password. @returns the temporary password. */
export async function resetAdmin(
  username: string,
  options: { revokeTokens: boolean },
): Promise<{ username: string; temporaryPassword: string }> {
  const made = readableSecret();
  const passwordHash = await hashPassword(made);
  return transaction(async () => {
    await lockAdministration();
    const admins = await rows<{ id: number; username: string; matches: boolean }>(
      `select id, username, ${SAME_USERNAME} as matches from users
       where deactivated_at is null and ${hasRole('roles', rolesWithAll('manageUsers'))} order by lower(username)`,
      { username },
    );
    const admin = admins.find(({ matches }) => matches);
    if (!admin)
      throw new DomainError('not_found', untranslated('noSuchAdmin', noSuchAdmin(username, admins)));
    const user = await requireUser(admin.id, { active: true });
    await replacePassword(null, user, { passwordHash, isTemporary: true, ...options });
    return { username: user.username, temporaryPassword: made };
  });
}

function noSuchAdmin(username: string, admins: { username: string }[]): string {
  if (admins.length === 0) return 'There is no admin yet. Create one with: npm run admin:create';
  return `There is no admin named ${username}. Admins: ${admins.map((each) => each.username).join(', ')}`;
}

type NewPassword = { passwordHash: string; isTemporary: boolean; revokeTokens: boolean };

async function replacePassword(
  actor: Actor | null,
  user: ManagedUser,
  { passwordHash, isTemporary, revokeTokens }: NewPassword,
): Promise<void> {
  await User.update(
    { passwordHash, mustChangePassword: isTemporary, updatedAt: fn('now') },
    { where: { id: user.id } },
  );
  await closeSessionsOf(user.id);
  await endLinkOf(user.id);
  const revoked = revokeTokens ? await revokeTokensOf(user.id) : 0;
  await recordAdminEvent(actor, {
    act: 'user.password',
    target: targetOf(user),
    changes: { temporary: [null, isTemporary], ...revokedTokens(revoked) },
  });
}

/** Sets a new password for a user who has lost theirs, by an admin or by the operator on the command line. */
import { rows, transaction } from 'db/connection';
import { User } from 'db/models/people';
import { fn } from 'sequelize';
import { administer, lockAdministration, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { revokedTokens } from '~/domain/platform/audit/acts';
import type { Actor } from '~/domain/kernel/actor';
import { preparedCommand } from '~/domain/kernel/command.server';
import { conflict, DomainError } from '~/domain/kernel/errors';
import { hasRole, mayAll, requirePerson, rolesWithAll } from '~/domain/kernel/permissions';
import { atUser, type ManagedUser, ResetAnswer, ResetPassword } from './schema';
import { confirm } from './change-password.server';
import { requireUser, targetOf } from './queries.server';
import { hashPassword, readableSecret, requireGoodPassword } from './passwords.server';
import { closeSessionsOf, endLinkOf, revokeTokensOf } from './sessions.server';
import { SAME_USERNAME } from './sign-in.server';

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
    if (id === actor.id) throw conflict('Change your own password under Settings');
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
      await setPassword(actor, user, { passwordHash, isTemporary: made !== undefined, ...input });
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
    if (!admin) throw new DomainError('not_found', noSuchAdmin(username, admins));
    const user = await requireUser(admin.id, { active: true });
    await setPassword(null, user, { passwordHash, isTemporary: true, ...options });
    return { username: user.username, temporaryPassword: made };
  });
}

function noSuchAdmin(username: string, admins: { username: string }[]): string {
  if (admins.length === 0) return 'There is no admin yet. Create one with: npm run admin:create';
  return `There is no admin named ${username}. Admins: ${admins.map((each) => each.username).join(', ')}`;
}

type NewPassword = { passwordHash: string; isTemporary: boolean; revokeTokens: boolean };

async function setPassword(
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

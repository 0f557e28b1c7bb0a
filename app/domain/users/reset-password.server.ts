/** A new password for somebody who has lost theirs: by an admin, or by the operator from the command line. */
import { rows, transaction } from 'db/connection';
import { User } from 'db/models/people';
import { fn } from 'sequelize';
import { administer, lockAdministration } from '~/domain/administration/administer.server';
import type { Changes } from '~/domain/administration/acts';
import { recordAdminEvent } from '~/domain/administration/record.server';
import type { Actor } from '~/domain/actor';
import { conflict, DomainError } from '~/domain/errors';
import { authorize, requirePerson } from '~/domain/permissions';
import { confirm } from './confirm-password.server';
import { requireUser, targetOf } from './managed.server';
import { requireGoodPassword } from './password-rules.server';
import { hashPassword } from './passwords.server';
import type { ManagedUser, ResetPassword } from './schema';
import { closeSessionsOf } from './sessions.server';
import { SAME_USERNAME } from './sign-in.server';
import { temporaryPassword } from './temporary-password.server';
import { revokeTokensOf } from './tokens.server';

type Reset = ManagedUser & {
  /** Shown once and stored nowhere. */
  temporaryPassword?: string;
};

/**
 * Sets a password, without one a temporary one, and ends the user's sessions and, unless told otherwise, API tokens.
 * One's own is changed by whoever knows it, under Settings; an admin's takes the actor's own password.
 */
export async function resetPassword(
  actor: Actor,
  id: number,
  input: ResetPassword,
  origin: { ip: string },
): Promise<Reset> {
  authorize(actor, 'manageUsers');
  requirePerson(actor);
  if (id === actor.id) throw conflict('Change your own password under Settings, with the current one');
  const confirmed = await confirm(actor, input, origin);
  const made = input.password === undefined ? temporaryPassword() : undefined;
  const passwordHash = await hashPassword(input.password ?? made ?? '');
  authorize(actor, 'manageUsers');
  return administer(actor, async () => {
    const user = await requireUser(id, { active: true });
    if (user.roles.includes('admin')) confirmed.required();
    if (input.password !== undefined) requireGoodPassword(input.password, user, 'password');
    await setPassword(actor, user, { passwordHash, isTemporary: made !== undefined, ...input });
    return { ...user, ...(made !== undefined && { temporaryPassword: made }) };
  });
}

/** The operator's way back in when nobody who could reset it is left. @returns the temporary password. */
export async function resetAdmin(
  username: string,
  options: { revokeTokens: boolean },
): Promise<{ username: string; temporaryPassword: string }> {
  const made = temporaryPassword();
  const passwordHash = await hashPassword(made);
  return transaction(async () => {
    await lockAdministration();
    const admins = await rows<{ id: number; username: string; asked: boolean }>(
      `select id, username, ${SAME_USERNAME} as asked from users
       where deactivated_at is null and 'admin' = any(roles) order by lower(username)`,
      { username },
    );
    const admin = admins.find(({ asked }) => asked);
    if (!admin) throw new DomainError('not_found', noSuchAdmin(username, admins));
    const user = await requireUser(admin.id, { active: true });
    await setPassword(null, user, { passwordHash, isTemporary: true, ...options });
    return { username: user.username, temporaryPassword: made };
  });
}

function noSuchAdmin(username: string, admins: { username: string }[]): string {
  if (admins.length === 0) return 'There is no admin yet. Make one with: npm run admin:create';
  return `There is no admin called ${username}. Admins are: ${admins.map((each) => each.username).join(', ')}`;
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
  const revoked = revokeTokens ? await revokeTokensOf(user.id) : 0;
  const tokens: Changes = revoked > 0 ? { tokens: [revoked, 0] } : {};
  await recordAdminEvent(actor, {
    act: 'user.password',
    target: targetOf(user),
    changes: { temporary: [null, isTemporary], ...tokens },
  });
}

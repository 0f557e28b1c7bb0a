import { transaction } from 'db/connection';
import { User } from 'db/models/people';
import { fn } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { conflict } from '~/domain/errors';
import { authorize, requirePerson } from '~/domain/permissions';
import { fieldRefusal, requirePassword } from './confirm-password.server';
import { requireGoodPassword } from './password-rules.server';
import { hashPassword, passwordMatches } from './passwords.server';
import type { ChangePassword } from './schema';
import { closeSessionsOf } from './sessions.server';

/** Where the change comes from. */
type Origin = { ip: string; /** The session that goes on; all others end. */ sessionToken: string | null };

/** Asks for the current password, as a browser that was left open is not its user. */
export async function changePassword(
  actor: Actor,
  { currentPassword, newPassword }: ChangePassword,
  { ip, sessionToken }: Origin,
): Promise<void> {
  authorize(actor, 'changeOwnPassword');
  const before = await requirePassword(actor, currentPassword, {
    field: 'currentPassword',
    refusal: 'The current password is not right',
    ip,
  });
  if (newPassword === currentPassword)
    throw fieldRefusal('newPassword', 'The new password must differ from the current one');
  await setPassword(actor, { newPassword, before, sessionToken });
}

/** Instead of a temporary one, which nobody has to type again: the session has just been opened with it. */
export async function replaceTemporaryPassword(
  actor: Actor,
  { newPassword }: Pick<ChangePassword, 'newPassword'>,
  { sessionToken }: Pick<Origin, 'sessionToken'>,
): Promise<void> {
  authorize(actor, 'changeOwnPassword');
  requirePerson(actor);
  const stored = await User.findRow(['passwordHash'], { where: { id: actor.id, mustChangePassword: true } });
  if (!stored) throw conflict('The temporary password was replaced already');
  if (await passwordMatches(stored.passwordHash, newPassword))
    throw fieldRefusal('newPassword', 'The new password must differ from the temporary one');
  await setPassword(actor, { newPassword, before: stored.passwordHash, sessionToken });
}

type Change = { newPassword: string; before: string; sessionToken: string | null };

async function setPassword(actor: Actor, { newPassword, before, sessionToken }: Change): Promise<void> {
  requireGoodPassword(newPassword, actor, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await transaction(async () => {
    const [changed] = await User.update(
      { passwordHash, mustChangePassword: false, updatedAt: fn('now') },
      { where: { id: actor.id, passwordHash: before } },
    );
    if (changed === 0)
      throw conflict('The password was changed in the meantime. Sign in again to change it.');
    await closeSessionsOf(actor.id, { exceptToken: sessionToken });
  });
}

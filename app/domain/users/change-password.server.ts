import { row, transaction } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { conflict } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { fieldRefusal, requirePassword } from './confirm-password.server';
import { hashPassword } from './passwords.server';
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
  const passwordHash = await hashPassword(newPassword);
  await transaction(async () => {
    const changed = await row(
      `update users set password_hash = $passwordHash, updated_at = now()
       where id = $id and password_hash = $before returning id`,
      { id: actor.id, passwordHash, before },
    );
    if (!changed) throw conflict('The password was changed in the meantime. Sign in again to change it.');
    await closeSessionsOf(actor.id, { exceptToken: sessionToken });
  });
}

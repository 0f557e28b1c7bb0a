import { row, transaction } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { conflict, invalid } from '~/domain/errors';
import { authorize, requirePerson } from '~/domain/permissions';
import { forgetAttempts, spendAttempt } from './attempts.server';
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
  requirePerson(actor);
  const attempt = { username: actor.username, ip };
  await spendAttempt('password', attempt);
  const stored = await row<{ hash: string }>('select password_hash as hash from users where id = $id', {
    id: actor.id,
  });
  if (!(await passwordMatches(stored?.hash ?? null, currentPassword)))
    throw refusal('currentPassword', 'The current password is not right');
  await forgetAttempts('password', attempt);
  if (newPassword === currentPassword)
    throw refusal('newPassword', 'The new password must differ from the current one');
  const passwordHash = await hashPassword(newPassword);
  await transaction(async () => {
    const changed = await row(
      `update users set password_hash = $passwordHash, updated_at = now()
       where id = $id and password_hash = $before returning id`,
      { id: actor.id, passwordHash, before: stored?.hash },
    );
    if (!changed) throw conflict('The password was changed in the meantime. Sign in again to change it.');
    await closeSessionsOf(actor.id, { exceptToken: sessionToken });
  });
}

const refusal = (field: string, sentence: string) => invalid(sentence, { [field]: [sentence] });

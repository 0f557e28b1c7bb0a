/** One's own password. The session that changes it goes on; all others end. */
import { transaction } from 'db/connection';
import { User } from 'db/models/people';
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/actor';
import { preparedCommand } from '~/domain/command.server';
import { conflict } from '~/domain/errors';
import { requirePerson } from '~/domain/permissions';
import { fieldRefusal, requirePassword } from './confirm-password.server';
import { requireGoodPassword } from './password-rules.server';
import { hashPassword, passwordMatches } from './passwords.server';
import { ChangePassword, ReplacePassword } from './schema';
import { closeSessionsOf } from './sessions.server';

/** Asks for the current password, as somebody else may use a browser that was left open. */
export const changePassword = preparedCommand(
  {
    summary: "Changes one's own password",
    may: 'changeOwnPassword',
    input: ChangePassword,
    answer: z.void(),
  },
  async ({ actor, input: { currentPassword, newPassword }, ip }) => {
    const before = await requirePassword(actor, currentPassword, {
      field: 'currentPassword',
      refusal: 'The current password is not right',
      ip,
    });
    if (newPassword === currentPassword)
      throw fieldRefusal('newPassword', 'The new password must differ from the current one');
    return hashed(actor, newPassword, before);
  },
  ({ actor, sessionToken }, hashes) => setPassword(actor, hashes, sessionToken),
);

/** Does not ask for the temporary password, as the session was just opened with it. */
export const replaceTemporaryPassword = preparedCommand(
  {
    summary: "Replaces one's own temporary password",
    may: 'changeOwnPassword',
    input: ReplacePassword,
    answer: z.void(),
  },
  async ({ actor, input: { newPassword } }) => {
    requirePerson(actor);
    const stored = await User.findRow(['passwordHash'], {
      where: { id: actor.id, mustChangePassword: true },
    });
    if (!stored) throw conflict('The temporary password was replaced already');
    if (await passwordMatches(stored.passwordHash, newPassword))
      throw fieldRefusal('newPassword', 'The new password must differ from the temporary one');
    return hashed(actor, newPassword, stored.passwordHash);
  },
  ({ actor, sessionToken }, hashes) => setPassword(actor, hashes, sessionToken),
);

type Hashes = { before: string; after: string };

async function hashed(actor: Actor, newPassword: string, before: string): Promise<Hashes> {
  requireGoodPassword(newPassword, actor, 'newPassword');
  return { before, after: await hashPassword(newPassword) };
}

async function setPassword(actor: Actor, { before, after }: Hashes, sessionToken: string | null = null) {
  await transaction(async () => {
    const [changed] = await User.update(
      { passwordHash: after, mustChangePassword: false, updatedAt: fn('now') },
      { where: { id: actor.id, passwordHash: before } },
    );
    if (changed === 0)
      throw conflict('The password was changed in the meantime. Sign in again to change it.');
    await closeSessionsOf(actor.id, { exceptToken: sessionToken });
  });
}

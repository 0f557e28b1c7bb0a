/** A browser that was left open is not its user: whoever knows the password is. */
import { User } from 'db/models/people';
import type { Actor } from '~/domain/actor';
import { invalid } from '~/domain/errors';
import { requirePerson } from '~/domain/permissions';
import { forgetAttempts, spendAttempt } from './attempts.server';
import { passwordMatches } from './passwords.server';

export const fieldRefusal = (field: string, sentence: string) => invalid(sentence, { [field]: [sentence] });

type Asked = { field: string; refusal: string; ip: string };

/** Guesses are counted. @returns the hash that the password was right for. */
export async function requirePassword(
  actor: Actor,
  password: string,
  { field, refusal, ip }: Asked,
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

/** What a form or call brings along for an act that takes the actor's own password. */
export type Confirmation = { ownPassword?: string | undefined };
type Confirmed = {
  /** Throws unless the password was given; a wrong one has been refused before. */
  required: () => void;
};

/** Checks the password if there is one, before any lock is taken; whether it takes one is known under the lock. */
export async function confirm(
  actor: Actor,
  { ownPassword }: Confirmation,
  { ip }: { ip: string },
): Promise<Confirmed> {
  if (ownPassword !== undefined)
    await requirePassword(actor, ownPassword, {
      field: 'ownPassword',
      refusal: 'Your password is not right',
      ip,
    });
  return {
    required: () => {
      requirePerson(actor);
      if (ownPassword === undefined) throw fieldRefusal('ownPassword', 'Your own password is required');
    },
  };
}

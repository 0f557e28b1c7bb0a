/** Asks for the actor's own password, as somebody else may use a browser that was left open. */
import { User } from 'db/models/people';
import type { Actor } from '~/domain/actor';
import { invalid } from '~/domain/errors';
import { requirePerson } from '~/domain/permissions';
import { forgetAttempts, spendAttempt } from './attempts.server';
import { passwordMatches } from './passwords.server';

export const fieldRefusal = (field: string, sentence: string) => invalid(sentence, { [field]: [sentence] });

type Asked = { field: string; refusal: string; ip: string | undefined };

/** Guesses are counted. @returns the hash that the password was right for. */
export async function requirePassword(
  actor: Actor,
  password: string,
  { field, refusal, ip = '' }: Asked,
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
  /** Throws unless the password was given; a wrong one has been refused before. */
  required: () => void;
};

/** Checks the password if there is one, before any lock is taken; only under the lock is it known whether it is required. */
export async function confirm(
  actor: Actor,
  ownPassword: string | undefined,
  ip: string | undefined,
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

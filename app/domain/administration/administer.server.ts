import { execute, transaction } from 'db/connection';
import { User } from 'db/models/people';
import { Op } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { conflict, forbidden } from '~/domain/errors';

/**
 * Runs an act of administration in a transaction. They come one after the other, and an actor who is no admin any more
 * when it is their turn is refused: two admins can't take the role from each other.
 */
export async function administer<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
  return transaction(async () => {
    await lockAdministration();
    const isStillAdmin = await isAdmin(actor.id);
    // The rule's own reason comes first: it says more.
    const result = await work();
    if (!isStillAdmin) throw forbidden();
    return result;
  });
}

/** Until the transaction ends. Comes before every other lock. */
export async function lockAdministration(): Promise<void> {
  await execute("select pg_advisory_xact_lock(hashtext('administration'))");
}

const ADMIN = { deactivatedAt: null, roles: { [Op.contains]: ['admin' as const] } };

const isAdmin = (id: number) => User.exists({ id, ...ADMIN });

/** @param options.besides a user who does not count. Callers hold the lock of the administration. */
export const hasAdmin = ({ besides = 0 }: { besides?: number } = {}): Promise<boolean> =>
  User.exists({ id: { [Op.ne]: besides }, ...ADMIN });

/** @throws conflict when there is no admin besides this user. */
export async function requireAnotherAdmin(id: number, refusal: string): Promise<void> {
  if (!(await hasAdmin({ besides: id }))) throw conflict(refusal);
}

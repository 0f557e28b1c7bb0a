import { Op } from 'sequelize';
import { execute, transaction } from 'db/connection';
import { AdminEvent as StoredEvent, User } from 'db/models/people';
import type { Actor } from '~/domain/kernel/actor';
import { conflict, forbidden } from '~/domain/kernel/errors';
import type { Act, Changes } from './acts';
import { rolesWithAll } from '~/domain/kernel/permissions';

type AdminEvent = {
  act: Act;
  /** The thing that was changed, with its present name. */
  target: { id: number | string; name: string };
  changes?: Changes;
};

/**
 * Records an administrative act, in its transaction. `changes` must not contain secrets. @param actor null
 * for the command line, and for people who could not sign in.
 */
export async function recordAdminEvent(
  actor: Pick<Actor, 'id'> | null,
  { act, target, changes = {} }: AdminEvent,
): Promise<void> {
  await StoredEvent.create(
    { actorId: actor?.id ?? null, act, targetId: String(target.id), targetName: target.name, changes },
    { returning: false },
  );
}

/** The fields that differ, as [before, after]. */
export function differences(before: object, after: object): Changes {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]): [string, Changes[string]] => [field, [was.get(field) ?? null, value]])
      .filter(([, [old, now]]) => JSON.stringify(old) !== JSON.stringify(now)),
  );
}

/**
 * Runs an act of administration in a transaction, one at a time. An actor who is no longer an admin at that
 * moment is refused, so that two admins can't take the role from each other.
 */
export async function administer<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
  return transaction(async () => {
    await lockAdministration();
    const isStillAdmin = await isAdmin(actor.id);
    // The refusal of the work itself comes first, because it tells more.
    const result = await work();
    if (!isStillAdmin) throw forbidden();
    return result;
  });
}

/** Locks until the transaction ends. Take it before every other lock. */
export async function lockAdministration(): Promise<void> {
  await execute("select pg_advisory_xact_lock(hashtext('administration'))");
}

const ADMIN = { deactivatedAt: null, roles: { [Op.overlap]: rolesWithAll('manageUsers') } };

const isAdmin = (id: number) => User.exists({ id, ...ADMIN });

/** @param options.besides a user who does not count. Callers hold the lock of the administration. */
export const hasAdmin = ({ besides = 0 }: { besides?: number } = {}): Promise<boolean> =>
  User.exists({ id: { [Op.ne]: besides }, ...ADMIN });

/** @throws conflict when there is no admin besides this user. */
export async function requireAnotherAdmin(id: number, refusal: string): Promise<void> {
  if (!(await hasAdmin({ besides: id }))) throw conflict(refusal);
}

import { execute, row, transaction } from 'db/connection';
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

const ADMIN = "deactivated_at is null and 'admin' = any(roles)";

async function isAdmin(id: number): Promise<boolean> {
  return (await row(`select id from users where id = $id and ${ADMIN}`, { id })) !== null;
}

/** Whether somebody else than this user is an admin; without `id`, anybody. Callers hold the administration. */
export async function hasAdmin({ besides }: { besides?: number } = {}): Promise<boolean> {
  return (
    (await row(`select id from users where id <> $besides and ${ADMIN} limit 1`, {
      besides: besides ?? 0,
    })) !== null
  );
}

/** @throws conflict when there is no admin besides this user. */
export async function requireAnotherAdmin(id: number, refusal: string): Promise<void> {
  if (!(await hasAdmin({ besides: id }))) throw conflict(refusal);
}

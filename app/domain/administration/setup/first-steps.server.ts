/** Lists what a new network still needs before its first task. */
import { row } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll, mayAll } from '~/domain/kernel/permissions';
import { DRIVES } from '~/domain/network/users/drives.server';

export type FirstSteps = {
  dealerships: boolean;
  drivers: boolean;
  accounts: boolean;
  /** Only admins can do the first two steps. */
  isAdmin: boolean;
};

/** A network that has had a task stays past its first steps, so the database is asked only until then. */
let hasHadTask = false;

const STEPS = `
  select exists (select from tasks) or exists (select from task_events) as begun,
    exists (select from dealership_locations where address <> '') as dealerships,
    exists (select from users u where ${DRIVES}) as drivers,
    exists (select from accounts where deleted_at is null) as accounts`;

/** @returns null once there has been a task. */
export async function findFirstSteps(actor: Actor): Promise<FirstSteps | null> {
  authorizeAll(actor, 'readBoard');
  if (hasHadTask) return null;
  const found = await row<Omit<FirstSteps, 'isAdmin'> & { begun: boolean }>(STEPS);
  if (!found || found.begun) {
    hasHadTask = true;
    return null;
  }
  const { dealerships, drivers, accounts } = found;
  return { dealerships, drivers, accounts, isAdmin: mayAll(actor, 'manageUsers') };
}

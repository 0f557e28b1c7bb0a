/** Finds values of a task that its input does not give: its account, when it is due, its dealership and its driver. */
import { col, fn, Op } from 'sequelize';
import type { Task } from 'db/models/tasks';
import { row } from 'db/connection';
import { prepared } from 'db/statement';
import { User } from 'db/models/people';
import { businessZone } from '~/domain/network/settings/network.server';
import type { Actor } from '~/domain/kernel/actor';
import { conflict } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { WHERE_DRIVES } from '~/domain/network/users/queries.server';
import { isHeld } from '~/domain/tasks/model/statuses';

/** The columns of the place that the goods of a task go to. Pickups name an account or nothing. */
const DESTINATION = {
  delivery: ['location', 'address'],
  transfer: ['transfer_destination_location', 'transfer_destination_address'],
} as const;

// The account is the one that is given, or that the place names. Without exactly one time there is no due time: the
// accounts of an ambiguous name may have the same one. Otherwise it is the next moment at which business clocks show
// that time; for a held task, the first one after the hold.
const USUAL = prepared(`
  with found as (select coalesce($given::integer, account_of($location, $address, null)) as id),
  usual as (
    select nullif(case when found.id is not null then (select deliver_by from accounts where id = found.id)
      else (select case when min(deliver_by) = max(deliver_by) then min(deliver_by) end from accounts
        where lower(name) = lower($location) and deleted_at is null) end, '')::time as clock
    from found
  ), start as (select greatest(now(), $after::timestamptz, $earliest::timestamptz) as at)
  select found.id as account, (
    select min(due.at)
    from usual, start, generate_series(0, 2) as day, lateral (
      select ((start.at at time zone $zone)::date + day + usual.clock) at time zone $zone as at
    ) as due
    where due.at > start.at) as due
  from found`);

/** Returns the account that a new task goes to, and the next usual time of day of that account; null where there is none. */
export async function usualOf(task: Task): Promise<{ account: number | null; due: Date | null }> {
  const { type, account_id: given } = task;
  if (type === 'pickup') return { account: given, due: null };
  const [location, address] = DESTINATION[type];
  const found = await row<{ account: number | null; due: Date | null }>(USUAL, {
    given,
    location: task[location] ?? '',
    address: task[address] ?? '',
    zone: businessZone(),
    after: isHeld(task) ? task.need_by : null,
    earliest: task.deliver_after,
  });
  return found ?? { account: given, due: null };
}

const ACCOUNT_OF = prepared('select account_of($location, $address, $present::integer) as account');

/**
 * Sets the account of a changed task: the one that the change gives, or else the one that its new place names. With
 * another address of the same place, an account that was chosen or renamed stays.
 */
export async function followPlace(task: Task, given: number | null | undefined): Promise<void> {
  const { type } = task;
  const isNewType = task.changed('type');
  const before = task.previous('account_id') ?? null;
  if (type === 'pickup') {
    if (isNewType && !given) task.set({ account_id: null });
    return;
  }
  const [location, address] = DESTINATION[type];
  const isNewName = isNewType || task.changed(location);
  const isMoved = isNewName || task.changed(address);
  if (given || (!isMoved && given === undefined)) return;
  const found = await row<{ account: number | null }>(ACCOUNT_OF, {
    location: task[location] ?? '',
    address: task[address] ?? '',
    present: isMoved && !isNewName ? before : null,
  });
  task.set({ account_id: found?.account ?? null });
}

/**
 * Returns the first driver by name who shares the actor's first dealership. @param target gets the task from
 * that driver.
 */
export async function driverForDealershipOf(
  actor: Actor,
  target: number | null = null,
): Promise<number | null> {
  const dealership = actor.actsFor ?? actor.dealerships[0];
  if (!dealership) return null;
  const driver = await User.findRow(['id'], {
    where: {
      ...WHERE_DRIVES,
      dealerships: { [Op.contains]: [dealership] },
      ...(target !== null && { id: { [Op.ne]: target } }),
    },
    order: [fn('lower', col('name')), 'username'],
  });
  return driver?.id ?? null;
}

const ORDER = prepared(`
  select t.id from tasks t join users u on u.id = $actorId
  where t.external_ref = $reference and not t.archived
    and coalesce(t.dealership, '') = coalesce($actsFor::text, u.dealerships[1], '')`);

type Maker = Pick<Actor, 'id' | 'actsFor'>;

/** Finds the task of an order of the actor's first dealership that is not archived. */
export const findOrder = ({ id, actsFor }: Maker, reference: string) =>
  row<{ id: number }>(ORDER, { actorId: id, actsFor: actsFor ?? null, reference });

const LOCK_ORDER = prepared("select pg_advisory_xact_lock(hashtextextended('order ' || $reference, 0))");

/** Makes other transactions about an order with this number wait. Call it before anything else is locked. */
export const lockOrder = (reference: string) => row(LOCK_ORDER, { reference });

/** Refuses to make a second task of one order. */
export async function requireNewOrder(actor: Maker, reference: string): Promise<void> {
  await lockOrder(reference);
  if (await findOrder(actor, reference))
    throw conflict(
      untranslated(
        'orderExists',
        `There is a task of order ${reference} already. PUT /api/orders/… changes it`,
      ),
    );
}

/**
 * Returns the actor's dealership, else the driver's. Call it after the lists are locked, because a dealership
 * may be renamed until then.
 */
export async function dealershipOf({ id, actsFor }: Maker, driverId: number | null): Promise<string | null> {
  const of = { actorId: id, actsFor: actsFor ?? null, driverId };
  const found = await row<{ dealership: string | null }>(DEALERSHIP, of);
  return found?.dealership ?? null;
}
const DEALERSHIP = prepared(
  `select coalesce($actsFor::text, (select dealerships[1] from users where id = $actorId),
     (select dealerships[1] from users where id = $driverId)) as dealership`,
);

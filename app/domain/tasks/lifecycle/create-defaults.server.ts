/** Finds values of a new task that its input does not give: when it is due, its dealership and its driver. */
import { col, fn, Op } from 'sequelize';
import type { Task } from 'db/models/tasks';
import { row } from 'db/connection';
import { prepared } from 'db/statement';
import { User } from 'db/models/people';
import { ofAccounts } from '~/domain/network/accounts/queries.server';
import { businessZone } from '~/domain/network/settings/network.server';
import type { Actor } from '~/domain/kernel/actor';
import { WHERE_DRIVES } from '~/domain/network/users/queries.server';

// Without exactly one time for the account, there is no due time. Otherwise it is the next moment at which
// business clocks show that time; for a held task, the first one after the hold.
const DUE = prepared(`
  with usual as (
    select nullif(min(deliver_by), '')::time as clock
    from (select $location::text as location, $address::text as address) t, lateral ${ofAccounts('deliver_by')} a
  ), start as (select greatest(now(), $after::timestamptz, $earliest::timestamptz) as at)
  select min(due.at) as at
  from usual, start, generate_series(0, 2) as day, lateral (
    select ((start.at at time zone $zone)::date + day + usual.clock) at time zone $zone as at
  ) as due
  where due.at > start.at`);

/** Returns the next usual time of day of the account; null when there is none. */
export async function usualDue(task: Task): Promise<Date | null> {
  if (task.type === 'pickup') return null;
  const [location, address] =
    task.type === 'transfer'
      ? [task.transfer_destination_location, task.transfer_destination_address]
      : [task.location, task.address];
  if (!location) return null;
  const found = await row<{ at: Date | null }>(DUE, {
    location,
    address: address ?? '',
    zone: businessZone(),
    after: task.status === 'hold' ? task.need_by : null,
    earliest: task.deliver_after,
  });
  return found?.at ?? null;
}

/**
 * Returns the first driver by name who shares the actor's first dealership. @param target gets the task from
 * that driver.
 */
export async function driverForDealershipOf(
  actor: Actor,
  target: number | null = null,
): Promise<number | null> {
  const [dealership] = actor.dealerships;
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

/**
 * Returns the actor's dealership, else the driver's. Call it after the lists are locked, because a dealership
 * may be renamed until then.
 */
export async function dealershipOf(actorId: number, driverId: number | null): Promise<string | null> {
  const found = await row<{ dealership: string | null }>(DEALERSHIP, { actorId, driverId });
  return found?.dealership ?? null;
}
const DEALERSHIP = prepared(
  `select coalesce((select dealerships[1] from users where id = $actorId),
     (select dealerships[1] from users where id = $driverId)) as dealership`,
);

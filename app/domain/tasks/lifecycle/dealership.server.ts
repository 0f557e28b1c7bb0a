/** The dealership of a task, and the driver whom its tasks go to. */
import { row } from 'db/connection';
import { User } from 'db/models/people';
import { prepared } from 'db/statement';
import { col, fn, Op } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';
import { WHERE_DRIVES } from '~/domain/network/users/queries.server';

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

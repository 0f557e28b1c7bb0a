/** Reads a driver's work for a sheet of paper. */
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { businessZone } from '~/domain/network/settings/network.server';
import type { Driver } from './board';
import type { TaskCard } from '~/domain/tasks/model/task';
import { getDriver } from './board.server';
import { cardsWhere } from './cards.server';

type RunSheet = {
  driver: Driver | null;
  /** yyyy-mm-dd */ day: string;
  zone: string;
  tasks: TaskCard[];
};

/**
 * Returns a driver's open tasks, or with null those without a driver: first those under way, then in order.
 * @param withCompleted also returns tasks that were completed on this business day, archived or not.
 * @throws not_found when the user is not a driver.
 */
export async function getRunSheet(
  actor: Actor,
  driverId: number | null,
  withCompleted: boolean,
): Promise<RunSheet> {
  authorizeAll(actor, 'readBoard');
  const driver = driverId === null ? null : await getDriver(actor, driverId);
  const day = businessToday();
  const zone = businessZone();
  const tasks = await cardsWhere(
    `where t.driver_id is not distinct from $driverId::integer and (
       (not t.archived and t.status <> 'completed')
       or ($withCompleted::boolean and t.status = 'completed'
         and t.completed_at >= $day::date::timestamp at time zone $zone
         and t.completed_at < ($day::date + 1)::timestamp at time zone $zone))
     order by t.status = 'going' desc, coalesce(t.order_index, 999), t.completed_at, t.id`,
    { driverId, withCompleted, day, zone },
  );
  return { driver, day, zone, tasks };
}

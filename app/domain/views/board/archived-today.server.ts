/**
 * Reads tasks that drivers completed today and that were archived since, because they still belong to the
 * drivers' day.
 */
import { row } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { authorize } from '~/domain/kernel/permissions';
import { archivedWithin } from '~/domain/network/settings/business-time.server';
import { businessZone } from '~/domain/network/settings/network.server';

const TODAY = '(now() at time zone $zone)::date';

/** SQL: whether task `t` is one of these. Binds `$zone`. */
export const ARCHIVED_TODAY = archivedWithin(TODAY, TODAY);

/** Returns the number of the actor's own stops. Tasks at one place are one stop, as in `placeKey`. */
export async function countStopsArchivedToday(actor: Actor): Promise<number> {
  authorize(actor, 'driveRoute');
  const found = await row<{ count: number }>(
    `select count(distinct (lower(regexp_replace(trim(t.location), '\\s+', ' ', 'g')), address_key(t.address)))::integer as count
     from tasks t where t.driver_id = $driverId and ${ARCHIVED_TODAY}`,
    { driverId: actor.id, zone: businessZone() },
  );
  return found?.count ?? 0;
}

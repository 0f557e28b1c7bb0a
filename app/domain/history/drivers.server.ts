import { rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';

export type DriverChoice = { id: number; name: string };

/** Everybody who drives, or once had something archived; those who drive no more come last. */
export async function listHistoryDrivers(actor: Actor): Promise<DriverChoice[]> {
  authorize(actor, 'readArchive');
  return rows<DriverChoice>(
    `select u.id, coalesce(nullif(u.name, ''), u.username) as name,
       u.deactivated_at is null and 'driver' = any(u.roles) as drives
     from users u
     where 'driver' = any(u.roles)
       or exists (select from tasks t where t.archived and t.driver_id = u.id)
     order by drives desc, lower(coalesce(nullif(u.name, ''), u.username)), u.id`,
  );
}

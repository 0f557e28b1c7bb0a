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
       or u.id::text in (select jsonb_object_keys(driver_counts) from task_archive_summary)
     order by drives desc, lower(coalesce(nullif(u.name, ''), u.username)), u.id`,
  );
}

/**
 * The archive's daily counts. They are changed in the transaction that archives or deletes, so they always
 * equal a recount.
 */
import { execute } from 'db/connection';
import { businessZone } from '~/domain/network/settings/network.server';

// A task belongs to the business day of its completion; its driver's key is the id, `0` for a task without one.
const COUNTED = `
  select (completed_at at time zone $zone)::date as date, coalesce(driver_id, 0)::text as driver, count(*)::integer as n
  from tasks where id = any($taskIds) group by 1, 2`;

/** Adds tasks that have just been archived. */
export async function countArchived(taskIds: number[]): Promise<void> {
  await execute(
    `insert into task_archive_summary as s (date, task_count, driver_counts)
     select date, sum(n), jsonb_object_agg(driver, n) from (${COUNTED}) as counted group by date order by date
     on conflict (date) do update set
       task_count = s.task_count + excluded.task_count,
       driver_counts = (
         select jsonb_object_agg(driver, n)
         from (select key as driver, sum(value::integer) as n
               from (select * from jsonb_each_text(s.driver_counts)
                     union all select * from jsonb_each_text(excluded.driver_counts)) as merged
               group by key) as added
       ),
       updated_at = now()`,
    { taskIds, zone: businessZone() },
  );
}

/** Counts these days anew, after tasks of them were removed. */
export async function recountArchived(days: string[]): Promise<void> {
  await execute('delete from task_archive_summary where date = any($days::date[])', { days });
  await execute(
    `insert into task_archive_summary (date, task_count, driver_counts)
     select date, sum(n), jsonb_object_agg(driver, n) from (
       select date, coalesce(driver_id, 0)::text as driver, count(*)::integer as n
       from unnest($days::date[]) as date join tasks on archived
         and completed_at >= date::timestamp at time zone $zone
         and completed_at < (date + 1)::timestamp at time zone $zone
       group by 1, 2) as counted group by date`,
    { days, zone: businessZone() },
  );
}

/** Subtracts an archived task that is about to be deleted. */
export async function uncountArchived(taskId: number): Promise<void> {
  await execute(
    `update task_archive_summary as s set
       task_count = s.task_count - counted.n,
       driver_counts = case when (s.driver_counts ->> driver)::integer > counted.n
         then s.driver_counts || jsonb_build_object(driver, (s.driver_counts ->> driver)::integer - counted.n)
         else s.driver_counts - driver end,
       updated_at = now()
     from (${COUNTED}) as counted where s.date = counted.date`,
    { taskIds: [taskId], zone: businessZone() },
  );
}

/** The archive's counts by day. Days begin and end in BUSINESS_TIME_ZONE; another zone has other days. */
import { withClient } from './client';

const SUMMARY = `
  insert into task_archive_summary (date, task_count, driver_counts)
  select date, sum(n), jsonb_object_agg(driver, n)
  from (select (completed_at at time zone $1)::date as date, coalesce(driver_id, 0)::text as driver, count(*)::integer as n
        from tasks where archived group by 1, 2) as counted
  group by date`;

/**
 * Counts the archive anew when it was counted in another time zone. Instances that start at the same time
 * wait for the one that counts. @returns whether it was counted.
 */
export const countArchiveBy = (url: string, timeZone: string): Promise<boolean> =>
  withClient(url, async (client) => {
    await client.query('begin');
    const stored = await client.query<{ time_zone: string }>(
      'select time_zone from archive_clock for update',
    );
    const isAnother = stored.rows[0]?.time_zone !== timeZone;
    if (isAnother) {
      // A transaction that archives meanwhile has either finished, and is counted, or waits and adds to the
      // new count.
      await client.query('lock table task_archive_summary in exclusive mode');
      await client.query('delete from task_archive_summary');
      await client.query(SUMMARY, [timeZone]);
      await client.query('update archive_clock set time_zone = $1', [timeZone]);
    }
    await client.query('commit');
    return isAnother;
  });

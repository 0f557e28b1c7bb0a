/** The archive's counts by day. A day is one of BUSINESS_TIME_ZONE: in another zone they are other days. */
import { withClient } from './client';

const SUMMARY = `
  insert into task_archive_summary (date, task_count, driver_counts)
  select date, sum(n), jsonb_object_agg(driver, n)
  from (select (completed_at at time zone $1)::date as date, coalesce(driver_id, 0)::text as driver, count(*)::integer as n
        from tasks where archived group by 1, 2) as counted
  group by date`;

/**
 * Counts the archive anew when it was counted by the clocks of another time zone; instances that start at once wait for
 * the one that does.
 * @returns whether it had to.
 */
export const countArchiveBy = (url: string, timeZone: string): Promise<boolean> =>
  withClient(url, async (client) => {
    await client.query('begin');
    const stored = await client.query<{ time_zone: string }>(
      'select time_zone from archive_clock for update',
    );
    const isAnother = stored.rows[0]?.time_zone !== timeZone;
    if (isAnother) {
      // Whoever archives meanwhile has either finished, and is counted, or waits and adds to what has been counted.
      await client.query('lock table task_archive_summary in exclusive mode');
      await client.query('delete from task_archive_summary');
      await client.query(SUMMARY, [timeZone]);
      await client.query('update archive_clock set time_zone = $1', [timeZone]);
    }
    await client.query('commit');
    return isAnother;
  });

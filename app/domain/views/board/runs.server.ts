/** The runs above the board: those that have not come back, with the next deadline first. */

/**
 * SQL: the runs of the day and before, and the next one of each schedule.
 * @param today SQL of the business day.
 */
export const stripRuns = (today: string) => `
  select id, name, departs_at as "departsAt", cutoff_at as "cutoffAt", state, driver_id as "driverId"
  from runs
  where state in ('building', 'closed', 'out') and (day <= ${today} or id in (
    select distinct on (schedule_id) id from runs where state = 'building' order by schedule_id, departs_at, id))
  order by state = 'out', case state when 'building' then cutoff_at else departs_at end, id`;

/**
 * SQL: the stops of each run by the owner of its tasks.
 * @param stops SQL: a table of tasks with the owner of their list, and with `name` and `key` of their place.
 */
export const stopsOfRuns = (stops: string) => `
  select owner, json_object_agg(run_id, stops) as runs from (
    select owner, run_id, count(distinct (name, key)) as stops from ${stops}
    where run_id is not null group by owner, run_id
  ) each group by owner`;

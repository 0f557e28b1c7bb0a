/** Measures how promises of runs were kept. */
import { rows } from 'db/connection';
import type { Days } from '~/domain/network/settings/days';
import { readOnly } from '~/domain/platform/replica.server';

export type Kept = {
  /** What is counted together; `all` has no name. */
  by: 'all' | 'schedule' | 'weekday' | 'dealership';
  /** The name of the schedule or dealership, or the weekday: 1 is Monday. */
  name: string | null;
  promised: number;
  /** Completed no later than the end of the promised range. */
  kept: number;
  /** The median of the minutes by which the others came later; null without any. */
  lateMinutes: number | null;
};

const KEPT = `
  with told as (
    select r.name, extract(isodow from r.day)::integer::text as weekday, r.dealership,
      extract(epoch from t.completed_at - t.promised_to)::float8 / 60 as late
    from runs r join tasks t on t.run_id = r.id
    where r.day between $first::date and $last::date and t.status = 'completed' and t.promised_to is not null
  )
  select case when grouping(name) = 0 then 'schedule' when grouping(weekday) = 0 then 'weekday'
      when grouping(dealership) = 0 then 'dealership' else 'all' end as by,
    coalesce(name, weekday, dealership) as name, count(*)::integer as promised,
    count(*) filter (where late <= 0)::integer as kept,
    percentile_cont(0.5) within group (order by late) filter (where late > 0) as "lateMinutes"
  from told group by grouping sets ((), (name), (weekday), (dealership))
  order by grouping(name) + grouping(weekday) + grouping(dealership) desc, 1, 2`;

/** The promises of runs of these days, whose tasks are completed. */
export const keptPromises = ({ from, to }: Days): Promise<Kept[]> =>
  readOnly(() => rows<Kept>(KEPT, { first: from, last: to }));

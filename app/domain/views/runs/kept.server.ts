/** Measures how runs have kept what they promised. */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';
import { daysOf } from '~/domain/network/settings/business-time.server';
import type { Days } from '~/domain/network/settings/days';
import { readOnly } from '~/domain/platform/replica.server';
import { isDone } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** Completed tasks of runs with a promise. Those that were early have kept it. `lateBy`: the median of those that were later, in minutes. */
type Kept = { promised: number; early: number; kept: number; late: number; lateBy: number | null };

export type KeptPromises = {
  all: Kept | null;
  /** By schedule and dealership. */
  runs: (Kept & { name: string; dealership: string | null })[];
  /** By weekday, 1 is Monday. */
  weekdays: (Kept & { weekday: number })[];
};

type Group = Kept & {
  name: string | null;
  dealership: string | null;
  weekday: number | null;
};

const KEPT = `
  select r.name, r.dealership, weekday,
    count(*)::integer as promised,
    count(*) filter (where t.completed_at < t.promised_from)::integer as early,
    count(*) filter (where t.completed_at <= t.promised_to)::integer as kept,
    count(*) filter (where t.completed_at > t.promised_to)::integer as late,
    percentile_cont(0.5) within group (order by extract(epoch from t.completed_at - t.promised_to) / 60)
      filter (where t.completed_at > t.promised_to) as "lateBy"
  from runs r cross join lateral (select extract(isodow from r.day)::integer as weekday) w
    join tasks t on t.run_id = r.id and t.promised_to is not null and ${statusIs(isDone)}
      and t.completed_at is not null
  where r.day between $from::date and $to::date
  group by grouping sets ((), (r.name, r.dealership), (weekday))
  order by r.name, r.dealership, weekday`;

/** Counts tasks by the day of their run. */
export async function keptPromises(actor: Actor, days: Days): Promise<KeptPromises> {
  authorizeAll(actor, 'readArchive');
  const groups = await readOnly(() => rows<Group>(KEPT, daysOf(days)));
  const all = groups.find(({ name, weekday }) => name === null && weekday === null);
  return {
    all: all && all.promised > 0 ? all : null,
    runs: groups.flatMap(({ name, ...rest }) => (name === null ? [] : [{ ...rest, name }])),
    weekdays: groups.flatMap(({ weekday, ...rest }) => (weekday === null ? [] : [{ ...rest, weekday }])),
  };
}

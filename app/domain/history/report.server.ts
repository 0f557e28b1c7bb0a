/** Figures of a range. They are counted anew only when the archive of these days has changed. */
import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { rememberByVersion } from '~/domain/tasks/remembered.server';
import { eachDay } from '~/domain/time';
import { GOING, MINUTES } from './archived-rows.server';
import type { Days } from './days';
import { ARCHIVED_WITHIN, daysOf } from './days.server';
import { NO_DRIVER, NOTHING, type Figures, type Report } from './report';

export type ReportQuery = Days & {
  /** Null: everybody; 0: tasks without a driver. */
  driverId: number | null;
};

type Group = Figures & {
  /** Null in the figures of all days. */
  day: string | null;
  /** Null in the figures of all drivers; 0: none. */
  driver: number | null;
};

const remembered = rememberByVersion<Group[]>(20);

/** @param query its days as `rangeOfDays` has checked them. */
export async function getReport(actor: Actor, query: ReportQuery): Promise<Report> {
  authorize(actor, 'readArchive');
  const groups = await remembered(JSON.stringify(query), await versionOf(query), () => count(query));
  const byDay = new Map(groups.map((group) => [group.day, group]));
  const names = await namesOfDrivers(groups);
  return {
    from: query.from,
    to: query.to,
    total: figuresOf(groups.find(({ day, driver }) => day === null && driver === null)),
    drivers: groups
      .filter(({ driver }) => driver !== null)
      .map((group) => ({
        ...figuresOf(group),
        driverId: group.driver === 0 ? null : group.driver,
        name: names.get(group.driver) ?? NO_DRIVER,
      }))
      .sort((a, b) => b.completed - a.completed || a.name.localeCompare(b.name)),
    days: eachDay(query.from, query.to).map((day) => ({ ...figuresOf(byDay.get(day)), day })),
  };
}

const figuresOf = ({ completed, due, onTime, median, mean }: Figures = NOTHING): Figures => ({
  completed,
  due,
  onTime,
  median,
  mean,
});

/** What is archived is not edited: whatever changes the figures also touches the summary of its day. */
async function versionOf({ from, to }: Days): Promise<string> {
  const found = await row<{ version: string | null }>(
    `select md5(string_agg(concat_ws(' ', date, driver_counts, updated_at), ',' order by date)) as version
     from task_archive_summary where date between $from::date and $to::date`,
    { from, to },
  );
  return found?.version ?? '';
}

function count({ driverId, ...days }: ReportQuery): Promise<Group[]> {
  return rows<Group>(
    `with done as (
       select (t.completed_at at time zone $zone)::date as day, coalesce(t.driver_id, 0) as driver,
         t.need_by, t.completed_at <= t.need_by as kept, ${MINUTES} as minutes
       from tasks t ${GOING}
       where ${ARCHIVED_WITHIN} and ($driverId::integer is null or coalesce(t.driver_id, 0) = $driverId)
     )
     select day::text, driver, count(*)::integer as completed, count(need_by)::integer as due,
       (count(*) filter (where kept))::integer as "onTime",
       (percentile_cont(0.5) within group (order by minutes))::float as median, avg(minutes)::float as mean
     from done group by grouping sets ((), (day), (driver))`,
    { ...daysOf(days), driverId },
  );
}

async function namesOfDrivers(groups: Group[]): Promise<Map<number | null, string>> {
  const found = await rows<{ id: number; name: string }>(
    "select id, coalesce(nullif(name, ''), username) as name from users where id = any($ids)",
    { ids: groups.flatMap(({ driver }) => driver ?? []) },
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

/**
 * Adds up figures of archived tasks from daily counts. A day is counted when it is first asked for, and again
 * when its summary has changed: archived tasks are not edited, and adding or deleting one changes the
 * summary.
 */
import { execute, isInPool, row, rows } from 'db/connection';
import { writeAtPrimary } from 'db/replica';
import { User } from 'db/models/people';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';
import { readOnly } from '~/domain/platform/replica.server';
import { rememberByVersion } from '~/domain/platform/sync/versions.server';
import { eachDay } from '~/domain/kernel/time';
import { DUE_AT, GOING, MINUTES } from './archive.server';
import { archivedWithin, daysOf } from '~/domain/network/settings/business-time.server';
import { NO_DRIVER, NOTHING, type Figures } from './report';
import type { Days } from '~/domain/network/settings/days';
import type { Report } from './schema';

type Group = Figures & {
  /** Null in the figures of all days. */
  day: string | null;
  /** Null in the figures of all drivers; 0: none. */
  driver: number | null;
};

const remembered = rememberByVersion<Group[]>(20);

/** @param driverId null: everybody; 0: tasks without a driver. */
async function countFigures(days: Days, driverId: number | null): Promise<Group[]> {
  // A read that fails at the replica begins again at the primary, where others do not wait for the failure.
  const key = JSON.stringify([days.from, days.to, driverId, isInPool()]);
  return remembered(key, await versionOf(days), async () => {
    await countWhatHasChanged(days);
    return addUp(days, driverId);
  });
}

/** Another version counts all days again. Raise it with each change of how figures are counted. */
const WAY_OF_COUNTING = 'deliver_by';

// A day is counted again when the time zone or the way of counting has changed. A day without archived tasks
// has no summary.
const CURRENT = `
  select day::date as date, md5(concat_ws(' ', '${WAY_OF_COUNTING}', $zone::text, s.driver_counts, s.updated_at)) as version
  from generate_series($from::date, $to::date, interval '1 day') day
  left join task_archive_summary s on s.date = day::date`;

const STALE = `
  select current.date, current.version from (${CURRENT}) current
  left join archive_figures f on f.date = current.date and f.version = current.version
  where f.date is null`;

async function versionOf(days: Days): Promise<string> {
  const found = await row<{ version: string }>(
    `select md5(string_agg(version, ',' order by date)) as version from (${CURRENT}) current`,
    daysOf(days),
  );
  return found?.version ?? '';
}

/**
 * So few days at a time that a statement ends long before its time limit. Days that were counted stay
 * counted.
 */
const AT_ONCE = 7;

async function countWhatHasChanged(days: Days): Promise<void> {
  const stale = await rows<{ date: string }>(
    `select date::text from (${STALE}) stale order by 1`,
    daysOf(days),
  );
  for (let first = 0; first < stale.length; first += AT_ONCE) {
    const [from, to] = [stale[first], stale[Math.min(first + AT_ONCE, stale.length) - 1]];
    if (from && to) await countDays({ from: from.date, to: to.date });
  }
}

/** Counts in one statement, so that the stored version is that of the counted tasks. */
async function countDays(days: Days): Promise<void> {
  await writeAtPrimary(async () => {
    await execute(
      `with stale as materialized (${STALE}), counted as (
       select stale.date, coalesce(t.driver_id, 0) as driver, jsonb_build_object(
         'completed', count(*), 'due', count(${DUE_AT}), 'onTime', count(*) filter (where t.completed_at <= ${DUE_AT}),
         'minutes', coalesce(jsonb_agg(${MINUTES}) filter (where going.at is not null), '[]')) as figures
       from stale join tasks t on ${archivedWithin('stale.date', 'stale.date')} ${GOING}
       group by 1, 2
     )
     insert into archive_figures (date, version, drivers)
     select stale.date, stale.version,
       coalesce(jsonb_object_agg(driver, figures) filter (where driver is not null), '{}')
     from stale left join counted using (date)
     group by 1, 2 order by 1
     on conflict (date) do update set version = excluded.version, drivers = excluded.drivers`,
      daysOf(days),
    );
  });
}

const GROUPS = 'group by grouping sets ((), (day), (driver))';

function addUp({ from, to }: Days, driverId: number | null): Promise<Group[]> {
  return rows<Group>(
    `with own as materialized (
       select f.date as day, d.key::integer as driver, d.value as figures
       from archive_figures f, jsonb_each(f.drivers) d
       where f.date between $from::date and $to::date and ($driverId::integer is null or d.key = $driverId::text)
     ), sums as (
       select day, driver, sum((figures ->> 'completed')::integer) as completed,
         sum((figures ->> 'due')::integer) as due, sum((figures ->> 'onTime')::integer) as "onTime"
       from own ${GROUPS}
     ), times as (
       select day, driver, percentile_cont(0.5) within group (order by minute::float8) as median,
         avg(minute::float8) as mean
       from own, jsonb_array_elements_text(figures -> 'minutes') minute ${GROUPS}
     )
     select sums.day::text, sums.driver, coalesce(completed, 0)::integer as completed,
       coalesce(due, 0)::integer as due, coalesce("onTime", 0)::integer as "onTime", median, mean
     from sums left join times
       on times.day is not distinct from sums.day and times.driver is not distinct from sums.driver`,
    { from, to, driverId },
  );
}

/** The figures of a range: of all days, of each day and of each driver. */

export type ReportQuery = Days & {
  /** Null: everybody; 0: tasks without a driver. */
  driverId: number | null;
};

/** @param query days that `rangeOfDays` has checked. */
export async function getReport(actor: Actor, query: ReportQuery): Promise<Report> {
  authorizeAll(actor, 'readArchive');
  const groups = await readOnly(() => countFigures(query, query.driverId));
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

async function namesOfDrivers(groups: Group[]): Promise<Map<number | null, string>> {
  const found = await User.findRows(['id', 'name', 'username'], {
    where: { id: groups.flatMap(({ driver }) => driver ?? []) },
  });
  return new Map(found.map(({ id, name, username }) => [id, name || username]));
}

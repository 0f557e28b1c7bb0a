import { row, rows } from 'db/connection';
import { likePattern } from 'db/like';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { listTasksVersion } from '~/domain/tasks/board/queries.server';
import { archivedRows } from './archived-rows.server';
import { ROWS_PER_PAGE, type DriverCount, type HistoryDay } from './day';
import { ARCHIVED_WITHIN, daysOf, oneDay } from './days.server';

type DayQuery = {
  date: string;
  /** The beginning of a driver's name or user name, or of a location. */
  search: string;
  /** 0: tasks without a driver. */
  driverId: number | null;
  page: number;
};

const LONGEST = 100;
const FOUND = `where ${ARCHIVED_WITHIN}
  and ($driverId::integer is null or coalesce(t.driver_id, 0) = $driverId)
  and (lower(t.location) like $pattern or lower(u.name) like $pattern or lower(u.username) like $pattern)`;

/** @throws invalid for what is no date. */
export async function getHistoryDay(actor: Actor, query: DayQuery): Promise<HistoryDay> {
  authorize(actor, 'readArchive');
  const bind = {
    ...daysOf(oneDay(query.date)),
    driverId: query.driverId,
    pattern: `${likePattern(query.search.normalize('NFC').trim().slice(0, LONGEST).toLowerCase())}%`,
  };
  const liveVersion = await listTasksVersion(actor, {});
  const [drivers, counted] = await Promise.all([
    listDriverCounts(query.date),
    row<{ found: number }>(
      `select count(*)::integer as found from tasks t left join users u on u.id = t.driver_id ${FOUND}`,
      bind,
    ),
  ]);
  const found = counted?.found ?? 0;
  const page = Math.min(query.page, Math.max(1, Math.ceil(found / ROWS_PER_PAGE)));
  return {
    date: query.date,
    drivers,
    taskCount: drivers.reduce((sum, { count }) => sum + count, 0),
    found,
    page,
    rows: await archivedRows(
      `${FOUND} order by t.completed_at desc, t.id desc limit ${String(ROWS_PER_PAGE)} offset $offset`,
      { ...bind, offset: (page - 1) * ROWS_PER_PAGE },
    ),
    liveVersion,
  };
}

/** Who drives now, and whoever else had tasks that are archived on that day. */
async function listDriverCounts(date: string): Promise<DriverCount[]> {
  return rows<DriverCount>(
    `with day as (
       select key::integer as driver, value::integer as count
       from task_archive_summary, jsonb_each_text(driver_counts) where date = $date::date
     )
     select u.id as "driverId", json_build_object('name', u.name, 'username', u.username) as person,
       coalesce(day.count, 0) as count, 0 as last, lower(coalesce(nullif(u.name, ''), u.username)) as sorted
     from users u left join day on day.driver = u.id
     where day.driver is not null or (u.deactivated_at is null and 'driver' = any(u.roles))
     union all select null, null, day.count, 1, '' from day where day.driver = 0
     order by last, sorted, "driverId"`,
    { date },
  );
}

import { likePattern, row, rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';
import { readOnly } from '~/domain/platform/replica.server';
import { tasksRemovedOn } from '~/domain/network/settings/retention.server';
import { FACT_COLUMNS, listTasksVersion } from '~/domain/tasks/store/queries.server';
import { ROWS_PER_PAGE, type ArchivedRow, type DriverCount, type HistoryDay } from './archive';
import { ARCHIVED_WITHIN, daysOf, oneDay } from '~/domain/network/settings/business-time.server';
import { NO_DRIVER } from './report';
import { DRIVES, hasRoute } from '~/domain/network/users/queries.server';
import { isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

const iso = (column: string) => `to_json(${column}) #>> '{}'`;

/** SQL, for tasks as `t`: the last time before the completion at which the driver set out, as `going.at`. */
export const GOING = `
  left join lateral (
    select max(e.occurred_at) as at from task_events e
    where e.task_id = t.id and ${statusIs(isUnderWay, 'e.action')} and e.occurred_at <= t.completed_at
  ) going on true`;
/**
 * SQL, for tasks as `t`: the time by which it had to be done; for a task that was held, the end of the hold.
 */
export const DUE_AT = 'coalesce(t.deliver_by, t.need_by)';
export const MINUTES = 'extract(epoch from t.completed_at - going.at) / 60';

const COLUMNS = `
  t.id, t.type, t.priority, t.location, t.address, ${FACT_COLUMNS}, t.external_ref, t.notes, t.dealership,
  ${iso('t.need_by')} as need_by, ${iso('t.deliver_by')} as deliver_by, ${iso('going.at')} as going_at, ${iso('t.completed_at')} as completed_at,
  t.completed_at <= ${DUE_AT} as "onTime", round(${MINUTES})::integer as minutes,
  t.driver_id as "driverId", coalesce(nullif(u.name, ''), u.username) as driver,
  s.task_id is not null as "hasSignature", s.signed_by,
  (select count(*)::integer from task_photos p where p.task_id = t.id) as "photoCount"`;
const FROM = `
  from tasks t
  left join users u on u.id = t.driver_id
  left join task_signatures s on s.task_id = t.id ${GOING}`;

/**
 * @param rest SQL from our code: where, order and limit.
 * @param more SQL from our code: further columns.
 */
export const archivedRows = <More extends object = object>(
  rest: string,
  bind: Record<string, unknown>,
  more: string[] = [],
): Promise<(ArchivedRow & More)[]> =>
  rows<ArchivedRow & More>(`select ${[COLUMNS, ...more].join(', ')} ${FROM} ${rest}`, bind);

type DayQuery = {
  date: string;
  /** The beginning of a driver's name or username, of a location, or of the order's number. */
  search: string;
  /** 0: tasks without a driver. */
  driverId: number | null;
  page: number;
};

const LONGEST = 100;
const FOUND = `where ${ARCHIVED_WITHIN}
  and ($driverId::integer is null or coalesce(t.driver_id, 0) = $driverId)
  and (lower(t.location) like $pattern or lower(u.name) like $pattern or lower(u.username) like $pattern
    or lower(t.external_ref) like $pattern)`;

/** @throws invalid when the text is no date. */
export async function getHistoryDay(actor: Actor, query: DayQuery): Promise<HistoryDay> {
  authorizeAll(actor, 'readArchive');
  const bind = {
    ...daysOf(oneDay(query.date)),
    driverId: query.driverId,
    pattern: `${likePattern(query.search.normalize('NFC').trim().slice(0, LONGEST).toLowerCase())}%`,
  };
  const liveVersion = await listTasksVersion(actor, {});
  const day = await readOnly(async () => {
    const [drivers, counted] = await Promise.all([
      listDriverCounts(query.date),
      row<{ found: number }>(
        `select count(*)::integer as found from tasks t left join users u on u.id = t.driver_id ${FOUND}`,
        bind,
      ),
    ]);
    const found = counted?.found ?? 0;
    const page = Math.min(query.page, Math.max(1, Math.ceil(found / ROWS_PER_PAGE)));
    const shown = await archivedRows(
      `${FOUND} order by t.completed_at desc, t.id desc limit ${String(ROWS_PER_PAGE)} offset $offset`,
      { ...bind, offset: (page - 1) * ROWS_PER_PAGE },
    );
    return { drivers, found, page, rows: shown };
  });
  return {
    ...day,
    date: query.date,
    taskCount: day.drivers.reduce((sum, { count }) => sum + count, 0),
    liveVersion,
    removed: await tasksRemovedOn(query.date),
  };
}

/** Lists all present drivers, and everybody else with tasks that are archived on that day. */
async function listDriverCounts(date: string): Promise<DriverCount[]> {
  return rows<DriverCount>(
    `with day as (
       select key::integer as driver, value::integer as count
       from task_archive_summary, jsonb_each_text(driver_counts) where date = $date::date
     )
     select u.id as "driverId", json_build_object('name', u.name, 'username', u.username) as person,
       coalesce(day.count, 0) as count, 0 as last, lower(coalesce(nullif(u.name, ''), u.username)) as sorted
     from users u left join day on day.driver = u.id
     where day.driver is not null or (${DRIVES})
     union all select null, null, day.count, 1, '' from day where day.driver = 0
     order by last, sorted, "driverId"`,
    { date },
  );
}

export type DaySheet = { driverId: number | null; driver: string; tasks: ArchivedRow[] };

/**
 * Returns the work of each driver on a day, in the order in which it was done.
 * @param driverId null: everybody who did something; 0: tasks without a driver.
 */
export async function getDaySheets(
  actor: Actor,
  { date, driverId }: { date: string; driverId: number | null },
): Promise<DaySheet[]> {
  authorizeAll(actor, 'readArchive');
  const bind = { ...daysOf(oneDay(date)), driverId };
  const tasks = await readOnly(() =>
    archivedRows(
      `where ${ARCHIVED_WITHIN} and ($driverId::integer is null or coalesce(t.driver_id, 0) = $driverId)
       order by t.driver_id is null, lower(coalesce(nullif(u.name, ''), u.username)), t.driver_id, t.completed_at, t.id`,
      bind,
    ),
  );
  const sheets: DaySheet[] = [];
  for (const task of tasks) {
    const last = sheets.at(-1);
    if (last?.driverId === task.driverId) last.tasks.push(task);
    else sheets.push({ driverId: task.driverId, driver: task.driver ?? NO_DRIVER, tasks: [task] });
  }
  return sheets;
}

export type DriverChoice = { id: number; name: string };

/** Lists everybody who drives or once had a task archived. Those who no longer drive come last. */
export async function listHistoryDrivers(actor: Actor): Promise<DriverChoice[]> {
  authorizeAll(actor, 'readArchive');
  return readOnly(() =>
    rows<DriverChoice>(
      `select u.id, coalesce(nullif(u.name, ''), u.username) as name,
         ${DRIVES} as drives
       from users u
       where ${hasRoute('u.roles')}
         or exists (select from tasks t where t.archived and t.driver_id = u.id)
       order by drives desc, lower(coalesce(nullif(u.name, ''), u.username)), u.id`,
    ),
  );
}

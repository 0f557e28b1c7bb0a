/** Schedules of runs and their departures, written directly to the database. */
import type { TestDatabase } from './database';

type Rows = Pick<TestDatabase, 'rows'>;

export type ScheduleRow = {
  name: string;
  dealership?: string;
  driverId?: number | null;
  zone?: object | null;
  shipVia?: string[];
  isDefault?: boolean;
  orderKind?: 'fixed' | 'computed';
  stops?: { accountId: number; visit?: 'always' | 'when-needed'; weekdays?: number[] | null }[];
};

/** @returns the id. */
export async function addSchedule(database: Rows, schedule: ScheduleRow): Promise<number> {
  const { name, dealership = 'Ford', driverId = null, zone = null } = schedule;
  const { shipVia = [], isDefault = false, orderKind = 'computed', stops = [] } = schedule;
  const [made] = await database.rows<{ id: number }>(
    `insert into run_schedules (name, dealership, driver_id, zone, ship_via, is_default, order_kind)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [name, dealership, driverId, zone && JSON.stringify(zone), shipVia, isDefault, orderKind],
  );
  const id = made?.id ?? NaN;
  for (const [index, { accountId, visit = 'when-needed', weekdays = null }] of stops.entries())
    await database.rows(
      `insert into run_stops (schedule_id, account_id, place, visit, weekdays) values ($1, $2, $3, $4, $5)`,
      [id, accountId, index + 1, visit, weekdays],
    );
  return id;
}

/**
 * Adds a departure of the schedule with its driver.
 * @param minutes until the cut-off, and until the departure. @returns the id.
 */
export async function addRun(
  database: Rows,
  scheduleId: number,
  { cutoff, departs = cutoff + 20 }: { cutoff: number; departs?: number },
): Promise<number> {
  const [made] = await database.rows<{ id: number }>(
    `insert into runs (schedule_id, name, dealership, day, departs, departs_at, cutoff_at, driver_id)
     select id, name, dealership, (now() at time zone 'America/Chicago')::date + greatest(0, floor($2::float8 / 1440))::integer,
       (select count(*) from runs where schedule_id = s.id), now() + make_interval(secs => 60 * $3::float8),
       now() + make_interval(secs => 60 * $2::float8), driver_id
     from run_schedules s where id = $1 returning id`,
    [scheduleId, cutoff, departs],
  );
  // As for every change of a run: boards that have been read learn of it.
  await database.rows('update task_lists set version = version + 1 where owner_id = 0');
  return made?.id ?? NaN;
}

export type RunRow = { id: number; state: string; driver_id: number | null; closed_at: Date | null };

export async function runRow(database: Rows, id: number): Promise<RunRow> {
  const [found] = await database.rows<RunRow>(
    'select id, state, driver_id, closed_at from runs where id = $1',
    [id],
  );
  if (!found) throw new Error(`There is no run ${String(id)}`);
  return found;
}

/** Each statement selects what breaks a rule. */
const RULES: Record<string, string> = {
  'a task waits only for a run that has not left': `
    select t.id, r.state from tasks t join runs r on r.id = t.run_id
    where t.status = 'next-route' and r.state not in ('building', 'closed')`,
  'nothing is in a run after its cut-off without an event that says so': `
    select t.id, r.state, t.run_place from tasks t join runs r on r.id = t.run_id
    where r.state in ('closed', 'out', 'done') and t.run_rule <> 'standing' and not exists (
      select from task_events e where e.task_id = t.id and e.action in ('run closed', 'added late')
        and (e.changes ? 'run_place'))`,
  'a run closes once': `
    select e.task_id, e.changes from task_events e where e.action = 'run closed'
      and e.changes -> 'run_place' ->> 0 is not null`,
  'no run is open after its cut-off': `
    select id from runs where state = 'building' and cutoff_at < now() - interval '15 seconds'`,
  'places of a run are unique': `
    select run_id, run_place from tasks where run_place is not null group by 1, 2 having count(*) > 1`,
  'a task waits with the driver of its run': `
    select t.id, t.driver_id, r.driver_id as run_driver from tasks t join runs r on r.id = t.run_id
    where t.status = 'next-route' and t.driver_id is distinct from r.driver_id`,
  'a task is under way only when its run is': `
    select t.id, t.status, r.state from tasks t join runs r on r.id = t.run_id
    where t.status in ('pending', 'going', 'completed') and r.state in ('building', 'closed')`,
  'a task without a run waits for none': `
    select id from tasks where run_id is null and status = 'next-route'`,
};

/** Returns the broken rules of runs, with the first rows that break them; empty when there are none. */
export async function brokenRunRules(database: Pick<TestDatabase, 'quietly'>): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, sql] of Object.entries(RULES)) {
    const wrong = await database.quietly<object>(sql);
    if (wrong.length > 0) broken.push(`${rule}: ${JSON.stringify(wrong.slice(0, 3))}`);
  }
  return broken;
}

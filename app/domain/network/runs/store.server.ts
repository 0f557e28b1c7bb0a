/** Reads and writes schedules, exceptions and runs. Callers have checked the permission. */
import { execute, row, rows } from 'db/connection';
import { changedMeanwhile, type LastChange } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import type { Run, RunException, RunStop, RunTime, Schedule } from './schema';

/** SQL: `10:30` of minutes since midnight. */
const clock = (minutes: string) => `to_char(make_interval(mins => ${minutes}), 'HH24:MI')`;
const date = (day: string) => `to_char(${day}, 'YYYY-MM-DD')`;
const moment = (at: string) => `to_json(${at}) #>> '{}'`;

const SCHEDULE = `s.id, s.name, s.dealership, s.driver_id as "driverId", s.vehicle, s.zone, s.ship_via as "shipVia",
  s.is_default as "isDefault", s.order_kind as "orderKind", ${date('s.valid_from')} as "validFrom",
  ${date('s.valid_to')} as "validTo", s.version`;

const TIMES = `select t.schedule_id as "scheduleId", t.weekday, ${clock('t.departs::integer')} as departs,
    ${clock('t.cutoff::integer')} as cutoff, t.cutoff_days_before as "cutoffDaysBefore"
  from run_times t where $id::integer is null or t.schedule_id = $id order by t.weekday, t.departs`;

const STOPS = `select p.schedule_id as "scheduleId", p.id, p.account_id as "accountId", a.name as account,
    p.address_id as "addressId", p.visit, p.weekdays, ${clock('p.window_from::integer')} as "windowFrom",
    ${clock('p.window_to::integer')} as "windowTo", p.service_minutes as "serviceMinutes"
  from run_stops p join accounts a on a.id = p.account_id
  where $id::integer is null or p.schedule_id = $id order by p.place, p.id`;

type Of<Part> = Part & { scheduleId: number };

/** Removes the schedule from each part. */
function partsOf<Part extends object>(parts: Of<Part>[]): Map<number, Omit<Of<Part>, 'scheduleId'>[]> {
  const found = new Map<number, Omit<Of<Part>, 'scheduleId'>[]>();
  for (const { scheduleId, ...part } of parts) {
    const those = found.get(scheduleId) ?? [];
    those.push(part);
    found.set(scheduleId, those);
  }
  return found;
}

/** Sorted by name. @param id all when null. */
export async function findSchedules(id: number | null = null): Promise<Schedule[]> {
  const found = await rows<Omit<Schedule, 'times' | 'stops'>>(
    `select ${SCHEDULE} from run_schedules s where $id::integer is null or s.id = $id order by lower(s.name)`,
    { id },
  );
  const times = partsOf<RunTime>(await rows<Of<RunTime>>(TIMES, { id }));
  const stops = partsOf<RunStop>(await rows<Of<RunStop>>(STOPS, { id }));
  return found.map((schedule) => ({
    ...schedule,
    times: times.get(schedule.id) ?? [],
    stops: stops.get(schedule.id) ?? [],
  }));
}

const EXCEPTION = `e.id, e.schedule_id as "scheduleId", ${date('e.day')} as day, e.kind,
  ${clock('e.departs::integer')} as departs, ${clock('e.moved_to::integer')} as "movedTo",
  ${clock('e.cutoff::integer')} as cutoff, e.driver_id as "driverId", e.note`;

/** Returns the exceptions of these days: of each schedule, and for all schedules. */
export const findExceptions = (from: string, to: string) =>
  rows<RunException>(
    `select ${EXCEPTION} from run_exceptions e where e.day between $from::date and $to::date
     order by e.day, e.schedule_id nulls first, e.departs nulls first, e.id`,
    { from, to },
  );

export const findException = (id: number) =>
  row<RunException>(`select ${EXCEPTION} from run_exceptions e where e.id = $id`, { id });

/** SQL, for runs as `r`: a run as the API answers it. */
export const RUN = `r.id, r.schedule_id as "scheduleId", r.name, r.dealership, ${date('r.day')} as day,
  ${clock('r.departs::integer')} as departs, ${moment('r.departs_at')} as "departsAt",
  ${moment('r.cutoff_at')} as "cutoffAt", r.state, r.driver_id as "driverId", r.vehicle, r.version`;

/** SQL, for runs as `r`: tasks may join. */
export const TAKES_TASKS = "r.state = 'building' and r.cutoff_at > now()";

/** SQL: runs that have not left. */
export const NOT_LEFT = "('building', 'closed')";

const DRIVERS = `select distinct r.driver_id as "driverId" from runs r where r.state in ${NOT_LEFT}`;

/** The drivers of runs that have not left. Tasks that look for a run come into one of their lists, or to nobody. */
export const driversOfRuns = async () =>
  (await rows<{ driverId: number | null }>(DRIVERS)).map(({ driverId }) => driverId);

export const findRuns = (from: string, to: string) =>
  rows<Run>(
    `select ${RUN} from runs r where r.day between $from::date and $to::date order by r.departs_at, r.id`,
    { from, to },
  );

export const findRun = (runId: number) =>
  row<Run>(`select ${RUN} from runs r where r.id = $runId`, { runId });

/** Locks until the transaction ends: schedules are changed, and runs made of them, by one transaction at a time. */
export const lockSchedules = () => execute("select pg_advisory_xact_lock(hashtext('run_schedules'))");

/** @throws stale when the stored version is not the one that the caller knows. */
export async function refuseStale(current: Schedule, seen: number | undefined): Promise<void> {
  if (seen === undefined || seen === current.version) return;
  const last = await row<LastChange>(
    `select coalesce(nullif(u.name, ''), u.username) as by, ${moment('s.changed_at')} as "occurredAt"
     from run_schedules s left join users u on u.id = s.changed_by where s.id = $id`,
    { id: current.id },
  );
  throw changedMeanwhile(current, last, (by) =>
    untranslated('scheduleChanged', `${by} has changed this schedule in the meantime`),
  );
}

/** Makes runs of schedules eight days ahead, and changes made ones when their plan has changed. */
import { row, rows, transaction } from 'db/connection';
import { lockLists } from '~/domain/platform/sync/lists.server';
import type { Actor } from '~/domain/kernel/actor';
import { dayAfter, parseClock } from '~/domain/network/shifts/hours';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import { departuresOf, exceptionsFrom, type Departure } from './departures';
import type { Run, Schedule } from './schema';
import { driversOfRuns, findExceptions, findSchedules, lockSchedules, NOT_LEFT, RUN } from './store.server';

export const DAYS_AHEAD = 8;

export type RunChange = { before: Run; after: Run };

/** Receives the runs that a change of the plan has changed, in its transaction, with their rows locked. */
type Receiver = (actor: Actor, changes: RunChange[]) => Promise<void>;
let receiver: Receiver | undefined;

/** Is called once: tasks go through the rules again when their run is cancelled, and follow its driver. */
export const receiveRunChanges = (receive: Receiver): void => {
  receiver = receive;
};

/** A departure as `runs` has it. */
type Wanted = Pick<Run, 'name' | 'dealership' | 'day' | 'driverId' | 'vehicle'> & {
  scheduleId: number;
  departs: number;
  departsAt: string;
  cutoffAt: string;
};

const WANTED = `jsonb_to_recordset($wanted::jsonb) as w("scheduleId" integer, name text, dealership text, day date,
  departs smallint, "departsAt" timestamptz, "cutoffAt" timestamptz, "driverId" integer, vehicle text)`;

const MAKE = `
  insert into runs (schedule_id, name, dealership, day, departs, departs_at, cutoff_at, driver_id, vehicle)
  select w."scheduleId", w.name, w.dealership, w.day, w.departs, w."departsAt", w."cutoffAt", w."driverId", w.vehicle
  from ${WANTED} where w."cutoffAt" > now() and ($madeDaysToo or not exists (
    select from runs r where r.schedule_id = w."scheduleId" and r.day = w.day))
  on conflict (schedule_id, day, departs) do nothing
  returning id`;

/** One day, or one departure of it by its planned time. */
type Only = { day: string; departs: string | null };
const isMeant = (only: Only | undefined, { day, departs }: { day: string; departs: string }) =>
  only === undefined || (only.day === day && (only.departs === null || only.departs === departs));

async function wantedOf(
  schedules: Schedule[],
  isWanted: (departure: Departure) => boolean = () => true,
): Promise<Wanted[]> {
  const first = businessToday();
  const exceptions = await findExceptions(exceptionsFrom(first), dayAfter(first, DAYS_AHEAD));
  const drivers = await rows<{ id: number }>(`select u.id from users u where ${DRIVES}`);
  const drives = new Set<number | null>(drivers.map(({ id }) => id));
  return schedules.flatMap((schedule) =>
    departuresOf(schedule, exceptions, first, DAYS_AHEAD + 1, businessZone())
      .filter(isWanted)
      .map(({ day, departs, departsAt, cutoffAt, driverId }) => ({
        scheduleId: schedule.id,
        name: schedule.name,
        dealership: schedule.dealership,
        day,
        departs: parseClock(departs) ?? 0,
        departsAt: new Date(departsAt).toISOString(),
        cutoffAt: new Date(cutoffAt).toISOString(),
        driverId: drives.has(driverId) ? driverId : null,
        vehicle: schedule.vehicle,
      })),
  );
}

/**
 * Makes the runs whose cut-off is still to come, on days that have none of their schedule yet: a changed schedule
 * leaves days alone that have been made.
 */
export const makeRuns = (): Promise<void> =>
  transaction(async () => {
    await lockSchedules();
    const wanted = await wantedOf(await findSchedules());
    const made = await rows(MAKE, { wanted: JSON.stringify(wanted), madeDaysToo: false });
    // The board shows runs above its lists, so it has to be loaded again.
    if (made.length > 0) await lockLists([null]);
  });

const LOCK = `
  select ${RUN} from runs r
  where r.schedule_id = any($ids::integer[]) and r.departs_at > now() and r.state in ${NOT_LEFT}
  order by r.id for update`;

/** The plan has these departures no more. */
const CANCEL = `
  update runs r set state = 'cancelled', version = nextval('run_versions')
  where r.id = any($runIds::integer[]) and not exists (
    select from ${WANTED} where w."scheduleId" = r.schedule_id and w.day = r.day and w.departs = r.departs)`;

/** A closed run keeps its cut-off. */
const CHANGE = `
  update runs r set name = w.name, dealership = w.dealership, departs_at = w."departsAt", driver_id = w."driverId",
    vehicle = w.vehicle, cutoff_at = case r.state when 'building' then w."cutoffAt" else r.cutoff_at end,
    version = nextval('run_versions')
  from ${WANTED}
  where r.id = any($runIds::integer[]) and w."scheduleId" = r.schedule_id and w.day = r.day and w.departs = r.departs
    and (r.name, r.dealership, r.departs_at, r.driver_id, r.vehicle,
        case r.state when 'building' then r.cutoff_at end)
      is distinct from (w.name, w.dealership, w."departsAt", w."driverId", w.vehicle,
        case r.state when 'building' then w."cutoffAt" end)`;

const MOVE_CUTOFFS = `
  update runs r set cutoff_at = w."cutoffAt", version = nextval('run_versions')
  from ${WANTED}
  where r.state = 'building' and w."scheduleId" = r.schedule_id and w.day = r.day and w.departs = r.departs
    and w."departsAt" = r.departs_at and w."cutoffAt" <> r.cutoff_at`;

const REVIVE = `
  update runs r set state = 'building', name = w.name, dealership = w.dealership, departs_at = w."departsAt",
    cutoff_at = w."cutoffAt", driver_id = w."driverId", vehicle = w.vehicle, version = nextval('run_versions')
  from ${WANTED}
  where r.state = 'cancelled' and w."cutoffAt" > now() and w."scheduleId" = r.schedule_id and w.day = r.day
    and w.departs = r.departs`;

/** Locks lists, then runs that have not left, as everybody does. @param wanted its drivers get runs. */
async function lockRuns(ids: number[], wanted: Wanted[] = []): Promise<Run[]> {
  await lockLists([null, ...(await driversOfRuns()), ...wanted.map(({ driverId }) => driverId)]);
  return rows<Run>(LOCK, { ids });
}

/**
 * Makes runs, and those that have not left agree with the plan. A cancelled one that the plan has comes back: who
 * cancels one run writes an exception. Call it in the transaction of the change, after `lockSchedules`.
 * @param scheduleIds all schedules when null. @param only all days ahead without it: a change of one departure must
 * not bring an earlier change of the schedule to the others.
 */
export async function followPlan(actor: Actor, scheduleIds: number[] | null, only?: Only): Promise<void> {
  const schedules = (await findSchedules()).filter(({ id }) => scheduleIds?.includes(id) ?? true);
  const planned = await wantedOf(schedules, (departure) => isMeant(only, departure));
  const wanted = JSON.stringify(planned);
  const ids = schedules.map(({ id }) => id);
  const before = (await lockRuns(ids, planned)).filter((run) => isMeant(only, run));
  const runIds = before.map(({ id }) => id);
  await rows(CANCEL, { wanted, runIds });
  await rows(CHANGE, { wanted, runIds });
  await rows(REVIVE, { wanted });
  await rows(MAKE, { wanted, madeDaysToo: true });
  await tell(actor, before);
}

/** A day that is closed or opened moves cut-offs that are working days before. */
export async function followWorkingDays(actor: Actor): Promise<void> {
  const schedules = await findSchedules();
  const planned = await wantedOf(schedules, ({ day, cutoffDay }) => cutoffDay !== day);
  const before = await lockRuns(schedules.map(({ id }) => id));
  await rows(MOVE_CUTOFFS, { wanted: JSON.stringify(planned) });
  await tell(actor, before);
}

/** Cancels the runs of a schedule that have not left. @returns them, for `tell`. */
export async function cancelRuns(scheduleId: number): Promise<Run[]> {
  const before = await lockRuns([scheduleId]);
  const runIds = before.map(({ id }) => id);
  await rows(
    `update runs set state = 'cancelled', version = nextval('run_versions') where id = any($runIds::integer[])`,
    { runIds },
  );
  return before;
}

/** Tells of the runs that have changed since. */
export async function tell(actor: Actor, before: Run[]): Promise<void> {
  const after = await rows<Run>(`select ${RUN} from runs r where r.id = any($runIds::integer[])`, {
    runIds: before.map(({ id }) => id),
  });
  const changes = before.flatMap((run) => {
    const now = after.find(({ id }) => id === run.id);
    return now && now.version !== run.version ? [{ before: run, after: now }] : [];
  });
  if (changes.length > 0) await receiver?.(actor, changes);
}

/** The runs of today that have not left, which a change of the schedule may change too. */
export async function countOpenToday(scheduleId: number): Promise<number> {
  const found = await row<{ count: number }>(
    `select count(*)::integer as count from runs r where r.schedule_id = $scheduleId and r.day = $day::date
       and r.departs_at > now() and r.state in ${NOT_LEFT}`,
    { scheduleId, day: businessToday() },
  );
  return found?.count ?? 0;
}

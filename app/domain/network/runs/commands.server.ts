/** Dispatchers plan the schedules of runs. */
import { row, transaction } from 'db/connection';
import { RunSchedule, RunStop as StoredStop, RunTime as StoredTime } from 'db/models/runs';
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { Deleted, id } from '~/domain/kernel/schema';
import { untranslated } from '~/domain/kernel/sentence';
import { findDealerships } from '~/domain/network/dealerships/dealerships.server';
import { parseClock } from '~/domain/network/shifts/hours';
import { DRIVES } from '~/domain/network/users/queries.server';
import { cancelRuns, followPlan, makeRuns, tell } from './make.server';
import { ChangeSchedule, SaveSchedule, ScheduleAnswer, type Schedule } from './schema';
import { findSchedules, lockSchedules, refuseStale } from './store.server';

const MOST_SCHEDULES = 200;
const atSchedule = { scheduleId: id };

export const listSchedules = query(
  { summary: 'Schedules of runs, by name', may: 'planRuns', answer: z.array(ScheduleAnswer) },
  () => findSchedules(),
);

export const getSchedule = query(
  { summary: 'One schedule of runs', may: 'planRuns', at: atSchedule, answer: ScheduleAnswer },
  ({ scheduleId }) => requireSchedule(scheduleId),
);

export async function requireSchedule(scheduleId: number): Promise<Schedule> {
  const [schedule] = await findSchedules(scheduleId);
  if (!schedule) throw notFound('Schedule');
  return schedule;
}

export const createSchedule = command(
  {
    summary: 'Creates a schedule of runs',
    about:
      'Its runs are made eight days ahead, at once and from then on each day. Clocks are those of the network’s time zone; a departure in an hour that the clocks skip leaves at the first minute after it, and one in an hour that comes twice in the first.',
    may: 'planRuns',
    input: SaveSchedule,
    answer: ScheduleAnswer,
    creates: true,
  },
  ({ actor, input: { alsoMade: _, ...input } }) =>
    transaction(async () => {
      await lockSchedules();
      if ((await RunSchedule.count()) >= MOST_SCHEDULES)
        throw conflict(
          untranslated(
            'tooManySchedules',
            `There are already ${String(MOST_SCHEDULES)} schedules. Delete one first`,
          ),
        );
      await check(input, null);
      const { times, stops, ...values } = input;
      const made = await RunSchedule.create({ ...values, changedBy: actor.id }, { returning: ['id'] });
      await writeParts(made.id, { times, stops });
      await makeRuns();
      return requireSchedule(made.id);
    }),
);

export const changeSchedule = command(
  {
    summary: 'Changes a schedule of runs',
    about:
      'Any of the fields. Times and stops are replaced as a whole. Runs that have been made stay as they are, unless `alsoMade` is true: then those that have not left follow the schedule, and one whose time is gone is cancelled.',
    may: 'planRuns',
    at: atSchedule,
    input: ChangeSchedule,
    answer: ScheduleAnswer,
    guarded: true,
  },
  ({ actor, scheduleId, expectedVersion, input: { alsoMade, ...input } }) =>
    transaction(async () => {
      await lockSchedules();
      const before = await requireSchedule(scheduleId);
      await refuseStale(before, expectedVersion);
      const after = { ...before, ...defined(input) };
      await check(after, before);
      const { name, dealership, driverId, vehicle, zone, shipVia, isDefault, orderKind, validFrom, validTo } =
        after;
      await RunSchedule.update(
        {
          name,
          dealership,
          driverId,
          vehicle,
          zone,
          shipVia,
          isDefault,
          orderKind,
          validFrom,
          validTo,
          version: fn('nextval', 'run_versions'),
          changedBy: actor.id,
          changedAt: fn('now'),
        },
        { where: { id: scheduleId } },
      );
      await writeParts(scheduleId, input);
      if (alsoMade) await followPlan(actor, [scheduleId]);
      else await makeRuns();
      return requireSchedule(scheduleId);
    }),
);

export const deleteSchedule = command(
  {
    summary: 'Deletes a schedule of runs',
    about: 'Its runs that have not left are cancelled, and their tasks find another run or are unassigned.',
    may: 'planRuns',
    at: atSchedule,
    answer: Deleted,
  },
  ({ actor, scheduleId }) =>
    transaction(async () => {
      await lockSchedules();
      await requireSchedule(scheduleId);
      const before = await cancelRuns(scheduleId);
      await RunSchedule.destroy({ where: { id: scheduleId } });
      // Tasks look for another run, which must not be one of this schedule.
      await tell(actor, before);
      return { id: scheduleId };
    }),
);

const defined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]: Exclude<Values[Key], undefined>;
  };

type Whole = Omit<SaveSchedule, 'alsoMade'>;

/** @throws invalid, by field. @param before what is kept may have been retired since. */
async function check(
  schedule: Omit<Whole, 'stops'> & { stops: Stops },
  before: Schedule | null,
): Promise<void> {
  if (schedule.validFrom && schedule.validTo && schedule.validTo < schedule.validFrom)
    throw fieldRefusal('validTo', untranslated('validityEnds', 'The last day must not be before the first'));
  const times = new Set(schedule.times.map(({ weekday, departs }) => `${String(weekday)} ${departs}`));
  if (times.size < schedule.times.length)
    throw fieldRefusal('times', untranslated('timeTwice', 'There are two departures at the same time'));
  await refuseTaken(schedule, before?.id ?? 0);
  if (schedule.dealership !== before?.dealership) await requireDealership(schedule.dealership);
  if (schedule.driverId !== null && schedule.driverId !== before?.driverId)
    await requireDriver(schedule.driverId);
  await requireStops(schedule.stops);
}

async function refuseTaken(
  { name, dealership, isDefault }: Pick<Whole, 'name' | 'dealership' | 'isDefault'>,
  id: number,
) {
  const taken = await row<{ name: boolean; other: string | null }>(
    `select coalesce(bool_or(lower(name) = lower($name)), false) as name,
       min(name) filter (where is_default and dealership = $dealership and $isDefault) as other
     from run_schedules where id <> $id`,
    { name, dealership, isDefault, id },
  );
  if (taken?.name) {
    const said = untranslated('scheduleNameTaken', 'Another schedule has this name');
    throw conflict(said, { fields: { name: [said] } });
  }
  if (taken?.other) {
    const said = untranslated('defaultTaken', `${taken.other} is the default of ${dealership} already`);
    throw conflict(said, { fields: { isDefault: [said] } });
  }
}

async function requireDealership(name: string): Promise<void> {
  const known = (await findDealerships()).some((each) => each.name === name && !each.retiredAt);
  if (!known)
    throw fieldRefusal(
      'dealership',
      untranslated('noSuchDealership', `There is no dealership called ${name}`),
    );
}

export async function requireDriver(driverId: number): Promise<void> {
  const found = await row(`select 1 from users u where u.id = $driverId and ${DRIVES}`, { driverId });
  if (!found) throw fieldRefusal('driverId', untranslated('noSuchDriver', 'There is no such driver'));
}

type Stops = (SaveSchedule['stops'][number] | Schedule['stops'][number])[];

async function requireStops(stops: Stops): Promise<void> {
  if (stops.length === 0) return;
  const late = stops.find(
    ({ windowFrom, windowTo }) => windowFrom !== null && windowTo !== null && windowTo < windowFrom,
  );
  if (late)
    throw fieldRefusal('stops', untranslated('windowEnds', 'The window of a stop ends before it begins'));
  const missing = await row<{ place: number }>(
    `select w.place from jsonb_to_recordset($stops::jsonb) as w(place integer, "accountId" integer, "addressId" integer)
     where not exists (select from accounts a where a.id = w."accountId")
       or w."addressId" is not null and not exists (
         select from account_addresses d where d.id = w."addressId" and d.account_id = w."accountId")
     order by w.place limit 1`,
    { stops: JSON.stringify(stops.map((stop, index) => ({ ...stop, place: index + 1 }))) },
  );
  if (missing)
    throw fieldRefusal(
      'stops',
      untranslated('noSuchStop', `Stop ${String(missing.place)}: there is no such account or address`),
    );
}

const minutes = (clock: string) => parseClock(clock) ?? 0;
const minutesOrNull = (clock: string | null) => (clock === null ? null : minutes(clock));

async function writeParts(
  scheduleId: number,
  { times, stops }: { times?: SaveSchedule['times'] | undefined; stops?: SaveSchedule['stops'] | undefined },
): Promise<void> {
  if (times) {
    await StoredTime.destroy({ where: { scheduleId } });
    await StoredTime.bulkCreate(
      times.map(({ weekday, departs, cutoff, cutoffDaysBefore }) => ({
        scheduleId,
        weekday,
        departs: minutes(departs),
        cutoff: minutes(cutoff),
        cutoffDaysBefore,
      })),
    );
  }
  if (stops) {
    await StoredStop.destroy({ where: { scheduleId } });
    await StoredStop.bulkCreate(
      stops.map(({ windowFrom, windowTo, ...stop }, index) => ({
        ...stop,
        scheduleId,
        place: index + 1,
        windowFrom: minutesOrNull(windowFrom),
        windowTo: minutesOrNull(windowTo),
      })),
    );
  }
}

/** A week of runs: what was made, and what is planned on later days. */
import type { Actor } from '~/domain/kernel/actor';
import { query } from '~/domain/kernel/command.server';
import { clockAt, wallClock } from '~/domain/kernel/time';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { dayAfter } from '~/domain/network/shifts/hours';
import { listRouteOwners } from '~/domain/network/users/queries.server';
import * as z from 'zod/v4';
import { requireSchedule } from './commands.server';
import { exceptionsFrom, plannedOn, type Planned } from './departures';
import { DAYS_AHEAD, today } from './make.server';
import { runDay, type Run, type RunException, type Schedule } from './schema';
import { RUN_STATE_LABELS, RUN_STATES } from './states';
import { id, known } from '~/domain/kernel/schema';
import { findExceptions, findRuns, findSchedules } from './store.server';

const Shown = z.strictObject({
  departs: z.string(),
  leaves: z.string(),
  cutoff: z.string(),
  cutoffDay: z.string(),
  driver: z.string().nullable(),
  change: z.enum(['skip', 'move', 'extra']).nullable(),
  /** Null before it is made. */
  state: z.enum(RUN_STATES).nullable(),
  label: z.string().nullable(),
});
export type ShownRun = z.output<typeof Shown>;

type Names = Map<number, string>;

async function namesOf(actor: Actor): Promise<Names> {
  const people = await listRouteOwners({ actor });
  return new Map(people.map(({ id: personId, name, username }) => [personId, name || username]));
}

const nameOf = (names: Names, driverId: number | null) =>
  driverId === null ? null : (names.get(driverId) ?? 'Former driver');

const plannedShown = (
  names: Names,
  { driverId, departs, leaves, cutoff, cutoffDay, change }: Planned,
): ShownRun => ({
  departs,
  leaves,
  cutoff,
  cutoffDay,
  change,
  driver: nameOf(names, driverId),
  state: null,
  label: null,
});

function runShown(names: Names, zone: string, planned: Planned | undefined, run: Run): ShownRun {
  const [departsAt, cutoffAt] = [new Date(run.departsAt), new Date(run.cutoffAt)];
  return {
    departs: run.departs,
    leaves: clockAt(departsAt, zone),
    cutoff: clockAt(cutoffAt, zone),
    cutoffDay: wallClock(cutoffAt, zone).date,
    driver: nameOf(names, run.driverId),
    change: run.state === 'cancelled' ? 'skip' : (planned?.change ?? null),
    state: run.state,
    label: RUN_STATE_LABELS[run.state],
  };
}

/** Runs that were made are what departs on their day; the plan decides from the first day without them. */
function shownOn(
  names: Names,
  schedule: Schedule,
  exceptions: RunException[],
  runs: Run[],
  day: string,
): ShownRun[] {
  const zone = businessZone();
  const planned = plannedOn(schedule, exceptions, day);
  const made = runs.filter((run) => run.scheduleId === schedule.id && run.day === day);
  const isAhead = day > dayAfter(today(), DAYS_AHEAD);
  const others = planned.filter(
    ({ departs, change }) => (isAhead || change === 'skip') && !made.some((run) => run.departs === departs),
  );
  return [
    ...made.map((run) =>
      runShown(
        names,
        zone,
        planned.find(({ departs }) => departs === run.departs),
        run,
      ),
    ),
    ...others.map((each) => plannedShown(names, each)),
  ].sort((one, other) => (one.leaves < other.leaves ? -1 : 1));
}

const Days = z.strictObject({ days: z.array(runDay).max(7) });

/** For the form of a schedule. */
export const scheduleChoices = query(
  {
    summary: 'Drivers and dealerships that a schedule may name',
    may: 'planRuns',
    answer: z.strictObject({
      drivers: z.array(z.strictObject({ id: known, name: z.string() })),
      dealerships: z.array(z.string()),
    }),
  },
  async ({ actor }) => {
    const [names, dealerships] = await Promise.all([namesOf(actor), listDealershipNames({ actor })]);
    return { drivers: [...names].map(([driverId, name]) => ({ id: driverId, name })), dealerships };
  },
);

/** The week's page. */
export const getRunWeek = query(
  {
    summary: 'A week of runs',
    may: 'planRuns',
    input: Days,
    answer: z.strictObject({
      schedules: z.array(
        z.strictObject({
          id: known,
          name: z.string(),
          dealership: z.string(),
          driver: z.string().nullable(),
          days: z.array(z.array(Shown)),
        }),
      ),
      closed: z.array(z.strictObject({ day: z.string(), note: z.string().nullable() })),
    }),
  },
  async ({ actor, input: { days } }) => {
    const [first = today(), last = first] = [days[0], days.at(-1)];
    const from = exceptionsFrom(first < today() ? first : today());
    const [schedules, exceptions, runs, names] = await Promise.all([
      findSchedules(),
      findExceptions(from, '2199-12-31'),
      findRuns(first, last),
      namesOf(actor),
    ]);
    return {
      schedules: schedules.map((schedule) => ({
        id: schedule.id,
        name: schedule.name,
        dealership: schedule.dealership,
        driver: nameOf(names, schedule.driverId),
        days: days.map((day) => shownOn(names, schedule, exceptions, runs, day)),
      })),
      closed: exceptions
        .filter(({ scheduleId, day }) => scheduleId === null && (day >= today() || days.includes(day)))
        .map(({ day, note }) => ({ day, note })),
    };
  },
);

/** The page of one day of a schedule. */
export const getRunDay = query(
  {
    summary: 'One day of a schedule of runs',
    may: 'planRuns',
    at: { scheduleId: id, day: runDay },
    answer: z.strictObject({
      name: z.string(),
      departures: z.array(Shown),
      exceptions: z.array(
        z.strictObject({
          id: known,
          kind: z.enum(['skip', 'move', 'extra', 'driver']),
          departs: z.string().nullable(),
          movedTo: z.string().nullable(),
          driver: z.string().nullable(),
          note: z.string().nullable(),
        }),
      ),
      closed: z.boolean(),
      past: z.boolean(),
      drivers: z.array(z.strictObject({ id: known, name: z.string() })),
    }),
  },
  async ({ actor, scheduleId, day }) => {
    const schedule = await requireSchedule(scheduleId);
    const [exceptions, runs, names] = await Promise.all([
      findExceptions(exceptionsFrom(day), day),
      findRuns(day, day),
      namesOf(actor),
    ]);
    const own = exceptions.filter((each) => each.day === day);
    return {
      name: schedule.name,
      departures: shownOn(names, schedule, exceptions, runs, day),
      exceptions: own
        .filter((each) => each.scheduleId === scheduleId)
        .map(({ id: exceptionId, kind, departs, movedTo, driverId, note }) => ({
          id: exceptionId,
          kind,
          departs,
          movedTo,
          note,
          driver: nameOf(names, driverId),
        })),
      closed: own.some((each) => each.scheduleId === null),
      past: day < today(),
      drivers: [...names].map(([driverId, name]) => ({ id: driverId, name })),
    };
  },
);

/** Exceptions of one day: a departure is skipped, moved, extra or another driver's, or the day is closed. */
import { execute, row, rows, transaction } from 'db/connection';
import { RunException as StoredException } from 'db/models/runs';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { Deleted, id } from '~/domain/kernel/schema';
import { untranslated } from '~/domain/kernel/sentence';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { dayAfter, parseClock } from '~/domain/network/shifts/hours';
import { requireDriver, requireSchedule } from './commands.server';
import { weekdayOf } from './departures';
import { followPlan } from './make.server';
import { ExceptionAnswer, LAST_DAY, SaveException, type RunException, type Schedule } from './schema';
import { findException, findExceptions, findRun, lockSchedules } from './store.server';

const MOST_EXCEPTIONS = 2_000;
const atSchedule = { scheduleId: id };
const atException = { scheduleId: id, exceptionId: id };

export const listExceptions = query(
  {
    summary: 'Exceptions of a schedule from today on, by day',
    may: 'planRuns',
    at: atSchedule,
    answer: z.array(ExceptionAnswer),
  },
  async ({ scheduleId }) => {
    await requireSchedule(scheduleId);
    return (await findExceptions(businessToday(), LAST_DAY)).filter((each) => each.scheduleId === scheduleId);
  },
);

export const saveException = command(
  {
    summary: 'Makes one day of a schedule different',
    about:
      '`skip`: it does not depart, and its tasks find another run. `move`: it departs at another time. `extra`: one more departure. `driver`: another driver. Another exception of the same kind for the same departure is replaced.',
    may: 'planRuns',
    at: atSchedule,
    input: SaveException,
    answer: ExceptionAnswer,
    creates: true,
  },
  ({ actor, scheduleId, input }) =>
    transaction(async () => {
      await lockSchedules();
      const schedule = await requireSchedule(scheduleId);
      check(schedule, input);
      if (input.driverId !== null) await requireDriver(input.driverId);
      const saved = await writeException(actor, scheduleId, input);
      await followPlan(actor, [scheduleId], input);
      return saved;
    }),
);

export const removeException = command(
  { summary: 'Removes an exception', may: 'planRuns', at: atException, answer: Deleted },
  ({ actor, scheduleId, exceptionId }) =>
    transaction(async () => {
      await lockSchedules();
      const exception = await findException(exceptionId);
      if (exception?.scheduleId !== scheduleId) throw notFound('Exception');
      await StoredException.destroy({ where: { id: exceptionId } });
      await followPlan(actor, [scheduleId], exception);
      return { id: exceptionId };
    }),
);

/**
 * Writes that one run is different from its schedule, so that later changes of the plan keep it. The caller changes the
 * run itself, and calls this before it locks anything else: schedules are locked first.
 */
export async function exceptRun(
  actor: Actor,
  runId: number,
  change: { kind: 'skip' } | { kind: 'driver'; driverId: number | null },
): Promise<void> {
  await lockSchedules();
  const run = await findRun(runId);
  if (!run) throw notFound('Run');
  const { scheduleId, day, departs } = run;
  // A run whose schedule was deleted has no plan.
  if (scheduleId === null) return;
  const rest = { movedTo: null, cutoff: null, driverId: null, note: null };
  await writeException(actor, scheduleId, { ...rest, day, departs, ...change });
}

const UNSKIP = `
  delete from run_exceptions e using runs r
  where r.id = $runId and e.schedule_id = r.schedule_id and e.day = r.day and e.departs = r.departs and e.kind = 'skip'`;

/** Removes the exception that skips this run. Call it after `lockSchedules`. */
export const unskipRun = (runId: number): Promise<void> => execute(UNSKIP, { runId });

export function refusePast(day: string): void {
  if (day < businessToday()) throw fieldRefusal('day', untranslated('dayPast', 'The day is over'));
  if (day > dayAfter(businessToday(), 730))
    throw fieldRefusal('day', untranslated('dayFar', 'At most two years ahead'));
}

/** @throws invalid, by field. */
function check({ times }: Schedule, { day, kind, departs, movedTo, cutoff }: SaveException): void {
  refusePast(day);
  const weekday = weekdayOf(day);
  const isPlanned = times.some((time) => time.weekday === weekday && time.departs === departs);
  if (departs === null && (kind === 'move' || kind === 'extra'))
    throw fieldRefusal('departs', untranslated('departureMissing', 'Departure is required'));
  if (kind === 'move' && !isPlanned)
    throw fieldRefusal('departs', untranslated('noSuchDeparture', 'There is no departure at this time'));
  if (kind === 'move' && movedTo === null)
    throw fieldRefusal('movedTo', untranslated('newDepartureMissing', 'New departure is required'));
  if (kind === 'extra' && isPlanned)
    throw fieldRefusal(
      'departs',
      untranslated('departureThere', 'There is a departure at this time already'),
    );
  const leaves = kind === 'move' ? movedTo : departs;
  if (cutoff !== null && leaves !== null && cutoff > leaves)
    throw fieldRefusal('cutoff', untranslated('cutoffLate', 'The cut-off must not be after the departure'));
}

const minutes = (clock: string | null) => (clock === null ? null : parseClock(clock));

export async function writeException(
  actor: Actor,
  scheduleId: number | null,
  given: SaveException,
): Promise<RunException> {
  const { day, kind } = given;
  const times = {
    departs: minutes(given.departs),
    movedTo: minutes(given.movedTo),
    cutoff: minutes(given.cutoff),
  };
  const { count = 0 } =
    (await row<{ count: number }>(
      'select count(*)::integer as count from run_exceptions where day >= current_date',
    )) ?? {};
  if (count >= MOST_EXCEPTIONS)
    throw conflict(untranslated('tooManyExceptions', 'There are too many exceptions. Remove some first'));
  const [written] = await rows<{ id: number }>(
    `insert into run_exceptions (schedule_id, day, kind, departs, moved_to, cutoff, driver_id, note, changed_by)
     values ($scheduleId, $day::date, $kind, $departs, $movedTo, $cutoff, $driverId, $note, $actorId)
     on conflict (coalesce(schedule_id, 0), day, kind, coalesce(departs, -1)) do update set
       moved_to = excluded.moved_to, cutoff = excluded.cutoff, driver_id = excluded.driver_id,
       note = excluded.note, changed_by = excluded.changed_by, changed_at = now()
     returning id`,
    { scheduleId, day, kind, ...times, driverId: given.driverId, note: given.note, actorId: actor.id },
  );
  const saved = written && (await findException(written.id));
  if (!saved) throw new Error('The exception was not stored');
  return saved;
}

/** The page of one day of a schedule. */
import * as z from 'zod/v4';
import { query } from '~/domain/kernel/command.server';
import { id, known } from '~/domain/kernel/schema';
import { clockLabel } from '~/domain/kernel/time';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { weekOf } from '~/domain/network/shifts/hours';
import { driverNames } from './choices.server';
import { requireSchedule } from './commands.server';
import { exceptionsFrom } from './departures';
import { runDay, type RunException } from './schema';
import { nameOf, Shown, shownOn, wholeDay } from './shown.server';
import { findExceptions, findRuns } from './store.server';

/** `10:30 AM: moved to 11:15 AM` */
function changeText({ kind, departs, movedTo }: RunException, driver: string | null): string {
  const which = departs === null ? 'All departures' : clockLabel(departs);
  switch (kind) {
    case 'skip':
      return `${which}: skipped`;
    case 'move':
      return `${which}: moved to ${movedTo === null ? '' : clockLabel(movedTo)}`;
    case 'extra':
      return `${which}: extra`;
    case 'driver':
      return `${which}: ${driver ?? 'nobody'} drives`;
  }
}

export const getRunDay = query(
  {
    summary: 'One day of a schedule of runs',
    may: 'planRuns',
    at: { scheduleId: id, day: runDay },
    answer: z.strictObject({
      title: z.string(),
      week: z.string(),
      departures: z.array(Shown),
      exceptions: z.array(z.strictObject({ id: known, change: z.string(), note: z.string().nullable() })),
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
      driverNames(actor),
    ]);
    const own = exceptions.filter((each) => each.day === day);
    return {
      title: `${schedule.name}, ${wholeDay(day)}`,
      week: weekOf(day),
      departures: shownOn(names, schedule, exceptions, runs, day),
      exceptions: own
        .filter((each) => each.scheduleId === scheduleId)
        .map((each) => ({
          id: each.id,
          change: changeText(each, nameOf(names, each.driverId)),
          note: each.note,
        })),
      closed: own.some((each) => each.scheduleId === null),
      past: day < businessToday(),
      drivers: [...names].map(([driverId, name]) => ({ id: driverId, name })),
    };
  },
);

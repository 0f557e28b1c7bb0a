/** Runs as the pages of the week and of one day show them, in words. */
import * as z from 'zod/v4';
import { clockAt, clockLabel, dateLabel, wallClock, weekdayLabel } from '~/domain/kernel/time';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { dayAfter } from '~/domain/network/shifts/hours';
import type { Names } from './choices.server';
import { plannedOn, type Planned } from './departures';
import { DAYS_AHEAD } from './make.server';
import type { Run, RunException, Schedule } from './schema';
import { isWaiting, RUN_STATE_LABELS } from './states';

export const Shown = z.strictObject({
  departs: z.string().describe('As planned, like 10:30'),
  leaves: z.string().describe('10:30 AM'),
  closes: z.string().describe('closes 10:10 AM, with the day where it is another one'),
  driver: z.string().nullable(),
  change: z.enum(['skip', 'move', 'extra']).nullable(),
  state: z.string().nullable().describe('Null before the run is made'),
  isBuilding: z.boolean().describe('Tasks join it, or will'),
  isOpen: z.boolean().describe('It has not left'),
});
export type ShownRun = z.output<typeof Shown>;

/** `Fri 27` */
export const dayLabel = (day: string) => `${weekdayLabel(day).slice(0, 3)} ${String(Number(day.slice(8)))}`;

/** `Friday, Nov 27, 2026` */
export const wholeDay = (day: string) => `${weekdayLabel(day)}, ${dateLabel(day)}`;

const closes = (cutoff: string, cutoffDay: string, day: string) =>
  `closes ${cutoffDay === day ? '' : `${dayLabel(cutoffDay)} `}${clockLabel(cutoff)}`;

export const nameOf = (names: Names, driverId: number | null) =>
  driverId === null ? null : (names.get(driverId) ?? 'Former driver');

type Sorted = { at: string; shown: ShownRun };

const plannedShown = (
  names: Names,
  { day, driverId, departs, leaves, cutoff, cutoffDay, change }: Planned,
): Sorted => ({
  at: leaves,
  shown: {
    departs,
    leaves: clockLabel(leaves),
    closes: closes(cutoff, cutoffDay, day),
    change,
    driver: nameOf(names, driverId),
    state: null,
    isBuilding: change !== 'skip',
    isOpen: change !== 'skip',
  },
});

function runShown(names: Names, planned: Planned | undefined, run: Run): Sorted {
  const zone = businessZone();
  const [departsAt, cutoffAt] = [new Date(run.departsAt), new Date(run.cutoffAt)];
  const leaves = clockAt(departsAt, zone);
  return {
    at: leaves,
    shown: {
      departs: run.departs,
      leaves: clockLabel(leaves),
      closes: closes(clockAt(cutoffAt, zone), wallClock(cutoffAt, zone).date, run.day),
      driver: nameOf(names, run.driverId),
      change: run.state === 'cancelled' ? 'skip' : (planned?.change ?? null),
      state: RUN_STATE_LABELS[run.state],
      isBuilding: run.state === 'building',
      isOpen: isWaiting(run.state),
    },
  };
}

/** Runs that were made are what departs on their day; the plan decides from the first day without them. */
export function shownOn(
  names: Names,
  schedule: Schedule,
  exceptions: RunException[],
  runs: Run[],
  day: string,
): ShownRun[] {
  const planned = plannedOn(schedule, exceptions, day);
  const made = runs.filter((run) => run.scheduleId === schedule.id && run.day === day);
  const isAhead = day > dayAfter(businessToday(), DAYS_AHEAD);
  const others = planned.filter(
    ({ departs, change }) => (isAhead || change === 'skip') && !made.some((run) => run.departs === departs),
  );
  const shown = [
    ...made.map((run) =>
      runShown(
        names,
        planned.find(({ departs }) => departs === run.departs),
        run,
      ),
    ),
    ...others.map((each) => plannedShown(names, each)),
  ];
  return shown.sort((one, other) => (one.at < other.at ? -1 : 1)).map(({ shown: each }) => each);
}

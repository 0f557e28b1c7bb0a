/** The departures of a schedule by its times, its exceptions and the closed days. Safe in the browser. */
import { momentAt } from '~/domain/kernel/time';
import { apiClock, dayAfter, parseClock } from '~/domain/network/shifts/hours';
import type { RunException, RunTime } from './schema';

export type Plan = {
  id: number;
  driverId: number | null;
  validFrom: string | null;
  validTo: string | null;
  times: RunTime[];
};

/** `scheduleId`: null for all schedules. */
export type Exceptions = Omit<RunException, 'id' | 'note'>[];

/** A departure on clocks of the network. */
export type Planned = {
  day: string;
  /** As planned, also when it was moved. With the day it is the departure's name. */
  departs: string;
  leaves: string;
  cutoff: string;
  cutoffDay: string;
  driverId: number | null;
  change: 'skip' | 'move' | 'extra' | null;
};

/** The moments are in milliseconds. */
export type Departure = Planned & { departsAt: number; cutoffAt: number };

/** Minutes from the cut-off to an extra departure that has none of its own. */
const LEAD = 20;
/** Working days are looked for in so many days before. */
const FARTHEST_DAYS = 60;

const minutesOf = (clock: string) => parseClock(clock) ?? 0;

/** 1 is Monday. */
export const weekdayOf = (day: string) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** Returns the first day whose exceptions `plannedOn` reads for this day. */
export const exceptionsFrom = (day: string) => dayAfter(day, -FARTHEST_DAYS);

const isClosed = (exceptions: Exceptions, day: string) =>
  exceptions.some((each) => each.scheduleId === null && each.day === day);

/** Counts days on which the schedule has a departure and which are not closed. */
function workingDayBefore({ times }: Plan, exceptions: Exceptions, day: string, count: number): string {
  let left = count;
  for (let before = 1; before <= FARTHEST_DAYS && left > 0; before++) {
    const earlier = dayAfter(day, -before);
    const weekday = weekdayOf(earlier);
    if (times.some((time) => time.weekday === weekday) && !isClosed(exceptions, earlier)) left--;
    if (left === 0) return earlier;
  }
  return dayAfter(day, -count);
}

/** Returns the departures of one day, also those that are skipped, in their order. */
export function plannedOn(plan: Plan, exceptions: Exceptions, day: string): Planned[] {
  if ((plan.validFrom && day < plan.validFrom) || (plan.validTo && day > plan.validTo)) return [];
  const own = exceptions.filter((each) => each.scheduleId === plan.id && each.day === day);
  const find = (kind: RunException['kind'], departs: string) =>
    own.find((each) => each.kind === kind && each.departs === departs) ??
    own.find((each) => each.kind === kind && each.departs === null);
  const isSkipped = (departs: string) => isClosed(exceptions, day) || find('skip', departs) !== undefined;
  const driverOf = (departs: string, usual: number | null) => {
    const another = find('driver', departs);
    return another ? another.driverId : usual;
  };

  const weekday = weekdayOf(day);
  const planned = plan.times.filter((time) => time.weekday === weekday);
  const usual = planned.map((time): Planned => {
    const moved = own.find((each) => each.kind === 'move' && each.departs === time.departs);
    const leaves = moved?.movedTo ?? time.departs;
    const lead = minutesOf(time.departs) - minutesOf(time.cutoff);
    const isEarlierDay = time.cutoffDaysBefore > 0 && !moved?.cutoff;
    return {
      day,
      departs: time.departs,
      leaves,
      cutoff: moved?.cutoff ?? (isEarlierDay ? time.cutoff : clockBefore(leaves, lead)),
      cutoffDay: isEarlierDay ? workingDayBefore(plan, exceptions, day, time.cutoffDaysBefore) : day,
      driverId: driverOf(time.departs, plan.driverId),
      change: isSkipped(time.departs) ? 'skip' : moved ? 'move' : null,
    };
  });
  const extra = own.flatMap(({ kind, departs, cutoff, driverId }): Planned[] =>
    kind !== 'extra' || departs === null || planned.some((time) => time.departs === departs)
      ? []
      : [
          {
            day,
            departs,
            leaves: departs,
            cutoff: cutoff ?? clockBefore(departs, LEAD),
            cutoffDay: day,
            driverId: driverOf(departs, driverId ?? plan.driverId),
            change: isSkipped(departs) ? 'skip' : 'extra',
          },
        ],
  );
  return [...usual, ...extra].sort((one, other) => (one.leaves < other.leaves ? -1 : 1));
}

const clockBefore = (clock: string, minutes: number) => apiClock(Math.max(0, minutesOf(clock) - minutes));

/** Returns what departs in so many days. @param exceptions those since `exceptionsFrom(from)`. */
export const departuresOf = (
  plan: Plan,
  exceptions: Exceptions,
  from: string,
  days: number,
  zone: string,
): Departure[] =>
  Array.from({ length: days }, (_, index) => plannedOn(plan, exceptions, dayAfter(from, index)))
    .flat()
    .filter(({ change }) => change !== 'skip')
    .map((planned) => ({
      ...planned,
      departsAt: momentAt(planned.day, minutesOf(planned.leaves), zone),
      cutoffAt: momentAt(planned.cutoffDay, minutesOf(planned.cutoff), zone),
    }));

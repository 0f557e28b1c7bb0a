/** The page of a week of runs. */
import * as z from 'zod/v4';
import { query } from '~/domain/kernel/command.server';
import { known } from '~/domain/kernel/schema';
import { dateLabel } from '~/domain/kernel/time';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { dayAfter, daysOf, weekOf } from '~/domain/network/shifts/hours';
import { driverNames } from './choices.server';
import { exceptionsFrom } from './departures';
import { dayLabel, nameOf, Shown, shownOn, wholeDay } from './shown.server';
import { LAST_DAY } from './schema';
import { findExceptions, findRuns, findSchedules } from './store.server';

type Day = { day: string; label: string; title: string };
const dayOf = (day: string): Day => ({ day, label: dayLabel(day), title: wholeDay(day) });
const DayAnswer = z.strictObject({ day: z.string(), label: z.string(), title: z.string() });

export const getRunWeek = query(
  {
    summary: 'A week of runs',
    may: 'planRuns',
    input: z.strictObject({ week: z.string().describe('Like 2026-W48; another text is this week') }),
    answer: z.strictObject({
      title: z.string(),
      before: z.string(),
      after: z.string(),
      today: z.string(),
      days: z.array(DayAnswer),
      schedules: z.array(
        z.strictObject({
          id: known,
          name: z.string(),
          dealership: z.string(),
          driver: z.string().nullable(),
          runs: z.array(z.array(Shown)),
        }),
      ),
      closed: z.array(z.strictObject({ ...DayAnswer.shape, note: z.string().nullable() })),
    }),
  },
  async ({ actor, input: { week } }) => {
    const now = businessToday();
    const days = daysOf(week) ?? daysOf(weekOf(now)) ?? [];
    const [first = now, last = first] = [days[0], days.at(-1)];
    const [schedules, exceptions, runs, names] = await Promise.all([
      findSchedules(),
      findExceptions(exceptionsFrom(first < now ? first : now), LAST_DAY),
      findRuns(first, last),
      driverNames(actor),
    ]);
    const closed = exceptions.filter(
      ({ scheduleId, day }) => scheduleId === null && (day >= now || days.includes(day)),
    );
    return {
      title: `${dateLabel(first)} – ${dateLabel(last)}`,
      before: weekOf(dayAfter(first, -7)),
      after: weekOf(dayAfter(first, 7)),
      today: now,
      days: days.map(dayOf),
      schedules: schedules.map(({ id, name, dealership, driverId, ...schedule }) => ({
        id,
        name,
        dealership,
        driver: nameOf(names, driverId),
        runs: days.map((day) =>
          shownOn(names, { ...schedule, id, name, dealership, driverId }, exceptions, runs, day),
        ),
      })),
      closed: closed.map(({ day, note }) => ({ ...dayOf(day), note })),
    };
  },
);

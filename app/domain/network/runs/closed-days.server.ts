/** Days on which no run departs. */
import { transaction } from 'db/connection';
import { RunException as StoredException } from 'db/models/runs';
import * as z from 'zod/v4';
import { command, query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { refusePast, writeException } from './exceptions.server';
import { followPlan, followWorkingDays } from './make.server';
import { CloseDay, ExceptionAnswer, LAST_DAY, runDay } from './schema';
import { findExceptions, lockSchedules } from './store.server';

export const listClosedDays = query(
  {
    summary: 'Days from today on that are closed for all schedules',
    may: 'planRuns',
    answer: z.array(ExceptionAnswer),
  },
  async () =>
    (await findExceptions(businessToday(), LAST_DAY)).filter(({ scheduleId }) => scheduleId === null),
);

export const closeDay = command(
  {
    summary: 'Closes a day for all schedules',
    about: 'Its runs that have not left are cancelled, and their tasks find other runs.',
    may: 'planRuns',
    input: CloseDay,
    answer: ExceptionAnswer,
    creates: true,
  },
  ({ actor, input: { day, note } }) =>
    transaction(async () => {
      await lockSchedules();
      refusePast(day);
      const closed = await writeException(actor, null, {
        day,
        note,
        kind: 'skip' as const,
        departs: null,
        movedTo: null,
        cutoff: null,
        driverId: null,
      });
      await followPlan(actor, null, { day, departs: null });
      await followWorkingDays(actor);
      return closed;
    }),
);

export const openDay = command(
  {
    summary: 'Opens a closed day again',
    may: 'planRuns',
    at: { day: runDay },
    answer: z.strictObject({}),
  },
  ({ actor, day }) =>
    transaction(async () => {
      await lockSchedules();
      const opened = await StoredException.destroy({ where: { scheduleId: null, day } });
      if (opened === 0) throw notFound('Closed day');
      await followPlan(actor, null, { day, departs: null });
      await followWorkingDays(actor);
      return {};
    }),
);

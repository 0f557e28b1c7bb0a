/** Reads and plans the hours of drivers: drivers read their own, dispatchers plan. */
import { row, rows, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, DomainError, fieldRefusal, forbidden, invalid, notFound } from '~/domain/kernel/errors';
import { businessZone } from '~/domain/network/settings/network.server';
import { authorize, authorizeAll } from '~/domain/kernel/permissions';
import { wallClock } from '~/domain/kernel/time';
import { fieldOfDay, shownHours } from './fields';
import { apiClock, CHANGED_MEANWHILE, DAY_MINUTES, dayAfter, daysOf, readHours } from './hours';
import {
  atDriver,
  atShift,
  CopiedAnswer,
  CopyWeek,
  EnterShift,
  ListShifts,
  SaveShift,
  SaveWeek,
  ShiftAnswer,
  type Shift,
} from './schema';
import {
  answerOf,
  deleteShift,
  findShifts,
  lockShifts,
  refuseStale,
  requireDriver,
  SHIFT,
  storedOf,
  writeShift,
} from './store.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import { untranslated } from '~/domain/kernel/sentence';

const MOST_DAYS = 92;
const DAYS_UNASKED = 28;

export const today = () => wallClock(new Date(), businessZone()).date;

export const listShifts = query(
  {
    summary: 'Shifts of drivers, by day and start',
    about:
      'From `from` to `to`, at most 92 days; without them 28 days from today on. Drivers get their own. Shifts of people who no longer drive are left out.',
    may: 'readShifts',
    input: ListShifts,
    answer: z.array(ShiftAnswer),
  },
  async ({ actor, input: { from = today(), to = dayAfter(from, DAYS_UNASKED - 1), driverId } }) => {
    const isOwn = authorize(actor, 'readShifts') === 'own';
    if (isOwn && driverId !== undefined && driverId !== actor.id) throw forbidden();
    if (to > dayAfter(from, MOST_DAYS - 1))
      throw fieldRefusal('to', untranslated('tooManyDaysOfShifts', `At most ${String(MOST_DAYS)} days`));
    const found = await rows<Parameters<typeof answerOf>[0]>(
      prepared(
        `select ${SHIFT} from shifts s join users u on u.id = s.driver_id and ${DRIVES}
         where s.day between $from::date and $to::date and ($driverId::integer is null or s.driver_id = $driverId)
         order by s.day, s.starts, s.driver_id`,
      ),
      { from, to, driverId: isOwn ? actor.id : (driverId ?? null) },
    );
    return found.map(answerOf);
  },
);

export const getShift = query(
  {
    summary: 'The shift of a driver on one day, if there is one',
    may: 'planShifts',
    at: atShift,
    answer: z.strictObject({ driver: z.string(), shift: ShiftAnswer.nullable() }),
  },
  async ({ driverId, day }) => ({
    driver: await requireDriver(driverId),
    shift: (await findShifts(driverId, [day])).get(day) ?? null,
  }),
);

/** Reads a driver's days for their form. */
export async function getWeek(actor: Actor, driverId: number, days: string[]) {
  authorizeAll(actor, 'planShifts');
  const driver = await requireDriver(driverId);
  const shifts = await findShifts(driverId, days);
  const shown = days.map((day) => {
    const shift = shifts.get(day);
    return [day, { hours: shownHours(shift), version: shift?.version ?? 0 }] as const;
  });
  return { driver, shown: Object.fromEntries(shown) };
}

type On = { driverId: number; day: string };
type At = On & { actor: Actor; expectedVersion?: number | undefined };

/** @param shift null for no shift. */
const enter = (
  { actor, driverId, day, expectedVersion }: At,
  shift: SaveShift | null,
): Promise<Shift | null> =>
  transaction(async () => {
    await lockShifts();
    await requireDriver(driverId);
    const before = (await findShifts(driverId, [day])).get(day);
    await refuseStale({ driverId, day }, before, expectedVersion);
    if (!shift) {
      await deleteShift({ driverId, day });
      return null;
    }
    return writeShift(actor, { driverId, day }, await storedOf(shift), before);
  });

export const saveShift = command(
  {
    summary: 'Sets the shift of a driver on one day',
    about:
      'Replaces what there was. An end that is not later than the start is on the next day. With `If-Match: "0"` only where there is no shift yet.',
    may: 'planShifts',
    at: atShift,
    input: SaveShift,
    answer: ShiftAnswer,
    guarded: true,
  },
  async ({ input, ...at }) => {
    const saved = await enter(at, input);
    if (!saved) throw notFound('Shift');
    return saved;
  },
);

export const removeShift = command(
  {
    summary: 'Removes the shift of a driver on one day',
    may: 'planShifts',
    at: atShift,
    answer: z.strictObject({}),
    guarded: true,
  },
  async ({ driverId, day, ...given }) => {
    const there = await findShifts(driverId, [day]);
    if (!there.has(day)) throw notFound('Shift');
    await enter({ driverId, day, ...given }, null);
    return {};
  },
);

export const enterShift = command(
  {
    summary: 'Sets or removes the shift of a driver on one day',
    may: 'planShifts',
    at: atShift,
    input: EnterShift,
    answer: ShiftAnswer.nullable(),
    guarded: true,
  },
  ({ input: { start, end, ...details }, ...at }) =>
    enter(at, start === null || end === null ? null : { start, end, ...details }),
);

/** Saves the hours of a week, given as text. Breaks and places of shifts that stay are kept. */
export const saveWeek = command(
  {
    summary: 'Sets the hours of a driver on days of a week',
    may: 'planShifts',
    at: atDriver,
    input: SaveWeek,
    answer: z.strictObject({ changed: z.int() }),
  },
  ({ actor, driverId, input: { days } }) =>
    transaction(async () => {
      await lockShifts();
      await requireDriver(driverId);
      const known = await findShifts(
        driverId,
        days.map(({ day }) => day),
      );
      const changedByOthers = days.flatMap(({ day, version }): [string, string[]][] => {
        const now = known.get(day);
        if ((now?.version ?? 0) === version) return [];
        return [
          [
            fieldOfDay(day),
            [`Changed meanwhile to ${shownHours(now) || 'no shift'}. Save again to replace that`],
          ],
        ];
      });
      if (changedByOthers.length > 0)
        throw conflict(untranslated('weekChanged', CHANGED_MEANWHILE), {
          fields: Object.fromEntries(changedByOthers),
        });
      // All shifts are deleted first, because hours may move from one day into the hours that the next day
      // had.
      for (const { day } of days) await deleteShift({ driverId, day });
      for (const { day, hours } of days)
        if (hours !== '')
          await withErrorOnDay(day, () => writeHours(actor, { driverId, day }, hours, known.get(day)));
      return { changed: days.length };
    }),
);

async function writeHours(actor: Actor, at: On, hours: string, before?: Shift) {
  const parsed = readHours(hours);
  if (typeof parsed === 'string') throw invalid(untranslated('invalidHours', parsed));
  const { breakMinutes = 0, breakFrom = null, startPlace = null, endPlace = null } = before ?? {};
  const clocks = { start: apiClock(parsed.starts), end: apiClock(parsed.ends) };
  await writeShift(actor, at, await storedOf({ ...clocks, breakMinutes, breakFrom, startPlace, endPlace }));
}

/** Moves an error to the field of its day, because the form of a week has one field for each day. */
async function withErrorOnDay<Result>(day: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError
      ? new DomainError(error.kind, error.said, { fields: { [fieldOfDay(day)]: [error.said] } })
      : error;
  }
}

export const copyWeek = command(
  {
    summary: 'Copies the shifts of one week to another',
    about: 'A day that has a shift keeps it. Weeks are those of ISO 8601, from Monday on.',
    may: 'planShifts',
    input: CopyWeek,
    answer: CopiedAnswer,
  },
  ({ actor, input }) =>
    transaction(async () => {
      const [from, to] = [daysOf(input.from)?.[0], daysOf(input.to)?.[0]];
      if (from === undefined || to === undefined || from === to)
        throw invalid(untranslated('sameWeek', 'Choose two different weeks'));
      await lockShifts();
      const counts = await row<{ copied: number; kept: number }>(
        `with source as (
           select s.*, s.day + ($to::date - $from::date) as target from shifts s
           join users u on u.id = s.driver_id and ${DRIVES}
           where s.day between $from::date and $from::date + 6
         ), copied as (
           insert into shifts (driver_id, day, starts, ends, break_minutes, break_from, start_place, end_place, changed_by)
           select driver_id, target, starts, ends, break_minutes, break_from, start_place, end_place, $actorId
           from source c where not exists (
             select from shifts n where n.driver_id = c.driver_id and (n.day = c.target
               or n.day = c.target + 1 and n.starts + ${String(DAY_MINUTES)} < c.ends
               or n.day = c.target - 1 and c.starts + ${String(DAY_MINUTES)} < n.ends))
           returning 1
         )
         select (select count(*) from copied)::integer as copied,
           ((select count(*) from source) - (select count(*) from copied))::integer as kept`,
        { from, to, actorId: actor.id },
      );
      return counts ?? { copied: 0, kept: 0 };
    }),
);

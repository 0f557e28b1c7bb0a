/** Shifts as the API takes and answers them. */
import * as z from 'zod/v4';
import { count, id, known, text } from '~/domain/kernel/schema';
import { isDay } from '~/domain/kernel/time';
import { daysOf, LAST_YEAR } from './hours';

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** On clocks of the network's time zone. */
const clock = (label: string) =>
  z
    .string({
      error: ({ input }) => (input === undefined ? `${label} is required` : `${label} must be text`),
    })
    .regex(CLOCK, `${label} must be a time like 08:30`);

const day = z
  .string('Must be a day like 2026-11-23')
  .refine((value) => isDay(value) && Number(value.slice(0, 4)) <= LAST_YEAR, 'Must be a day like 2026-11-23')
  .meta({ format: 'date' });

const week = z
  .string('Must be a week like 2026-W48')
  .refine((value) => daysOf(value) !== null, 'Must be a week like 2026-W48')
  .meta({ pattern: '^20[2-9][0-9]-W(0[1-9]|[1-4][0-9]|5[0-2])$' });

/** Path ids. */
export const atShift = { driverId: id, day };
export const atDriver = { driverId: id };

const place = (label: string) =>
  text(100, label)
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .default(null);

const details = {
  breakMinutes: z
    .int('Break must be a number of minutes')
    .min(0, 'Break must be a number of minutes')
    .max(480, 'A break is at most 8 hours long')
    .default(0),
  breakFrom: clock('Break from').nullable().default(null),
  startPlace: place('Start place'),
  endPlace: place('End place'),
};

export const SaveShift = z.strictObject({ start: clock('Start'), end: clock('End'), ...details });
export type SaveShift = z.output<typeof SaveShift>;

/** The form. In it, no hours mean no shift. */
export const EnterShift = z.strictObject({
  start: clock('Start').nullable(),
  end: clock('End').nullable(),
  ...details,
});

export const ShiftAnswer = z
  .strictObject({
    driverId: known,
    day: z.iso.date(),
    start: z.string().describe('On clocks of the network’s time zone, like 08:30'),
    end: z.string().describe('On the next day unless it is later than the start'),
    breakMinutes: count,
    breakFrom: z.string().nullable().describe('Null: whenever it fits'),
    startPlace: z.string().nullable().describe('A dealership. Null: the driver’s first one'),
    endPlace: z.string().nullable().describe('A dealership. Null: wherever the last stop is'),
    version: known.describe('For If-Match, in quotes'),
  })
  .meta({ id: 'Shift' });
export type Shift = z.output<typeof ShiftAnswer>;

export const ListShifts = z
  .strictObject({ from: day.optional(), to: day.optional(), driverId: id.optional() })
  .describe('Without days: the days from today on');

export const CopyWeek = z.strictObject({ from: week, to: week });
export const CopiedAnswer = z.strictObject({
  copied: count,
  kept: count.describe('Days that had a shift already, or one that would overlap'),
});

export const SaveWeek = z.strictObject({
  days: z.array(z.strictObject({ day, hours: text(40, 'Hours'), version: z.int() })).max(7),
});

export const ImportShifts = z.strictObject({
  csvData: z.string('csvData must be the text of the CSV file'),
});

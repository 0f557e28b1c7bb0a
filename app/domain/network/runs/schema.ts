/** Runs and their schedules as the API takes and answers them. */
import * as z from 'zod/v4';
import { id, known, moment, nameText, optionalId, requiredName, text } from '~/domain/kernel/schema';
import { isClock, isDay } from '~/domain/kernel/time';
import { EXCEPTION_KINDS, RUN_STATES } from './states';

const MOST_TIMES = 60;
const MOST_STOPS = 200;
const MOST_ZIPS = 500;
const MOST_CORNERS = 200;
const MOST_CODES = 50;

/** On clocks of the network's time zone. */
const clock = (label: string) =>
  z.string(`${label} must be a time like 10:30`).refine(isClock, `${label} must be a time like 10:30`);

/** Later days are typing errors. */
export const LAST_DAY = '2199-12-31';

export const runDay = z
  .string('Must be a day like 2026-11-23')
  .refine((value) => isDay(value) && value >= '2000' && value <= LAST_DAY, 'Must be a day like 2026-11-23')
  .meta({ format: 'date' });

const weekday = z.int('A weekday is 1 for Monday to 7 for Sunday').min(1).max(7);

const orNull = (rule: z.ZodType<string, string>) =>
  rule.transform((value) => (value === '' ? null : value)).nullable();

const Time = z
  .strictObject({
    weekday: weekday.describe('1 is Monday'),
    departs: clock('Departure'),
    cutoff: clock('Cut-off'),
    cutoffDaysBefore: z
      .int()
      .min(0)
      .max(3, 'At most three days before')
      .default(0)
      .describe('Days before the departure on which the schedule has departures too'),
  })
  .refine(
    ({ departs, cutoff, cutoffDaysBefore }) => cutoffDaysBefore > 0 || cutoff <= departs,
    'The cut-off must not be after the departure',
  );

const Stop = z.strictObject({
  accountId: id,
  addressId: optionalId.default(null).describe('Null: the account’s main address'),
  visit: z
    .enum(['always', 'when-needed'])
    .default('when-needed')
    .describe('`always`: the driver goes there also when there is nothing to do'),
  weekdays: z.array(weekday).min(1).max(7).nullable().default(null).describe('Null: every day'),
  windowFrom: clock('Window from').nullable().default(null),
  windowTo: clock('Window to').nullable().default(null),
  serviceMinutes: z.int().min(0).max(240).nullable().default(null),
});

const zip = z.string().regex(/^\d{5}$/, 'A ZIP code has five digits');
const corner = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
  .describe('Longitude and latitude');
const Zone = z
  .union(
    [
      z.strictObject({ zips: z.array(zip).min(1).max(MOST_ZIPS) }),
      z.strictObject({
        polygon: z.array(corner).min(3, 'A polygon has at least three corners').max(MOST_CORNERS),
      }),
    ],
    'A zone is a list of ZIP codes or a polygon of at least three corners',
  )
  .meta({ id: 'Zone' });

const shipVia = z
  .array(
    text(20, 'A ship-via code').refine(
      (code) => code !== '' && !code.includes(','),
      'A ship-via code has no comma',
    ),
  )
  .max(MOST_CODES)
  .transform((codes) => [...new Set(codes.map((code) => code.toUpperCase()))]);

const fields = {
  name: requiredName(60, 'Name'),
  dealership: requiredName(100, 'Dealership'),
  driverId: optionalId.default(null),
  vehicle: orNull(nameText(60, 'Vehicle')).default(null),
  zone: Zone.nullable().default(null),
  shipVia: shipVia.default([]).describe('Codes of the seller’s system. Capitals make no difference'),
  isDefault: z.boolean().default(false).describe('The dealership’s tasks go with it when no other rule fits'),
  orderKind: z
    .enum(['fixed', 'computed'])
    .default('computed')
    .describe('`fixed`: standing stops in their order, then the rest'),
  validFrom: runDay.nullable().default(null),
  validTo: runDay.nullable().default(null),
  times: z.array(Time).max(MOST_TIMES).default([]),
  stops: z.array(Stop).max(MOST_STOPS).default([]).describe('Standing stops in their order'),
};

const alsoMade = z
  .boolean()
  .default(false)
  .describe('Also changes the runs of the next days that have not left yet');

export const SaveSchedule = z.strictObject({ ...fields, alsoMade });
export type SaveSchedule = z.output<typeof SaveSchedule>;

/** Fields that are left out stay as they are. */
export const ChangeSchedule = z.strictObject({
  name: fields.name.optional(),
  dealership: fields.dealership.optional(),
  driverId: optionalId.optional(),
  vehicle: orNull(nameText(60, 'Vehicle')).optional(),
  zone: Zone.nullable().optional(),
  shipVia: shipVia.optional(),
  isDefault: z.boolean().optional(),
  orderKind: z.enum(['fixed', 'computed']).optional(),
  validFrom: runDay.nullable().optional(),
  validTo: runDay.nullable().optional(),
  times: z.array(Time).max(MOST_TIMES).optional(),
  stops: z.array(Stop).max(MOST_STOPS).optional(),
  alsoMade,
});
export type ChangeSchedule = z.output<typeof ChangeSchedule>;

const clockOut = z.string().describe('On clocks of the network’s time zone, like 10:30');

const TimeAnswer = z.strictObject({
  weekday: z.int(),
  departs: clockOut,
  cutoff: clockOut,
  cutoffDaysBefore: z.int(),
});
export type RunTime = z.output<typeof TimeAnswer>;

const StopAnswer = z.strictObject({
  id: known,
  accountId: known,
  account: z.string(),
  addressId: known.nullable(),
  visit: z.enum(['always', 'when-needed']),
  weekdays: z.array(z.int()).nullable(),
  windowFrom: clockOut.nullable(),
  windowTo: clockOut.nullable(),
  serviceMinutes: z.int().nullable(),
});
export type RunStop = z.output<typeof StopAnswer>;

export const ScheduleAnswer = z
  .strictObject({
    id: known,
    name: z.string(),
    dealership: z.string(),
    driverId: known.nullable(),
    vehicle: z.string().nullable(),
    zone: Zone.nullable(),
    shipVia: z.array(z.string()),
    isDefault: z.boolean(),
    orderKind: z.enum(['fixed', 'computed']),
    validFrom: z.iso.date().nullable(),
    validTo: z.iso.date().nullable(),
    times: z.array(TimeAnswer),
    stops: z.array(StopAnswer),
    version: known.describe('For If-Match, in quotes'),
  })
  .meta({ id: 'RunSchedule' });
export type Schedule = z.output<typeof ScheduleAnswer>;

export const RunAnswer = z
  .strictObject({
    id: known,
    scheduleId: known.nullable().describe('Null when the schedule was deleted'),
    name: z.string(),
    dealership: z.string().nullable(),
    day: z.iso.date(),
    departs: clockOut.describe('The departure as planned. A moved run keeps it'),
    departsAt: moment,
    cutoffAt: moment,
    state: z.enum(RUN_STATES),
    driverId: known.nullable(),
    vehicle: z.string().nullable(),
    version: known,
  })
  .meta({ id: 'Run' });
export type Run = z.output<typeof RunAnswer>;

export const SaveException = z.strictObject({
  day: runDay,
  kind: z.enum(EXCEPTION_KINDS),
  departs: clock('Departure')
    .nullable()
    .default(null)
    .describe('The planned departure. Null: all of the day. For `extra`, the departure'),
  movedTo: clock('New departure').nullable().default(null).describe('For `move`'),
  cutoff: clock('Cut-off')
    .nullable()
    .default(null)
    .describe('For `move` and `extra`, on the same day. Null: as long before as planned, or 20 minutes'),
  driverId: optionalId
    .default(null)
    .describe('For `driver` and `extra`. Null: nobody, or the schedule’s driver'),
  note: orNull(text(200, 'Note')).default(null),
});
export type SaveException = z.output<typeof SaveException>;

export const ExceptionAnswer = z
  .strictObject({
    id: known,
    scheduleId: known.nullable().describe('Null: the day is closed for all schedules'),
    day: z.iso.date(),
    kind: z.enum(EXCEPTION_KINDS),
    departs: clockOut.nullable(),
    movedTo: clockOut.nullable(),
    cutoff: clockOut.nullable(),
    driverId: known.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'RunException' });
export type RunException = z.output<typeof ExceptionAnswer>;

export const CloseDay = z.strictObject({ day: runDay, note: orNull(text(200, 'Note')).default(null) });

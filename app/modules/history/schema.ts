import * as z from 'zod/v4';
import { count, known } from '~/domain/kernel/schema';

/** Parses a query string. The days are checked together, by `rangeOfDays`. */
export const ReportOf = z.strictObject({
  from: z.string('from is required'),
  to: z.string('to is required'),
  /** 0: tasks without a driver. */
  driver: z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/, 'Must be an id, or 0 for tasks without a driver')
    .transform(Number)
    .optional(),
});

const figures = {
  completed: count,
  due: count.describe('How many of them had a Deliver By time, or else a need-by time'),
  onTime: count.describe('How many of those were completed by then'),
  median: z.number().nullable().describe('Minutes from going to completed'),
  mean: z.number().nullable(),
};

export const ReportAnswer = z
  .strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    total: z.strictObject(figures),
    drivers: z.array(z.strictObject({ ...figures, driverId: known.nullable(), name: z.string() })),
    days: z.array(z.strictObject({ ...figures, day: z.iso.date() })),
  })
  .meta({ id: 'Report' });
export type Report = z.output<typeof ReportAnswer>;

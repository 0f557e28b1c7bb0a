/** The report as the API answers it. */
import * as z from 'zod/v4';
import { count, known } from '~/domain/answers';
import type { Report } from './report';

const figures = {
  completed: count,
  due: count.describe('How many of them had a need-by'),
  onTime: count.describe('How many of those kept it'),
  median: z.number().nullable().describe('Minutes from setting out to completion'),
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
  .meta({ id: 'Report' }) satisfies z.ZodType<Report>;

import * as z from 'zod/v4';

/** Of a query string. The days are checked together, by `rangeOfDays`. */
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

/** The answer that ranks drivers for a task, and the input of the assignment. */
import * as z from 'zod/v4';
import { count, id, known, moment, optionalId } from '~/domain/kernel/schema';

const candidate = z.strictObject({
  driverId: known,
  name: z.string(),
  current: z.boolean().describe('Has the task now; the figures are those of its present place'),
  onDuty: z.boolean().describe('Has a shift now; true for everybody on a day without shifts'),
  onDutyFrom: moment.nullable().describe('When a shift of today begins that has not begun yet'),
  openStops: count.describe('Stops of the route without this task'),
  added: z
    .strictObject({
      minutes: count.describe('What the task adds to the route: driving, waiting, and the time at the stop'),
      stop: z.int().min(1).describe('The place in the list, in stops'),
      stops: z.int().min(1).describe('Stops of the list with this task'),
      behind: known.nullable().describe('The task in front of it; null at the front'),
      expectedAt: moment,
      late: z
        .boolean()
        .nullable()
        .describe('More likely than not, and by at least 5 minutes; null without `deliver_by`'),
      makesLate: z
        .array(
          z.strictObject({
            taskId: known,
            location: z.string(),
            invoice_number: z.string().nullable(),
            lateBefore: count.describe('Minutes after `deliver_by` without it; 0 when on time'),
            lateAfter: count,
          }),
        )
        .describe('Tasks that it makes late, or 5 minutes or more later than they are already'),
      from: z
        .enum(['position', 'stop', 'start', 'now'])
        .describe('What the first drive begins with, as for arrival times'),
      roads: z
        .enum(['google', 'region', 'osrm', 'valhalla', 'estimate'])
        .describe('Where the times of drives come from'),
    })
    .nullable()
    .describe('null when nobody knows where the task is'),
});

export const CandidatesAnswer = z
  .strictObject({
    taskId: known,
    driverId: known.nullable().describe('Whose it is now'),
    computedAt: moment,
    note: z.string().nullable().describe('Why there are no times'),
    candidates: z
      .array(candidate)
      .describe(
        'Every driver, those on duty first: the least time first, each minute by which it or others become late counted five times',
      ),
  })
  .meta({ id: 'Candidates' });
export type Candidates = z.output<typeof CandidatesAnswer>;
export type Candidate = Candidates['candidates'][number];

/** Without it, the place is computed anew, as for a task that is no longer in the list. */
export const AssignTask = z.strictObject({
  driver_id: id,
  behind: optionalId.optional().describe('The task in front of it; null at the front'),
  expected_driver_id: optionalId
    .optional()
    .describe('Whose it was when you looked, null for nobody: 409 when it is somebody else’s now'),
});

export const AssignedAnswer = z.strictObject({
  driverId: known,
  taskIds: z.array(known).describe('The route, in its order'),
  stop: z.int().min(1).describe('The place of the task, in stops'),
  stops: z.int().min(1),
});

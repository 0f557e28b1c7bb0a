/** The answers of the API about background work, and the inputs of its requests. */
import * as z from 'zod/v4';
import { count, known, moment } from '~/domain/kernel/answers';
import { id } from '~/domain/kernel/schema';
import { JOB_STATES } from '~/domain/platform/jobs/job';
import { KIND_NAMES } from './kinds';

export const atJob = { jobId: id };

export const ListJobs = z.strictObject({
  kind: z.enum(KIND_NAMES, `kind must be one of ${KIND_NAMES.join(', ')}`).optional(),
  state: z.enum(JOB_STATES, `state must be one of ${JOB_STATES.join(', ')}`).optional(),
  /** The id of the last job on the page before. */
  before: id.optional(),
  limit: z.coerce
    .number('limit must be a number')
    .int()
    .min(1)
    .max(200, 'limit must be at most 200')
    .default(50),
});

export const RunJob = z.strictObject({
  triedAt: z
    .string()
    .max(40)
    .nullable()
    .optional()
    .describe('As the list had it: 409 when the job has been tried since'),
});

export const JobAnswer = z
  .strictObject({
    id: known,
    kind: z.enum(KIND_NAMES),
    about: z.string().describe('What or whom it is about, in words'),
    state: z.enum(JOB_STATES),
    attempts: count,
    nextTryAt: moment.nullable().describe('When it is due, while it waits'),
    triedAt: moment.nullable(),
    error: z.string().nullable().describe('Why the last attempt failed'),
    createdAt: moment,
    endedAt: moment.nullable(),
    mayRunAgain: z.boolean(),
  })
  .meta({ id: 'Job' });
export type JobLine = z.output<typeof JobAnswer>;

/** The input and the answer of the search for tasks. */
import * as z from 'zod/v4';
import { moment } from '~/domain/kernel/answers';
import { pick } from '~/domain/kernel/field-table';
import { TaskAnswer } from '~/domain/tasks/model/answers';
import { FACT_KEYS } from '~/domain/tasks/model/facts';
import { FIND_FROM } from './board';

export const FindTasks = z.strictObject({
  q: z
    .string('q must be the text to search for')
    .max(100, 'q must be at most 100 characters')
    .refine(
      (text) => text.trim().length >= FIND_FROM,
      `q must have at least ${String(FIND_FROM)} characters`,
    ),
});
export type FindTasks = z.output<typeof FindTasks>;

export const FoundAnswer = z
  .strictObject({
    tasks: z.array(
      z.strictObject({
        ...TaskAnswer.pick({
          id: true,
          type: true,
          status: true,
          priority: true,
          location: true,
          address: true,
          archived: true,
          completed_at: true,
        }).shape,
        ...pick(TaskAnswer.shape, FACT_KEYS),
        driver: z.string().nullable().describe('Driver’s name'),
        since: moment.describe('When it got its current status'),
      }),
    ),
    more: z.boolean().describe('Whether there are more results'),
  })
  .nullable();
export type FoundTasks = NonNullable<z.output<typeof FoundAnswer>>;
export type FoundTask = FoundTasks['tasks'][number];

/** Runs with their tasks as the API takes and answers them. */
import * as z from 'zod/v4';
import { id, instant, known, moment, optionalId, requiredText } from '~/domain/kernel/schema';
import { RunAnswer, runDay } from '~/domain/network/runs/schema';
import { RUN_RULES } from '~/domain/network/runs/states';

export const atRun = { runId: id };

export const ListRuns = z.strictObject({
  day: runDay.optional().describe('Without it, today and runs of other days that are under way'),
});

const MOST_TASKS = 1_000;
const taskIds = z
  .array(id, 'taskIds must be a list of ids')
  .min(1, 'taskIds must have at least one id')
  .max(MOST_TASKS, `At most ${String(MOST_TASKS)} tasks at once`)
  .refine((ids) => new Set(ids).size === ids.length, 'taskIds contains a task twice');

export const SendOut = z.strictObject({
  occurred_at: instant.optional().describe('The moment of the tap, if it was earlier'),
  taskIds: taskIds.optional().describe('The tasks that the driver saw, in the order of their stops'),
});
export type SendOut = z.output<typeof SendOut>;
export const AddLate = z.strictObject({ taskIds, reason: requiredText(200, 'The reason') });
export const MoveToRun = z.strictObject({ taskIds });
export const SetRunDriver = z.strictObject({ driverId: optionalId });

export const RunWithTasksAnswer = z
  .strictObject({
    ...RunAnswer.shape,
    closedAt: moment.nullable(),
    outAt: moment.nullable(),
    doneAt: moment.nullable(),
    tasks: z
      .array(
        z.strictObject({
          id: known,
          rule: z.enum(RUN_RULES).nullable(),
          promisedFrom: moment.nullable(),
          promisedTo: moment.nullable(),
        }),
      )
      .describe('In the order of the run'),
  })
  .meta({ id: 'RunWithTasks' });
export type RunWithTasks = z.output<typeof RunWithTasksAnswer>;
export const RunsAnswer = z.array(RunWithTasksAnswer);

export const NextRunsAnswer = z.array(
  z.strictObject({
    run: z.strictObject({ id: known, name: z.string() }),
    departsAt: moment,
    cutoffAt: moment,
    arrivesFrom: moment,
    arrivesTo: moment,
  }),
);

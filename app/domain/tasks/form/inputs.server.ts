/** What the small forms of the pages send. Kept off the pages themselves: a browser has no use for them. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/limits';
import { NOTHING_TO_APPLY } from '~/domain/routing/schema';
import { id, text } from '~/domain/schema';
import { FAILURE_REASONS, LIST_STATUSES, LONGEST_FAILURE_NOTE, NO_DRIVER } from '~/domain/tasks/task';

/** A button and nothing else. */
export const Nothing = z.object({});

export const StopTasks = z.object({ taskIds: z.array(id).min(1, 'There are no tasks at this stop') });

export const Move = z.object({ taskId: id, direction: z.enum(['up', 'down', 'top']) });

/** `baseIds`: the order that was rearranged. `movedIds`: what was moved in it. */
export const Order = z.object({
  taskIds: z.array(id),
  baseIds: z.array(id).optional(),
  movedIds: z.array(id).optional(),
});

/** A suggested order of stops. */
export const Suggestion = z.object({
  taskIds: z.array(id, NOTHING_TO_APPLY).min(1, NOTHING_TO_APPLY),
});

const someDriver = z.union(
  [z.literal('unassigned').transform(() => null), id],
  `${NO_DRIVER}. Choose a driver to move the tasks to`,
);

export const MoveToDriver = z.object({
  taskIds: z.array(id, 'Choose at least one task').min(1, 'Choose at least one task'),
  driver_id: someDriver,
});

/** Without a driver, each stays with its own. */
export const PlanAgain = z.object({ taskIds: MoveToDriver.shape.taskIds, driver_id: someDriver.optional() });

/** What tasks of a list can become together. */
export const BecomeStatus = z.object({
  taskIds: MoveToDriver.shape.taskIds,
  status: z.enum(LIST_STATUSES, 'Choose a status'),
});

export const MoveList = z.object({ driver_id: someDriver });

export const Undo = z.object({ undoId: z.uuid(), back: z.string().default('/dispatcher') });

const MISSING = 'A signature is required to complete a delivery';

/** Ids with commas between them, as a message's button has them. */
export const CompletedTasks = z.object({
  taskIds: z
    .string()
    .transform((ids): (string | number)[] => ids.split(','))
    .pipe(StopTasks.shape.taskIds),
});

/** A drawing, or a typed name in its place. */
export const CompleteStop = z
  .object({
    taskIds: StopTasks.shape.taskIds,
    signature_image: z.string().optional(),
    signed_by: text(LIMITS.signedBy, 'Received by').optional(),
    typed_name: text(LIMITS.signedBy, 'Full name').optional(),
  })
  .refine(({ signature_image, typed_name }) => signature_image ?? typed_name, {
    message: MISSING,
    path: ['typed_name'],
  });

/** A stop that could not be completed. */
export const FailStop = z
  .object({
    taskIds: StopTasks.shape.taskIds,
    reason: z.enum(FAILURE_REASONS, 'Choose a reason'),
    note: text(LONGEST_FAILURE_NOTE, 'Note').default(''),
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== '', {
    message: 'Say why it could not be completed',
    path: ['note'],
  });

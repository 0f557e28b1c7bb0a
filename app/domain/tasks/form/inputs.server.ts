/** What the small forms of the pages send. Kept off the pages themselves: a browser has no use for them. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/limits';
import { NOTHING_TO_APPLY } from '~/domain/routing/texts';
import { id, text } from '~/domain/schema';
import { FAILURE_REASONS, LONGEST_FAILURE_NOTE } from '~/domain/tasks/task';

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

/** "Seen": the driver's phone has shown the task. */
import { rows, transaction } from 'db/connection';
import { command } from '~/domain/command.server';
import { SeenAnswer } from '~/domain/tasks/answers';
import { lockLists } from '~/domain/tasks/lists.server';
import { record } from '~/domain/tasks/lifecycle/record.server';
import { MarkSeen } from '~/domain/tasks/schema';

/**
 * Notes the first time for each of the actor's own tasks; others are passed over. No edit of the task is overwritten by
 * it: its version stays. @returns how many had not been seen before.
 */
export const markSeen = command(
  {
    summary: 'Says which of your own tasks you have been shown',
    may: 'readTasks',
    input: MarkSeen,
    answer: SeenAnswer,
  },
  async ({ actor, input: { taskIds } }) => {
    const bind = { taskIds, actorId: actor.id };
    const mine = 'id = any($taskIds) and driver_id = $actorId and seen_at is null and not archived';
    // Most calls have nothing to say, and then nobody is made to wait or to look again.
    if ((await rows(`select id from tasks where ${mine} limit 1`, bind)).length === 0)
      return { seenCount: 0 };
    return transaction(async () => {
      await lockLists([actor.id]);
      const seen = await rows<{ id: number; at: string }>(
        `update tasks set seen_at = now() where ${mine} returning id, to_json(seen_at) #>> '{}' as at`,
        bind,
      );
      await record(
        actor,
        seen.map(({ id, at }) => ({
          kind: 'TASK_UPDATED',
          taskId: id,
          action: 'seen',
          changes: { seen_at: [null, at] },
          driverIds: [actor.id],
        })),
      );
      return { seenCount: seen.length };
    });
  },
);

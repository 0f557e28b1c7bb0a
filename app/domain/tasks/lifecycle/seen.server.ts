/** Records that the driver's phone has shown a task ("seen"). */
import { rows, transaction } from 'db/connection';
import { noted } from '~/domain/tasks/store/save.server';
import { command } from '~/domain/kernel/command.server';
import { MarkSeen } from '~/domain/tasks/model/schema';
import { SeenAnswer } from '~/domain/tasks/model/answers';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { record } from '~/domain/tasks/events/record.server';

/**
 * Stores the first time for each of the actor's own tasks and ignores others. The version of the task stays,
 * so that edits get no conflict.
 * @returns the number of tasks that were not seen before.
 */
export const markSeen = command(
  {
    summary: 'Marks your own tasks as seen',
    may: 'readTasks',
    input: MarkSeen,
    answer: SeenAnswer,
  },
  async ({ actor, input: { taskIds } }) => {
    const bind = { taskIds, actorId: actor.id };
    const mine = 'id = any($taskIds) and driver_id = $actorId and seen_at is null and not archived';
    // Most calls change nothing, so they need no lock.
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
        seen.map(({ id, at }) => noted(id, 'seen', actor.id, { seen_at: [null, at] })),
      );
      return { seenCount: seen.length };
    });
  },
);

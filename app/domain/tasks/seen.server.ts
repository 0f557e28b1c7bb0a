/** "Seen": the driver's phone has shown the task. */
import { transaction } from 'db/connection';
import { printed } from 'db/models/table';
import { Task } from 'db/models/tasks';
import { fn } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { lockLists } from './lists.server';
import { record } from './record.server';
import type { MarkSeen } from './schema';

/**
 * Notes the first time for each of the actor's own tasks; others are passed over. No edit of the task is overwritten by
 * it: its version stays. @returns how many had not been seen before.
 */
export async function markSeen(actor: Actor, { taskIds }: MarkSeen): Promise<{ seenCount: number }> {
  authorize(actor, 'readTasks');
  const mine = { id: taskIds, driver_id: actor.id, seen_at: null, archived: false };
  // Most calls have nothing to say, and then nobody is made to wait or to look again.
  if (!(await Task.exists(mine))) return { seenCount: 0 };
  return transaction(async () => {
    await lockLists([actor.id]);
    const seen = await Task.updateRows(['id', printed('seen_at')], { seen_at: fn('now') }, mine);
    await record(
      actor,
      seen.map(({ id, seen_at }) => ({
        kind: 'TASK_UPDATED',
        taskId: id,
        action: 'seen',
        changes: { seen_at: [null, seen_at] },
        driverIds: [actor.id],
      })),
    );
    return { seenCount: seen.length };
  });
}

/** Gives one status to several tasks. */
import { transaction } from 'db/connection';
import type { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { attachPhotos } from '~/domain/tasks/evidence/photos.server';
import type { Proof } from '~/domain/tasks/evidence/signatures.server';
import { isSignedFor } from '~/domain/tasks/model/completion';
import type { ReportStatus } from '~/domain/tasks/model/schema';
import type { Entry } from '~/domain/tasks/model/task';
import { applyChange } from './change.server';
import { refuseImpossibleMoment } from './commands.server';
import { forEachTask, requireOwnTask } from '~/domain/tasks/store/own-tasks.server';
import { record } from '~/domain/tasks/events/record.server';

/**
 * Gives all these tasks one status. A signature goes to every task among them that is signed for, photos to every task.
 * @param also writes more in the same transaction.
 * @returns the number of tasks that did not have the status.
 */
export async function changeStatus(
  actor: Actor,
  input: ReportStatus,
  { signature, photos }: Proof = { photos: [] },
  also?: (entries: Entry[], locked: Map<number, Task>) => Promise<void>,
): Promise<{ updatedCount: number }> {
  refuseImpossibleMoment(input.occurred_at);
  return transaction(async () => {
    const locked = await lockTasks(input.taskIds);
    const entries = await forEachTask(input.taskIds, async (id) => {
      const task = requireOwnTask(actor, locked.get(id), 'changeStatus');
      const changed = await applyChange(
        actor,
        task,
        { status: input.status },
        {
          signature: isSignedFor(task) ? signature : undefined,
          failureReason: input.failure_reason,
          occurredAt: input.occurred_at,
          isBatch: true,
        },
      );
      // A repeated request adds no photos.
      return changed.length > 0 ? [...changed, ...(await attachPhotos(actor, task, photos))] : changed;
    });
    await record(actor, entries);
    await also?.(entries, locked);
    const requestedIds = new Set(input.taskIds);
    return {
      updatedCount: new Set(entries.map(({ taskId }) => taskId).filter((id) => requestedIds.has(id))).size,
    };
  });
}

/** Completing a stop, and taking that back while the driver still stands there. */
import { row, transaction } from 'db/connection';
import type { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/actor';
import { conflict } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { changeStatus } from './batches.server';
import { refuseImpossibleMoment } from './commands.server';
import type { Proof } from './proof.server';
import type { ChangeStatus, UndoCompletion } from './schema';
import { changedSince, takeBack, undoable, type Event } from './undo.server';

/** What a driver reports about a stop. A completion can be taken back by `undoCompletion`. */
export async function reportStatus(
  actor: Actor,
  input: ChangeStatus,
  proof?: Proof,
): Promise<{ updatedCount: number }> {
  const report = () => changeStatus(actor, input, proof);
  return input.status === 'completed' ? (await undoable(actor, report)).result : report();
}

/**
 * Puts these tasks back to where they were before this actor completed them, together, at most a minute ago. The moment
 * of the tap counts: on a bad line it arrives later. Signature and photos that came with the completion are set aside.
 * @throws conflict when any of them has been changed since, by anybody.
 */
export async function undoCompletion(
  actor: Actor,
  { taskIds, occurred_at }: UndoCompletion,
): Promise<{ updatedCount: number }> {
  authorize(actor, 'changeStatus');
  refuseImpossibleMoment(occurred_at);
  return transaction(async () => {
    const act = await row<{ id: string }>(
      `select u.id from undos u
       where u.user_id = $actorId and exists (
         select from task_events e
         where e.id = any(u.event_ids) and e.action = 'completed' and e.task_id = any($taskIds))
       order by u.created_at desc limit 1`,
      { actorId: actor.id, taskIds },
    );
    if (!act) throw conflict('Only what you have completed within the last minute can be undone');
    await takeBack(actor, act.id, {
      occurredAt: occurred_at,
      check: (events, tasks) => {
        refuseAnythingElse(actor, new Set(taskIds), events, tasks);
      },
    });
    return { updatedCount: taskIds.length };
  });
}

/** All that the act completed, and nothing that has been touched since or is somebody else's by now. */
function refuseAnythingElse(
  actor: Actor,
  asked: Set<number>,
  events: Event[],
  tasks: Map<number, Task>,
): void {
  for (const { taskId, action, version } of events) {
    if (action !== 'completed') continue;
    const task = tasks.get(taskId);
    if (task?.version !== version || task.driver_id !== actor.id || task.archived || !asked.has(taskId))
      throw changedSince();
  }
}

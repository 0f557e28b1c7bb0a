/**
 * Changes that a dispatcher makes to several tasks at once without opening them. All or nothing, as in every
 * batch.
 */
import { transaction } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { UpdatedAnswer } from '~/domain/tasks/model/answers';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { HoldTasks, PrioritizeTasks } from '~/domain/tasks/model/schema';
import { applyChange, type Change } from './change.server';
import { forEachTask, requireOwnTask } from '~/domain/tasks/store/own-tasks.server';
import { record } from '~/domain/tasks/events/record.server';

/** Holds tasks until a time. Then they become pending by themselves. */
export const holdTasks = command(
  { summary: 'Holds tasks until a time', may: 'editAnyTask', input: HoldTasks, answer: UpdatedAnswer },
  ({ actor, input: { taskIds, need_by } }) =>
    changeAll(actor, taskIds, { status: 'hold', need_by: new Date(need_by) }),
);

/** Makes tasks urgent, or normal again. An urgent one goes to the front of its route. */
export const prioritizeTasks = command(
  {
    summary: 'Changes the priority of tasks',
    may: 'editAnyTask',
    input: PrioritizeTasks,
    answer: UpdatedAnswer,
  },
  ({ actor, input: { taskIds, priority } }) => changeAll(actor, taskIds, { priority }),
);

function changeAll(actor: Actor, taskIds: number[], change: Change): Promise<{ updatedCount: number }> {
  return transaction(async () => {
    const locked = await lockTasks(taskIds);
    const entries = await forEachTask(taskIds, (id) =>
      applyChange(actor, requireOwnTask(actor, locked.get(id), 'editAnyTask'), change),
    );
    await record(actor, entries);
    return { updatedCount: new Set(entries.map(({ taskId }) => taskId)).size };
  });
}

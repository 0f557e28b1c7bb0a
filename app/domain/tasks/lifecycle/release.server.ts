/** Releases the tasks of a driver who no longer drives. */
import { RetryTransaction } from 'db/connection';
import { Run } from 'db/models/runs';
import { Task } from 'db/models/tasks';
import { literal, Op } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';
import { applyChange } from './change.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { record } from '~/domain/tasks/events/record.server';
import type { Entry } from '~/domain/tasks/model/task';
import { changesOf, saveChanged, updated } from '~/domain/tasks/store/save.server';
import { isLinked, isOpen, isQueued } from '~/domain/tasks/model/statuses';
import { statusesThat } from '~/domain/tasks/model/status-sql.server';

/**
 * Unassigns all tasks of this driver that are not completed, and runs that have not left, in the transaction under way.
 * The affected lists stay locked until it ends, so that nothing is assigned meanwhile.
 * @returns the number of tasks.
 */
export async function releaseTasksOf(actor: Actor, driverId: number): Promise<number> {
  const ids = await openTasksOf(driverId);
  const locked = await lockTasks(ids, [driverId, null]);
  const open = await openTasksOf(driverId);
  if (open.some((id) => !locked.has(id))) throw new RetryTransaction();
  await Run.update({ driverId: null }, { where: { driverId, state: ['building', 'closed'] } });
  const entries: Entry[] = [];
  let count = 0;
  for (const id of open) {
    const task = locked.get(id);
    if (!task) continue;
    if (task.driver_id === driverId) count += 1;
    entries.push(...(await release(actor, task, driverId)));
  }
  await record(actor, entries);
  return count;
}

/** Returns the driver's tasks, and transfers for the driver. A transfer precedes its delivery. */
async function openTasksOf(driverId: number): Promise<number[]> {
  const open = await Task.findRows(['id'], {
    where: {
      archived: false,
      status: statusesThat(isOpen),
      [Op.or]: [{ driver_id: driverId }, { transfer_to_driver_id: driverId }],
    },
    order: [literal('linked_task_id is not null'), 'id'],
  });
  return open.map(({ id }) => id);
}

async function release(actor: Actor, task: Task, driverId: number): Promise<Entry[]> {
  if (isLinked(task)) return [await leave(actor, task, { driver_id: null, seen_at: null })];
  // A task that waits for a run stays with it: the run has lost its driver too.
  const isWaiting = task.run_id !== null && isQueued(task);
  const change = { driver_id: null, ...(isWaiting && { run_id: task.run_id }) };
  const entries = task.driver_id === driverId ? await applyChange(actor, task, change) : [];
  if (task.transfer_to_driver_id !== driverId) return entries;
  await task.reload();
  return [...entries, await leave(actor, task, { transfer_to_driver_id: null })];
}

/**
 * Bypasses the rules for people, who may change a linked delivery only by its transfer, and who lose it with
 * the target.
 */
async function leave(actor: Actor, task: Task, change: Partial<Task>): Promise<Entry> {
  const before = [task.driver_id, task.transfer_to_driver_id];
  task.set(change);
  const changes = changesOf(task);
  await saveChanged(actor.id, task);
  return updated(task, 'driver_id' in changes ? 'assigned' : 'updated', changes, before);
}

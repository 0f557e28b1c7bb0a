/** Changes several tasks at once: their driver, status, hold or priority. All or nothing. */
import { RetryTransaction, transaction } from 'db/connection';
import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { forEachTask, lockTasks, requireOwnTask } from '~/domain/tasks/store/locks.server';
import {
  atList,
  HoldTasks,
  MoveList,
  MoveTasks,
  PlanAgain,
  PrioritizeTasks,
  type ReportStatus,
} from '~/domain/tasks/model/schema';
import { MovedAnswer, UpdatedAnswer } from '~/domain/tasks/model/answers';
import { renumber, routeOf } from '~/domain/tasks/ordering/reorder.server';
import { record } from '~/domain/tasks/events/record.server';
import { attachPhotos } from '~/domain/tasks/evidence/photos.server';
import type { Proof } from '~/domain/tasks/evidence/signatures.server';
import { isSignedFor } from '~/domain/tasks/model/completion';
import type { Entry } from '~/domain/tasks/model/task';
import { conflict, notFound } from '~/domain/kernel/errors';
import { applyChange, type Change, requireDriver } from './change.server';
import { refuseImpossibleMoment } from './commands.server';
import { untranslated } from '~/domain/kernel/sentence';
import { isDone, isUnderWay, STATUS } from '~/domain/tasks/model/statuses';
import { statusesThat } from '~/domain/tasks/model/status-sql.server';
import { isMovable } from '~/domain/tasks/model/office-statuses';

/** Gives a task to a driver, or to none. */
export async function give(
  actor: Actor,
  task: Task | undefined,
  { driver_id, status }: Pick<MoveTasks, 'driver_id' | 'status'>,
): Promise<Entry[]> {
  if (!task) throw notFound('Task');
  const isThere = task.driver_id === driver_id;
  if (isThere && (status === undefined || task.status === status)) return [];
  if (isDone(task))
    throw conflict(untranslated('completedTaskStays', 'A completed task stays with its driver'));
  return applyChange(actor, task, { ...(!isThere && { driver_id }), ...(status && { status }) });
}

/** Adds the final places of the tasks: a task that arrives may move another one. */
export async function withPlaces(entries: Entry[], driverId: number | null): Promise<Entry[]> {
  if (driverId === null) return entries;
  const places = new Map((await routeOf(driverId)).map(({ id, order_index }) => [id, order_index]));
  return entries.map((entry) => {
    const [before] = entry.changes.order_index ?? [];
    const place = places.get(entry.taskId);
    if (!entry.changes.order_index || place === undefined) return entry;
    return { ...entry, changes: { ...entry.changes, order_index: [before, place] } };
  });
}

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

/**
 * Gives these tasks to a driver, or with null to the unassigned list. They come behind the driver's present
 * tasks, urgent ones in front; an empty route takes them in their former order.
 * @returns the number of tasks that changed their driver or are planned again.
 */
export const moveTasks = command(
  {
    summary: 'Assigns tasks to a driver, or unassigns them',
    about: 'All tasks or none; they keep their order. `status: "pending"` also plans tasks on hold again.',
    may: 'moveTasks',
    input: MoveTasks,
    answer: MovedAnswer,
    refusals: [404],
  },
  ({ actor, input }) =>
    transaction(async () => {
      await requireDriver(input.driver_id, 'driver_id');
      const locked = await lockTasks(input.taskIds, [input.driver_id]);
      return move(actor, input, locked);
    }),
);

/** Makes tasks that could not be completed pending again, with this driver or each with its own. */
export const planAgain = command(
  { summary: 'Plans tasks again', may: 'moveTasks', input: PlanAgain, answer: MovedAnswer },
  async ({ actor, input: { taskIds, driver_id } }) => {
    if (driver_id !== undefined)
      return moveTasks({ actor, input: { taskIds, driver_id, status: STATUS.pending } });
    const { updatedCount } = await changeStatus(actor, { taskIds, status: STATUS.pending });
    return { movedCount: updatedCount };
  },
);

/** Moves all tasks of a list that are not completed and do not wait for a transfer. */
export const moveList = command(
  { summary: 'Moves a list of tasks', may: 'moveTasks', at: atList, input: MoveList, answer: MovedAnswer },
  ({ actor, driverId: from, input: { driver_id: to } }) =>
    transaction(async () => {
      await requireDriver(to, 'driver_id');
      const taskIds = await movableOf(from);
      const locked = await lockTasks(taskIds, [from, to]);
      if ((await movableOf(from)).some((id) => !locked.has(id))) throw new RetryTransaction();
      return move(actor, { taskIds, driver_id: to }, locked);
    }),
);

async function movableOf(owner: number | null): Promise<number[]> {
  const movable = await Task.findRows(['id'], {
    where: { driver_id: owner, archived: false, status: statusesThat(isMovable) },
    order: ['id'],
  });
  return movable.map(({ id }) => id);
}

async function move(
  actor: Actor,
  { taskIds, driver_id: to, status }: MoveTasks,
  locked: Map<number, Task>,
): Promise<{ movedCount: number }> {
  const inOrder = [...taskIds].sort((a, b) => compare(locked.get(a), locked.get(b)));
  const stood = to === null ? [] : await routeOf(to);
  // Each urgent task goes to the front, so they are moved in reverse order.
  const isUrgent = (id: number) => locked.get(id)?.priority === 'urgent';
  const sequence = [...inOrder.filter((id) => !isUrgent(id)), ...inOrder.filter(isUrgent).reverse()];
  const entries = await forEachTask(sequence, (id) => give(actor, locked.get(id), { driver_id: to, status }));
  if (to !== null && stood.length === 0) {
    const arrived = new Set((await routeOf(to)).map(({ id }) => id));
    await renumber(
      actor,
      inOrder.filter((id) => arrived.has(id)),
    );
  }
  await record(actor, await withPlaces(entries, to));
  const requestedIds = new Set(taskIds);
  return { movedCount: entries.filter(({ taskId }) => requestedIds.has(taskId)).length };
}

/** Compares by list, then by the order in which the list is shown. */
function compare(a: Task | undefined, b: Task | undefined): number {
  const key = (task: Task | undefined) => [
    task?.driver_id ?? 0,
    task && isUnderWay(task) ? 0 : 1,
    task?.order_index ?? 999,
    task?.id ?? 0,
  ];
  const [left, right] = [key(a), key(b)];
  const differs = left.findIndex((value, index) => value !== right[index]);
  return differs < 0 ? 0 : (left[differs] ?? 0) - (right[differs] ?? 0);
}

/** Holds tasks until a time. Then they become pending by themselves. */
export const holdTasks = command(
  { summary: 'Holds tasks until a time', may: 'editAnyTask', input: HoldTasks, answer: UpdatedAnswer },
  ({ actor, input: { taskIds, need_by } }) =>
    changeAll(actor, taskIds, { status: STATUS.hold, need_by: new Date(need_by) }),
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

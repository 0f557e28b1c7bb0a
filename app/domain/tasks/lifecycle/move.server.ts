/** Moves many tasks to another driver, in one act that keeps their order. */
import { RetryTransaction, transaction } from 'db/connection';
import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { forEachTask } from '~/domain/tasks/store/own-tasks.server';
import { MovedAnswer } from '~/domain/tasks/model/answers';
import { requireDriver } from './change.server';
import { give, withPlaces } from './give.server';
import { changeStatus } from './change-status.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { renumber, routeOf } from '~/domain/tasks/ordering/ordering.server';
import { record } from '~/domain/tasks/events/record.server';
import { atList, MoveList, MoveTasks, PlanAgain } from '~/domain/tasks/model/schema';

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
      return moveTasks({ actor, input: { taskIds, driver_id, status: 'pending' } });
    const { updatedCount } = await changeStatus(actor, { taskIds, status: 'pending' });
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
    where: { driver_id: owner, archived: false, status: ['pending', 'going', 'hold', 'next-route'] },
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
    task?.status === 'going' ? 0 : 1,
    task?.order_index ?? 999,
    task?.id ?? 0,
  ];
  const [left, right] = [key(a), key(b)];
  const differs = left.findIndex((value, index) => value !== right[index]);
  return differs < 0 ? 0 : (left[differs] ?? 0) - (right[differs] ?? 0);
}

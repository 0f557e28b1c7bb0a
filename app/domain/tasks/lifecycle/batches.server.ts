/** Archives tasks, ends a driver's route and starts the next one. */
import { RetryTransaction, transaction } from 'db/connection';
import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { conflict, DomainError } from '~/domain/kernel/errors';
import { authorizeFor } from '~/domain/kernel/permissions';
import { ArchiveTasks, atDriver, atTask, BetweenRoutes } from '~/domain/tasks/model/schema';
import { ArchivedAnswer, EndedAnswer, StartedAnswer, TaskAnswer } from '~/domain/tasks/model/answers';
import { forEachTask, lockTasks, requireOwnTask } from '~/domain/tasks/store/locks.server';
import type { Entry } from '~/domain/tasks/model/task';
import { applyChange } from './change.server';
import { countArchived, saveChanged, uncountArchived, updated } from '~/domain/tasks/store/save.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { noticesOfLeft } from '~/domain/tasks/events/left.server';
import { record } from '~/domain/tasks/events/record.server';
import { say } from '~/domain/kernel/sentence';
import { isDone, isInRoute, isOpen, isQueued, STATUS } from '~/domain/tasks/model/statuses';
import { statusesThat } from '~/domain/tasks/model/status-sql.server';

/** @returns the number of tasks that were not archived before. */
export const archiveTasks = command(
  {
    summary: 'Archives completed tasks',
    about: 'All tasks or none.',
    may: 'archiveTasks',
    input: ArchiveTasks,
    answer: ArchivedAnswer,
    refusals: [404],
  },
  ({ actor, input }) =>
    transaction(async () => {
      const locked = await lockTasks(input.taskIds);
      const entries = await forEachTask(input.taskIds, (id) =>
        archive(actor, requireOwnTask(actor, locked.get(id), 'archiveTasks')),
      );
      await countArchived(entries.map(({ taskId }) => taskId));
      await record(actor, entries);
      return { archivedCount: entries.length };
    }),
);

/** Archives every completed task of every driver. */
export const archiveCompleted = command(
  { summary: 'Archives all completed tasks', may: 'archiveEverything', answer: ArchivedAnswer },
  ({ actor }) =>
    transaction(async () => {
      const completed = await Task.findRows(['id'], { where: { status: STATUS.completed, archived: false } });
      const locked = await lockTasks(completed.map(({ id }) => id));
      const entries: Entry[] = [];
      for (const task of locked.values()) {
        if (isDone(task)) entries.push(...(await archive(actor, task)));
      }
      await countArchived(entries.map(({ taskId }) => taskId));
      await record(actor, entries);
      return { archivedCount: entries.length };
    }),
);

/** Makes the task completed again, in its driver's list, where it can be changed. */
export const unarchiveTask = command(
  { summary: 'Takes a task out of the archive', may: 'archiveEverything', at: atTask, answer: TaskAnswer },
  ({ actor, taskId }) =>
    transaction(
      async () => {
        const task = requireOwnTask(actor, (await lockTasks([taskId])).get(taskId), 'archiveEverything');
        if (!task.archived) return;
        await uncountArchived(taskId);
        task.set({ archived: false });
        await saveChanged(actor.id, task);
        await record(actor, [updated(task, 'unarchived', { archived: [true, false] }, [task.driver_id])]);
      },
      () => getTask({ actor, taskId }),
    ),
);

/** Archives the driver's completed tasks and starts the next route. */
export const endRoute = command(
  {
    summary: 'Ends a route',
    about: 'Archives completed tasks and makes Next Route tasks pending.',
    may: 'endRoute',
    at: atDriver,
    input: BetweenRoutes,
    answer: EndedAnswer,
  },
  ({ actor, driverId, input: { taskIds } }) => {
    const tasks = lockWaiting(actor, driverId);
    return transaction(async () => {
      const archived: Entry[] = [];
      const resumed: Entry[] = [];
      for (const task of await tasks()) {
        if (isDone(task)) archived.push(...(await archive(actor, task)));
        if (isForNextRoute(task, taskIds))
          resumed.push(...(await applyChange(actor, task, { status: STATUS.pending }, { isBatch: true })));
      }
      if (archived.length === 0) throw conflict(say('nothingToArchive'));
      await countArchived(archived.map(({ taskId }) => taskId));
      await record(actor, [...archived, ...resumed], await noticesOfLeft(driverId, taskIds));
      return { archivedCount: archived.length, pendingCount: resumed.length };
    });
  },
);

/** Makes the next route pending if no task is active. Completed tasks stay. */
export const startNextRoute = command(
  {
    summary: 'Starts the next route',
    about: 'Only if no task is active; completed tasks stay.',
    may: 'endRoute',
    at: atDriver,
    input: BetweenRoutes,
    answer: StartedAnswer,
  },
  ({ actor, driverId, input: { taskIds } }) => {
    const tasks = lockWaiting(actor, driverId);
    return transaction(async () => {
      const resumed: Entry[] = [];
      for (const task of await tasks()) {
        if (isForNextRoute(task, taskIds))
          resumed.push(...(await applyChange(actor, task, { status: STATUS.pending }, { isBatch: true })));
      }
      if (resumed.length === 0) throw conflict(say('nothingForNextRoute'));
      await record(actor, resumed, await noticesOfLeft(driverId, taskIds));
      return { pendingCount: resumed.length };
    });
  },
);

/**
 * For actions between two routes. Checks the permission. @returns a function for the transaction, which locks
 * and reads the driver's tasks, and throws conflict while a task is active.
 */
function lockWaiting(actor: Actor, driverId: number): () => Promise<Task[]> {
  authorizeFor(actor, 'endRoute', driverId);
  return async () => {
    const locked = await lockTasks(await waitingOf(driverId), [driverId]);
    const onRoute = { driver_id: driverId, archived: false, status: statusesThat(isInRoute) };
    if (await Task.exists(onRoute)) throw conflict(say('routeStillActive'));
    if ((await waitingOf(driverId)).some((id) => !locked.has(id))) throw new RetryTransaction();
    return [...locked.values()].filter((task) => task.driver_id === driverId && !task.archived);
  };
}

/** Tasks that wait for a run leave with it. @param seen those that the driver saw; undefined for all. */
const isForNextRoute = ({ id, status, run_id }: Task, seen: number[] | undefined) =>
  isQueued({ status }) && run_id === null && (seen?.includes(id) ?? true);

/** The driver's completed and next-route tasks. */
async function waitingOf(driverId: number): Promise<number[]> {
  const waiting = await Task.findRows(['id'], {
    where: {
      driver_id: driverId,
      archived: false,
      status: statusesThat((task) => isDone(task) || isQueued(task)),
    },
    order: ['id'],
  });
  return waiting.map(({ id }) => id);
}

async function archive(actor: Actor, task: Task): Promise<Entry[]> {
  if (task.archived) return [];
  if (isOpen(task)) {
    throw new DomainError('invalid', say('onlyCompletedArchived', { status: task.status }));
  }
  task.set({ archived: true });
  await saveChanged(actor.id, task);
  return [updated(task, 'archived', { archived: [false, true] }, [task.driver_id])];
}

/** Applies the actions that wait in the outbox to the task list. Pure. */
import type { TaskCard } from '~/domain/tasks/model/task';
import { mergeOrder } from '~/domain/tasks/ordering/merge-order';
import type { DriverAction } from './driver-action';
import {
  isDone,
  isHeld,
  isInRoute,
  isOpen,
  isQueued,
  isUnderWay,
  STATUS,
} from '~/domain/tasks/model/statuses';

export const project = (tasks: TaskCard[], acts: DriverAction[]): TaskCard[] =>
  acts.length === 0 ? tasks : [...acts.reduce(afterAction, tasks)].sort(asListed);

function afterAction(tasks: TaskCard[], act: DriverAction): TaskCard[] {
  switch (act.kind) {
    case 'status':
      return tasks.map((task) => (act.taskIds.includes(task.id) ? withStatus(task, act) : task));
    case 'undo':
      return tasks.map((task) =>
        act.taskIds.includes(task.id) && isDone(task)
          ? { ...task, status: STATUS.going, completed_at: null }
          : task,
      );
    case 'order':
      return inOrder(tasks, act);
    case 'endRoute':
      return ended(tasks, act.taskIds);
    case 'startRoute':
      return started(tasks, act.taskIds);
    case 'startRun':
      return runStarted(tasks, waitingFor(tasks, act.runId, act.taskIds));
  }
}

function withStatus(task: TaskCard, act: Extract<DriverAction, { kind: 'status' }>): TaskCard {
  const { status, occurred_at, failure_reason = null } = act;
  if (task.status === status) return task; // the server has it already
  return {
    ...task,
    status,
    order_index: isInRoute(act) ? task.order_index : null,
    completed_at: isDone(act) ? occurred_at : null,
    ...(isHeld(act) && { failure_reason, attempts: task.attempts + 1 }),
  };
}

function inOrder(
  tasks: TaskCard[],
  { taskIds, baseIds, movedIds }: Extract<DriverAction, { kind: 'order' }>,
): TaskCard[] {
  const current = activeOf(tasks).map(({ id }) => id);
  const merged = mergeOrder(baseIds, taskIds, current, movedIds);
  return tasks.map((task) =>
    merged.includes(task.id) ? { ...task, order_index: merged.indexOf(task.id) } : task,
  );
}

function ended(tasks: TaskCard[], seen?: number[]): TaskCard[] {
  if (activeOf(tasks).length > 0) return tasks;
  return started(tasks.filter(isOpen), seen);
}

function started(tasks: TaskCard[], seen?: number[]): TaskCard[] {
  if (activeOf(tasks).length > 0) return tasks;
  const starting = queuedIn(tasks).filter(({ id }) => seen?.includes(id) ?? true);
  return tasks.map((task, index) =>
    starting.includes(task) ? { ...task, status: STATUS.pending, order_index: index } : task,
  );
}

/** The tasks that the next route starts with. Those of a run leave with it. */
export const queuedIn = (tasks: TaskCard[]) => tasks.filter((task) => isQueued(task) && !task.run_id);

/**
 * The tasks that wait for the run, in its order.
 * @param seen the ids that the driver saw, in their order. What has joined since stays behind.
 */
export function waitingFor(tasks: TaskCard[], runId: number, seen?: number[]): TaskCard[] {
  const waiting = tasks.filter((task) => task.run_id === runId && isQueued(task));
  return seen
    ? seen.flatMap((id) => waiting.find((task) => task.id === id) ?? [])
    : waiting.sort((one, other) => (one.run_place ?? 0) - (other.run_place ?? 0) || one.id - other.id);
}

/** The tasks of the run come behind what is active. */
function runStarted(tasks: TaskCard[], behind: TaskCard[]): TaskCard[] {
  const first = Math.max(-1, ...activeOf(tasks).map(({ order_index }) => order_index ?? -1)) + 1;
  return tasks.map((task) =>
    behind.includes(task)
      ? { ...task, status: STATUS.pending, order_index: first + behind.indexOf(task) }
      : task,
  );
}

/** Active tasks in the order of the route. */
const activeOf = (tasks: TaskCard[]) =>
  tasks.filter(isInRoute).sort((one, other) => placeOf(one) - placeOf(other));

const placeOf = ({ order_index }: TaskCard) => order_index ?? 999;

/** Sorts like the server: tasks under way, then by route, then the latest completed first. */
function asListed(one: TaskCard, other: TaskCard): number {
  const going = (task: TaskCard) => Number(!isUnderWay(task));
  const completed = (task: TaskCard) => task.completed_at ?? '';
  return (
    going(one) - going(other) ||
    placeOf(one) - placeOf(other) ||
    completed(other).localeCompare(completed(one)) ||
    one.id - other.id
  );
}

import type { Became } from '~/domain/tasks/transfers/became';
import type { TaskCard, TaskList } from '~/domain/tasks/board/board';
import { placeKey } from '~/domain/tasks/map/place-key';

/** The refusal of an action on a stop that others have changed. */
export const STOP_CHANGED = 'This stop was changed on another device or by a dispatcher.';

/** The data of a dialog about the stop under way. */
export type GoingStop = {
  /** The task of the dialog's address. It stays the same when other tasks of the stop change. */
  stopId: number;
  /** Tasks under way, and completed deliveries that can still be signed. */
  taskIds: number[];
  location: string;
  deliveries: number;
  /** Pending tasks at the same place that are not part of the stop yet. */
  added: number[];
  /** True while a task of it is under way. */
  isGoing: boolean;
  /** Changes to tasks that were under way when the dialog was opened. */
  became: Became[];
  liveVersion: number;
  /** Makes the server count the form once; empty when the server was not reached. */
  formKey: string;
};

/** Pending tasks at the place of the stop under way. */
export function addedTo(tasks: TaskCard[]): number[] {
  const going = tasks.find(({ status }) => status === 'going');
  if (!going) return [];
  return tasks
    .filter((task) => task.status === 'pending' && placeKey(task) === placeKey(going))
    .map(({ id }) => id);
}

/** The dialog's address names the tasks that were under way when it was opened. */
export function stopPath(taskIds: number[], step: 'sign' | 'fail'): string {
  const [first, ...others] = taskIds;
  const path = `/driver/stops/${String(first)}/${step}`;
  return others.length > 0 ? `${path}?tasks=${taskIds.join()}` : path;
}

/** The task ids that the dialog's address names. */
export function askedFor(taskId: number, search: URLSearchParams): number[] {
  const others = (search.get('tasks') ?? '').split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id));
  return [...new Set([taskId, ...others.map(Number)])].slice(0, MOST_ASKED);
}

const MOST_ASKED = 100;

/** The stop under way, if one of these tasks belongs to it, with the others that can still be signed. */
export function goingStop(
  { tasks, liveVersion }: TaskList,
  asked: number[],
  formKey: string,
  became: Became[] = [],
): GoingStop | null {
  const going = tasks.filter(({ status }) => status === 'going');
  const isGoing = going.some(({ id }) => asked.includes(id));
  if (!isGoing && became.length === 0) return null;
  const signable = became.filter(({ isUnsigned }) => isUnsigned).map(({ taskId }) => taskId);
  const under = isGoing ? going : [];
  return {
    stopId: asked[0] ?? 0,
    taskIds: [...under.map(({ id }) => id), ...signable],
    location: under[0]?.location ?? became[0]?.location ?? '',
    deliveries: under.filter(({ type }) => type === 'delivery').length + signable.length,
    added: isGoing ? addedTo(tasks) : [],
    isGoing,
    became,
    liveVersion,
    formKey,
  };
}

import type { Became } from '~/domain/tasks/became';
import type { TaskCard, TaskList } from '~/domain/tasks/board';
import { placeKey } from '~/domain/tasks/place-key';

/** Why what was said of a stop can't be taken. */
export const STOP_CHANGED = 'This stop was changed on another device or by a dispatcher.';

/** What a dialog about the stop under way needs. */
export type GoingStop = {
  /** The task of the dialog's address: stays the same whatever becomes of the others. */
  stopId: number;
  /** Those under way, and completed deliveries that a signature can still be added to. */
  taskIds: number[];
  location: string;
  deliveries: number;
  /** Tasks that have come to the same place since, and are not part of it yet. */
  added: number[];
  /** Whether anything of it is still under way. */
  isGoing: boolean;
  /** What became of those that were under way when it was opened. */
  became: Became[];
  liveVersion: number;
  /** Sent with the form, so that it counts once; empty where no server was reached. */
  formKey: string;
};

/** Tasks at the place under way that are not part of it yet. */
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

/** Those tasks. */
export function askedFor(taskId: number, search: URLSearchParams): number[] {
  const others = (search.get('tasks') ?? '').split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id));
  return [...new Set([taskId, ...others.map(Number)])].slice(0, MOST_ASKED);
}

const MOST_ASKED = 100;

/** The stop under way, if one of these tasks belongs to it; with what can be signed of the others. */
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

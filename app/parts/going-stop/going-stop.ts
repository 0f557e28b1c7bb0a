import type { TaskList } from '~/domain/tasks/board';

/** Why what was said of a stop can't be taken. */
export const STOP_CHANGED = 'This stop was changed on another device or by a dispatcher.';

/** What a dialog about the stop under way needs. */
export type GoingStop = {
  stopId: number;
  taskIds: number[];
  location: string;
  deliveries: number;
  liveVersion: number;
  /** Sent with the form, so that it counts once; empty where no server was reached. */
  formKey: string;
};

/** The tasks under way, if this is one of them. */
export function goingStop(
  { tasks, liveVersion }: TaskList,
  taskId: number,
  formKey: string,
): GoingStop | null {
  const going = tasks.filter(({ status }) => status === 'going');
  if (!going.some(({ id }) => id === taskId)) return null;
  return {
    stopId: Math.min(...going.map(({ id }) => id)),
    taskIds: going.map(({ id }) => id),
    location: going[0]?.location ?? '',
    deliveries: going.filter(({ type }) => type === 'delivery').length,
    liveVersion,
    formKey,
  };
}

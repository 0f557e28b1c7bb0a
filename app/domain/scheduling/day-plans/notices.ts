/**
 * Writes the notices to drivers about a plan that has been applied or undone: one line each, with the numbers
 * of tasks. Pure.
 */
import type { NewNotice } from '~/domain/tasks/events/notices.server';

export type ListChanges = {
  planId: number;
  moves: { taskId: number; from: number | null; to: number | null }[];
  /** Tasks whose place in the list has changed, but not their driver. */
  ordered: { taskId: number; driverId: number }[];
  isUrgent: (taskId: number) => boolean;
};

/** Returns a notice for each of these drivers whose list has changed. */
export function listNotices(
  kind: 'planned' | 'unplanned',
  drivers: Iterable<number>,
  { planId, moves, ordered, isUrgent }: ListChanges,
): NewNotice[] {
  return [...drivers].flatMap((driver) => {
    const came = moves.filter(({ to }) => to === driver);
    const left = moves.filter(({ from }) => from === driver);
    const inOrder = ordered.filter(({ driverId }) => driverId === driver);
    const [first] = [...came, ...left, ...inOrder];
    if (!first) return [];
    const words = [
      came.length > 0 && `${String(came.length)} new`,
      left.length > 0 && `${String(left.length)} removed`,
      came.length + left.length === 0 && 'another order',
    ];
    return {
      driver,
      taskId: first.taskId,
      kind,
      change: null,
      planId,
      underWay: came.some(({ taskId }) => isUrgent(taskId)),
      location: words.filter(Boolean).join(', '),
    };
  });
}

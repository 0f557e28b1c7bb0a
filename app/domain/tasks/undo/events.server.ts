/** What is kept of an act, for its undo. */
import { TaskEvent } from 'db/models/tasks';

export type RouteChange = [driverId: number, before: number[], after: number[]];
export type Event = Awaited<ReturnType<typeof eventsOf>>[number];

export const eventsOf = (eventIds: number[]) =>
  TaskEvent.findRows(['id', 'taskId', 'action', 'changes', 'version'], {
    where: { id: eventIds },
    order: ['id'],
  });

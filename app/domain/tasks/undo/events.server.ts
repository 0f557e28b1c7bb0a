/** The record of an act that its undo needs. */
import { TaskEvent } from 'db/models/tasks';

export type RouteChange = [driverId: number, before: number[], after: number[]];
export type Event = Awaited<ReturnType<typeof eventsOf>>[number];

export const eventsOf = (eventIds: number[]) =>
  TaskEvent.findRows(['id', 'taskId', 'action', 'changes', 'version'], {
    where: { id: eventIds },
    order: ['id'],
  });

/** Questions about statuses that only the office asks. The driver's page does not load them. Safe in the browser. */
import {
  edgeTone,
  isAhead,
  isDone,
  isHeld,
  isInRoute,
  isLinked,
  isOpen,
  isQueued,
  isUnderWay,
  type Marker,
  type Question,
} from './statuses';
import type { TaskStatus } from './values';

/** Can be given to another driver or another status. */
export const isMovable: Question = (task) => isOpen(task) && !isLinked(task);
/** Movable, and nobody is on the way: its need-by may still be missed. */
export const isWaiting: Question = (task) => isMovable(task) && !isUnderWay(task);
/** Waits outside of the route. Another driver gets it as pending. */
export const isSetAside: Question = (task) => isMovable(task) && !isInRoute(task);
/** Rules may put it into a run. */
export const joinsRuns: Question = (task) => isAhead(task) || isQueued(task);
export const isOnMap: Question = (task) => !isHeld(task);

/** It could not be completed, and nobody has planned it again. */
export const hasFailed = (task: Parameters<Question>[0] & { failure_reason: string | null }): boolean =>
  isHeld(task) && task.failure_reason !== null;

/** The color of a marker on the map, if it is not that of the type. */
export const markerTone = (status: TaskStatus): Marker | null =>
  isQueued({ status }) || isDone({ status }) ? (status as Marker) : edgeTone(status);

/** Which status may follow which, and for whom. */
import type { Actor } from '~/domain/actor';
import { isDispatcher } from '~/domain/actor';
import type { TaskStatus } from '~/domain/tasks/task';

type Moves = Partial<Record<TaskStatus, readonly TaskStatus[]>>;

const DISPATCHER_MOVES: Moves = {
  pending: ['going', 'hold', 'next-route', 'completed'],
  going: ['pending', 'completed'],
  hold: ['pending', 'next-route', 'completed'],
  'next-route': ['pending', 'hold', 'completed'],
  completed: ['pending'],
};

const DRIVER_MOVES: Moves = {
  pending: ['going'],
  going: ['pending', 'completed'],
  'next-route': ['pending'],
};

/** A stop that could not be completed leaves the route, with the reason. */
const failsStop = (from: TaskStatus, to: TaskStatus) => from === 'going' && to === 'hold';

export function canMove(
  actor: Pick<Actor, 'roles'>,
  from: TaskStatus,
  to: TaskStatus,
  options: { failureReason?: string | undefined } = {},
): boolean {
  if (from === to) return true;
  if (failsStop(from, to)) return Boolean(options.failureReason);
  return (isDispatcher(actor) ? DISPATCHER_MOVES : DRIVER_MOVES)[from]?.includes(to) ?? false;
}

/** The refusal of an action on a stop that others have changed. */
export const STOP_CHANGED = 'This stop was changed on another device or by a dispatcher.';

export const SECOND_STOP = 'Another stop is already under way';

/** The sentence for a refused move. */
export function refusedMove(from: TaskStatus, to: TaskStatus): string {
  return failsStop(from, to)
    ? "A going task can't become hold without a reason"
    : `A ${from} task can't become ${to}`;
}

/** Statuses that a dispatcher may choose for a task in the given one, itself first. */
export function choosableFrom(status: TaskStatus): TaskStatus[] {
  return [status, ...(DISPATCHER_MOVES[status] ?? [])];
}

/** Statuses that stand in the driver's route and so have a place in its order. */
export const isActive = (status: TaskStatus) => status === 'pending' || status === 'going';

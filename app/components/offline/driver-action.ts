/** An action of a driver as the outbox stores it (`act` in an entry), and the API call that sends it. */
import type { TaskStatus } from '~/domain/tasks/task';

export type DriverAction =
  | {
      kind: 'status';
      taskIds: number[];
      status: Extract<TaskStatus, 'going' | 'pending' | 'completed' | 'hold'>;
      /** ISO 8601: the time of the tap. */
      occurred_at: string;
      /** A data URL. */
      signature_image?: string;
      signed_by?: string;
      typed_name?: string;
      failure_reason?: string;
      /** Data URLs. */
      photos?: string[];
    }
  | {
      /** Undoes a completion. */
      kind: 'undo';
      taskIds: number[];
      occurred_at: string;
    }
  /** Entries stored by older versions have no `movedIds`. */
  | { kind: 'order'; taskIds: number[]; baseIds: number[]; movedIds?: number[] }
  | { kind: 'endRoute' }
  | { kind: 'startRoute' };

type Call = { method: 'POST' | 'PUT'; path: string; body: unknown };

export function callFor(act: DriverAction, driverId: number): Call {
  switch (act.kind) {
    case 'status': {
      const { kind, ...body } = act;
      return { method: 'POST', path: '/api/tasks/batch/status', body };
    }
    case 'undo': {
      const { kind, ...body } = act;
      return { method: 'POST', path: '/api/tasks/batch/undo-completion', body };
    }
    case 'order': {
      const { kind, ...body } = act;
      return { method: 'PUT', path: `/api/tasks/reorder/${String(driverId)}`, body };
    }
    case 'endRoute':
      return { method: 'POST', path: `/api/tasks/end-route/${String(driverId)}`, body: {} };
    case 'startRoute':
      return { method: 'POST', path: `/api/tasks/start-route/${String(driverId)}`, body: {} };
  }
}

/** The label of the button that makes it. */
export function actionName(act: DriverAction): string {
  if (act.kind === 'order') return 'New order';
  if (act.kind === 'undo') return 'Undo';
  if (act.kind === 'endRoute') return 'End Route';
  if (act.kind === 'startRoute') return 'Start next route';
  return { going: 'Going', pending: 'Not going yet', completed: 'Complete', hold: 'Could not complete' }[
    act.status
  ];
}

/** The message for a refusal in which the server gives none. */
export function failureMessage(act: DriverAction): string {
  if (act.kind === 'endRoute') return 'Failed to end route';
  return act.kind === 'startRoute' ? 'Failed to start the next route' : 'Failed to update tasks';
}

/** Messages of the page after an action. */
export const ROUTE_ENDED = {
  title: 'Route Ended',
  description: 'All completed tasks have been archived and next route tasks are now pending',
};
export const ROUTE_STARTED = { title: 'Route Started', description: 'Next route tasks are now pending' };
export const REPORTED = { title: 'Reported', description: 'The dispatcher has been told.' };

/** True when a button was pressed twice: equal but for the time. */
export function isSameAction(one: DriverAction, other: DriverAction): boolean {
  const meant = (act: DriverAction) =>
    JSON.stringify('occurred_at' in act ? { ...act, occurred_at: '' } : act);
  return meant(one) === meant(other);
}

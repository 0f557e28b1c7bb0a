import type { DriverPosition } from '~/domain/tasks/model/last-positions';

/**
 * A message on /ws says that something has changed. It carries no data. Null ids mean that anything may have changed.
 */
export type LiveMessage = {
  type: 'TASK_CREATED' | 'TASK_UPDATED' | 'TASK_DELETED';
  taskId: number | null;
  driverId: number | null;
};

/** The position of a driver; null if it is no longer shown. For dispatchers only. Pages do not load again for it. */
export type PositionMessage = { type: 'POSITION'; driverId: number; position: DriverPosition | null };

/** The street map was replaced or removed. For dispatchers only. */
export type RegionMessage = { type: 'REGION' };

/** Arrival times have changed without a change of the lists. For dispatchers only. */
export type ArrivalsMessage = { type: 'ARRIVALS' };

/** Another number of documents waits in the inbox, which the frame shows. For dispatchers only. */
export type InboxMessage = { type: 'INBOX' };

/** The first message on a socket: the present version of the lists that this user sees. */
export type Greeting = { type: 'LIVE'; version: number };

/** Pages can't see the protocol's pings. This message tells them that the connection is alive. */
export type Heartbeat = { type: 'HEARTBEAT' };
export const HEARTBEAT_MS = 25_000;

/** The standard close code of a service that restarts. The page connects to another instance at once. */
export const RESTARTING = 1012;
/** Close codes of this application. */
export const SIGNED_OUT = 4401;
export const TOO_MANY_SOCKETS = 4408;

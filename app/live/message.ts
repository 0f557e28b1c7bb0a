import type { DriverPosition } from '~/domain/tasks/model/last-positions';

/** Messages on /ws say that something has changed and carry no data. Null ids mean that anything may have changed. */
export type LiveMessage = {
  type: 'TASK_CREATED' | 'TASK_UPDATED' | 'TASK_DELETED';
  taskId: number | null;
  driverId: number | null;
};

/** Where a driver is; null: not shown any more. For dispatchers only, and no reason to load anything again. */
export type PositionMessage = { type: 'POSITION'; driverId: number; position: DriverPosition | null };

/** The street map is another one, or there is none any more. For dispatchers only. */
export type RegionMessage = { type: 'REGION' };

/** Arrival times are other ones, though no list has changed. For dispatchers only. */
export type ArrivalsMessage = { type: 'ARRIVALS' };

/** The first message on a socket: the current version of the lists that this user sees. */
export type Greeting = { type: 'LIVE'; version: number };

/** Pages can not see the protocol's pings, so this tells them that the connection is alive. */
export type Heartbeat = { type: 'HEARTBEAT' };
export const HEARTBEAT_MS = 25_000;

/** Close codes of this application. */
export const SIGNED_OUT = 4401;
export const TOO_MANY_SOCKETS = 4408;

/** What travels on /ws: that something changed, never what. Null ids mean "look at everything again". */
export type LiveMessage = {
  type: 'TASK_CREATED' | 'TASK_UPDATED' | 'TASK_DELETED';
  taskId: number | null;
  driverId: number | null;
};

/** The first message on a socket: the version of the lists that this user sees, at this moment or a little before. */
export type Greeting = { type: 'LIVE'; version: number };

/** Sent now and then, as a page does not see the protocol's pings: whoever hears nothing for long has no line. */
export type Heartbeat = { type: 'HEARTBEAT' };
export const HEARTBEAT_MS = 25_000;

/** Close codes of ours. */
export const SIGNED_OUT = 4401;
export const TOO_MANY_SOCKETS = 4408;

/** Keeps a page connected to /ws: notices a dead socket, and opens another one. It knows neither pages nor browsers. */
import { createBackoff } from './backoff';
import { RESTARTING, SIGNED_OUT } from './message';

/** Without a message for more than two heartbeats, a socket is dead. */
const SILENCE_MS = 60_000;
/** The greeting must arrive within this time. */
const GREETING_MS = 20_000;
/** The state of a WebSocket that can be used. */
const OPEN = 1;

export type Socket = { readonly readyState: number; close: () => void };
export type SocketEvents = { onMessage: (data: unknown) => void; onClose: (code: number) => void };
type Incoming = { type: string; version?: unknown; taskId?: unknown; driverId?: unknown };

type Options = {
  open: (events: SocketEvents) => Socket;
  /** @param hadGap true when messages may have been missed since the greeting before. */
  onGreeting: (version: unknown, hadGap: boolean) => void;
  onMessage: (message: Incoming) => void;
  onUnreadable: (data: unknown) => void;
  /** Called when there is no connection, and not while a page moves from one instance to another. */
  onLost: () => void;
  onSignedOut: () => void;
  /** Called when a socket was closed before its greeting. Browsers do not reveal why. */
  onRefused: () => void;
};

type Connection = {
  /** Opens a socket now, if there is none. @returns true if one has just been heard from. */
  wake: () => boolean;
  /** Replaces a socket that may be dead without an event. A new one gets the present version. */
  replace: () => void;
  /** Says that the connection is lost. The socket is kept, as it may work again. */
  lose: () => void;
  stop: () => void;
};

export function keepConnected(options: Options): Connection {
  const backoff = createBackoff();
  let socket: Socket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  let hasGap = false;
  let isStopped = false;

  const lose = () => {
    hasGap = true;
    options.onLost();
  };
  const drop = () => {
    clearTimeout(silence);
    const dropped = socket;
    socket = null;
    dropped?.close();
  };
  const later = () => {
    timer = setTimeout(connect, backoff.next());
  };
  // Browsers do not notice a dead connection by themselves.
  const expectWordIn = (ms: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      lose();
      drop();
      later();
    }, ms);
  };
  const connect = () => {
    clearTimeout(timer);
    if (isStopped || (socket && socket.readyState <= OPEN)) return;
    let isGreeted = false;
    expectWordIn(GREETING_MS);
    const opening = options.open({
      onMessage: (data) => {
        if (socket !== opening) return;
        heardAt = Date.now();
        expectWordIn(SILENCE_MS);
        const message = read(data);
        if (message?.type === 'LIVE') {
          isGreeted = true;
          backoff.reset();
          const hadGap = hasGap;
          hasGap = false;
          options.onGreeting(message.version, hadGap);
        } else if (!message) options.onUnreadable(data);
        else if (message.type !== 'HEARTBEAT') options.onMessage(message);
      },
      onClose: (code) => {
        if (socket !== opening) return;
        clearTimeout(silence);
        socket = null;
        if (isGreeted && code === RESTARTING) {
          // The instance closes its sockets one after another, so all pages may connect at once.
          hasGap = true;
          connect();
          return;
        }
        lose();
        if (code === SIGNED_OUT) {
          options.onSignedOut();
          return;
        }
        if (!isGreeted) options.onRefused();
        later();
      },
    });
    socket = opening;
  };
  const replace = () => {
    if (socket) lose();
    drop();
    backoff.reset();
    connect();
  };

  connect();
  return {
    wake: () => {
      backoff.reset();
      if (socket?.readyState !== OPEN) connect();
      else if (Date.now() - heardAt > SILENCE_MS) replace();
      else return true;
      return false;
    },
    replace,
    lose,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      drop();
    },
  };
}

function read(data: unknown): Incoming | null {
  try {
    const message: unknown = JSON.parse(String(data));
    if (
      typeof message === 'object' &&
      message !== null &&
      'type' in message &&
      typeof message.type === 'string'
    ) {
      return message as Incoming;
    }
  } catch {
    // an unreadable message counts as none
  }
  return null;
}

/** Limits connections, in total and per address. Above a limit, the connection that has been idle longest is closed. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf, withoutMapping } from '~/domain/platform/ip-address.server';

/** This limit and the times below, in milliseconds, are the same for HTTP/1.1 and HTTP/2. */
export const LARGEST_HEAD_BYTES = 16_384;

export const WITHIN_MS = {
  /** For a handshake, and for the head of a request. */
  head: 10_000,
  /** For a request with its body. */
  request: 60_000,
};

/** The longest time without any traffic. */
export const NOTHING_MOVES_MS = 60_000;

/**
 * The time between two requests. It is longer than that of load balancers, so that a connection is not closed when they
 * are about to use it.
 */
export const KEEP_ALIVE_MS = 65_000;

const CLOSE_WITHIN_MS = 2_000;

export type ConnectionLimits = {
  most: number;
  /** The limit for an address, or Infinity. */
  mostOf: (address: string) => number;
};

export type Work = { request: IncomingMessage; response: ServerResponse };
/** `works` has the last request of HTTP/1.1, or all requests under way of HTTP/2. */
type State = { address: string; works: Set<Work>; isUpgraded: boolean };

type Connections = {
  /** True when the request was answered and only the rest of its refused body is missing. */
  isAnswered: (socket: Socket) => boolean;
  /** Called when a request of HTTP/2 begins. */
  begin: (socket: Socket, work: Work) => void;
  /** Called when the connection `raw` is used through `secure` from now on. */
  secured: (secure: Socket, raw: Socket) => void;
  /** Closes all connections except WebSockets. */
  closeAll: () => void;
};

/** Upgrades to other protocols are ignored. */
export const isWebSocket = ({ headers }: IncomingMessage) => /\bwebsocket\b/i.test(headers.upgrade ?? '');

/** Must be called before the server listens. */
export function limitConnections(server: Server, { most, mostOf }: ConnectionLimits): Connections {
  // Both maps are in the order in which the connections became idle.
  const all = new Map<Duplex, State>();
  const byAddress = new Map<string, Set<Duplex>>();
  const rawOf = new WeakMap<Duplex, Duplex>();
  const find = (socket: Duplex): [Duplex, State | undefined] => {
    const raw = rawOf.get(socket) ?? socket;
    return [raw, all.get(raw)];
  };
  const moveToEnd = (socket: Duplex, state: State) => {
    all.delete(socket);
    all.set(socket, state);
    const own = byAddress.get(state.address) ?? new Set();
    own.delete(socket);
    own.add(socket);
    byAddress.set(state.address, own);
  };
  const remove = (socket: Duplex) => {
    const { address } = all.get(socket) ?? {};
    all.delete(socket);
    const own = byAddress.get(address ?? '');
    own?.delete(socket);
    if (own?.size === 0) byAddress.delete(address ?? '');
  };
  const freeOne = (sockets: Iterable<Duplex>): boolean => {
    for (const socket of sockets) {
      if (!isWaiting(all.get(socket))) continue;
      remove(socket);
      socket.destroy();
      return true;
    }
    return false;
  };

  server.prependListener('connection', (socket: Socket) => {
    const address = networkOf(withoutMapping(socket.remoteAddress ?? ''));
    const isFull =
      (all.size >= most && !freeOne(all.keys())) ||
      ((byAddress.get(address)?.size ?? 0) >= mostOf(address) && !freeOne(byAddress.get(address) ?? []));
    if (isFull) {
      socket.destroy();
      return;
    }
    moveToEnd(socket, { address, works: new Set(), isUpgraded: false });
    socket.once('close', () => {
      remove(socket);
    });
  });
  const begin = (socket: Duplex, work: Work, isShared: boolean) => {
    const [raw, state] = find(socket);
    if (!state) return;
    if (!isShared) state.works.clear();
    state.works.add(work);
    work.response.once('close', () => {
      if (isShared) state.works.delete(work);
      if (all.has(raw)) moveToEnd(raw, state);
    });
  };
  server.prependListener('request', (request, response) => {
    begin(request.socket, { request, response }, false);
  });
  server.prependListener('upgrade', (request, socket) => {
    const [, state] = find(socket);
    if (state) state.isUpgraded = isWebSocket(request);
  });
  return {
    isAnswered: (socket) => {
      const [work] = find(socket)[1]?.works ?? [];
      return work !== undefined && work.response.writableFinished && !work.request.complete;
    },
    begin: (socket, work) => {
      begin(socket, work, true);
    },
    secured: (secure, raw) => {
      rawOf.set(secure, raw);
    },
    closeAll: () => {
      for (const [socket, { isUpgraded }] of all) if (!isUpgraded) socket.destroy();
    },
  };
}

/** True when no request of this connection is being answered. */
function isWaiting(state: State | undefined): boolean {
  if (!state || state.isUpgraded) return false;
  return [...state.works].every(({ request, response }) => !request.complete || response.closed);
}

/** Sends a last answer and closes the connection, by force if the client does not close it. */
export function answerAndClose(socket: Duplex, answer: string): void {
  const leave = () => socket.destroy();
  const late = setTimeout(leave, CLOSE_WITHIN_MS).unref();
  socket.once('close', () => {
    clearTimeout(late);
  });
  socket.once('end', leave);
  socket.on('error', leave);
  socket.end(answer);
  socket.resume();
}

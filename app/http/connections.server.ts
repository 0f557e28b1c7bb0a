/** Limits connections, in total and per address. Above a limit, the connection that has been idle longest is closed. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf, withoutMapping } from '~/domain/ip-address.server';

const CLOSE_WITHIN_MS = 2_000;

export type ConnectionLimits = {
  most: number;
  /** The limit of an address, or Infinity. */
  mostOf: (address: string) => number;
};

type Work = { request: IncomingMessage; response: ServerResponse };
type State = { address: string; work: Work | null; isUpgraded: boolean };

type Connections = {
  /** True when only the rest of a refused body is missing. */
  isAnswered: (socket: Socket) => boolean;
};

/** Call it before the server listens. */
export function limitConnections(server: Server, { most, mostOf }: ConnectionLimits): Connections {
  // Both in the order in which the connections became idle.
  const all = new Map<Duplex, State>();
  const byAddress = new Map<string, Set<Duplex>>();
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
    const known = all.get(socket);
    if (known) {
      // Parsed again from its beginning after an ignored upgrade, see listener.server.ts.
      known.isUpgraded = false;
      return;
    }
    const address = networkOf(withoutMapping(socket.remoteAddress ?? ''));
    const isFull =
      (all.size >= most && !freeOne(all.keys())) ||
      ((byAddress.get(address)?.size ?? 0) >= mostOf(address) && !freeOne(byAddress.get(address) ?? []));
    if (isFull) {
      socket.destroy();
      return;
    }
    moveToEnd(socket, { address, work: null, isUpgraded: false });
    socket.once('close', () => {
      remove(socket);
    });
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const state = all.get(socket);
    if (!state) return;
    state.work = { request, response };
    response.once('close', () => {
      if (all.has(socket)) moveToEnd(socket, state);
    });
  });
  server.prependListener('upgrade', (_request, socket) => {
    const state = all.get(socket);
    if (state) state.isUpgraded = true;
  });
  return {
    isAnswered: (socket) => {
      const work = all.get(socket)?.work;
      return work !== null && work !== undefined && work.response.writableFinished && !work.request.complete;
    },
  };
}

/** True when no request of this connection is being answered. */
function isWaiting(state: State | undefined): boolean {
  if (!state || state.isUpgraded) return false;
  return !state.work || !state.work.request.complete || state.work.response.closed;
}

/** Sends a last answer and closes the connection, by force when the client does not. */
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

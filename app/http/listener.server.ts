/** The HTTP server: limits of requests, and a stop that lets requests under way finish. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerAndClose, limitConnections, type ConnectionLimits } from './connections.server';

type Listener = {
  server: Server;
  /** Rejects when the port is in use. Does not listen yet. */
  checkPort(): Promise<void>;
  /** Starts listening. @returns the port. */
  open(): Promise<number>;
  /** Accepts no more connections, waits for requests under way, and closes the rest after that time. */
  close(withinMs: number): Promise<void>;
};

const NOTHING_MOVES_MS = 60_000;

const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  // Longer than load balancers keep theirs, so that none is closed while they are about to use it.
  keepAliveTimeout: 65_000,
};

export function createListener(
  handler: RequestListener,
  { port, host, connections }: { port: number; host?: string; connections: ConnectionLimits },
): Listener {
  const underWay = new Set<unknown>();
  let onIdle: () => void = () => undefined;
  const server = createServer(LIMITS, (request, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) onIdle();
    });
    handler(request, response);
  });
  // For clients that do not read their answer.
  server.timeout = NOTHING_MOVES_MS;
  const { isAnswered } = limitConnections(server, connections);
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (isAnswered(socket)) socket.destroy();
    else refuseNonsense(error, socket);
  });
  server.on('upgrade', (request, socket, head) => {
    if (!isWebSocket(request)) readAgain(server, request, socket, head);
  });
  const bind = (to: Server) =>
    new Promise<void>((resolve, reject) => {
      to.once('error', (error) => {
        const isTaken = 'code' in error && error.code === 'EADDRINUSE';
        reject(isTaken ? new Error(`Port ${String(port)} is taken; choose another with PORT`) : error);
      });
      to.listen(port, host, resolve);
    });
  return {
    server,
    checkPort: async () => {
      if (port === 0) return;
      const probe = createServer();
      await bind(probe);
      await new Promise((resolve) => probe.close(resolve));
    },
    open: async () => {
      await bind(server);
      return (server.address() as AddressInfo).port;
    },
    close: async (withinMs) => {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, withinMs);
        onIdle = () => {
          clearTimeout(late);
          resolve();
        };
        if (underWay.size === 0) onIdle();
      });
      // Browsers open connections in advance. Those without any request are not counted as idle by Node.js.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers input that is not HTTP, is too slow or has too long a head. It never becomes a request. */
function refuseNonsense(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = NONSENSE[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid'];
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  answerAndClose(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

const NONSENSE: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
};

const isWebSocket = ({ headers }: IncomingMessage) => /\bwebsocket\b/i.test(headers.upgrade ?? '');

/**
 * Ignores an upgrade to another protocol, such as h2c: the request is parsed again without its Upgrade header, and so is
 * everything after it on the connection.
 */
function readAgain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (/^connection$/i.test(name)) {
      const kept = value.split(',').filter((token) => !/^\s*(upgrade|http2-settings)\s*$/i.test(token));
      if (kept.length > 0) lines.push(`${name}: ${kept.join(',')}`);
    } else if (!/^(upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** The HTTP server, with or without TLS. It limits requests, and finishes requests under way when it stops. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inTime, PROXY_CLOSES_WITHIN_MS } from '~/lib/time-limits';
import {
  answerAndClose,
  isWebSocket,
  limitConnections,
  type ConnectionLimits,
  KEEP_ALIVE_MS,
  LARGEST_HEAD_BYTES,
  NOTHING_MOVES_MS,
  WITHIN_MS,
} from './connections.server';
import { createHttp2 } from './http2.server';
import { openTls, type CertificateFiles } from './tls.server';

type Listener = {
  server: Server;
  /**
   * Rejects when somebody accepts connections at the port. Does not listen, not even for a moment: a proxy that tries all
   * instances in turn would send a request.
   */
  checkPort(): Promise<void>;
  /** Starts listening. @returns the port. */
  open(): Promise<number>;
  /** Accepts no more connections. Those that are open go on, also from one request to the next. */
  stopAccepting(): Promise<void>;
  /** Waits for requests under way, and closes the rest after that time. `stopAccepting` must have been called. */
  close(withinMs: number): Promise<void>;
};

const LIMITS = {
  maxHeaderSize: LARGEST_HEAD_BYTES,
  headersTimeout: WITHIN_MS.head,
  requestTimeout: WITHIN_MS.request,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: KEEP_ALIVE_MS,
};

const ACCEPTED_WITHIN_MS = 5_000;
const CHECKED_WITHIN_MS = 1_000;
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

const portTaken = (port: number) =>
  new Error(`Port ${String(port)} is already in use; choose another with PORT`);

type Options = {
  port: number;
  host?: string;
  connections: ConnectionLimits;
  /** True when clients connect through a proxy. */
  isBehindProxy: boolean;
  /** With a certificate the port speaks https. The handler still gets requests in plain http. */
  certificate?: CertificateFiles;
};

export function createListener(
  handler: RequestListener,
  { port, host, connections, isBehindProxy, certificate }: Options,
): Listener {
  /** Resolves when all connections have ended, once the port is closed. */
  let closed: Promise<unknown> | undefined;
  /** Requests that wait until the port is closed, which is a matter of milliseconds. */
  let held: (() => void)[] | undefined;
  const underWay = new Set<unknown>();
  let onIdle: () => void = () => undefined;
  const onRequest: RequestListener = (request, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) onIdle();
    });
    const answer = () => {
      handler(request, response);
    };
    if (held) held.push(answer);
    else answer();
  };
  const server = createServer(LIMITS, onRequest);
  /**
   * Starts HTTP/1.1 on a connection. With TLS, the server's `connection` event is for connections whose protocol is
   * unknown.
   */
  const speakHttp1 = server.listeners('connection')[0] as (this: Server, socket: Duplex) => void;
  // Ends connections of clients that do not read their answer.
  server.timeout = NOTHING_MOVES_MS;
  const { isAnswered, begin, secured, closeAll } = limitConnections(server, connections);
  const http2 = createHttp2({ onRequest, onWork: begin });
  const tls =
    certificate &&
    openTls({
      ...certificate,
      onPlain: (socket) => {
        speakHttp1.call(server, socket);
      },
      onSecure: (secure, raw) => {
        secured(secure, raw);
        if (secure.alpnProtocol === 'h2') http2.speak(secure);
        else speakHttp1.call(server, secure);
      },
    });
  if (tls) server.off('connection', speakHttp1).on('connection', tls.accept);
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (isAnswered(socket)) socket.destroy();
    else refuseNonsense(error, socket);
  });
  server.on('upgrade', (request, socket, head) => {
    if (isWebSocket(request)) return;
    unread(request, socket, head);
    speakHttp1.call(server, socket);
  });
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', (error) => {
        reject('code' in error && error.code === 'EADDRINUSE' ? portTaken(port) : error);
      });
      server.listen(port, host, resolve);
    });
  return {
    server,
    checkPort: () =>
      new Promise((resolve, reject) => {
        if (port === 0) {
          resolve();
          return;
        }
        const probe = connect({ port, host: host && !ANY_ADDRESS.has(host) ? host : 'localhost' });
        probe.setTimeout(CHECKED_WITHIN_MS, () => probe.destroy());
        probe.once('connect', () => {
          reject(portTaken(port));
          probe.destroy();
        });
        probe.on('error', () => undefined); // nobody is there, or opening the port will say what is wrong
        probe.once('close', () => {
          resolve();
        });
      }),
    open: async () => {
      await listen();
      return (server.address() as AddressInfo).port;
    },
    stopAccepting: async () => {
      if (!server.listening) return;
      held = [];
      await acceptWaiting(server);
      // The method of node:http also closes connections between two requests, while a proxy may be sending the next one.
      closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      for (const answer of held) answer();
      held = undefined;
    },
    close: async (withinMs) => {
      tls?.close();
      if (!closed) return;
      http2.close();
      const until = performance.now() + withinMs;
      // Only the proxy can close a connection between two requests without losing one that it is sending.
      if (isBehindProxy) await inTime(closed, undefined, PROXY_CLOSES_WITHIN_MS);
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, until - performance.now());
        onIdle = () => {
          clearTimeout(late);
          resolve();
        };
        if (underWay.size === 0) onIdle();
      });
      // Browsers open connections in advance. Node.js does not count connections without any request as idle.
      closeAll();
      await closed;
    },
  };
}

/**
 * Accepts connections until none waits. Closing the port resets those, and a proxy may have sent a write on them. Node.js
 * accepts one in each turn of the event loop, and a turn is short while requests are held.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const until = performance.now() + ACCEPTED_WITHIN_MS;
  let isAccepting = true;
  const note = () => {
    isAccepting = true;
  };
  server.on('connection', note);
  await new Promise(setImmediate); // the rest of this turn
  while (isAccepting && performance.now() < until) {
    isAccepting = false;
    await new Promise(setImmediate);
  }
  server.off('connection', note);
}

/** Answers input that is not HTTP, is too slow or has too long a head. Such input never becomes a request. */
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

/**
 * Ignores an upgrade to another protocol, such as h2c. The request is read again without its Upgrade header, followed
 * by the rest of the connection.
 */
function unread(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (/^connection$/i.test(name)) {
      const otherTokens = value
        .split(',')
        .filter((token) => !/^\s*(upgrade|http2-settings)\s*$/i.test(token));
      if (otherTokens.length > 0) lines.push(`${name}: ${otherTokens.join(',')}`);
    } else if (!/^(upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
}

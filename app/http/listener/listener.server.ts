/** The HTTP server, with or without TLS. It limits requests, and finishes requests under way when it stops. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
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
  /** Rejects when the port is in use. Does not listen yet. */
  checkPort(): Promise<void>;
  /** Starts listening. @returns the port. */
  open(): Promise<number>;
  /** Accepts no more connections, waits for requests under way, and closes the rest after that time. */
  close(withinMs: number): Promise<void>;
};

const LIMITS = {
  maxHeaderSize: LARGEST_HEAD_BYTES,
  headersTimeout: WITHIN_MS.head,
  requestTimeout: WITHIN_MS.request,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: KEEP_ALIVE_MS,
};

type Options = {
  port: number;
  host?: string;
  connections: ConnectionLimits;
  /** With a certificate the port speaks https. The handler still gets requests in plain http. */
  certificate?: CertificateFiles;
};

export function createListener(
  handler: RequestListener,
  { port, host, connections, certificate }: Options,
): Listener {
  const underWay = new Set<unknown>();
  let onIdle: () => void = () => undefined;
  const onRequest: RequestListener = (request, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) onIdle();
    });
    handler(request, response);
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
  const bind = (to: Server) =>
    new Promise<void>((resolve, reject) => {
      to.once('error', (error) => {
        const isTaken = 'code' in error && error.code === 'EADDRINUSE';
        reject(
          isTaken ? new Error(`Port ${String(port)} is already in use; choose another with PORT`) : error,
        );
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
      tls?.close();
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      http2.close();
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, withinMs);
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

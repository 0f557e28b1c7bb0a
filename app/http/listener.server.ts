/** The HTTP server: how long and how large a request may be, and how it ends without cutting anybody off. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Listener = {
  server: Server;
  port: number;
  /** Takes no more connections, lets requests under way finish, and cuts what is left after that time. */
  close(withinMs: number): Promise<void>;
};

const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  // Longer than load balancers keep theirs, so that none is closed just as they use it.
  keepAliveTimeout: 65_000,
};

export async function listen(
  handler: RequestListener,
  { port, host }: { port: number; host?: string },
): Promise<Listener> {
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
  server.on('clientError', refuseNonsense);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`Port ${String(port)} is taken; choose another with PORT`) : error);
    });
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: async (withinMs) => {
      const closed = new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, withinMs);
        onIdle = () => {
          clearTimeout(late);
          resolve();
        };
        if (underWay.size === 0) onIdle();
      });
      // Browsers open connections ahead of time; one that has never asked anything would be waited for.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What is not HTTP, comes too slowly or has too long a head never becomes a request. */
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
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const NONSENSE: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
};

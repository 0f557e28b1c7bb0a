/** A real server that receives webhooks or push messages, and can accept, refuse, hang, redirect or drop them. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type Call = { path: string; headers: Record<string, string>; body: string; bytes: Buffer; at: number };
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

export const take: Behaviour = (response) => response.writeHead(200).end('thank you');
export const fail: Behaviour = (response) => response.writeHead(500).end('out of order');
export const hang: Behaviour = () => undefined;
export const drop: Behaviour = (response) => response.destroy();
export const redirect =
  (to: string): Behaviour =>
  (response) =>
    response.writeHead(302, { Location: to }).end();
/** Sends an answer that never ends. */
export const flood: Behaviour = (response) => floodWith(response, 200);
export const floodWith = (response: ServerResponse, status: number): void => {
  response.writeHead(status);
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

/** @param certificate for https. */
export async function startReceiver(certificate?: { cert: string; key: string }) {
  const calls: Call[] = [];
  let behave: Behaviour = take;
  const waiting = new Set<() => void>();
  const listener: RequestListener = (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const bytes = Buffer.concat(pieces);
      calls.push({
        path: request.url ?? '',
        headers,
        body: bytes.toString(),
        bytes,
        at: performance.now(),
      });
      behave(response, request);
      for (const look of waiting) look();
    });
  };
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    calls,
    behave: (next: Behaviour) => {
      behave = next;
    },
    /** Resolves with the calls to this path once there are `count` of them. */
    until: (path: string, count: number) =>
      new Promise<Call[]>((resolve) => {
        const look = () => {
          const found = calls.filter((call) => call.path === path);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

import { WebSocket } from 'ws';
import type { Socket, SocketEvents } from '~/live/connection';

export type Listener = {
  messages: { type: string; taskId?: number | null; driverId?: number | null; version?: number }[];
  closed: Promise<number>;
  /** Resolves when a message passes the test, now or later. */
  heard: (test: (message: Listener['messages'][number]) => boolean) => Promise<void>;
  close: () => void;
};

/** Connects to /ws and waits for the greeting. Rejects with the status when the server refuses. */
export function listenTo(origin: string, headers: Record<string, string>): Promise<Listener> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers });
  const messages: Listener['messages'] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Listener['messages'][number]);
    for (const check of waiting) check();
  });
  const listener: Listener = {
    messages,
    closed,
    heard: (test) =>
      new Promise((resolve) => {
        const check = () => {
          if (!messages.some(test)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () => {
      socket.close();
    },
  };
  return new Promise((resolve, reject) => {
    socket.once('message', () => {
      resolve(listener);
    });
    socket.once('unexpected-response', (_request, response) => {
      reject(new Error(`HTTP ${String(response.statusCode)}`));
    });
    socket.once('error', reject);
  });
}

/** Calls `look` until it finds something, each time after a message on the socket. */
export async function lookUntil<Found>(board: Listener, look: () => Promise<Found | null>): Promise<Found> {
  for (;;) {
    // The count is read first, because a message during `look` may be about something it did not see.
    const seen = board.messages.length;
    const found = await look();
    if (found !== null) return found;
    await Promise.race([board.heard((message) => board.messages.indexOf(message) >= seen), board.closed]);
  }
}

/** Opens sockets for the code of our pages. Their compression would only cost time. */
export const openSocket =
  (origin: string, cookie: string) =>
  ({ onMessage, onClose }: SocketEvents): Socket => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, {
      headers: { cookie },
      perMessageDeflate: false,
    });
    socket.on('message', onMessage);
    socket.on('close', onClose);
    socket.on('error', () => undefined); // the close event follows
    return socket;
  };

/**
 * Sends the first message on a socket. After a restart many sockets connect at once, so their sessions are looked up in
 * batches.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Actor } from '~/domain/kernel/actor';
import { listTasksVersion } from '~/domain/tasks/store/queries.server';
import { livingSessions } from '~/domain/network/users/sessions.server';
import { SIGNED_OUT, type Greeting } from './message';

/** A socket, and the stream that it writes to. Before its greeting, frames are held. */
export type Recipient = { socket: WebSocket; stream: Duplex; held: Buffer[] | null };
type Guest = Recipient & { actor: Actor; sessionId: string };
type Send = (to: Recipient, frame: Buffer) => void;

/** The close code for "try again later". */
const TRY_AGAIN = 1013;

/** @returns a function that queues a socket for its greeting. */
export function createGreeter(send: Send): (guest: Guest) => void {
  let waiting: Guest[] = [];
  let isBusy = false;

  const greetAll = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      const guests = waiting;
      waiting = [];
      await greet(guests, send).catch(() => {
        for (const { socket } of guests) socket.close(TRY_AGAIN);
      });
    }
    isBusy = false;
  };
  return (guest) => {
    waiting.push(guest);
    if (!isBusy) void greetAll();
  };
}

/** Sends the version of the lists, so that a page with that version need not load again. */
async function greet(guests: Guest[], send: Send): Promise<void> {
  // A session may have ended between its lookup and the subscription to its end.
  const living = await livingSessions(guests.map(({ sessionId }) => sessionId));
  const frames = new Map<number, Promise<Buffer>>();
  const frameFor = (actor: Actor) => {
    const frame = frames.get(actor.id) ?? listTasksVersion(actor, {}).then(greetingOf);
    frames.set(actor.id, frame);
    return frame;
  };
  await Promise.all(
    guests.map(async (guest) => {
      if (living.has(guest.sessionId)) send(guest, await frameFor(guest.actor));
      else guest.socket.close(SIGNED_OUT);
    }),
  );
}

const greetingOf = (version: number) => frameOf({ type: 'LIVE', version } satisfies Greeting);

/**
 * A text message as bytes on the connection (RFC 6455). It is made once for all sockets, while `ws` would make one for
 * each.
 */
export function frameOf(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  const length = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length]), payload]);
}

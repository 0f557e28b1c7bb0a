/** Sends the first message on a socket. After a restart many connect at once, so their sessions are looked up in batches. */
import type { WebSocket } from 'ws';
import type { Actor } from '~/domain/actor';
import { listTasksVersion } from '~/domain/tasks/board/queries.server';
import { livingSessions } from '~/domain/users/sessions.server';
import { SIGNED_OUT, type Greeting } from './message';

type Guest = { actor: Actor; sessionId: string; socket: WebSocket };

/** The close code for "try again later". */
const TRY_AGAIN = 1013;

/** @returns queues a socket for its greeting. */
export function createGreeter(send: (socket: WebSocket, frame: Buffer) => void): (guest: Guest) => void {
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

/** Sends the version of the lists, so that a page which shows it already need not load again. */
async function greet(guests: Guest[], send: (socket: WebSocket, frame: Buffer) => void): Promise<void> {
  // A session may have ended between its lookup and the subscription to its end.
  const living = await livingSessions(guests.map(({ sessionId }) => sessionId));
  const frames = new Map<number, Promise<Buffer>>();
  const frameFor = (actor: Actor) => {
    const frame = frames.get(actor.id) ?? listTasksVersion(actor, {}).then(frameOf);
    frames.set(actor.id, frame);
    return frame;
  };
  await Promise.all(
    guests.map(async ({ actor, sessionId, socket }) => {
      if (living.has(sessionId)) send(socket, await frameFor(actor));
      else socket.close(SIGNED_OUT);
    }),
  );
}

const frameOf = (version: number) =>
  Buffer.from(JSON.stringify({ type: 'LIVE', version } satisfies Greeting));

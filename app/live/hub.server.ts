/** Turns committed changes into messages. Each instance listens to PostgreSQL and informs its sockets. */
import { isWritable } from 'db/connection';
import { listen } from 'db/listen';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Actor } from '~/domain/kernel/actor';
import { SOCKETS_CLOSED_WITHIN_MS } from '~/lib/time-limits';
import { NETWORK_CHANNEL, readNetwork } from '~/domain/network/settings/network.server';
import { INBOX_CHANNEL } from '~/domain/intake/inbox/job';
import { MOVES_CHANNEL } from '~/domain/tracking/tell-moves.server';
import { readRegion, REGION_CHANNEL } from '~/domain/geography/region/region.server';
import { roadsHaveChanged } from '~/domain/scheduling/arrivals/arrivals.server';
import { ROADS_CHANNEL } from '~/domain/scheduling/arrivals/learn-roads.server';
import { openSockets } from '~/domain/administration/system/metrics.server';
import { JOB_CHANNEL } from '~/domain/platform/jobs/change-jobs.server';
import type { Jobs } from '~/domain/platform/jobs/engine.server';
import { TASK_CHANNEL, VERSIONS_CHANNEL, type TaskChange } from '~/domain/platform/sync/tell.server';
import { livingSessions, SESSION_CHANNEL } from '~/domain/network/users/sessions.server';
import { createMissedChanges } from './missed-changes.server';
import { createMoves } from './moves.server';
import { createGreeter, frameOf, type Recipient } from './greeter.server';
import {
  HEARTBEAT_MS,
  RESTARTING,
  SIGNED_OUT,
  TOO_MANY_SOCKETS,
  type ArrivalsMessage,
  type Heartbeat,
  type InboxMessage,
  type RegionMessage,
} from './message';
import { mayAll } from '~/domain/kernel/permissions';
import { UNASSIGNED } from '~/domain/platform/sync/lists.server';
import { LISTS_VERSION } from '~/domain/platform/sync/versions.server';

const SESSION_CHECK_MS = 60_000;
const LARGEST_MESSAGE_BYTES = 4_096;
// With a larger backlog the client does not read, and its socket is closed. It loads again when it reconnects.
const LARGEST_BACKLOG_BYTES = 1_048_576;
const SOCKETS_PER_USER = 20;
/** A page that connects to another instance costs that one a few milliseconds, and often loads its data. */
const CLOSED_PER_SECOND = 200;
/** The close code for a policy violation. */
const UNASKED = 1008;

type Identity = { actor: Actor; sessionId: string };
type Client = Identity & Recipient & { answered: boolean };
type Log = { warn: (details: object, message: string) => void };

type Options = {
  server: Server;
  databaseUrl: string;
  log: Log;
  isAllowedOrigin: (request: IncomingMessage) => boolean;
  /** Finds the user of the cookie in the upgrade request. */
  identify: (request: IncomingMessage) => Promise<Identity | null>;
  answerAndClose: (stream: Duplex, answer: string) => void;
  /** The background jobs. They are told when there is work, and if notifications arrive at all. */
  background: Pick<Jobs, 'notified' | 'setListening'> & { tasksChanged: () => void };
};

export type LiveChannel = {
  /**
   * Asks the database on the listening connection, or on any connection while that one reconnects. Rejects when it is
   * down.
   */
  isDatabaseWritable: () => Promise<boolean>;
  /** Closes all sockets, one after another. The server must not accept connections any more. */
  closeSockets: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openLiveChannel(options: Options): Promise<LiveChannel> {
  const { server, log, background } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const clients = new Set<Client>();
  let isClosing = false;
  const greet = createGreeter((guest, greeting) => {
    const held = guest.held ?? [];
    guest.held = null;
    for (const frame of [greeting, ...held]) send(guest, frame);
  });

  const admit = (identity: Identity, { socket, stream }: Pick<Recipient, 'socket' | 'stream'>) => {
    const client: Client = { ...identity, socket, stream, held: [], answered: true };
    const others = [...clients].filter(({ actor }) => actor.id === identity.actor.id);
    if (others.length >= SOCKETS_PER_USER) others[0]?.socket.close(TOO_MANY_SOCKETS);
    clients.add(client);
    openSockets.inc();
    socket.on('pong', () => {
      client.answered = true;
    });
    // Pages never send messages, so this client is not one of ours.
    socket.on('message', () => {
      if (socket.readyState === WebSocket.OPEN) socket.close(UNASKED);
      else socket.terminate();
    });
    // Each ping is answered. A client that pings without reading would fill the memory with answers.
    socket.on('ping', () => {
      if (socket.bufferedAmount > LARGEST_BACKLOG_BYTES) socket.terminate();
    });
    greet(client);
    socket.on('close', () => {
      clients.delete(client);
      openSockets.dec();
    });
    socket.on('error', () => {
      socket.terminate();
    });
  };

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Upgrades to other protocols are ignored.
    if (!/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) return;
    stream.on('error', () => stream.destroy());
    const refuse = (status: string, ...more: string[]) => {
      const lines = [`HTTP/1.1 ${status}`, ...more, 'Connection: close', 'Content-Length: 0'];
      options.answerAndClose(stream, `${lines.join('\r\n')}\r\n\r\n`);
    };
    admission(request, options).then(
      (admitted) => {
        if (typeof admitted === 'string') refuse(admitted);
        // A proxy asks another instance.
        else if (isClosing) refuse('503 Service Unavailable');
        else
          sockets.handleUpgrade(request, stream, head, (socket) => {
            admit(admitted, { socket, stream });
          });
      },
      () => {
        refuse('503 Service Unavailable', 'Retry-After: 2');
      },
    );
  };
  server.on('upgrade', upgrade);

  const refreshNetwork = () => {
    readNetwork().catch((error: unknown) => {
      log.warn({ err: error }, 'could not read the settings of the network');
    });
  };

  const tellBoards = (message: object) => {
    const frame = frameOf(message);
    for (const client of clients) if (mayAll(client.actor, 'readBoard')) send(client, frame);
  };
  const moves = createMoves(tellBoards);
  const changeRegion = async () => {
    await readRegion();
    tellBoards({ type: 'REGION' } satisfies RegionMessage);
  };
  const changeArrivals = () => {
    roadsHaveChanged();
    tellBoards({ type: 'ARRIVALS' } satisfies ArrivalsMessage);
  };
  const warnOfMissed = (error: unknown) => {
    log.warn({ err: error }, 'could not look for changes that no message has told');
  };
  const missed = createMissedChanges((owners) => {
    log.warn({ owners }, 'changes that no message has told');
    const drivers = owners.includes(UNASSIGNED) ? 'everybody' : owners;
    tell(clients, { type: 'TASK_UPDATED', taskId: 0, drivers });
    // The process did not tell of its background work either.
    background.setListening(true);
  });
  const listener = await listen(
    options.databaseUrl,
    [
      TASK_CHANNEL,
      VERSIONS_CHANNEL,
      SESSION_CHANNEL,
      NETWORK_CHANNEL,
      REGION_CHANNEL,
      MOVES_CHANNEL,
      ROADS_CHANNEL,
      JOB_CHANNEL,
      INBOX_CHANNEL,
    ],
    {
      statement: LISTS_VERSION,
      // Only open pages have to be right so soon.
      isOften: () => clients.size > 0,
      onAnswer: ([sum]) => {
        missed.look((sum as { version: number }).version).catch(warnOfMissed);
      },
    },
    {
      onNotification: (channel, payload) => {
        if (channel === TASK_CHANNEL) {
          tell(clients, JSON.parse(payload) as TaskChange);
          background.tasksChanged();
        } else if (channel === VERSIONS_CHANNEL) missed.heard(payload);
        else if (channel === NETWORK_CHANNEL) refreshNetwork();
        else if (channel === REGION_CHANNEL) void changeRegion();
        else if (channel === MOVES_CHANNEL) moves.note(payload);
        else if (channel === ROADS_CHANNEL) changeArrivals();
        else if (channel === INBOX_CHANNEL) tellBoards({ type: 'INBOX' } satisfies InboxMessage);
        else if (channel === JOB_CHANNEL) background.notified(payload);
        else dismiss(clients, payload);
      },
      onGap: () => {
        background.setListening(true);
        refreshNetwork();
        void readRegion();
        missed.begin().catch(warnOfMissed);
        tell(clients, { type: 'TASK_UPDATED', taskId: 0, drivers: 'everybody' });
      },
      onError: (error) => {
        background.setListening(false);
        log.warn({ err: error }, 'not listening for changes; trying again');
      },
    },
  );

  // Changes may have happened before the listener was up.
  background.setListening(listener.isUp());
  refreshNetwork();
  await readRegion();
  missed.begin().catch(warnOfMissed);

  const beat = frameOf({ type: 'HEARTBEAT' } satisfies Heartbeat);
  const pings = setInterval(() => {
    for (const client of clients) {
      if (!client.answered) client.socket.terminate();
      client.answered = false;
      client.socket.ping();
      send(client, beat);
    }
  }, HEARTBEAT_MS);
  const checks = setInterval(() => {
    closeEnded(clients).catch((error: unknown) => {
      log.warn({ err: error }, 'could not check the sessions of open sockets');
    });
  }, SESSION_CHECK_MS);

  const closeSockets = () => {
    isClosing = true;
    return closeInTurn([...clients]);
  };
  return {
    isDatabaseWritable: () => (listener.isUp() ? listener.isWritable() : isWritable()),
    closeSockets,
    close: async () => {
      await closeSockets();
      clearInterval(pings);
      clearInterval(checks);
      moves.stop();
      missed.stop();
      await listener.stop();
    },
  };
}

/**
 * Closes sockets one after another, because their pages connect to other instances at once. Until it is closed, a
 * socket gets every message.
 */
async function closeInTurn(clients: Client[]): Promise<void> {
  const startedAt = performance.now();
  const each = Math.min(1_000 / CLOSED_PER_SECOND, SOCKETS_CLOSED_WITHIN_MS / clients.length);
  for (const [n, { socket }] of clients.entries()) {
    const early = startedAt + n * each - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    socket.close(RESTARTING);
    setTimeout(() => {
      socket.terminate();
    }, 500).unref();
  }
}

async function admission(request: IncomingMessage, options: Options): Promise<Identity | string> {
  if (request.url?.split('?')[0] !== '/ws') return '404 Not Found';
  if (!options.isAllowedOrigin(request)) return '403 Forbidden';
  return (await options.identify(request)) ?? '401 Unauthorized';
}

/** Clients who may see only their own tasks get messages about these, and about tasks that were theirs. */
function tell(clients: Set<Client>, { type, taskId, drivers }: TaskChange): void {
  const frame = (driverId: number | null) => frameOf({ type, taskId: taskId || null, driverId });
  const whole = frame(drivers === 'everybody' ? null : (drivers[drivers.length - 1] ?? null));
  const toOwners = new Map(drivers === 'everybody' ? [] : drivers.map((id) => [id, frame(id)]));
  for (const client of clients) {
    if (mayAll(client.actor, 'readTasks') || drivers === 'everybody') send(client, whole);
    else {
      const own = toOwners.get(client.actor.id);
      if (own) send(client, own);
    }
  }
}

function send({ socket, stream, held }: Recipient, frame: Buffer): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (held) {
    held.push(frame);
    return;
  }
  if (socket.bufferedAmount > LARGEST_BACKLOG_BYTES) socket.terminate();
  else stream.write(frame);
}

function dismiss(clients: Set<Client>, endedSession: string): void {
  for (const { sessionId, socket } of clients) {
    if (sessionId === endedSession) socket.close(SIGNED_OUT);
  }
}

async function closeEnded(clients: Set<Client>): Promise<void> {
  const living = await livingSessions([...clients].map(({ sessionId }) => sessionId));
  for (const { sessionId, socket } of clients) if (!living.has(sessionId)) socket.close(SIGNED_OUT);
}

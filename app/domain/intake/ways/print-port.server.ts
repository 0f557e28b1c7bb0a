/**
 * The port for printers (INTAKE_PRINT_PORT): other systems print to it, and each document is stored before it is
 * acknowledged. One instance of a machine has it; the others try again and again.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/v4';
import { rows, transaction } from 'db/connection';
import { inTime, PRINT_STORE_TIMEOUT_MS } from '~/lib/time-limits';
import { storeDocument } from '~/domain/intake/inbox/documents.server';
import { senderList } from '~/domain/intake/inbox/senders.server';
import { noteSourceError } from '~/domain/intake/inbox/sources.server';
import { asDomainError } from '~/domain/kernel/faults.server';
import { moment } from '~/domain/kernel/schema';
import { readSetting, writeSetting } from '~/domain/network/settings/settings.server';
import { withoutMapping } from '~/domain/platform/ip-address.server';
import { intakeDocuments } from '~/domain/platform/metrics.server';
import { env } from '~/process/env.server';
import { log } from '~/process/log.server';
import { keepCopy } from './copies.server';
import { receiveDocument, type Refusal } from './print-connection.server';

const LOOK_EVERY_MS = 2_000;
const NOTE_EVERY_MS = 60_000;
/** Connections that are read at once. Further ones wait: what they send stays unread. */
const MOST_AT_ONCE = 32;
const MOST_PER_ADDRESS = 8;
/** Places that each source can always have. */
const RESERVED = 4;
/** More connections of an address, or of all addresses of a source, are none of a spooler, and are reset. */
const MOST_OF_ADDRESS = 64;
const MOST_OF_SOURCE = 192;
/** With so many, the port is closed: a spooler whose connection is refused keeps the document. */
const MOST_CONNECTIONS = 256;
/** The most for one source. More wait for their turn: a spooler may take a reset behind the last byte for success. */
const MOST_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const TURN_MS = MINUTE_MS / MOST_A_MINUTE;
/** Documents of senders who do not wait for the acknowledgment are stored as soon as the database is back. */
const STORE_AGAIN_MS = 1_000;
const STORE_FOR_MS = 300_000;
const MOST_UNSTORED_BYTES = 40_000_000;

/** The row that tells other processes and pages which instance has the port. */
const PORT_STATE = {
  name: 'print-port',
  schema: z.object({
    host: z.string().default(''),
    port: z.int().default(0),
    at: moment.nullable().default(null).describe('When the instance had it'),
    refused: z.int().default(0).describe('Connections of senders that no source allows'),
    sender: z.string().nullable().default(null).describe('The last of them'),
    refusedAt: moment.nullable().default(null),
  }),
};
export const readPortState = () => readSetting(PORT_STATE);

type Source = { id: number; allows: (address: string) => boolean };

const SOURCES = `
  select id, coalesce(settings -> 'senders', '[]') as senders from intake_sources where kind = 'port' and is_on order by id`;

type Reason = Refusal | 'too many documents' | 'too many connections' | 'far too many connections';
const SENTENCES: Record<Reason, string> = {
  'no document': 'A browser or another program that prints nothing has connected',
  'too large': 'A document of more than 2 MB was refused',
  'too slow': 'A document came too slowly and was refused',
  'cut off': 'A sender cut the connection within a document',
  'not stored': 'A document could not be stored, and its sender was told so',
  'too many documents': `More than ${String(MOST_A_MINUTE)} documents came within a minute, and some had to wait`,
  'too many connections': `A sender opened more than ${String(MOST_PER_ADDRESS)} connections at once, and some had to wait`,
  'far too many connections': `More than ${String(MOST_OF_ADDRESS)} connections of an address, or ${String(MOST_OF_SOURCE)} of all addresses, were open at once, and further ones were refused`,
};

type Queued = {
  socket: Socket;
  sourceId: number;
  /** @returns a function that refuses a document that has not ended. */
  receive: () => () => void;
};

type PrintPort = {
  /** A round of background work: opens or closes the port as the sources say. */
  look: () => Promise<number>;
  close: () => Promise<void>;
};

/** Opens nothing by itself. @param port of all addresses of this machine, unless INTAKE_PRINT_HOST is set. */
export function printPort(port: number): PrintPort {
  const closing = new AbortController();
  /** By source, the time of the last turn that was given. */
  const turns = new Map<number, number>();
  const arriving = new Set<Promise<unknown>>();
  /** Open connections, and how the documents of those that are still sending are refused. */
  const open = new Map<Socket, { sourceId: number; giveUp: () => void }>();
  /** Connections that are not read yet, first come first. */
  const queue: Queued[] = [];
  /** For each source, the documents are stored one after the other, so that they stay in order. */
  const storing = new Map<number, Promise<unknown>>();
  /** Admins are told of these with the next round. */
  const errors = new Map<number, Reason>();
  const unknown = { count: 0, sender: null as string | null, at: null as string | null };
  let sources: Source[] = [];
  let server: Server | null = null;
  let failure: string | null = null;
  let notedAt = -Infinity;
  let unstoredBytes = 0;

  async function look(): Promise<number> {
    try {
      const found = await rows<{ id: number; senders: string[] }>(SOURCES);
      sources = found.map(({ id, senders }) => ({ id, allows: senderList(senders) }));
    } catch (error) {
      // A spooler whose connection is refused keeps the document, and tries again.
      shut();
      throw error;
    }
    if (sources.length === 0) shut();
    else if (!server && !isFull() && !closing.signal.aborted) await listen();
    await note();
    return LOOK_EVERY_MS;
  }

  async function listen(): Promise<void> {
    const made = createServer({ allowHalfOpen: true, noDelay: true }, take);
    const fault = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      made.on('error', resolve);
      made.listen({ port, host: env.INTAKE_PRINT_HOST }, () => {
        resolve(null);
      });
    });
    if (fault) {
      const isTaken = fault.code === 'EADDRINUSE';
      const text = isTaken
        ? 'another process has the port for printers'
        : 'the port for printers cannot be opened';
      if (failure !== text) log[isTaken ? 'info' : 'error']({ err: fault, port }, text);
      failure = text;
      return;
    }
    if (closing.signal.aborted) {
      made.close();
      return;
    }
    failure = null;
    server = made;
    notedAt = -Infinity;
    log.info({ port }, 'this instance has the port for printers');
  }

  function shut(): void {
    server?.close();
    server = null;
  }

  function take(socket: Socket): void {
    // Errors are handled with the document. Without a listener, those before it would end the process.
    socket.on('error', () => undefined);
    const { remoteAddress } = socket;
    // The sender has gone already.
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const address = withoutMapping(remoteAddress);
    const source = sources.find(({ allows }) => allows(address));
    if (!source || closing.signal.aborted) {
      socket.resetAndDestroy();
      intakeDocuments.inc({ kind: 'port', outcome: 'unknown sender' });
      Object.assign(unknown, { count: unknown.count + 1, sender: address, at: new Date().toISOString() });
      return;
    }
    const refused = (reason: Reason) => {
      errors.set(source.id, reason);
      intakeDocuments.inc({ kind: 'port', outcome: reason });
    };
    if (isFlooded(source.id, remoteAddress)) {
      socket.resetAndDestroy();
      refused('far too many connections');
      return;
    }
    const receive = () => receiveDocument(socket, { refused, store: (bytes) => arrive(source.id, bytes) });
    queue.push({ socket, sourceId: source.id, receive });
    socket.once('close', () => {
      open.delete(socket);
      leave(socket);
      advance();
    });
    advance();
    if (queue.some((each) => each.socket === socket)) refused('too many connections');
    if (isFull()) shut();
  }

  function isFlooded(id: number, address: string): boolean {
    const waiting = queue.map(({ socket, sourceId }) => ({ address: socket.remoteAddress, sourceId }));
    const read = [...open].map(([socket, { sourceId }]) => ({ address: socket.remoteAddress, sourceId }));
    const all = [...waiting, ...read];
    const ofAddress = all.filter((each) => each.address === address).length;
    const ofSource = all.filter(({ sourceId }) => sourceId === id).length;
    return ofAddress >= MOST_OF_ADDRESS || ofSource >= MOST_OF_SOURCE;
  }

  const isFull = () => open.size + queue.length >= MOST_CONNECTIONS;

  function leave(socket: Socket): void {
    const at = queue.findIndex((each) => each.socket === socket);
    if (at >= 0) queue.splice(at, 1);
  }

  /** Reads connections that wait for a place. A spooler would take a reset behind the last byte for success. */
  function advance(): void {
    const placesOf = (id: number) => [...open.values()].filter(({ sourceId }) => sourceId === id).length;
    for (const { socket, sourceId, receive } of [...queue]) {
      const same = [...open.keys()].filter(({ remoteAddress }) => remoteAddress === socket.remoteAddress);
      if (same.length >= MOST_PER_ADDRESS) continue;
      const keptFree = sources
        .filter(({ id }) => id !== sourceId)
        .reduce((sum, { id }) => sum + Math.max(0, RESERVED - placesOf(id)), 0);
      if (placesOf(sourceId) >= RESERVED && open.size + keptFree >= MOST_AT_ONCE) continue;
      leave(socket);
      open.set(socket, { sourceId, giveUp: receive() });
    }
  }

  /** @returns true when the document is stored within a second of its turn. */
  function arrive(sourceId: number, bytes: Buffer): Promise<boolean> {
    const arrived = untilTurn(sourceId).then(() =>
      inTime(inOrder(sourceId, bytes), false, PRINT_STORE_TIMEOUT_MS),
    );
    arriving.add(arrived);
    void arrived.finally(() => arriving.delete(arrived));
    return arrived;
  }

  async function untilTurn(sourceId: number): Promise<void> {
    const now = performance.now();
    const at = Math.max(turns.get(sourceId) ?? -Infinity, now - MINUTE_MS) + TURN_MS;
    turns.set(sourceId, at);
    if (at <= now) return;
    errors.set(sourceId, 'too many documents');
    // Documents that wait at the end of the process are stored at once.
    await sleep(at - now, undefined, { signal: closing.signal }).catch(() => undefined);
  }

  function inOrder(sourceId: number, bytes: Buffer): Promise<boolean> {
    const stored = (storing.get(sourceId) ?? Promise.resolve()).then(() => storeAtLast(sourceId, bytes));
    storing.set(sourceId, stored);
    void stored.finally(() => {
      if (storing.get(sourceId) === stored) storing.delete(sourceId);
    });
    return stored;
  }

  /** Tries again while the database is away. The sender is refused meanwhile; the same bytes are one document. */
  async function storeAtLast(sourceId: number, bytes: Buffer): Promise<boolean> {
    const until = performance.now() + STORE_FOR_MS;
    unstoredBytes += bytes.length;
    try {
      for (;;) {
        try {
          await storePrinted(sourceId, bytes);
          return true;
        } catch (error) {
          const isAway = asDomainError(error)?.kind === 'unavailable';
          const isTriedAgain = isAway && performance.now() < until && unstoredBytes <= MOST_UNSTORED_BYTES;
          if (isAway) shut();
          if (!isTriedAgain || closing.signal.aborted) {
            log.error({ err: error, source: sourceId }, 'a printed document could not be stored');
            return false;
          }
          await new Promise((resolve) => setTimeout(resolve, STORE_AGAIN_MS));
        }
      }
    } finally {
      unstoredBytes -= bytes.length;
    }
  }

  async function note(): Promise<void> {
    for (const [id, reason] of errors) {
      errors.delete(id);
      await noteSourceError(id, SENTENCES[reason]);
    }
    if (!server || (performance.now() - notedAt < NOTE_EVERY_MS && unknown.count === 0)) return;
    const before = await readPortState();
    await writeSetting(PORT_STATE.name, {
      host: hostname(),
      port,
      at: new Date().toISOString(),
      refused: before.refused + unknown.count,
      sender: unknown.sender ?? before.sender,
      refusedAt: unknown.at ?? before.refusedAt,
    });
    unknown.count = 0;
    notedAt = performance.now();
  }

  return {
    look,
    close: async () => {
      closing.abort();
      shut();
      for (const { socket } of queue.splice(0)) socket.resetAndDestroy();
      for (const { giveUp } of open.values()) giveUp();
      await Promise.all(arriving);
      await Promise.all(storing.values());
    },
  };
}

/** Stores a document and keeps a copy for the printer: both, or neither. */
export const storePrinted = (sourceId: number, bytes: Buffer) =>
  transaction(async () => {
    const stored = await storeDocument(sourceId, bytes);
    await keepCopy(sourceId, bytes);
    return stored;
  });

/**
 * The port for printers (INTAKE_PRINT_PORT): other systems print to it, and each document is stored before it is
 * acknowledged. One instance of a machine has it; the others try again and again.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import * as z from 'zod/v4';
import { rows } from 'db/connection';
import { inTime, PRINT_FINISH_TIMEOUT_MS } from '~/lib/time-limits';
import { senderList } from '~/domain/intake/inbox/senders.server';
import { noteSourceError } from '~/domain/intake/inbox/sources.server';
import { moment } from '~/domain/kernel/schema';
import { readSetting, writeSetting } from '~/domain/network/settings/settings.server';
import { withoutMapping } from '~/domain/platform/ip-address.server';
import { intakeDocuments } from '~/domain/platform/metrics.server';
import { env } from '~/process/env.server';
import { log } from '~/process/log.server';
import { receiveDocument, type Refusal } from './print-connection.server';
import { MOST_OF_ADDRESS, MOST_OF_SOURCE, printPlaces, type Sender } from './print-places';
import { printStore } from './print-store.server';

const LOOK_EVERY_MS = 2_000;
const NOTE_EVERY_MS = 60_000;
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
    waited: z
      .record(z.string(), z.object({ count: z.int(), at: moment }))
      .default({})
      .describe('Connections that had to wait for their turn, by source, and when the last one came'),
  }),
};
export const readPortState = () => readSetting(PORT_STATE);

type Source = { id: number; allows: (address: string) => boolean };

const SOURCES = `
  select id, coalesce(settings -> 'senders', '[]') as senders from intake_sources where kind = 'port' and is_on order by id`;

type Reason = Refusal | 'too many connections';
const SENTENCES: Record<Reason, string> = {
  'no document': 'A browser or another program that prints nothing has connected',
  'too large': 'A document of more than 2 MB was refused',
  'too slow': 'A document came too slowly and was refused',
  'cut off': 'A sender cut the connection within a document',
  'not stored': 'A document could not be stored, and its sender was told so',
  'too many connections': `More than ${MOST_OF_ADDRESS.toLocaleString('en-US')} connections of an address, or ${MOST_OF_SOURCE.toLocaleString('en-US')} of all addresses, were open at once, and further ones were refused`,
};

type Connection = Sender & {
  socket: Socket;
  hasWaited: boolean;
  /** Refuses a document that has not ended. */
  giveUp: () => void;
};

type PrintPort = {
  /** A round of background work: opens or closes the port as the sources say. */
  look: () => Promise<number>;
  close: () => Promise<void>;
};

/** Opens nothing by itself. @param port of all addresses of this machine, unless INTAKE_PRINT_HOST is set. */
export function printPort(port: number): PrintPort {
  const closing = new AbortController();
  const store = printStore({ signal: closing.signal, isAway: shut });
  const places = printPlaces<Connection>();
  /** Ends the wait for the last connection when the port is closed for good. */
  let hasEmptied: (() => void) | undefined;
  /** Admins are told of these with the next round. */
  const errors = new Map<number, Reason>();
  /** By source, the connections that had to wait since the last note. */
  const waited = new Map<number, number>();
  const unknown = { count: 0, sender: null as string | null, at: null as string | null };
  let sources: Source[] = [];
  let server: Server | null = null;
  let failure: string | null = null;
  let notedAt = -Infinity;

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
    else if (!server && !closing.signal.aborted) await listen();
    await note();
    return LOOK_EVERY_MS;
  }

  async function listen(): Promise<void> {
    const made = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, take);
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
    if (!source) {
      socket.resetAndDestroy();
      intakeDocuments.inc({ kind: 'port', outcome: 'unknown sender' });
      Object.assign(unknown, { count: unknown.count + 1, sender: address, at: new Date().toISOString() });
      return;
    }
    const connection = { socket, address, sourceId: source.id, hasWaited: false, giveUp: () => undefined };
    if (!places.enter(connection)) {
      socket.resetAndDestroy();
      refused(connection, 'too many connections');
      return;
    }
    socket.once('close', () => {
      places.leave(connection);
      advance();
      if (places.size() === 0) hasEmptied?.();
    });
    advance();
    if (places.waits(connection)) noteWait(connection);
  }

  /** Reads connections that have got a place. */
  function advance(): void {
    for (const connection of places.advance(sources.map(({ id }) => id)))
      connection.giveUp = receiveDocument(connection.socket, {
        refused: (reason) => {
          refused(connection, reason);
        },
        store: (bytes) =>
          store.arrive(connection.sourceId, bytes, () => {
            noteWait(connection);
          }),
      });
  }

  function refused({ sourceId }: Connection, reason: Reason): void {
    errors.set(sourceId, reason);
    intakeDocuments.inc({ kind: 'port', outcome: reason });
  }

  function noteWait(connection: Connection): void {
    if (connection.hasWaited) return;
    connection.hasWaited = true;
    waited.set(connection.sourceId, (waited.get(connection.sourceId) ?? 0) + 1);
    intakeDocuments.inc({ kind: 'port', outcome: 'had to wait' });
  }

  async function note(): Promise<void> {
    for (const [id, reason] of errors) {
      errors.delete(id);
      await noteSourceError(id, SENTENCES[reason]);
    }
    const isNews = unknown.count > 0 || waited.size > 0;
    if (!server || (performance.now() - notedAt < NOTE_EVERY_MS && !isNews)) return;
    const [{ count, sender, at: refusedAt }, waits] = [{ ...unknown }, [...waited]];
    unknown.count = 0;
    waited.clear();
    const before = await readPortState();
    const at = new Date().toISOString();
    const waitsOf = (id: number, more: number) => {
      const all = more + (before.waited[String(id)]?.count ?? 0);
      return [String(id), { count: all, at }] as const;
    };
    await writeSetting(PORT_STATE.name, {
      host: hostname(),
      port,
      at,
      refused: before.refused + count,
      sender: sender ?? before.sender,
      refusedAt: refusedAt ?? before.refusedAt,
      waited: { ...before.waited, ...Object.fromEntries(waits.map(([id, more]) => waitsOf(id, more))) },
    });
    notedAt = performance.now();
  }

  return {
    look,
    close: async () => {
      closing.abort();
      shut();
      // A spooler that has sent everything would take a reset for success.
      const emptied = new Promise<void>((resolve) => (hasEmptied = resolve));
      if (places.size() > 0) await inTime(emptied, undefined, PRINT_FINISH_TIMEOUT_MS);
      for (const { socket } of places.waiting()) socket.resetAndDestroy();
      for (const { giveUp } of places.read()) giveUp();
      await store.ended();
    },
  };
}

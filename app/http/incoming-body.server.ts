/** Reads a request's body up to a limit. */
import type { IncomingMessage } from 'node:http';
import type { Hold } from './bodies-in-flight.server';

const LONGEST_REST = 32 * 1_024 * 1_024;

/** Undefined for a body without Content-Length. */
export function announcedBytes(request: IncomingMessage): number | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined) return undefined;
  return Number(length ?? 0);
}

type Wanted = { limit: number; hold: Hold };
type Taken =
  | { bytes: Buffer; isWhole: boolean }
  /** The limit for all bodies together is reached. */
  | 'no room'
  /** The client disconnected. */
  | null;

/** The body up to the limit, counted while it arrives, because Content-Length may be missing. */
export function readBody(request: IncomingMessage, { limit, hold }: Wanted): Promise<Taken> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (taken: Taken) => {
      request.off('data', take);
      resolve(taken);
    };
    const take = (chunk: Buffer) => {
      const room = limit - size;
      const wanted = chunk.length > room ? chunk.subarray(0, room) : chunk;
      if (!hold.take(wanted.length)) {
        end('no room');
        return;
      }
      size += wanted.length;
      chunks.push(wanted);
      if (chunk.length > room) end({ bytes: Buffer.concat(chunks), isWhole: false });
    };
    request.on('data', take);
    request.once('end', () => {
      end({ bytes: Buffer.concat(chunks), isWhole: true });
    });
    request.once('error', () => {
      end(null);
    });
    request.once('close', () => {
      end(null);
    });
  });
}

/**
 * Discards the rest of a refused body: closing the connection while the client still sends would lose the answer. A client
 * that does not stop sending is disconnected.
 */
export function discardBody(request: IncomingMessage): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LONGEST_REST) request.destroy();
  });
}

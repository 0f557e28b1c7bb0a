/** Reading a request's body, never more of it than is wanted. */
import type { IncomingMessage } from 'node:http';
import type { Hold } from './bodies-in-flight.server';

const LONGEST_REST = 32 * 1_024 * 1_024;

/** Undefined when the body comes without a length. */
export function announcedBytes(request: IncomingMessage): number | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined) return undefined;
  return Number(length ?? 0);
}

type Wanted = { limit: number; hold: Hold };
type Taken =
  | { bytes: Buffer; isWhole: boolean }
  /** There is no memory left for it. */
  | 'no room'
  /** The client has gone. */
  | null;

/** The body up to the limit, counted while it arrives, as it may come without a length. */
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
 * Throws the rest of a refused body away as it comes: cutting the line while the client still sends would lose the
 * answer on its way. Somebody who goes on and on is cut off.
 */
export function discardBody(request: IncomingMessage): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LONGEST_REST) request.destroy();
  });
}

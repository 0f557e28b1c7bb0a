/** Reading a request's body, never more of it than is wanted. */
import type { IncomingMessage } from 'node:http';

const LONGEST_REST = 32 * 1_024 * 1_024;

/** The whole body, counted while it arrives, as it may come without a length. null: the client has gone. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too large' | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('too large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        request.off('data', take);
        resolve('too large');
      }
    };
    request.on('data', take);
    request.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
    request.once('error', () => {
      resolve(null);
    });
    request.once('close', () => {
      resolve(null);
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

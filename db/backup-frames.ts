/**
 * Reads backups of the first format: frames of one letter, a length of 4 bytes and that many bytes. The last one holds
 * the SHA-256 of everything before it.
 */
import { createHash } from 'node:crypto';
import { cutShort, damaged, type Frame } from './backup-parts';

const LAST = 'Z';
const HEAD_BYTES = 5;
const LONGEST_FRAME = 1_073_741_824;

export async function* readBinary(chunks: AsyncIterator<Buffer, void>): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  const next = reader(chunks);
  for (;;) {
    const head = await next(HEAD_BYTES);
    const kind = head.toString('latin1', 0, 1);
    const length = head.readUInt32BE(1);
    if (!'HTDESZ'.includes(kind) || length > LONGEST_FRAME) throw damaged();
    const bytes = await next(length);
    if (kind === LAST) {
      if (!bytes.equals(hash.digest())) throw damaged();
      return;
    }
    hash.update(head).update(bytes);
    yield { kind: kind as Frame['kind'], bytes };
  }
}

/** Returns exactly as many bytes as asked for, however the chunks are cut. */
function reader(chunks: AsyncIterator<Buffer, void>): (length: number) => Promise<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  return async (length) => {
    const parts = [rest];
    let size = rest.length;
    while (size < length) {
      const { value, done } = await chunks.next();
      if (done) throw cutShort();
      parts.push(value);
      size += value.length;
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = all.subarray(length);
    return all.subarray(0, length);
  };
}

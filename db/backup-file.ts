/**
 * The format of a backup: frames of one letter, a length of 4 bytes and that many bytes, all of it gzipped.
 * The last frame holds the SHA-256 of everything before it, so that a file which was cut short or altered is
 * recognized.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';

/**
 * H: description of the file (JSON) · T: begin of a table (JSON) · D: rows as COPY writes them · E: end of
 * the table (JSON) · S: sequences (JSON)
 */
export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'S';
export type Frame = { kind: FrameKind; bytes: Buffer };

const LAST = 'Z';
const HEAD_BYTES = 5;
const LONGEST_FRAME = 1_073_741_824;

/** The message for a file that can't be used. */
export class UnusableBackup extends Error {}

export const jsonFrame = (kind: FrameKind, value: unknown): Frame => ({
  kind,
  bytes: Buffer.from(JSON.stringify(value)),
});

/** Writes a new file that only its owner may read. */
export async function writeFrames(file: string, frames: AsyncIterable<Frame>): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(sealed(frames), gzip, target);
  // Waits until the file is on the disk, because the database may be dropped after this backup.
  const written = await open(file, 'r');
  await written.sync().finally(() => written.close());
}

async function* sealed(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const { kind, bytes } of frames) {
    const head = headOf(kind, bytes.length);
    hash.update(head).update(bytes);
    yield head;
    yield bytes;
  }
  const seal = hash.digest();
  yield headOf(LAST, seal.length);
  yield seal;
}

function headOf(kind: string, length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 'latin1');
  head.writeUInt32BE(length, 1);
  return head;
}

/**
 * Yields the frames of a file in order. Only after the last one is it certain that the file is unchanged.
 * @param onRead gets the number of bytes of the file that have been read.
 */
export async function* readFrames(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  const chunks = unpacked(file, onRead);
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
    yield { kind: kind as FrameKind, bytes };
  }
}

const damaged = () => new UnusableBackup('The file is damaged or is not a Parts Dispatch backup');
const cutShort = () => new UnusableBackup('The file is incomplete: it ends before the backup does');

async function* unpacked(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip)) {
      onRead?.(source.bytesRead);
      yield chunk as Buffer;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw cutShort();
    throw code.startsWith('Z_') ? damaged() : error;
  } finally {
    source.destroy();
  }
}

type Checking = {
  /** Called after each frame. */
  isStopped?: () => boolean;
  onRead?: (bytes: number) => void;
};

/** Reads the file to its end, so that no work begins with half a file. */
export async function checkFile(file: string, { isStopped, onRead }: Checking = {}): Promise<void> {
  const frames = readFrames(file, onRead);
  while (!(await frames.next()).done) if (isStopped?.()) throw new Error('The backup was stopped');
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

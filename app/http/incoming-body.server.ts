/** Reads the body of a request. It limits the bytes by call or page, and those of all bodies together. */
import type { IncomingMessage } from 'node:http';
import { KB } from '~/domain/kernel/limits';
import type { Call } from './call';

const LONGEST_REST = 32 * 1_024 * 1_024;

/** Undefined for a body without Content-Length. HTTP/2 sends such bodies without Transfer-Encoding. */
export function announcedBytes(request: IncomingMessage): number | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined || (length === undefined && request.httpVersionMajor > 1)) return undefined;
  return Number(length ?? 0);
}

type Wanted = { limit: number; hold: Hold };
type Taken =
  | { bytes: Buffer; isWhole: boolean }
  /** All bodies together have reached their limit. */
  | 'no room'
  /** Null when the client has disconnected. */
  | null;

/** Reads the body up to the limit. It counts arriving bytes, because Content-Length may be missing. */
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
 * Discards the rest of a refused body, because closing the connection while the client still sends would lose the
 * answer. A client that sends too much is disconnected.
 */
export function discardBody(request: IncomingMessage): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LONGEST_REST) request.destroy();
  });
}

const bodies = new WeakMap<Request, Buffer>();

/** Attaches the body to a request of a JSON call. As a stream it would be copied three times. */
export function withBody(request: Request, body: Buffer | null): Request {
  if (body) bodies.set(request, body);
  return request;
}

/** The attached body, or the body of any other request. */
export const bodyOf = async (request: Request): Promise<Buffer> =>
  bodies.get(request) ?? Buffer.from(await request.arrayBuffer());

const LARGE_BYTES = 8 * 1_024;
let turn = Promise.resolve();

/** Large bodies are parsed one at a time, with other work in between. Six at once would block the process for long. */
export const turnToParse = ({ length }: Buffer): Promise<void> =>
  length <= LARGE_BYTES ? Promise.resolve() : (turn = turn.then(() => new Promise(setImmediate)));

/** Limits the bytes of all request bodies together, so that they can't fill the memory. */
const MB = 1_024 * 1_024;

const MOST = 128 * MB;
/** The limit for large bodies of signed-in users. The rest is reserved for small bodies. */
const MOST_LARGE = 48 * MB;
/** The limit per user: slightly more than a form with camera photos. */
const MOST_OF_ONE = 24 * MB;

let all = 0;
let large = 0;
const ofOne = new Map<number, number>();

type Hold = {
  /** Reserves bytes. @returns false when a limit is reached. */
  take: (bytes: number) => boolean;
  release: () => void;
};

/** @param userId the sender of a large body; null for a small one. */
export function hold(userId: number | null): Hold {
  let held = 0;
  const add = (bytes: number) => {
    held += bytes;
    all += bytes;
    if (userId === null) return;
    large += bytes;
    const own = (ofOne.get(userId) ?? 0) + bytes;
    if (own > 0) ofOne.set(userId, own);
    else ofOne.delete(userId);
  };
  const hasRoom = (bytes: number) => {
    if (all + bytes > MOST) return false;
    return (
      userId === null || (large + bytes <= MOST_LARGE && (ofOne.get(userId) ?? 0) + bytes <= MOST_OF_ONE)
    );
  };
  return {
    take: (bytes) => {
      if (!hasRoom(bytes)) return false;
      add(bytes);
      return true;
    },
    release: () => {
      add(-held);
    },
  };
}

/** The limit for everyone, and for a form without its files. Only signed-in users may send more. */
export const UNKNOWN = 64 * KB;

export type BodyLimit = {
  /** The limit of the whole body. */
  bytes: number;
  /** The form field whose parts may be files. `bytes` is the limit for all of them. */
  file?: string;
  /** The form field with a picture that is drawn on the page, and its limit. */
  drawing?: { name: string; bytes: number };
};

const isMultipart = (contentType: string) => /^multipart\/form-data\b/i.test(contentType);
const isJson = (contentType: string) => /^application\/json\b/i.test(contentType);

const OF_PAGES: PageLimit[] = [
  [/^\/dispatcher\/inbox\/new$/, { bytes: 20_480 * KB, file: 'files' }],
  // Without JavaScript, photos are not scaled down.
  [
    /^\/driver\/stops\/\d+\/sign$/,
    { bytes: 20_480 * KB, file: 'photos', drawing: { name: 'signature_image', bytes: 400 * KB } },
  ],
  [/^\/driver\/stops\/\d+\/fail$/, { bytes: 20_480 * KB, file: 'photos' }],
  [/^\/accounts\/import$/, { bytes: 10_240 * KB, file: 'file' }],
];

/** A path, and its limit. */
export type PageLimit = [RegExp, BodyLimit];

/** Adds pages of modules, before the first request. */
export function limitPages(more: PageLimit[]): void {
  OF_PAGES.push(...more);
}

/** @param call a JSON call, whose declaration has its limits. */
export const limitOfCall = (call: Call | undefined, contentType: string): BodyLimit => ({
  bytes: (call?.bytes && !isJson(contentType) ? call.bytes.most : call?.mostBytes) ?? UNKNOWN,
});

/** Only multipart forms can contain files, so other bodies get the limit for text. */
export function limitOfPage(path: string, contentType: string): BodyLimit {
  const page = path.replace(/\.data$/, '');
  const limit = OF_PAGES.find(([pattern]) => pattern.test(page))?.[1] ?? { bytes: UNKNOWN };
  return limit.file && !isMultipart(contentType) ? { bytes: UNKNOWN } : limit;
}

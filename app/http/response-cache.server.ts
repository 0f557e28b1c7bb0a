/**
 * Keeps answers as they are sent. An answer is printed and compressed once for everyone who may read it. Permissions
 * are checked before, and each request reads the version from the database, so that no answer is older than its
 * request.
 */
import { BoundedMap } from '~/lib/bounded-map';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The limit for all answers with their compressed forms. The least recently used are dropped first. */
const MOST_BYTES = 32 * 1_024 * 1_024;
/** A shorter answer is one packet, compressed or not. */
export const COMPRESSED_FROM_BYTES = 1_400;

/** `Cache-Control` of an answer that a browser stores but checks each time. */
export const STORED_AND_CHECKED = 'private, no-cache';

const COMPRESSING = {
  br: (plain: Uint8Array) =>
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain: Uint8Array) => promisify(gzip)(plain),
};
type Encoding = keyof typeof COMPRESSING;

type CachedBody = {
  plain: Uint8Array;
  /** Compresses on the first call. */
  as: (encoding: Encoding) => Promise<Uint8Array>;
};

/** The approximate memory of an answer without its bytes. */
const ENTRY_BYTES = 500;

type Entry = { version: string | number; answer: Promise<CachedBody>; bytes: number };

type ResponseCache = {
  /**
   * Simultaneous readers of a version share one `make`. A failed one is not kept.
   * @param version must be read before `make` reads, so that a change in between leads to another version.
   */
  getOrMake: (key: string, version: string | number, make: () => Promise<string>) => Promise<CachedBody>;
  bytes: () => number;
};

export function createResponseCache(mostBytes = MOST_BYTES): ResponseCache {
  const entries = new BoundedMap<string, Entry>(mostBytes);

  const count = (key: string, entry: Entry, { length }: Uint8Array) => {
    if (entries.get(key) !== entry) return;
    entry.bytes += length;
    entries.set(key, entry, entry.bytes);
  };
  const cachedBodyOf = (key: string, entry: Entry, text: string): CachedBody => {
    const plain = new TextEncoder().encode(text);
    const compressed: Partial<Record<Encoding, Promise<Uint8Array>>> = {};
    count(key, entry, plain);
    const compress = async (encoding: Encoding) => {
      const bytes = await COMPRESSING[encoding](plain);
      count(key, entry, bytes);
      return bytes;
    };
    return { plain, as: (encoding) => (compressed[encoding] ??= compress(encoding)) };
  };

  return {
    getOrMake: (key, version, make) => {
      const known = entries.get(key);
      if (known?.version === version) return known.answer;
      const made = make();
      const entry: Entry = {
        version,
        bytes: key.length + ENTRY_BYTES,
        answer: made.then((text) => cachedBodyOf(key, entry, text)),
      };
      entries.set(key, entry, entry.bytes);
      entry.answer.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.answer;
    },
    bytes: () => entries.weight,
  };
}

/** The answers that this instance keeps. */
export const responseCache = createResponseCache();

/** The answer in the encoding that the client asked for. @param otherwise the encoding for those who asked for none. */
export async function cachedResponse(
  request: Request,
  cached: CachedBody,
  headers: Record<string, string>,
  otherwise: Encoding | null = null,
): Promise<Response> {
  const isShort = cached.plain.length < COMPRESSED_FROM_BYTES;
  const encoding = isShort ? null : (encodingFor(request) ?? otherwise);
  const body = encoding ? await cached.as(encoding) : cached.plain;
  return wholeResponse(body, { ...headers, ...(encoding && { 'Content-Encoding': encoding }) });
}

function encodingFor(request: Request): Encoding | null {
  const accepted = (request.headers.get('Accept-Encoding') ?? '')
    .split(',')
    .map((each) => each.replaceAll(/\s/g, '').toLowerCase().split(';q='))
    .filter(([, weight = '1']) => Number(weight) > 0)
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? null;
}

const bodies = new WeakMap<Response, Uint8Array>();

/** Attaches the complete body to the response, so that it need not be read from a stream. */
function wholeResponse(body: Uint8Array, headers: Record<string, string>): Response {
  const response = new Response(null, { headers });
  bodies.set(response, body);
  return response;
}

/** The body that `wholeResponse` has attached. */
export const wholeBody = (response: Response) => bodies.get(response);

/** In front of Remix: what is refused before any route is asked. Resource routes have no such checks of their own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isCrossSite } from './origin.server';

const KB = 1_024;
const DEFAULT_LIMIT = 64 * KB;

/** Longest request body by path, in bytes. */
const LIMITS: [RegExp, number][] = [
  [/^\/api\/tasks\/\d+$/, 400 * KB],
  [/^\/api\/tasks\/batch\/status$/, 400 * KB],
  [/^\/driver(\/|\.data|$)/, 400 * KB],
  [/^\/auth(\.data)?$/, 128 * KB], // carries what was typed when the session ended
  [/^\/api\/accounts\/import-csv$/, 10_240 * KB],
  [/^\/accounts(\/|\.data|$)/, 10_240 * KB],
];

const limitFor = (path: string) => LIMITS.find(([pattern]) => pattern.test(path))?.[1] ?? DEFAULT_LIMIT;

export type Admitted = { url: URL; body: Buffer | null };

/** The request's URL and body, or null when it has been refused and answered. */
export async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
): Promise<Admitted | null> {
  const url = parseUrl(request.url ?? '/', host);
  if (!url) return refuse(request, response, 400, 'The address is not valid');
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  if (!isWrite) return { url, body: null };
  if (!METHODS.has(request.method ?? '')) {
    response.setHeader('Allow', [...METHODS].join(', '));
    return refuse(request, response, 405, `${request.method ?? 'This method'} is not allowed here`);
  }
  const hasToken = /^Bearer /i.test(request.headers.authorization ?? '');
  if (!hasToken && isCrossSite(request)) return refuse(request, response, 403, 'Cross-site request refused');
  if (request.headers['content-encoding'] !== undefined) {
    return refuse(request, response, 415, 'Compressed request bodies are not taken');
  }
  const body = await readBody(request, limitFor(url.pathname));
  if (body === 'too large') return refuse(request, response, 413, 'The request body is too large');
  if (body === 'aborted') return null;
  return { url, body };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

function parseUrl(path: string, host: string): URL | null {
  if (!path.startsWith('/') || path.length > 8 * KB) return null;
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
    if (path.includes('%00')) return null;
    // Joined as text: as a second argument of URL, `//elsewhere` would name another host.
    return new URL(`http://${host || 'localhost'}${path}`);
  } catch {
    return null;
  }
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too large' | 'aborted'> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) return 'too large';
      chunks.push(chunk);
    }
  } catch {
    return 'aborted';
  }
  return Buffer.concat(chunks);
}

/** Says no as JSON or, to a browser that asks for a page, as a small page. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
): null {
  const wantsPage = !request.url?.startsWith('/api') && (request.headers.accept ?? '').includes('text/html');
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', wantsPage ? 'text/html; charset=utf-8' : 'application/json');
  // What is left of a refused body is not read.
  if (!request.complete) response.setHeader('Connection', 'close');
  response.end(
    wantsPage
      ? `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${message}</title><h1>${message}</h1><p><a href="/">Back to Parts Dispatch</a></p></html>`
      : JSON.stringify({ error: message }),
  );
  return null;
}

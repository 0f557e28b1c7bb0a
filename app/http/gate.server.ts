/** In front of Remix: what is refused before any route is asked. Resource routes have no such checks of their own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './incoming-body.server';
import { hostOf, isCrossSite } from './origin.server';
import { refuse } from './refusal.server';

const KB = 1_024;
const DEFAULT_LIMIT = 64 * KB;
const LONGEST_ADDRESS = 8 * KB;

/** Longest request body by path, in bytes. */
const LIMITS: [RegExp, number][] = [
  [/^\/api\/tasks\/\d+$/, 400 * KB],
  [/^\/api\/tasks\/batch\/status$/, 1_300 * KB], // a signature and three photos
  [/^\/api\/tasks\/\d+\/photos$/, 400 * KB],
  // Without JavaScript photos come as the camera made them.
  [/^\/driver\/stops\/\d+\/(sign|fail)(\.data)?$/, 20_480 * KB],
  [/^\/driver(\/|\.data|$)/, 400 * KB],
  [/^\/auth(\.data)?$/, 128 * KB], // carries what was typed when the session ended
  [/^\/api\/accounts\/import-csv$/, 10_240 * KB],
  [/^\/accounts(\/|\.data|$)/, 10_240 * KB],
];

const limitFor = (path: string) => LIMITS.find(([pattern]) => pattern.test(path))?.[1] ?? DEFAULT_LIMIT;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The address that was asked for; null when it, or the host, makes no sense. */
export function addressOf(request: IncomingMessage): URL | null {
  const path = request.url ?? '/';
  if (!path.startsWith('/') || path.length > LONGEST_ADDRESS || path.includes('%00')) return null;
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
    const host = hostOf(request) || 'localhost';
    // Joined as text: as a second argument of URL, `//elsewhere` would name another host.
    const url = new URL(`http://${host}${path}`);
    const isHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host);
    return isHost ? url : null;
  } catch {
    return null;
  }
}

/** The request's body, null when it has none, or 'refused' when it has been answered here. */
export async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: URL,
): Promise<Buffer | null | 'refused'> {
  const { method = '', headers } = request;
  if (method === 'GET' || method === 'HEAD') return null;
  const no = (status: number, message: string) => {
    refuse(request, response, status, message);
    return 'refused' as const;
  };
  if (!METHODS.includes(method)) {
    response.setHeader('Allow', METHODS.join(', '));
    return no(405, `${method} is not allowed here`);
  }
  // Another site's page can't set this header without asking us first, and is never answered.
  const hasToken = /^Bearer /i.test(headers.authorization ?? '');
  if (!hasToken && isCrossSite(request)) return no(403, 'Cross-site request refused');
  if (headers['content-encoding'] !== undefined) return no(415, 'Compressed request bodies are not taken');
  const body = await readBody(request, limitFor(pathname));
  if (body === 'too large') return no(413, 'The request body is too large');
  return body ?? 'refused';
}

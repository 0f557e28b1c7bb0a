/** Refusals without Remix. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardBody } from './incoming-body.server';

export const isApiPath = (path: string) => /^\/api(\/|$)/.test(path);

const page = (message: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${message}</title><h1>${message}</h1><p><a href="/">Back to Parts Dispatch</a></p></html>`;

/** Refuses with JSON or, to a browser that requests a page, with a small page. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
): void {
  const wantsPage = !isApiPath(request.url ?? '') && (request.headers.accept ?? '').includes('text/html');
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', wantsPage ? 'text/html; charset=utf-8' : 'application/json');
  if (!request.complete) discardBody(request);
  const body = wantsPage ? page(message) : JSON.stringify({ error: message });
  response.end(request.method === 'HEAD' ? undefined : body);
}

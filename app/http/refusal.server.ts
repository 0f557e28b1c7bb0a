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

const SENTENCES: Record<number, string> = {
  400: 'The request is not valid',
  404: 'Not found',
  405: 'This method is not allowed here',
};

/** Below /api every refusal is JSON, even one of Remix itself. */
export function asApiAnswer(result: Response): Response {
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(result.headers.get('Content-Type') ?? '');
  if (result.status < 400 || isJson) return result;
  const { status } = result;
  const headers = new Headers(result.headers);
  headers.set('Content-Type', 'application/json');
  headers.delete('Content-Length');
  const error = SENTENCES[status] ?? 'Something went wrong. Please try again.';
  return new Response(JSON.stringify({ error }), { status, headers });
}

/** Converts a request of node:http to a Request with its context, and a Response to an answer. */
import { writeReadableStreamToWritable } from '@remix-run/node';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Document } from '~/http/openapi/document';

export function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || name.startsWith(':')) continue; // HTTP/2 has its method and path among them
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  return headers;
}

export function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: URL,
  body: Buffer | null,
): Request {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const init: RequestInit = { method: incoming.method, headers: headersOf(incoming), signal: gone.signal };
  return new Request(url, body && body.length > 0 ? { ...init, body: new Uint8Array(body) } : init);
}

export async function sendResponse(
  outgoing: ServerResponse,
  response: Response,
  isHead: boolean,
): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
  if (response.body && !isHead) {
    await writeReadableStreamToWritable(response.body, outgoing);
    return;
  }
  await response.body?.cancel();
  outgoing.end();
}

/** The context of every loader and action, made by the handler. */
export type RequestContext = {
  /** For scripts and styles of this one page. */
  cspNonce: string;
  requestId: string;
  clientIp: string;
  /** The browser uses https, to us or to the proxy in front. */
  secure: boolean;
  /** The description of the API. */
  describeApi: () => Document;
};

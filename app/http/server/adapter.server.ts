/** Converts a request of node:http to a Request with its context, and a Response to an answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DrawRuns, DrawTimes } from '~/http/drawn-times';
import type { Document } from '~/http/openapi/document';
import { wholeBody } from '~/http/response-cache.server';

export function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || name.startsWith(':')) continue; // HTTP/2 has its method and path among the headers
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
  if (isHead) {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  const whole = wholeBody(response);
  if (whole) endWith(outgoing, whole);
  else if (response.body) await sendBody(outgoing, response.body);
  else outgoing.end();
}

/** Most answers are one piece. If that is known, the answer has a length and is not compressed when it is small. */
async function sendBody(outgoing: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  try {
    const first = await reader.read();
    let next = first.done ? first : await reader.read();
    if (next.done) {
      endWith(outgoing, first.value ?? new Uint8Array());
      return;
    }
    outgoing.write(first.value);
    for (; !next.done; next = await reader.read()) outgoing.write(next.value);
    outgoing.end();
  } catch (error) {
    if (outgoing.headersSent) outgoing.destroy();
    throw error;
  }
}

function endWith(outgoing: ServerResponse, body: Uint8Array): void {
  if (!outgoing.hasHeader('Content-Length')) outgoing.setHeader('Content-Length', body.length);
  outgoing.end(body);
}

/** The context of all loaders and actions. The handler makes it. */
export type RequestContext = {
  /** The nonce for scripts and styles of this page. */
  cspNonce: string;
  requestId: string;
  clientIp: string;
  /** True when the browser uses https, to this server or to the proxy in front. */
  secure: boolean;
  /** The board's loader leaves it here for the rendering: markup that browsers make themselves later. */
  drawTimes?: DrawTimes;
  drawRuns?: DrawRuns;
  /** The description of the API. */
  describeApi: () => Document;
};

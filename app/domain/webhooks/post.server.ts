/** One try: a POST that ends in time, follows nobody elsewhere, and reads little of the answer. */
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { guardedLookup, refusedLiteral } from './address-guard.server';

const WITHIN_MS = 10_000;
const LONGEST_ANSWER = 1_000;

export type Outcome = {
  taken: boolean;
  status: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  error: string | null;
};

/** @param signal ends it early; then it throws. */
export async function post(
  address: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Outcome> {
  const url = new URL(address);
  const refusal = refusedLiteral(url.hostname);
  if (refusal) return failed(refusal);
  const inTime = AbortSignal.timeout(WITHIN_MS);
  try {
    const { status, answer } = await exchange(url, body, headers, AbortSignal.any([inTime, signal]));
    const taken = status >= 200 && status < 300;
    const isElsewhere = status >= 300 && status < 400;
    const error = taken ? null : isElsewhere ? 'Redirects are not followed' : `Answered ${String(status)}`;
    return { taken, status, answer, error };
  } catch (error) {
    signal.throwIfAborted();
    if (inTime.aborted) return failed(`No answer within ${String(WITHIN_MS / 1_000)} seconds`);
    return failed(error instanceof Error ? error.message || error.name : String(error));
  }
}

const failed = (error: string): Outcome => ({
  taken: false,
  status: null,
  answer: null,
  error: error.slice(0, 500),
});

function exchange(url: URL, body: string, headers: Record<string, string>, signal: AbortSignal) {
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = send(url, {
      method: 'POST',
      // A connection of its own: none is kept that was opened for another address.
      agent: false,
      lookup: guardedLookup,
      signal,
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'PartsDispatch-Webhooks',
        Connection: 'close',
      },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      readStart(response).then((answer) => {
        resolve({ status: response.statusCode ?? 0, answer });
        sent.destroy();
      }, reject);
    });
    sent.end(body);
  });
}

/** As much as is shown; the rest is not waited for. */
async function readStart(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size >= LONGEST_ANSWER) break;
  }
  const text = Buffer.concat(pieces).subarray(0, LONGEST_ANSWER).toString('utf8');
  // What can't be stored or shown.
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '\ufffd').slice(0, LONGEST_ANSWER);
}

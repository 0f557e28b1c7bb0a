/**
 * Sends one POST to an address that a user has entered. It ends in time, follows no redirects, and reads
 * little of the answer.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { POST_TIMEOUT_MS } from '~/lib/time-limits';
import { type Caller, guard } from './guarded-address.server';

const LONGEST_ANSWER = 1_000;

type Outcome = {
  taken: boolean;
  status: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  error: string | null;
};

type Letter = { url: string; body: string | Buffer; headers: Record<string, string> };

/** @returns a function that sends a POST, and one that refuses a host written as a private address. */
export function poster(sender: Caller) {
  const { refusedLiteral, guardedLookup } = guard(sender);

  /** @param signal ends the request early; then it throws. */
  const post = async (letter: Letter, signal: AbortSignal): Promise<Outcome> => {
    const refusal = refusedLiteral(new URL(letter.url).hostname);
    if (refusal) return failed(refusal);
    const limit = AbortSignal.timeout(POST_TIMEOUT_MS);
    try {
      const { status, answer } = await exchange(letter, guardedLookup, AbortSignal.any([limit, signal]));
      const taken = status >= 200 && status < 300;
      const isElsewhere = status >= 300 && status < 400;
      const error = taken ? null : isElsewhere ? 'Redirects are not followed' : `Answered ${String(status)}`;
      return { taken, status, answer, error };
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted) return failed(`No answer within ${String(POST_TIMEOUT_MS / 1_000)} seconds`);
      return failed(error instanceof Error ? error.message || error.name : String(error));
    }
  };

  return { post, refusedLiteral };
}

const failed = (error: string): Outcome => ({
  taken: false,
  status: null,
  answer: null,
  error: error.slice(0, 500),
});

function exchange(
  { url: address, body, headers }: Letter,
  guardedLookup: LookupFunction,
  signal: AbortSignal,
) {
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const url = new URL(address);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = send(url, {
      method: 'POST',
      // Uses a new connection each time, because an open one may lead to another address.
      agent: false,
      lookup: guardedLookup,
      signal,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
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

/** Reads only as much as is shown. */
async function readStart(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size >= LONGEST_ANSWER) break;
  }
  const text = Buffer.concat(pieces).subarray(0, LONGEST_ANSWER).toString('utf8');
  // Control characters can't be stored or shown.
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '\ufffd').slice(0, LONGEST_ANSWER);
}

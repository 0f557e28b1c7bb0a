/** One try: a POST that ends in time, follows nobody elsewhere, and reads little of the answer. */
import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { bareHost, isPublic } from '~/domain/ip-address.server';
import { env } from '~/env.server';

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
  // Control characters can't be stored or shown.
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '\ufffd').slice(0, LONGEST_ANSWER);
}

/** A webhook may not call this machine and its networks, whatever name leads there. */
const isGuarded = env.WEBHOOK_PRIVATE_ADDRESSES === 'off';
const sentence = (address: string) => `${address} is in a private network, which webhooks may not call`;

/** The reason for not calling a host that is written as an address; null when it may be called, or is a name. */
export function refusedLiteral(hostname: string): string | null {
  const host = bareHost(hostname);
  return isGuarded && isIP(host) !== 0 && !isPublic(host) ? sentence(host) : null;
}

/**
 * For `http.request`: checks the very addresses that are then called, so that a second lookup can not name others. A name
 * with one refused address is not called at all.
 */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const refused = error ? undefined : found.find(({ address }) => isGuarded && !isPublic(address));
    const fault = error ?? (refused && new Error(sentence(refused.address)));
    const [first] = fault ? [] : found;
    if (!first) callback(fault ?? new Error(`${hostname} could not be resolved`), '', 0);
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

/**
 * The headers of Standard Webhooks (standardwebhooks.com), which receivers check with its libraries.
 * @param seconds when it is sent, since 1970.
 */
export const signedHeaders = (
  { id, body, secret }: { id: string; body: string; secret: string },
  seconds: number,
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': new Webhook(secret).sign(id, new Date(seconds * 1_000), body),
});

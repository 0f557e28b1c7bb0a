/** A request to an outside service: limited in time and size, without redirects, never throws. */
import { FETCH_TIMEOUT_MS } from '~/lib/time-limits';

const LARGEST_ANSWER = 256 * 1024;
const LONGEST_PAUSE_MS = 3_600_000;

type Options = {
  signal: AbortSignal;
  headers?: Record<string, string>;
  /** Sent as JSON in a POST; without it the request is a GET. */
  body?: unknown;
  /** The most bytes to read. */
  largest?: number;
};

/** The parsed body, or the reason for having none. Its detail never contains the URL, which may hold a key. */
export async function fetchJson(
  url: URL,
  { signal, headers, body, largest = LARGEST_ANSWER }: Options,
): Promise<{ ok: true; body: unknown } | ProviderFail> {
  const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    const refusal = refused(response);
    if (refusal) {
      await response.body?.cancel();
      return refusal;
    }
    const text = await readSmall(response, largest);
    if (text === null) return retry(`the answer is larger than ${String(largest / 1024)} kB`);
    return parse(text);
  } catch (error) {
    return retry(timeout.aborted ? 'no answer within 5 s' : codeOf(error));
  }
}

const retry = (detail: string): ProviderFail => ({ ok: false, kind: 'retry', detail });

function refused({ status, headers }: Response): ProviderFail | null {
  if (status === 200) return null;
  const detail = `HTTP ${String(status)}`;
  if (status >= 300 && status < 400)
    return { ok: false, kind: 'misconfigured', detail: `${detail}: redirects are not followed` };
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after'));
    const pause = seconds > 0 && { afterMs: Math.min(seconds * 1_000, LONGEST_PAUSE_MS) };
    return { ok: false, kind: 'retry', detail, ...pause };
  }
  return { ok: false, kind: 'misconfigured', detail };
}

async function readSmall({ body }: Response, largest: number): Promise<string | null> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > largest) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): { ok: true; body: unknown } | ProviderFail {
  try {
    return { ok: true, body: JSON.parse(text) as unknown };
  } catch {
    return retry('the answer is not JSON');
  }
}

/** The error's code, such as ECONNREFUSED; its message may contain the URL. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error instanceof Error ? error.name : 'no answer';
}

/** The failure of an outside service. */
export type ProviderFail =
  /** The final answer for this address. */
  | { ok: false; kind: 'not_found' }
  /** Slow, down, out of quota, or a malformed answer. */
  | { ok: false; kind: 'retry'; afterMs?: number; detail: string }
  /** Not asked, because too many requests wait for their turn. */
  | { ok: false; kind: 'busy'; afterMs: number }
  /** Key, billing or URL: a setting has to be changed. */
  | { ok: false; kind: 'misconfigured'; detail: string };

export type Res<Value> = { ok: true; value: Value } | ProviderFail;

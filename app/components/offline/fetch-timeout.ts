/**
 * Wraps fetch for all requests of a page to our server, including those of Remix. A request on a stuck connection times
 * out, a form that gets a 503 is sent once more, and a request for page data is repeated until it succeeds.
 */
import { useSyncExternalStore } from 'react';
import { ForeignAnswer, noAnswer } from '~/ui/connection';

/** Milliseconds until the answer starts. It is longer than the time limits of the server and of proxies. */
const TIMEOUT = 25_000;
/** A usable connection is faster. */
const BYTES_A_MS = 15;
/** Milliseconds from the start of an answer to its end. */
const ANSWER_TIMEOUT = 60_000;

type Ask = typeof window.fetch;

export function limitFetch(): void {
  const plain = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = urlOf(input);
    return url.origin === window.location.origin ? askUs(plain, url, input, init) : plain(input, init);
  };
}

const urlOf = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, window.location.href);

async function askUs(plain: Ask, url: URL, ...[input, init]: Parameters<Ask>): Promise<Response> {
  if (isHeld(url, init)) return hold(() => wholePage(plain, input, init), init?.signal ?? null);
  const first = await fetchInTime(plain, input, init);
  const isAgain = first.status === 503 && isKeyed(init);
  if (isAgain) {
    void first.body?.cancel();
    await pause(waitOf(first), init?.signal ?? null);
  }
  const response = isAgain ? await fetchInTime(plain, input, init) : first;
  // A proxy's error page must not be taken for page data.
  if (response.status >= 400 && isData(url) && !isPageData(response)) throw await foreign(response);
  return response;
}

/** From 502 on there is no server behind the proxy. */
async function foreign(response: Response): Promise<Error> {
  if (response.status >= 502) return noAnswer(`HTTP ${String(response.status)}`);
  const isJson = response.headers.get('Content-Type')?.includes('json');
  return new ForeignAnswer(response, isJson ? await response.json().catch(() => null) : null);
}

const isData = ({ pathname }: URL) => pathname.endsWith('.data');

/** Calls of the API from which the board's page makes its data. */
const BOARD_DATA = ['/api/board', '/api/tasks/find'];

/**
 * True for requests of page data that are repeated. The driver's page is not among them, because it can show data of
 * the phone.
 */
const isHeld = (url: URL, init: RequestInit | undefined) =>
  (isData(url) || BOARD_DATA.includes(url.pathname)) &&
  (init?.method ?? 'GET') === 'GET' &&
  !/^\/driver[./]/.test(url.pathname);

/** Reads the answer to its end, because the connection may get lost in the middle. */
async function wholePage(plain: Ask, ...[input, init]: Parameters<Ask>): Promise<Response> {
  const response = await fetchInTime(plain, input, init);
  const { status, statusText, headers } = response;
  if (status >= 502) {
    void response.body?.cancel();
    throw new Unavailable(waitOf(response));
  }
  if (status >= 400 && isData(urlOf(input)) && !isPageData(response)) throw await foreign(response);
  return response.body
    ? new Response(await response.arrayBuffer(), { status, statusText, headers })
    : response;
}

async function fetchInTime(plain: Ask, ...[input, init]: Parameters<Ask>): Promise<Response> {
  const given = init?.signal ?? (input instanceof Request ? input.signal : null);
  const ended = new AbortController();
  const end = () => {
    ended.abort(given?.reason);
  };
  const endIn = (ms: number) =>
    window.setTimeout(() => {
      ended.abort(noAnswer('not in time'));
    }, ms);
  if (given?.aborted) end();
  given?.addEventListener('abort', end, { once: true });
  const timer = endIn(TIMEOUT + sizeOf(init?.body) / BYTES_A_MS);
  try {
    const response = await plain(input, { ...init, signal: ended.signal });
    if (response.body) endIn(ANSWER_TIMEOUT); // no effect once the body has ended
    return response;
  } finally {
    window.clearTimeout(timer);
  }
}

const isPageData = (response: Response) =>
  response.headers.get('Content-Type')?.startsWith('text/x-script') ?? false;

function sizeOf(body: BodyInit | null | undefined): number {
  if (typeof body === 'string') return body.length;
  if (!(body instanceof FormData) && !(body instanceof URLSearchParams)) return 0;
  const values: FormDataEntryValue[] = [...body.values()];
  return values.reduce((sum, value) => sum + (typeof value === 'string' ? value.length : value.size), 0);
}

/** A form with a key takes effect once, even when it is sent again. */
const isKeyed = (init: RequestInit | undefined) => {
  const { method, body } = init ?? {};
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  return method?.toUpperCase() === 'POST' && isForm && Boolean(body.get('_key'));
};

const USUAL_WAIT_S = 2;
const LONGEST_WAIT_S = 10;

const waitOf = ({ headers }: Response) =>
  Math.min(Number(headers.get('Retry-After')) || USUAL_WAIT_S, LONGEST_WAIT_S) * 1_000;

function pause(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      window.clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** `slow`: no answer yet; `unreachable`: no connection; `unavailable`: a server or proxy answers with 502 to 504. */
type Held = 'slow' | 'unreachable' | 'unavailable';

/** Thrown by a request when the server can't answer now. */
export class Unavailable extends Error {
  constructor(readonly waitMs: number) {
    super('Unavailable');
  }
}

const SLOW_MS = 1_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;

const states = new Map<object, Held>();
const listeners = new Set<() => void>();

function note(one: object, state: Held | null): void {
  if (state) states.set(one, state);
  else states.delete(one);
  for (const listener of listeners) listener();
}

/**
 * Repeats a request until it succeeds. The present page stays.
 * @param signal ends the repetitions when the router goes somewhere else.
 */
export async function hold<Answer>(ask: () => Promise<Answer>, signal: AbortSignal | null): Promise<Answer> {
  const one = {};
  const slow = window.setTimeout(() => {
    note(one, 'slow');
  }, SLOW_MS);
  try {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await ask();
      } catch (error) {
        if (signal?.aborted || !(error instanceof TypeError || error instanceof Unavailable)) throw error;
        window.clearTimeout(slow);
        note(one, error instanceof Unavailable ? 'unavailable' : 'unreachable');
        await nextChance(error instanceof Unavailable ? error.waitMs : wait, signal);
      }
    }
  } finally {
    window.clearTimeout(slow);
    note(one, null);
  }
}

/** Resolves after a while, or as soon as the browser is online again. */
function nextChance(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });
}

const ORDER: Held[] = ['unreachable', 'unavailable', 'slow'];

function worst(): Held | null {
  const found = new Set(states.values());
  return ORDER.find((each) => found.has(each)) ?? null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useHeld = (): Held | null => useSyncExternalStore(subscribe, worst, () => null);

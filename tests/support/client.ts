/** An HTTP client with a cookie jar, as a script would be. */
import { waitLimit } from './slowness';

export type Answer<Body = unknown> = { status: number; headers: Headers; body: Body };

/** A longer wait means that no answer will come, even on a busy machine. */
export const HANGS_AFTER_MS = waitLimit(30_000);

type Call = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

type Ask = <Body = Record<string, unknown>>(
  path: string,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;
type Send = <Body = Record<string, unknown>>(
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;

export type Client = {
  origin: string;
  call: <Body = Record<string, unknown>>(method: string, path: string, call?: Call) => Promise<Answer<Body>>;
  get: Ask;
  post: Send;
  patch: Send;
  put: Send;
  del: Ask;
  signIn: (username: string, password?: string) => Promise<void>;
  /** Returns the cookie, for sockets and browsers. */
  cookie: () => string;
  /** Returns a client for the same person at another origin. */
  through: (origin: string) => Client;
};

/** @param cookie of a signed-in person. */
export function client(origin: string, cookie = ''): Client {
  async function call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    { body, headers = {}, signal }: Call = {},
  ): Promise<Answer<Body>> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      signal: signal ?? AbortSignal.timeout(HANGS_AFTER_MS),
      headers: {
        // Browsers ask for compressed answers. On the same machine compression only costs time.
        'accept-encoding': 'identity',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isRaw ? (body as BodyInit) : JSON.stringify(body),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [, name, token] = /^((?:__Host-)?session)=(.*)$/.exec(pair) ?? [];
      if (token) cookie = pair;
      else if (name && cookie.startsWith(`${name}=`)) cookie = '';
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Body,
    };
  }

  return {
    origin,
    call,
    get: <Body = Record<string, unknown>>(path: string, headers?: Record<string, string>) =>
      call<Body>('GET', path, { headers }),
    post: <Body = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
      call<Body>('POST', path, { body, headers }),
    patch: <Body = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
      call<Body>('PATCH', path, { body, headers }),
    put: <Body = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
      call<Body>('PUT', path, { body, headers }),
    del: <Body = Record<string, unknown>>(path: string, headers?: Record<string, string>) =>
      call<Body>('DELETE', path, { headers }),
    signIn: async (username: string, password = PASSWORD) => {
      const answer = await call('POST', '/api/login', { body: { username, password, rememberMe: true } });
      if (answer.status !== 200) throw new Error(`${username} can't sign in: ${JSON.stringify(answer.body)}`);
    },
    cookie: () => cookie,
    through: (another) => client(another, cookie),
  };
}

/** The password of users that a test makes. The other one is published with the demo. */
export const NEW_PASSWORD = 'over-the-Missouri';

/** The password of all users in tests. */
export const PASSWORD = 'dispatch-demo';

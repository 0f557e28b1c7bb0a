/** One JSON line per event, on stdout. Bodies, cookies, keys and values of rows are never logged. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import pino from 'pino';
import { env } from './env.server';

/** Of an error only what a reader of the log needs: libraries hang the statement, its values and requests on theirs. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  const inner = cause ?? ('parent' in error ? error.parent : undefined);
  return { type: name, message, code, stack, ...(inner instanceof Error && { cause: describe(inner) }) };
}

/** The fields of every log line about one request. */
export type LoggedRequest = {
  requestId: string;
  /** The address that the request comes from. */
  client: string;
  /** The proxy's id of the request. */
  proxyRequestId?: string;
  userId?: number;
  role?: string;
  byToken?: true;
};

const currentRequest = new AsyncLocalStorage<LoggedRequest>();

/** Every line that `work` writes says what is known of the request. */
export const loggedAs = <Result>(request: LoggedRequest, work: () => Result): Result =>
  currentRequest.run(request, work);

/** From here on the lines of this request say who it is. */
export function nameCaller(caller: { id: number; roles: string[]; byToken?: true }): void {
  const request = currentRequest.getStore();
  if (!request) return;
  request.userId = caller.id;
  request.role = caller.roles.join(',');
  if (caller.byToken) request.byToken = true;
}

const LONGEST_BACKLOG_BYTES = 1_000_000;
const out = pino.destination({ dest: 1, sync: true, maxLength: LONGEST_BACKLOG_BYTES });
// Of a terminal that has closed, or a file on a full disk. Lines are lost; nobody's work is.
out.on('error', () => undefined);

export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: { instance: `${hostname()}-${String(process.pid)}` },
    // pino writes into what it is given.
    mixin: () => ({ ...currentRequest.getStore() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe },
  },
  out,
);

/** A path without what is secret in it: whoever has a customer's link can open it, and whoever has a sign-in link is let in. */
export function loggablePath(path: string): string {
  const parts = decoded(path).split(/[/\\]+/);
  if (!parts.some((part) => part.toLowerCase() === 'p')) return path;
  const [end = ''] = /(\/signature|\/photos(\/\d+)?)?(\.data)?$/.exec(path) ?? [];
  return `/p/…${end}`;
}

/** As servers and browsers may read it: letters written as numbers, also twice. */
function decoded(path: string): string {
  try {
    const next = decodeURIComponent(path);
    return next === path ? path : decoded(next);
  } catch {
    return path;
  }
}

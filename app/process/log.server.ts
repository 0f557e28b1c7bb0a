/** Writes one JSON line per event to stdout. Bodies, cookies, keys and values of rows are never logged. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import pino from 'pino';
import { env } from './env.server';

/**
 * The parts of an error that a reader of the log needs. Libraries attach statements, values and requests to their
 * errors.
 */
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
  /** The client's address. */
  client: string;
  /** The id that the proxy gave the request. */
  proxyRequestId?: string;
  userId?: number;
  role?: string;
  byToken?: true;
};

const currentRequest = new AsyncLocalStorage<LoggedRequest>();

/** Adds the known facts about the request to every log line that `work` writes. */
export const loggedAs = <Result>(request: LoggedRequest, work: () => Result): Result =>
  currentRequest.run(request, work);

/** Adds the user to the log lines of this request from now on. */
export function nameCaller(caller: { id: number; roles: string[]; byToken?: true }): void {
  const request = currentRequest.getStore();
  if (!request) return;
  request.userId = caller.id;
  request.role = caller.roles.join(',');
  if (caller.byToken) request.byToken = true;
}

const LONGEST_BACKLOG_BYTES = 1_000_000;
const out = pino.destination({ dest: 1, sync: true, maxLength: LONGEST_BACKLOG_BYTES });
// Writing to a closed terminal or a full disk fails. Only log lines get lost.
out.on('error', () => undefined);

let speaksPlainly = false;
const FROM_WARN = 40;

/** Makes warnings and errors sentences for the person who runs a command, and leaves out the other lines. */
export const logInSentences = () => (speaksPlainly = true);

function sentenceOf(words: unknown[]): string {
  const [first, second] = words;
  const fault = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined;
  const text = String(typeof first === 'string' ? first : second);
  return fault instanceof Error ? `${text}: ${fault.message}` : text;
}

export const log = pino(
  {
    hooks: {
      logMethod(words, method, level) {
        if (!speaksPlainly) method.apply(this, words);
        else if (level >= FROM_WARN) process.stderr.write(`${sentenceOf(words)}\n`);
      },
    },
    level: env.LOG_LEVEL,
    base: { instance: `${hostname()}-${String(process.pid)}` },
    // pino changes the object that it gets, so this is a copy.
    mixin: () => ({ ...currentRequest.getStore() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe },
  },
  out,
);

/** The path without secrets. Anyone who knows a customer's link can open it, and a sign-in link lets anyone in. */
export function loggablePath(path: string): string {
  const parts = decoded(path).split(/[/\\]+/);
  if (!parts.some((part) => part.toLowerCase() === 'p')) return path;
  const [end = ''] = /(\/signature|\/photos(\/\d+)?)?(\.data)?$/.exec(path) ?? [];
  return `/p/…${end}`;
}

/** Decodes repeatedly, because servers and browsers may decode a path more than once. */
function decoded(path: string): string {
  try {
    const next = decodeURIComponent(path);
    return next === path ? path : decoded(next);
  } catch {
    return path;
  }
}

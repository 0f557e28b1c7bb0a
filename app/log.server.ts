/** One JSON line per event, on stdout. Bodies, cookies, keys and values of rows are never logged. */
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

export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describe },
});

/** A path without what is secret in it: whoever has a customer's link can open it. */
export const loggablePath = (path: string) => path.replace(/^\/+(p|%70)\/+[^/.]+/i, '/p/…');

/** One JSON line per event, on stdout. Bodies, cookies and keys are never logged. */
import pino from 'pino';
import { env } from './env.server';

export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: [
    'req.headers.cookie',
    'req.headers.authorization',
    '*.password',
    '*.signature_image',
    '*.sql',
    '*.parameters',
  ],
});

/** Turns a failure of the database into an error that the waiting person can understand. */
import { ConnectionError, DatabaseError } from 'sequelize';
import { READ_ONLY, RetryTransaction, sqlState } from 'db/connection';
import { Overloaded } from 'db/queue';
import { DomainError } from './errors';

const UNAVAILABLE = 'The service is temporarily unavailable. Please try again.';

/** The error to answer with, or null for a bug of ours. */
export function asDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof Overloaded)
    return unavailable('The service is busy. Please try again in a few seconds.', 5);
  const code = sqlState(error);
  if (code === '53100') return unavailable('Storage is full. Nothing was saved.');
  if (code === READ_ONLY) return unavailable('The database is read-only. Nothing was saved.');
  if (code === '55P03' || error instanceof RetryTransaction)
    return unavailable('Someone else is changing the same data. Please try again.', 1);
  if (code === '23505' || code === '23503') {
    return new DomainError(
      'conflict',
      'Someone else has changed this in the meantime. Reload and try again.',
    );
  }
  if (code && /^(22|23514)/.test(code)) return new DomainError('invalid', "A value can't be saved");
  if (code && /^(08|53|57|40)/.test(code)) return unavailable(UNAVAILABLE);
  // A connection that was cut in the middle of a statement has no code.
  if (!code && (error instanceof ConnectionError || error instanceof DatabaseError))
    return unavailable(UNAVAILABLE);
  if (isConnectionFault(error)) return unavailable(UNAVAILABLE);
  return null;
}

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && NETWORK_CODES.has(error.code)) return true;
  return /Connection terminated|connection timeout|timeout expired|Client was closed/i.test(error.message);
}

const unavailable = (message: string, retryAfterSeconds = 2) =>
  new DomainError('unavailable', message, { retryAfterSeconds });

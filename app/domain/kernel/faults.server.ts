/** Turns a failure of the database into an error that the waiting person can understand. */
import { ConnectionError, DatabaseError } from 'sequelize';
import { currentTransaction, READ_ONLY, RetryTransaction, sqlState } from 'db/connection';
import { Overloaded } from 'db/queue';
import { say, type Said } from '~/domain/kernel/sentence';
import { DomainError } from './errors';

/** The error to answer with, or null for a bug of ours. */
export function asDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof Overloaded) return unavailable(say('busy'), 5);
  const code = sqlState(error);
  if (code === '53100') return unavailable(say('storageFull'));
  if (code === READ_ONLY) return unavailable(say('readOnly'));
  if (code === '55P03' || error instanceof RetryTransaction) return unavailable(say('lockedByOthers'), 1);
  if (code === '23505' || code === '23503') {
    return new DomainError('conflict', say('changedByOthers'), { mayPass: true });
  }
  if (code && /^(22|23514)/.test(code)) return new DomainError('invalid', say('unsavable'));
  if (code && /^(08|53|57|40)/.test(code)) return unavailable(say('unavailable'));
  // A connection that was cut in the middle of a statement has no code.
  if (!code && (error instanceof ConnectionError || error instanceof DatabaseError))
    return unavailable(say('unavailable'));
  if (isConnectionFault(error)) return unavailable(say('unavailable'));
  return null;
}

/** The trouble of the database itself in which nothing can be written; null for any other error. */
export function troubleOf(error: unknown): 'gone' | 'read-only' | 'full' | null {
  const code = sqlState(error);
  if (code === READ_ONLY) return 'read-only';
  if (code === '53100') return 'full';
  if (code && /^(08|533|57P)/.test(code)) return 'gone';
  const isCut = !code && (error instanceof ConnectionError || error instanceof DatabaseError);
  return isCut || isConnectionFault(error) ? 'gone' : null;
}

/** Waits for a write that is left out while the disk of the database is full, if it is no part of a transaction. */
export const unlessFull = <Result>(write: Promise<Result>): Promise<Result | null> =>
  write.catch((error: unknown) => {
    if (troubleOf(error) !== 'full' || currentTransaction()) throw error;
    return null;
  });

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && NETWORK_CODES.has(error.code)) return true;
  return /Connection terminated|connection timeout|timeout expired|Client was closed/i.test(error.message);
}

const unavailable = (said: Said, retryAfterSeconds = 2) =>
  new DomainError('unavailable', said, { retryAfterSeconds });

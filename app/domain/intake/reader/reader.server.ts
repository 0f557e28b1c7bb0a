/** Reads documents in a process of its own: what people outside send may crash, fill or hold up what reads it. */
import { currentTransaction } from 'db/connection';
import {
  DOCUMENT_QUEUE_TIMEOUT_MS,
  DOCUMENT_READ_TIMEOUT_MS,
  DOCUMENT_START_TIMEOUT_MS,
} from '~/lib/time-limits';
import { DomainError } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import type { TableAnswer } from '~/domain/intake/reading/table-of.server';
import { LIMITS } from '~/domain/intake/reading/words';
import { log } from '~/process/log.server';
import type { Learned, Lesson, Understood, Unread } from './work.server';

const busy = () =>
  new DomainError('unavailable', untranslated('documentsBusy', 'Too many documents are being read'), {
    retryAfterSeconds: 5,
  });

const readers = new WorkerPool({
  file: './intake-worker.js',
  runtime: 'child_process',
  atOnce: 1,
  startLimitMs: DOCUMENT_START_TIMEOUT_MS,
  timeLimitMs: DOCUMENT_READ_TIMEOUT_MS,
  longestWaitMs: DOCUMENT_QUEUE_TIMEOUT_MS,
  memoryMb: 128,
  refuse: busy,
  idleMs: 60_000,
  niceness: 5,
});

/**
 * Reads a document, or takes its known words, and finds its layout. One that ends its process or takes too long has a
 * reason. @throws unavailable when too many documents wait.
 */
export async function readDocument(unread: Unread): Promise<Understood> {
  if ('bytes' in unread && unread.bytes.length > LIMITS.bytes) return { refusal: 'too large' };
  return apart<Understood>('readDocument', unread);
}

/** Learns a layout. @throws unavailable when that takes too long, or too many documents wait. */
export async function learnLayout(lesson: Lesson): Promise<Learned> {
  const learned = await apart<Learned>('learnLayout', lesson);
  if ('refusal' in learned) throw busy();
  return learned;
}

/** Reads a file of rows; see `readDocument`. @param bytes within the limit of the request. */
export const readTable = (bytes: Buffer) => apart<TableAnswer>('readTable', bytes);

type GivenUp = { refusal: 'took too long' | 'crashed' };

async function apart<Answer>(name: string, work: unknown): Promise<Answer | GivenUp> {
  if (currentTransaction()) throw new Error('Documents are read before a transaction opens');
  try {
    return await readers.run<Answer>(name, work);
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    log.warn({ err: error }, 'reading a document was given up');
    return { refusal: error.isLate ? 'took too long' : 'crashed' };
  }
}

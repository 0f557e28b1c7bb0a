/** Reads documents in a process of its own: what people outside send may crash, fill or hold up what reads it. */
import { currentTransaction } from 'db/connection';
import { DOCUMENT_QUEUE_TIMEOUT_MS, DOCUMENT_READ_TIMEOUT_MS } from '~/lib/time-limits';
import { DomainError } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import { log } from '~/process/log.server';
import type { SheetAnswer } from './sheet-of.server';
import { LIMITS, type Reading } from './words';

const readers = new WorkerPool({
  file: './intake-worker.js',
  runtime: 'child_process',
  atOnce: 1,
  timeLimitMs: DOCUMENT_READ_TIMEOUT_MS,
  longestWaitMs: DOCUMENT_QUEUE_TIMEOUT_MS,
  memoryMb: 128,
  refuse: () =>
    new DomainError('unavailable', untranslated('documentsBusy', 'Too many documents are being read'), {
      retryAfterSeconds: 5,
    }),
  idleMs: 60_000,
  niceness: 5,
});

/**
 * A document that ends its process or takes too long is one with a reason. @throws unavailable when too many
 * documents wait.
 */
export async function readDocument(bytes: Buffer): Promise<Reading> {
  if (bytes.length > LIMITS.bytes) return { refusal: 'too large' };
  return await readApart<Reading>('read', bytes);
}

/** Reads the first sheet of a spreadsheet; see `readDocument`. @param bytes within the limit of the request. */
export const readSheet = (bytes: Buffer): Promise<SheetAnswer> => readApart('readSheet', bytes);

async function readApart<Answer>(work: 'read' | 'readSheet', bytes: Buffer) {
  if (currentTransaction()) throw new Error('Documents are read before a transaction opens');
  try {
    return await readers.run<Answer>(work, bytes);
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    log.warn({ err: error }, 'reading a document was given up');
    return { refusal: 'took too long' as const };
  }
}

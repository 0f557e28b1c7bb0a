/**
 * Decodes pictures in processes of their own, two at a time. The cost of a picture is known only afterwards,
 * and other requests must not wait for it, in particular the hashing of passwords, which needs the same
 * threads.
 */
import { currentTransaction } from 'db/connection';
import { PICTURE_DECODE_TIMEOUT_MS, PICTURE_QUEUE_TIMEOUT_MS, PICTURE_TIMEOUT_MS } from '~/lib/time-limits';
import type { Actor } from '~/domain/kernel/actor';
import { DomainError } from '~/domain/kernel/errors';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import { log } from '~/process/log.server';
import type { Made, PictureInput, Rule } from './worker.server';
import { say } from '~/domain/kernel/sentence';

const MOST_BYTES = 64_000_000;

const tooBusy = () =>
  new DomainError('unavailable', say('pictureCheckTooSlow'), {
    retryAfterSeconds: 5,
  });
const tooMany = () => new DomainError('too_many', say('tooManyPictures'), { retryAfterSeconds: 5 });

const decoders = new WorkerPool({
  file: './picture-worker.js',
  runtime: 'child_process',
  atOnce: 2,
  timeLimitMs: PICTURE_DECODE_TIMEOUT_MS,
  answerWithinMs: PICTURE_TIMEOUT_MS,
  longestWaitMs: PICTURE_QUEUE_TIMEOUT_MS,
  // A form has at most four pictures: three photos and a signature.
  mostWaitingOfOne: 8,
  refuse: (refusal) => (refusal === 'too many of one' ? tooMany() : tooBusy()),
  idleMs: 60_000,
  niceness: 5,
});
/** The size of all pictures that wait or are being decoded. */
let bytes = 0;

/** @throws unavailable when it takes too long, too_many when one person sends too many at once. */
export async function decode(actor: Pick<Actor, 'id'>, sent: Buffer, rule: Rule): Promise<Made> {
  if (currentTransaction()) throw new Error('Pictures are decoded before a transaction opens');
  if (bytes + sent.length > MOST_BYTES) throw tooBusy();
  bytes += sent.length;
  try {
    const client = { key: String(actor.id) };
    const made = await decoders.run<Made>('decode', { sent, rule } satisfies PictureInput, { client });
    if ('error' in made) log.info({ reason: made.error }, 'a picture could not be read');
    // A buffer arrives as a list of its bytes.
    return 'image' in made ? { image: Buffer.from(made.image) } : made;
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    log.warn({ err: error }, 'decoding a picture was given up');
    throw tooBusy();
  } finally {
    bytes -= sent.length;
  }
}

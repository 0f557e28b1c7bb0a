/**
 * Pictures are decoded by processes of their own, two at a time: what a picture costs is known only afterwards, and
 * nobody else may wait for it, least of all a password, which needs the same threads.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { currentTransaction } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { DomainError } from '~/domain/kernel/errors';
import { errorsOf } from '~/domain/platform/child-errors.server';
import { log } from '~/process/log.server';
import type { Made, Rule } from './picture.server';
import type { Answered, Asked } from './worker.server';

const AT_ONCE = 2;
/** From asking until the answer; and of that, the decoding itself. */
const WITHIN_MS = 12_000;
const DECODED_WITHIN_MS = 8_000;
/** Of one person, waiting. A form has four at most: three photos and a signature. */
const MOST_OF_ONE = 8;
const MOST_WAITING_BYTES = 64_000_000;
/** A process without work is kept for so long. */
const IDLE_MS = 60_000;
// Requests come first.
const PRIORITY = 5;

type Job = { owner: number; asked: Asked; settle: (made: Made | DomainError) => void };
type Decoder = { child: ChildProcess; job: Job | null; timer?: NodeJS.Timeout };

const decoders: Decoder[] = [];
const waiting: Job[] = [];

/** @throws unavailable when it takes too long, too_many when one person sends too many at once. */
export async function decode(actor: Pick<Actor, 'id'>, sent: Buffer, rule: Rule): Promise<Made> {
  if (currentTransaction()) throw new Error('Pictures are decoded before a transaction opens');
  if (waiting.filter(({ owner }) => owner === actor.id).length >= MOST_OF_ONE)
    throw new DomainError('too_many', 'Too many images at once. Try again in a moment.', {
      retryAfterSeconds: 5,
    });
  if (waiting.reduce((sum, { asked }) => sum + asked.sent.length, sent.length) > MOST_WAITING_BYTES)
    throw tooBusy();
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      job.settle(tooBusy());
    }, WITHIN_MS);
    const job: Job = {
      owner: actor.id,
      asked: { sent, rule },
      settle: (made) => {
        clearTimeout(late);
        if (made instanceof DomainError) reject(made);
        else resolve(made);
      },
    };
    waiting.push(job);
    next();
  });
}

const tooBusy = () =>
  new DomainError('unavailable', 'Checking the image took too long. Please try again.', {
    retryAfterSeconds: 5,
  });

/** Starts the next job if a process is free. A person with no job under way comes first. */
function next(): void {
  const busy = decoders.flatMap(({ job }) => job?.owner ?? []);
  const job = waiting.find(({ owner }) => !busy.includes(owner)) ?? waiting[0];
  const decoder = job && (decoders.find((each) => !each.job) ?? another());
  if (!job || !decoder) return;
  waiting.splice(waiting.indexOf(job), 1);
  clearTimeout(decoder.timer);
  decoder.job = job;
  decoder.timer = setTimeout(() => discard(decoder, 'no answer in time'), DECODED_WITHIN_MS);
  decoder.child.send(job.asked, (error) => error && discard(decoder, error));
}

function another(): Decoder | undefined {
  if (decoders.length >= AT_ONCE) return undefined;
  const child = fork(fileURLToPath(new URL('./picture-worker.js', import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: { NODE_ENV: 'production' },
  });
  const decoder: Decoder = { child, job: null };
  const reason = errorsOf(child);
  // Its threads, which are not there yet, inherit it.
  if (child.pid !== undefined) lower(child.pid);
  // It must not keep a process alive that is about to stop.
  child.unref();
  child.channel?.unref();
  child.on('message', (made) => {
    const { job } = decoder;
    const answered = made as Answered;
    rest(decoder);
    if ('error' in answered) log.info({ reason: answered.error }, 'a picture could not be read');
    job?.settle(answered);
    next();
  });
  child.on('error', (error) => discard(decoder, error));
  child.on('close', (code, by) => discard(decoder, reason(code, by)));
  decoders.push(decoder);
  return decoder;
}

function lower(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // Without it pictures are as important as requests.
  }
}

function rest(decoder: Decoder): void {
  clearTimeout(decoder.timer);
  decoder.job = null;
  decoder.timer = setTimeout(() => remove(decoder), IDLE_MS);
  decoder.timer.unref();
}

/** Refuses the current job with a retry message. The next picture gets a new process. */
function discard(decoder: Decoder, reason: unknown): void {
  if (!remove(decoder)) return;
  log.warn({ err: reason }, 'decoding a picture was given up');
  decoder.job?.settle(tooBusy());
  next();
}

/** @returns whether it was there. */
function remove(decoder: Decoder): boolean {
  const place = decoders.indexOf(decoder);
  if (place < 0) return false;
  decoders.splice(place, 1);
  clearTimeout(decoder.timer);
  decoder.child.kill('SIGKILL');
  return true;
}

/**
 * Runs rounds of background work: when a notification comes, and now and then in case one was lost. While the database
 * is gone, read-only or full all works wait, and the log tells it once.
 */
import { isWritable } from 'db/connection';
import type { Log, Work } from '~/domain/platform/jobs/work';
import { troubleOf } from '~/domain/kernel/faults.server';
import { databaseFull, sweepFailures, sweepRounds } from '~/domain/administration/system/metrics.server';

type Rounds = {
  /** Makes a round after so many milliseconds. */
  wake: (ms?: number) => void;
  /** Call it when the connection for notifications is opened or lost. */
  setListening: (isListening: boolean) => void;
  stop: () => Promise<void>;
};

/** Rounds are at least this far apart, also when many changes notify one by one. */
const APART_MS = 1_000;
const LOOK_EVERY_MS = 10_000;

type Trouble = NonNullable<ReturnType<typeof troubleOf>>;
const SAID: Record<Trouble, string> = {
  gone: 'the database does not answer',
  'read-only': 'the database is read-only',
  full: 'the disk of the database is full',
};

/** The trouble of the database that all works share. */
let trouble: Trouble | null = null;
let asking: Promise<boolean> | undefined;
/** Works whose last round found a full disk. Only their next writes tell that there is room again. */
const withoutRoom = new Set<string>();

function noteTrouble(log: Log, now: Trouble, name: string, error: unknown): void {
  if (trouble !== now) log.error({ err: error }, `background work waits: ${SAID[now]}`);
  trouble = now;
  databaseFull.set(now === 'full' ? 1 : 0);
  if (now === 'full') withoutRoom.add(name);
}

function noteRoom(log: Log, name: string): void {
  if (withoutRoom.delete(name) && withoutRoom.size === 0 && trouble === 'full') endTrouble(log);
}

/** Asks the database for all works at once whether their trouble is over. */
async function isOver(log: Log): Promise<boolean> {
  const asked = trouble;
  if (asked === null || asked === 'full') return true;
  asking ??= isWritable()
    .catch(() => false)
    .then((writable) => {
      asking = undefined;
      if (writable && trouble === asked) endTrouble(log);
      return writable;
    });
  return asking;
}

function endTrouble(log: Log): void {
  trouble = null;
  databaseFull.set(0);
  log.warn({}, 'background work goes on: the database can be written to again');
}

/** Never runs two rounds at a time; a round that fails is repeated. */
export function startRounds(log: Log, name: string, work: Work): Rounds {
  let isStopped = false;
  let isListening = false;
  let isRunning = false;
  let startedAt = -Infinity;
  let dueAt = Infinity;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  /** The error of the last round, so that the same error is logged once and not every second. */
  let failure: string | null = null;

  const succeeded = () => {
    noteRoom(log, name);
    sweepRounds.observe({ work: name }, (performance.now() - startedAt) / 1_000);
    if (failure !== null) log.warn({ work: name }, 'background work succeeds again');
    failure = null;
  };
  const failed = (error: unknown) => {
    const shared = troubleOf(error);
    if (shared) {
      noteTrouble(log, shared, name, error);
      return;
    }
    sweepFailures.inc({ work: name });
    const reason = error instanceof Error ? error.message : String(error);
    if (failure !== reason)
      log.error({ err: error, work: name }, 'background work failed; it will be retried');
    failure = reason;
  };

  const run = async () => {
    isRunning = true;
    startedAt = performance.now();
    dueAt = Infinity;
    let next: number | undefined = APART_MS;
    try {
      if (await isOver(log)) {
        next = await work(() => isStopped);
        succeeded();
      }
    } catch (error) {
      failed(error);
    }
    isRunning = false;
    wake(Math.min(next ?? Infinity, isListening ? LOOK_EVERY_MS : APART_MS));
  };

  function wake(ms = 0): void {
    dueAt = Math.min(dueAt, Math.max(performance.now() + ms, startedAt + APART_MS));
    if (isRunning || isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      round = run();
    }, dueAt - performance.now());
  }

  wake();
  return {
    wake,
    setListening: (now) => {
      isListening = now;
      // Runs at once: a notification may have been missed until now, or may be missed from now on.
      wake();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** What has to happen by the clock. Runs on every instance; each piece is safe to run on all of them at once. */
import { workNext } from '~/domain/network/account-import/work.server';
import { learnRoads } from '~/domain/scheduling/arrivals/learn-roads.server';
import { keepPredictions } from '~/domain/scheduling/arrivals/predictions.server';
import { backupRounds } from '~/domain/administration/backups/run.server';
import { cleaner } from './cleanup.server';
import {
  answerDue,
  askingHasEnded,
  enqueueMissingLookups,
  stopAsking,
} from '~/domain/geography/geocoding/ask.server';
import { forgiveClock } from './forgive-clock.server';
import { keepDaysAhead } from '~/domain/tracking/partitions.server';
import { collectPushes, pushesDue, sendPushes, stopPushes } from '~/domain/notifications/push/deliver.server';
import { pushKeys } from '~/domain/notifications/push/keys.server';
import { noteLate } from '~/domain/notifications/push/late.server';
import { noteUnassigned } from '~/domain/notifications/push/unassigned.server';
import { tellLate } from '~/domain/customers/messages/late.server';
import { purge } from '~/domain/administration/retention/purge.server';
import { sendMessages } from '~/domain/customers/messages/send.server';
import { sweepFailures, sweepRounds } from '~/domain/administration/system/metrics.server';
import { releaseDueHolds } from '~/domain/tasks/lifecycle/holds.server';
import { sendDue, stopSending } from '~/domain/notifications/webhooks/deliver.server';

type Log = Record<'error' | 'warn', (details: object, message: string) => void>;

const EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Sweep = { stop(): Promise<void> };

export const startSweep = (log: Log): Sweep =>
  repeat(log, 'holds', async () => {
    await releaseDueHolds();
  });

/** Deletes what is over, and what is older than it is kept. On its own, as holds must not wait for a large piece, or for a table that is locked. */
export function startCleaning(log: Log): Sweep {
  const loops = [
    repeat(log, 'cleaning', cleaner(log)),
    repeat(log, 'retention', purge),
    repeat(log, 'positions', every(HOUR_MS, keepDaysAhead)),
    repeat(log, 'arrivals', every(MINUTE_MS, keepPredictions)),
    repeat(log, 'roads', learnRoads),
    repeat(
      log,
      'clock',
      every(HOUR_MS, () => forgiveClock(log)),
    ),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((each) => each.stop()));
    },
  };
}

/** Looks addresses up. On its own, as holds must not wait for a provider. */
export function startGeocoding(log: Log): Sweep {
  let isBegun = false;
  const queue = repeat(log, 'geocoding', async (isStopped) => {
    if (!isBegun) await enqueueMissingLookups();
    isBegun = true;
    await answerDue(isStopped);
  });
  return {
    stop: async () => {
      stopAsking();
      await queue.stop();
      await askingHasEnded();
    },
  };
}

/** Reads files of accounts. On its own, as holds must not wait for a large one. */
export const startImporting = (log: Log): Sweep =>
  repeat(log, 'importing', async (isStopped) => {
    while (!isStopped() && (await workNext(isStopped)));
  });

/** Backs up by the schedule and on demand. On its own, as it takes long. */
export const startBackups = (log: Log, databaseUrl: string): Sweep =>
  repeat(log, 'backups', backupRounds(log, databaseUrl));

/** Tells webhooks what has changed. On its own, as one that hangs must hold nobody up. */
export function startWebhooks(log: Log): Sweep {
  const onError = (error: unknown) => {
    log.error({ err: error }, 'a webhook delivery could not be recorded; it will be retried');
  };
  const queue = repeat(log, 'webhooks', () => sendDue(onError));
  return {
    stop: async () => {
      await queue.stop();
      await stopSending();
    },
  };
}

/** Sends notifications to browsers. On its own, as a push service that hangs must hold nobody up. */
export function startPush(log: Log): Sweep {
  const onError = (error: unknown) => {
    log.error({ err: error }, 'a notification could not be sent; it will be retried');
  };
  const queue = repeat(log, 'push', async () => {
    // Made at the first start, whoever needs them first.
    await pushKeys();
    const due = await pushesDue();
    if (due?.hasDispatcher) {
      await noteUnassigned();
      await noteLate();
    }
    if (due?.hasSome) {
      await collectPushes();
      await sendPushes(onError);
    }
  });
  return {
    stop: async () => {
      await queue.stop();
      await stopPushes();
    },
  };
}

/** Rounds of which one in so long works; one that fails is repeated with the next. */
function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    if (performance.now() < nextAt) return;
    await work();
    nextAt = performance.now() + ms;
  };
}

/** Sends messages to customers. On its own, as a provider that hangs must hold nobody up. */
export const startMessages = (log: Log): Sweep =>
  repeat(log, 'messages', async (isStopped) => {
    await tellLate();
    await sendMessages(isStopped);
  });

/** Runs `work` every second, never twice at a time, and goes on after an error. */
function repeat(log: Log, name: string, work: (isStopped: () => boolean) => Promise<void>): Sweep {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  /** Why the last round failed: said once, and not every second. */
  let failure: string | null = null;

  const run = () => {
    const startedAt = performance.now();
    round = work(() => stopped)
      .then(
        () => {
          sweepRounds.observe({ work: name }, (performance.now() - startedAt) / 1_000);
          if (failure !== null) log.warn({ work: name }, 'background work succeeds again');
          failure = null;
        },
        (error: unknown) => {
          sweepFailures.inc({ work: name });
          const reason = error instanceof Error ? error.message : String(error);
          if (failure !== reason)
            log.error({ err: error, work: name }, 'background work failed; it will be retried');
          failure = reason;
        },
      )
      .then(() => {
        if (!stopped) timer = setTimeout(run, EVERY_MS);
      });
  };
  run();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

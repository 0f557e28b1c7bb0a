/** What has to happen by the clock. Runs on every instance; each piece is safe to run on all of them at once. */
import { workNext } from './accounts/import/work.server';
import { cleaner } from './cleanup.server';
import { answerDue, askingHasEnded, enqueueMissingLookups, stopAsking } from '~/domain/geocoding/ask.server';
import { sweepFailures, sweepRounds } from './system/metrics.server';
import { releaseDueHolds } from './tasks/lifecycle/holds.server';
import { sendDue, stopSending } from './webhooks/deliver.server';

type Log = { error: (details: object, message: string) => void };

const EVERY_MS = 1_000;

type Sweep = { stop(): Promise<void> };

export const startSweep = (log: Log): Sweep =>
  repeat(log, 'holds', async () => {
    await releaseDueHolds();
  });

/** Deletes what is over. On its own, as holds must not wait for a large piece, or for a table that is locked. */
export const startCleaning = (log: Log): Sweep => repeat(log, 'cleaning', cleaner(log));

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

/** Tells webhooks what has changed. On its own, as one that hangs must hold nobody up. */
export function startWebhooks(log: Log): Sweep {
  const onError = (error: unknown) => {
    log.error({ err: error }, 'a webhook delivery could not be noted; it will be tried again');
  };
  const queue = repeat(log, 'webhooks', () => sendDue(onError));
  return {
    stop: async () => {
      await queue.stop();
      await stopSending();
    },
  };
}

/** Runs `work` every second, never twice at a time, and goes on after an error. */
function repeat(log: Log, name: string, work: (isStopped: () => boolean) => Promise<void>): Sweep {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const run = () => {
    const startedAt = performance.now();
    round = work(() => stopped)
      .then(
        () => {
          sweepRounds.observe({ work: name }, (performance.now() - startedAt) / 1_000);
        },
        (error: unknown) => {
          sweepFailures.inc({ work: name });
          log.error({ err: error }, 'sweep failed; it will try again');
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

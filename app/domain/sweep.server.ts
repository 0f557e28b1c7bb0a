/** What has to happen by the clock. Runs on every instance; each piece is safe to run on all of them at once. */
import { execute } from 'db/connection';
import { forgetOldImports } from './accounts/import/jobs.server';
import { workNext } from './accounts/import/work.server';
import { askingHasEnded, stopAsking } from './geocoding/ask.server';
import { answerDue, wantWhatIsMissing } from './geocoding/queue.server';
import { forgetDeletedProof } from './tasks/deleted-proof.server';
import { releaseDueHolds } from './tasks/holds.server';
import { forgetOldDeliveries, sendDue, stopSending } from './webhooks/deliver.server';

type Log = { error: (details: object, message: string) => void };

const EVERY_MS = 1_000;
const CLEAN_EVERY_MS = 3_600_000;

export type Sweep = { stop(): Promise<void> };

export function startSweep(log: Log): Sweep {
  let cleanedAt = 0;
  return repeat(log, async () => {
    await releaseDueHolds();
    await forgetDeletedProof();
    if (Date.now() - cleanedAt > CLEAN_EVERY_MS) {
      await forgetWhatIsOver();
      cleanedAt = Date.now();
    }
  });
}

/** Looks addresses up. On its own, as holds must not wait for a provider. */
export function startGeocoding(log: Log): Sweep {
  let isBegun = false;
  let isStopped = false;
  const queue = repeat(log, async () => {
    if (!isBegun) await wantWhatIsMissing();
    isBegun = true;
    await answerDue(() => isStopped);
  });
  return {
    stop: async () => {
      isStopped = true;
      stopAsking();
      await queue.stop();
      await askingHasEnded();
    },
  };
}

/** Reads files of accounts. On its own, as holds must not wait for a large one. */
export function startImporting(log: Log): Sweep {
  let isStopped = false;
  const queue = repeat(log, async () => {
    while (!isStopped && (await workNext(() => isStopped)));
  });
  return {
    stop: async () => {
      isStopped = true;
      await queue.stop();
    },
  };
}

/** Tells webhooks what has changed. On its own, as one that hangs must hold nobody up. */
export function startWebhooks(log: Log): Sweep {
  const onError = (error: unknown) => {
    log.error({ err: error }, 'a webhook delivery could not be noted; it will be tried again');
  };
  const queue = repeat(log, () => sendDue(onError));
  return {
    stop: async () => {
      await queue.stop();
      await stopSending();
    },
  };
}

/** Runs `work` every second, never twice at a time, and goes on after an error. */
function repeat(log: Log, work: () => Promise<void>): Sweep {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const run = () => {
    round = work()
      .catch((error: unknown) => {
        log.error({ err: error }, 'sweep failed; it will try again');
      })
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

/** Idempotency keys after 7 days, drafts after one, sessions, links, counters and places that have ended. */
async function forgetWhatIsOver(): Promise<void> {
  await execute("delete from idempotency_keys where created_at < now() - interval '7 days'");
  await execute("delete from undos where created_at < now() - interval '1 hour'");
  await execute("delete from drafts where created_at < now() - interval '1 day'");
  await execute(
    "delete from sessions where created_at < now() - interval '30 days' or last_seen_at < now() - interval '7 days'",
  );
  await execute("delete from proof_links where expires_at < now() - interval '1 day'");
  await execute('delete from geocodes where use_until < now()');
  await execute(
    "delete from geocode_queue where next_try_at is null and created_at < now() - interval '30 days'",
  );
  await forgetOldImports();
  await forgetOldDeliveries();
  await execute('delete from rate_limits where expire < extract(epoch from now()) * 1000');
}

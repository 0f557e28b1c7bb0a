/** What has to happen by the clock. Runs on every instance; each piece is safe to run on all of them at once. */
import { execute } from 'db/connection';
import { releaseDueHolds } from './tasks/holds.server';
import { forgetDeletedSignatures } from './tasks/signatures.server';

type Log = { error: (details: object, message: string) => void };

const EVERY_MS = 1_000;
const CLEAN_EVERY_MS = 3_600_000;

export function startSweep(log: Log): { stop(): Promise<void> } {
  let stopped = false;
  let cleanedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const sweep = async () => {
    try {
      await releaseDueHolds();
      await forgetDeletedSignatures();
      if (Date.now() - cleanedAt > CLEAN_EVERY_MS) {
        await forgetWhatIsOver();
        cleanedAt = Date.now();
      }
    } catch (error) {
      log.error({ err: error }, 'sweep failed; it will try again');
    }
  };
  const run = () => {
    round = sweep().then(() => {
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

/** Idempotency keys after 7 days, drafts after one, sessions and counters that have ended. */
async function forgetWhatIsOver(): Promise<void> {
  await execute("delete from idempotency_keys where created_at < now() - interval '7 days'");
  await execute("delete from undos where created_at < now() - interval '1 hour'");
  await execute("delete from drafts where created_at < now() - interval '1 day'");
  await execute(
    "delete from sessions where created_at < now() - interval '30 days' or last_seen_at < now() - interval '7 days'",
  );
  await execute('delete from rate_limits where expire < extract(epoch from now()) * 1000');
}

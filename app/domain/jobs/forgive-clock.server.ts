/**
 * Repairs times in the future that a wrong clock has left: work that goes by them would wait for years. By
 * the database's clock, rounds and tries become due now, and other future times are corrected.
 */
import { execute, row } from 'db/connection';

/** No work waits longer than this. */
const FAR = "now() + interval '2 days'";
/** Two clocks differ by less than this. */
const AHEAD = "now() + interval '5 minutes'";
const QUEUES = ['geocode_queue', 'backups'];

const STATEMENTS = [
  `update jobs set run_at = now() where run_at > ${FAR}`,
  ...QUEUES.map((table) => `update ${table} set next_try_at = now() where next_try_at > ${FAR}`),
  `update arrival_rounds set begun_at = now() where begun_at > ${AHEAD}`,
  `update settings set updated_at = now() where updated_at > ${AHEAD}`,
  `update settings set value = value - 'until' where name = 'purge' and (value ->> 'until')::timestamptz > ${AHEAD}`,
  `update sessions set created_at = least(created_at, now()), last_seen_at = least(last_seen_at, now())
   where greatest(created_at, last_seen_at) > ${AHEAD}`,
  `update webhooks set failing_since = now() where failing_since > ${AHEAD}`,
  `update service_outages set since = least(since, now()), failed_at = now() where failed_at > ${AHEAD}`,
  `delete from push_events where created_at > ${AHEAD}`,
  `delete from rate_limits where expire > extract(epoch from ${FAR}) * 1000`,
  `delete from last_positions where at > ${AHEAD}`,
  `delete from positions where at > ${AHEAD}`,
];

const APART_SECONDS = 30;
type Log = { warn: (details: object, message: string) => void };

/** Makes one round. */
export async function forgiveClock(log: Log): Promise<void> {
  const startedAt = Date.now();
  const found = await row<{ at: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
  );
  const apart = Math.max(startedAt - (found?.at ?? startedAt), (found?.at ?? startedAt) - Date.now(), 0);
  if (apart > APART_SECONDS * 1_000)
    log.warn({ seconds: Math.round(apart / 1_000) }, "this machine's clock differs from the database's");
  for (const statement of STATEMENTS) await execute(statement);
}

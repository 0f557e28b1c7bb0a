/** So many requests a second to a provider, from all instances together. */
import { row } from 'db/connection';
import { setTimeout as wait } from 'node:timers/promises';

const LONGEST_WAIT_SECONDS = 3;
// A little wider than asked for: what leaves us evenly does not always arrive so.
const MARGIN = 1.05;

/** Waits for a turn. @returns false when too many are waiting already, and throws when `signal` ends the wait. */
export async function turnAt(provider: string, perSecond: number, signal: AbortSignal): Promise<boolean> {
  const turn = await row<{ waitMs: number }>(
    `insert into geocode_gates as gate (provider, free_at) values ($provider, clock_timestamp() + make_interval(secs => $gap))
     on conflict (provider) do update
       set free_at = greatest(gate.free_at, clock_timestamp()) + make_interval(secs => $gap)
       where gate.free_at < clock_timestamp() + make_interval(secs => $longest)
     returning 1000 * extract(epoch from free_at - clock_timestamp())::float8 - 1000 * $gap::float8 as "waitMs"`,
    { provider, gap: MARGIN / perSecond, longest: LONGEST_WAIT_SECONDS },
  );
  if (!turn) return false;
  await wait(Math.max(0, turn.waitMs), undefined, { signal });
  return true;
}

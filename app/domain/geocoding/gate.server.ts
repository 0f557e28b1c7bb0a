/** So many requests a second to a provider, from all instances together. */
import { row } from 'db/connection';
import { setTimeout as wait } from 'node:timers/promises';

const LONGEST_WAIT_MS = 3_000;
// Not all who wait come back in the same moment.
const SPREAD_MS = 50;

type Gate = { isOpen: boolean; opensInMs: number | null };

/**
 * Waits for a turn, which is taken when it has come and not before: who is held up sends nothing late.
 * @returns false when that would take longer than 3 s, and throws when `signal` ends the wait.
 */
export async function turnAt(provider: string, perSecond: number, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const gate = await tryGate(provider, 1 / perSecond);
    if (gate?.isOpen) return true;
    const opensInMs = Math.max(0, gate?.opensInMs ?? 0) + Math.random() * SPREAD_MS;
    if (performance.now() + opensInMs > until) return false;
    await wait(opensInMs, undefined, { signal });
  }
}

/** Goes through the gate and closes it behind for that many seconds, or says when it opens. */
const tryGate = (provider: string, seconds: number) =>
  row<Gate>(
    `with turn as (
       insert into geocode_gates as gate (provider, free_at)
       values ($provider, clock_timestamp() + make_interval(secs => $seconds))
       on conflict (provider) do update set free_at = excluded.free_at where gate.free_at <= clock_timestamp()
       returning 1
     )
     select exists (select from turn) as "isOpen",
       (select 1000 * extract(epoch from free_at - clock_timestamp())::float8 from geocode_gates
        where provider = $provider) as "opensInMs"`,
    { provider, seconds },
  );

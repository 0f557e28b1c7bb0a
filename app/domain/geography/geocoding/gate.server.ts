/** Limits the requests per second to a provider, of all instances together. */
import { row } from 'db/connection';
import { setTimeout as wait } from 'node:timers/promises';
import { GEOCODER_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';

// Jitter, so that not all waiting requests try at the same time.
const SPREAD_MS = 50;

type Gate = { isOpen: boolean; opensInMs: number | null };

/**
 * Waits for a turn. Turns are not reserved in advance, so a delayed process never sends at the wrong time.
 * @returns false when the wait would exceed 3 s. Throws when `signal` aborts.
 */
export async function turnAt(provider: string, perSecond: number, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + GEOCODER_QUEUE_TIMEOUT_MS;
  for (;;) {
    const gate = await tryGate(provider, 1 / perSecond);
    if (gate?.isOpen) return true;
    const opensInMs = Math.max(0, gate?.opensInMs ?? 0) + Math.random() * SPREAD_MS;
    if (performance.now() + opensInMs > until) return false;
    await wait(opensInMs, undefined, { signal });
  }
}

/** Takes the turn and closes the gate for that many seconds, or tells when it opens. */
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

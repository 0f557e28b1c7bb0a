import { useEffect, useState } from 'react';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { onArrivals, onMoved } from '~/live/use-live';

/** Drivers move all the time, but a finish time changes by minutes only. */
const AFTER_MOVE_MS = 30_000;
/** Roads become known one route after the other. */
const AFTER_ROADS_MS = 1_000;

/**
 * The drivers' arrival times. They are requested after the page is shown, after each change of the lists, and after
 * drivers have moved.
 */
export function useArrivals(liveVersion: number): DriverArrivals[] {
  const [known, setKnown] = useState<DriverArrivals[]>([]);
  useEffect(() => {
    let isShown = true;
    let timer: number | undefined;
    let askedAt = 0;
    const ask = async () => {
      timer = undefined;
      const answer = await fetch('/api/arrivals', { headers: { Accept: 'application/json' } });
      if (answer.ok && isShown) setKnown((await answer.json()) as DriverArrivals[]);
    };
    const askIn = (ms: number) => {
      const at = performance.now() + ms;
      if (timer !== undefined && askedAt <= at) return;
      window.clearTimeout(timer);
      askedAt = at;
      timer = window.setTimeout(() => {
        // Offline. The channel reports a gap when it is back, which requests them again.
        ask().catch(() => undefined);
      }, ms);
    };
    askIn(0);
    const stops = [
      onMoved(() => {
        askIn(AFTER_MOVE_MS);
      }),
      onArrivals(() => {
        askIn(AFTER_ROADS_MS);
      }),
    ];
    return () => {
      isShown = false;
      window.clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [liveVersion]);
  return known;
}

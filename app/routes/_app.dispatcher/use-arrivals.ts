/** The drivers' arrival times beside the board. */
import { useEffect, useRef, useState } from 'react';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { onArrivals, onMoved } from '~/live/use-live';

/** Drivers move all the time, but a finish time changes by minutes only. */
const AFTER_MOVE_MS = 30_000;
/** Roads become known one route after the other. */
const AFTER_ROADS_MS = 1_000;
/** The times of more drivers are requested with those of all. */
const MOST_DRIVERS = 80;

/**
 * They are requested after the page is shown, after each change of the lists, and after drivers have moved.
 * @param changedLists the drivers whose lists have changed with this version; null for all.
 */
export function useArrivals(liveVersion: number, changedLists: number[] | null): DriverArrivals[] {
  const [known, setKnown] = useState<DriverArrivals[]>([]);
  const requests = useRef<Requests>();
  const changed = useRef(changedLists);
  changed.current = changedLists;
  useEffect(() => {
    const made = createRequests(setKnown);
    requests.current = made;
    const stops = [
      onMoved(() => {
        made.askForAllIn(AFTER_MOVE_MS);
      }),
      onArrivals(() => {
        made.askForAllIn(AFTER_ROADS_MS);
      }),
    ];
    return () => {
      made.end();
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => {
    requests.current?.askFor(changed.current);
  }, [liveVersion]);
  return known;
}

type Requests = ReturnType<typeof createRequests>;

function createRequests(show: (change: (before: DriverArrivals[]) => DriverArrivals[]) => void) {
  /** The drivers whose times are out of date; null for all. */
  let wanted: Set<number> | null = null;
  let timer: number | undefined;
  let isDueAt = 0;
  let latest = 0;

  const request = async () => {
    latest += 1;
    const turn = latest;
    const drivers = wanted && wanted.size <= MOST_DRIVERS ? [...wanted] : null;
    if (drivers?.length === 0) return;
    const answer = await fetch(`/api/arrivals${drivers ? `?drivers=${drivers.join()}` : ''}`, {
      headers: { Accept: 'application/json' },
    });
    // A later request asks for these drivers as well.
    const found = answer.ok ? ((await answer.json()) as DriverArrivals[]) : null;
    if (!found || turn !== latest) return;
    wanted = new Set();
    show((before) =>
      drivers ? [...before.filter(({ driverId }) => !drivers.includes(driverId)), ...found] : found,
    );
  };
  const ask = () => {
    // Offline. The channel reports a gap when it is back, which requests them again.
    request().catch(() => undefined);
  };

  return {
    /** @param drivers null for all. */
    askFor: (drivers: number[] | null): void => {
      wanted = wanted && drivers && new Set([...wanted, ...drivers]);
      ask();
    },
    askForAllIn: (ms: number): void => {
      const at = performance.now() + ms;
      if (timer !== undefined && isDueAt <= at) return;
      window.clearTimeout(timer);
      isDueAt = at;
      timer = window.setTimeout(() => {
        timer = undefined;
        wanted = null;
        ask();
      }, ms);
    },
    end: (): void => {
      window.clearTimeout(timer);
      latest += 1;
    },
  };
}

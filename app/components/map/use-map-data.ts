import { useCallback, useEffect, useRef, useState } from 'react';
import { changedMap, type MapAnswer, type MapChangesAnswer } from '~/domain/views/map/map';

type Known = { data: MapAnswer | null; failed: boolean };

/**
 * Loads the data of the map, and with each version of the lists the changes. The previous data stays until they arrive,
 * and also when a request fails: the frame then says that the page is offline.
 */
export function useMapData(version: number): Known & { askAgain: () => void } {
  const [times, setTimes] = useState(0);
  const askAgain = useCallback(() => {
    setTimes((before) => before + 1);
  }, []);
  const [known, setKnown] = useState<Known>({ data: null, failed: false });
  const latest = useRef<MapAnswer | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    askForMap(latest.current, asking.signal).then(
      (data) => {
        latest.current = data;
        setKnown({ data, failed: false });
      },
      () => {
        if (!asking.signal.aborted) setKnown(({ data }) => ({ data, failed: true }));
      },
    );
    return () => {
      asking.abort();
    };
  }, [version, times]);
  return { ...known, askAgain };
}

/** @param known the present data. With it, the server sends only the changes. */
async function askForMap(known: MapAnswer | null, signal: AbortSignal): Promise<MapAnswer> {
  const since = known ? `?since=${String(known.liveVersion)}` : '';
  const answer = await fetch(`/api/map${since}`, {
    signal,
    headers: { Accept: 'application/json' },
    // Each version is requested once, so there is no use in caching the answer.
    ...(known && { cache: 'no-store' }),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${answer.statusText}`);
  const data = (await answer.json()) as MapAnswer | MapChangesAnswer;
  if (!('since' in data)) return data;
  return known?.liveVersion === data.since ? changedMap(known, data) : askForMap(null, signal);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { changedMap, type MapAnswer, type MapChangesAnswer } from '~/domain/views/map/map';

type Known = { data: MapAnswer | null; failed: boolean };

/**
 * The data of the map, and what has changed with every version of the lists. The previous data stays until then, and when a
 * request fails: the frame says that the page is offline.
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

/** @param known the data so far: then only what has changed is sent. */
async function askForMap(known: MapAnswer | null, signal: AbortSignal): Promise<MapAnswer> {
  const since = known ? `?since=${String(known.liveVersion)}` : '';
  const answer = await fetch(`/api/map${since}`, {
    signal,
    headers: { Accept: 'application/json' },
    // Each version is asked about once.
    ...(known && { cache: 'no-store' }),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${answer.statusText}`);
  const data = (await answer.json()) as MapAnswer | MapChangesAnswer;
  if (!('since' in data)) return data;
  return known?.liveVersion === data.since ? changedMap(known, data) : askForMap(null, signal);
}

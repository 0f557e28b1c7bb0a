import { useEffect, useState } from 'react';
import type { MapAnswer } from '~/domain/tasks/map/map';

type Known = { data: MapAnswer | null; failed: boolean };

/**
 * The data of the map, loaded again with every version of the lists. The previous data stays until then, and when a
 * request fails: the frame says that the page is offline.
 */
export function useMapData(version: number): Known {
  const [known, setKnown] = useState<Known>({ data: null, failed: false });
  useEffect(() => {
    const asking = new AbortController();
    askForMap(asking.signal).then(
      (data) => {
        setKnown({ data, failed: false });
      },
      () => {
        if (!asking.signal.aborted) setKnown(({ data }) => ({ data, failed: true }));
      },
    );
    return () => {
      asking.abort();
    };
  }, [version]);
  return known;
}

async function askForMap(signal: AbortSignal): Promise<MapAnswer> {
  const answer = await fetch('/api/map', { signal, headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${answer.statusText}`);
  return (await answer.json()) as MapAnswer;
}

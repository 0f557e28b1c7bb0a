import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import type { LatLng } from '~/domain/routing/coordinates';
import type { Refused } from '~/http/form.server';
import { useToast } from '~/ui/toast';

type Moved = { taskId: number; at: LatLng };

/** Puts a task where its pin was dropped. The pin stays there meanwhile, and goes back when that is refused. */
export function useMovedPin(version: number, view: string) {
  const fetcher = useFetcher<Refused>();
  const [moved, setMoved] = useState<Moved | null>(null);
  const show = useToast();
  const refusal =
    fetcher.data?.problem?.error ??
    (fetcher.data?.lastResult ? 'The pin must be somewhere on the map' : null);

  useEffect(() => {
    setMoved(null);
  }, [version]);
  useEffect(() => {
    if (fetcher.state !== 'idle' || refusal === null) return;
    setMoved(null);
    show({ title: 'Failed to update task', description: refusal, tone: 'destructive' });
  }, [fetcher.state, refusal, show]);

  const { submit } = fetcher;
  const move = useCallback(
    (taskId: number, at: LatLng) => {
      setMoved({ taskId, at });
      submit(
        { intent: 'placeTask', latitude: at.lat.toFixed(6), longitude: at.lng.toFixed(6) },
        { method: 'post', action: `/dispatcher/map-pin/${String(taskId)}${view}` },
      );
    },
    [submit, view],
  );
  return { moved, move };
}

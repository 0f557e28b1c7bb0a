import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LatLng } from '~/domain/geography/coordinates';
import type { Refused } from '~/forms/answers.server';
import { useToast } from '~/ui/toast';

/** The new position of a moved pin, and the version of the lists at that time. */
export type MovedPin = { taskId: number; at: LatLng; version: number };

/**
 * Moves a task to the place where its pin was dropped. The pin stays there during the request, and goes back after a
 * refusal.
 */
export function useMovedPin(version: number, view: string) {
  const fetcher = useFetcher<Refused>();
  const [moved, setMoved] = useState<MovedPin | null>(null);
  const shown = useRef(version);
  shown.current = version;
  const show = useToast();
  const refusal =
    fetcher.data?.problem?.error ??
    (fetcher.data?.lastResult ? 'The pin must be somewhere on the map' : null);

  useEffect(() => {
    if (fetcher.state !== 'idle' || refusal === null) return;
    setMoved(null);
    show({ title: 'Failed to update task', description: refusal, tone: 'destructive' });
  }, [fetcher.state, refusal, show]);

  const { submit } = fetcher;
  const move = useCallback(
    (taskId: number, at: LatLng) => {
      setMoved({ taskId, at, version: shown.current });
      submit(
        { intent: 'placeTask', latitude: at.lat.toFixed(6), longitude: at.lng.toFixed(6) },
        { method: 'post', action: `/dispatcher/map-pin/${String(taskId)}${view}` },
      );
    },
    [submit, view],
  );
  return { moved, move };
}

import { useNavigate } from '@remix-run/react';
import { useCallback, useRef, useState } from 'react';
import { useMapIsland } from './use-map-island';
import { useMovedPin } from './use-moved-pin';

/** What the card remembers: whether the map is there, what is in front, and whether pins are being moved. */
export function useMapCard(version: number, view: string) {
  const box = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [listChosen, setListChosen] = useState(false);
  const [moving, setMoving] = useState(false);
  const [centred, setCentred] = useState(0);
  const onReady = useCallback(() => {
    setReady(true);
  }, []);
  const MapView = useMapIsland(box, setFailure);
  const { moved, move } = useMovedPin(version, view);
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  const open = useCallback((path: string) => {
    latest.current(path, { preventScrollReset: true });
  }, []);
  // A pin is put right where it is; everywhere else a click opens the task.
  const pathOf = useCallback(
    (taskId: number) => `/dispatcher/${moving ? 'map-pin' : 'tasks'}/${String(taskId)}${view}`,
    [moving, view],
  );
  const isAvailable = isReady && failure === null;
  return {
    box,
    failure,
    isAvailable,
    isFront: isAvailable && !listChosen,
    moving,
    turnOver: () => {
      setListChosen(!listChosen);
    },
    turnMoving: () => {
      setMoving(!moving);
    },
    centre: () => {
      setCentred(centred + 1);
    },
    MapView: failure === null ? MapView : null,
    island: { centred, moving, moved, pathOf, onOpen: open, onMove: move, onReady, onFailure: setFailure },
  };
}

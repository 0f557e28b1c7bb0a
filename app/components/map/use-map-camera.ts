import { useCallback, useRef, useState } from 'react';
import { average } from '~/domain/geography/coordinates';
import { cameraOf } from './camera';
import { CLOSEST_ZOOM } from './cluster';
import type { Camera, Line, Marker, Scene } from './scene';
import { openedStop, suggestedRoute, suggestedValue, type MapView } from './map-params';

/** Close enough to recognize the streets around a stop. */
const STOP_ZOOM = 15;
/** A click on a cluster zooms in by so many levels. */
const CLOSER = 2;
const FILTERS = ['q', 'driver', 'dealership', 'status', 'urgent'];

type Wish = {
  scene: Scene | null;
  view: MapView;
  /** The search of the page's address. */
  search: string;
  selected: number | null;
  suggested: Line | null;
  /** A new number makes the map show all stops again. */
  centred: number;
};

/** The camera of the map, and a function that zooms in on some markers. Changes of tasks never move the map. */
export function useMapCamera({ scene, view, search, selected, suggested, centred }: Wish) {
  const suggestion = suggestedRoute(search);
  const stop = openedStop(search);
  const opened = scene?.markers.find(({ tasks }) => tasks.some(({ id }) => id === stop));
  const params = new URLSearchParams(search);
  const reason = JSON.stringify([
    centred,
    selected,
    [...(view.shown ?? ['all'])],
    suggestion && suggestedValue(suggestion),
    opened ? stop : null,
    FILTERS.map((name) => params.get(name)),
  ]);
  const isAsked = useFirst(suggestion && suggestedValue(suggestion), centred);
  const isStopAsked = useFirst(opened ? String(stop) : null, centred);
  const wide = useKept(
    scene &&
      (isStopAsked && opened
        ? { at: opened.at, zoom: STOP_ZOOM }
        : isAsked && suggested
          ? { around: suggested.points }
          : cameraOf(scene)),
    reason,
    scene?.markers.length === 0,
  );
  const [closer, setCloser] = useState<{ camera: Camera; reason: string } | null>(null);
  const comeCloser = useCallback(
    (markers: Marker[], zoom: number) => {
      const at = average(markers.map((marker) => marker.at));
      if (at) setCloser({ reason, camera: { at, zoom: Math.min(CLOSEST_ZOOM, zoom + CLOSER) } });
    },
    [reason],
  );
  return { camera: closer?.reason === reason ? closer.camera : wide, comeCloser, opened };
}

/**
 * Keeps the camera until the user asks for another one or the first stops arrive.
 * @param isEmpty true when there are no stops. The camera then stays.
 */
export function useKept(wanted: Camera | null, reason: string, isEmpty: boolean): Camera | null {
  const latest = useRef<{ camera: Camera; reason: string; isEmpty: boolean } | null>(null);
  const isOutdated = latest.current?.reason !== reason || latest.current.isEmpty;
  if (wanted && isOutdated && !(isEmpty && latest.current))
    latest.current = { camera: wanted, reason, isEmpty };
  return latest.current?.camera ?? null;
}

/** True while a route is selected, until the user asks to see all stops. */
function useFirst(value: string | null, centred: number): boolean {
  const first = useRef({ value, centred });
  if (first.current.value !== value) first.current = { value, centred };
  return value !== null && first.current.centred === centred;
}

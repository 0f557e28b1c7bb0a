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
  const asked = suggestedRoute(search);
  const stop = openedStop(search);
  const opened = scene?.markers.find(({ tasks }) => tasks.some(({ id }) => id === stop));
  const params = new URLSearchParams(search);
  const reason = JSON.stringify([
    ...[centred, selected, [...(view.shown ?? ['all'])], asked && suggestedValue(asked)],
    ...[opened ? stop : null, FILTERS.map((name) => params.get(name))],
  ]);
  const isAsked = useFirst(asked && suggestedValue(asked), centred);
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
  const kept = useRef<{ camera: Camera; reason: string; isEmpty: boolean } | null>(null);
  const isOutdated = kept.current?.reason !== reason || kept.current.isEmpty;
  if (wanted && isOutdated && !(isEmpty && kept.current)) kept.current = { camera: wanted, reason, isEmpty };
  return kept.current?.camera ?? null;
}

/** True while a route is selected, until the user asks to see all stops. */
function useFirst(asked: string | null, centred: number): boolean {
  const first = useRef({ asked, centred });
  if (first.current.asked !== asked) first.current = { asked, centred };
  return asked !== null && first.current.centred === centred;
}

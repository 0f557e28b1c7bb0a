/** The map as an island: its code, data and engine load after the page is usable. */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LatLng } from '~/domain/routing/coordinates';
import { lazyOr } from '~/ui/lazy-or';
import { changedMap, type MapAnswer, type MapChanges } from '~/domain/tasks/map/map';
import {
  cameraOf,
  sceneOf,
  type Camera,
  type EngineProps,
  type Line,
  type Marker,
  type Shown,
} from './scene';
import { clusterMarkers } from './cluster';
import { PlacePanel } from './place-panel';
import * as css from './map.css';
import { mapView, openedStop, suggestedRoute, suggestedValue } from './view';

/** The new position of a moved pin, and the version of the lists at that time. */
export type MovedPin = { taskId: number; at: LatLng; version: number };

export type MapViewProps = {
  /** The version of the lists that the page shows. */
  version: number;
  /** The address' search, which selects the tasks and routes. */
  search: string;
  /** A route that is suggested, or has just been applied. */
  suggested: Line | null;
  /** A new number shows all stops again. */
  centred: number;
  /** True while pins can be moved. */
  moving: boolean;
  /** The pin moved last, unless the server refused it. It stays there until the lists contain the move. */
  moved: MovedPin | null;
  /** The address of a task's dialog. */
  pathOf: (taskId: number) => string;
  onOpen: (path: string) => void;
  onMove: (taskId: number, to: LatLng) => void;
  /** The map is drawn. */
  onReady: () => void;
  /** The map can not be drawn. */
  onFailure: (message: string) => void;
};

const LeafletMap = lazyOr(() => import('./leaflet-map'), Missing);
const GoogleMap = lazyOr(() => import('./google-map'), Missing);
/** A click on a cluster zooms up to this level. */
const CLOSEST = 17;
/** Close enough to tell the streets around a stop. */
const STOP_ZOOM = 15;
const NOT_LOADED = 'The map could not be loaded.';

export default function MapView(props: MapViewProps) {
  const { version, search, suggested, centred, moved, moving, pathOf, onOpen, onMove, onReady, onFailure } =
    props;
  const { data, failed } = useMapData(version);
  const view = useMemo(() => mapView(search), [search]);
  const scene = useMemo(() => {
    if (!data) return null;
    const isNews = moved !== null && data.liveVersion <= moved.version;
    const tasks = isNews
      ? data.tasks.map((task) =>
          task.id === moved.taskId ? { ...task, ...moved.at, approximate: false } : task,
        )
      : data.tasks;
    return sceneOf({ ...data, tasks }, view, suggested ? [suggested] : []);
  }, [data, view, moved, suggested]);
  const [shown, setShown] = useState<Shown | null>(null);
  const drawn = useMemo(
    () => scene && { ...scene, markers: clusterMarkers(scene.markers, shown) },
    [scene, shown],
  );
  const asked = suggestedRoute(search);
  const stop = openedStop(search);
  const opened = scene?.markers.find(({ tasks }) => tasks.some(({ id }) => id === stop));
  const reason = `${String(centred)} ${[...(view.shown ?? ['all'])].join()} ${asked ? suggestedValue(asked) : ''} ${opened ? String(stop) : ''}`;
  const [closer, setCloser] = useState<{ camera: Camera; reason: string } | null>(null);
  const isAsked = useFirst(asked && suggestedValue(asked), centred);
  const isStopAsked = useFirst(opened ? String(stop) : null, centred);
  const wide = useCamera(
    scene &&
      (isStopAsked && opened
        ? { at: opened.at, zoom: STOP_ZOOM }
        : isAsked && suggested
          ? { around: suggested.points }
          : cameraOf(scene)),
    reason,
  );
  const camera = closer?.reason === reason ? closer.camera : wide;
  const [tilesLost, setTilesLost] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const openedKey = opened?.key ?? null;
  const [isDrawn, setDrawn] = useState(false);
  const tellReady = useCallback(() => {
    setDrawn(true);
    onReady();
  }, [onReady]);
  useEffect(() => {
    // The panel takes the focus: not before it can be seen, and not from somebody who has begun to type meanwhile.
    if (isDrawn && !(document.activeElement instanceof HTMLInputElement)) setChosen(openedKey);
  }, [isDrawn, openedKey, stop]);
  const panel = scene?.markers.find(
    ({ key, tasks }) => key === chosen && (tasks.length > 1 || key === openedKey),
  );

  const isEmpty = data === null && failed;
  useEffect(() => {
    if (isEmpty) onFailure(NOT_LOADED);
  }, [isEmpty, onFailure]);

  const open = useCallback(
    (marker: Marker) => {
      const [first, second] = marker.tasks;
      if (marker.clusterSize !== undefined) {
        setCloser({ reason, camera: { at: marker.at, zoom: Math.min(CLOSEST, (shown?.zoom ?? 10) + 2) } });
      } else if (first && !second) onOpen(pathOf(first.id));
      else setChosen(marker.key);
    },
    [onOpen, pathOf, reason, shown],
  );
  const move = useCallback(
    ({ tasks: [task] }: Marker, to: LatLng) => {
      if (task) onMove(task.id, to);
    },
    [onMove],
  );
  const closePanel = useCallback(() => {
    setChosen(null);
  }, []);
  const loseTiles = useCallback(() => {
    setTilesLost(true);
  }, []);

  if (!data || !drawn || !camera) return null;
  const Drawn = data.settings.google ? GoogleMap : LeafletMap;
  return (
    <div className={css.view}>
      <Suspense fallback={null}>
        <Drawn
          scene={drawn}
          camera={camera}
          settings={data.settings}
          movable={moving}
          onOpen={open}
          onMove={move}
          onView={setShown}
          onTilesLost={loseTiles}
          onReady={tellReady}
          onFailure={onFailure}
        />
      </Suspense>
      {tilesLost && (
        <p className={css.note} role="status">
          Map tiles unavailable – stops are still shown
        </p>
      )}
      {panel && <PlacePanel marker={panel} pathOf={pathOf} onOpen={onOpen} onClose={closePanel} />}
    </div>
  );
}

/** The same camera until the user asks for another: changes of tasks never move the map. */
function useCamera(wanted: Camera | null, reason: string): Camera | null {
  const kept = useRef<{ camera: Camera; reason: string } | null>(null);
  if (wanted && kept.current?.reason !== reason) kept.current = { camera: wanted, reason };
  return kept.current?.camera ?? null;
}

/** True while a route is selected, until the user asks to see all stops. */
function useFirst(asked: string | null, centred: number): boolean {
  const first = useRef({ asked, centred });
  if (first.current.asked !== asked) first.current = { asked, centred };
  return asked !== null && first.current.centred === centred;
}

/** Replaces an engine whose code could not be loaded. */
function Missing({ onFailure }: EngineProps) {
  useEffect(() => {
    onFailure(NOT_LOADED);
  }, [onFailure]);
  return null;
}

type Known = { data: MapAnswer | null; failed: boolean };

/**
 * The data of the map, and what has changed with every version of the lists. The previous data stays until then, and when a
 * request fails: the frame says that the page is offline.
 */
function useMapData(version: number): Known {
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
  }, [version]);
  return known;
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
  const told = (await answer.json()) as MapAnswer | MapChanges;
  if (!('since' in told)) return told;
  return known?.liveVersion === told.since ? changedMap(known, told) : askForMap(null, signal);
}

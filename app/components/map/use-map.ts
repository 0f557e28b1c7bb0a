/** The data, the camera and the lines of a map. */
import { useCallback, useEffect, useRef, useState, useMemo } from 'react';
import { changedMap, type MapAnswer, type MapChangesAnswer } from '~/domain/views/map/map';
import { average, type LatLng } from '~/domain/geography/coordinates';
import { cameraOf, type Camera, type Line, type Marker, type Scene } from './scene';
import { CLOSEST_ZOOM } from './cluster';
import { openedStop, suggestedRoute, suggestedValue, type MapView, type Selected } from './map-params';

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
  selected: Selected;
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
    typeof selected === 'object' ? selected?.runId : `of ${String(selected)}`,
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

type Legs = ([lat: number, lng: number][] | null)[];

const MOST_KNOWN = 50;

const addressOf = (points: LatLng[]) =>
  `/dispatcher/road-lines?through=${points.map(({ lat, lng }) => `${lat.toFixed(5)},${lng.toFixed(5)}`).join('+')}`;

/** Lines along the roads. A line is straight until the server has sent its road, or if the server knows no road. */
export function useRoadLines(lines: Line[]): Line[] {
  const [known, setKnown] = useState<ReadonlyMap<string, Legs>>(new Map());
  const requested = useRef(new Set<string>());
  const hasRoads = useRef(true);
  const wanted = lines.map(({ points }) => addressOf(points)).join('\n');
  useEffect(() => {
    for (const address of wanted.split('\n')) {
      if (address === '' || !hasRoads.current || requested.current.has(address)) continue;
      requested.current.add(address);
      ask(address).then(
        (legs) => {
          if (legs) setKnown((before) => new Map([...before, [address, legs] as const].slice(-MOST_KNOWN)));
          else hasRoads.current = false;
        },
        () => {
          // The line stays straight. The next change of the map requests it again.
          requested.current.delete(address);
        },
      );
    }
  }, [wanted]);
  return useMemo(
    () =>
      lines.map((line) => {
        const legs = known.get(addressOf(line.points));
        return legs ? { ...line, ...along(line.points, legs) } : line;
      }),
    [lines, known],
  );
}

/** @returns null if the server has no roads. */
async function ask(address: string): Promise<Legs | null> {
  const answer = await fetch(address, { redirect: 'error' });
  if (answer.status === 204) return null;
  if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}`);
  return (await answer.json()) as Legs;
}

/** A pin that is farther from its road gets a line to it. */
const TIED_DEGREES = 0.0001;

function along(stops: LatLng[], legs: Legs): Pick<Line, 'road' | 'ties'> {
  const ties: LatLng[][] = [];
  const road = stops.slice(1).flatMap((to, i) => {
    const from = stops[i] ?? to;
    const leg = legs[i]?.map(([lat, lng]) => ({ lat, lng }));
    const [first, last] = [leg?.[0], leg?.[leg.length - 1]];
    if (!leg || !first || !last) return [from, to];
    for (const [pin, end] of [
      [from, first],
      [to, last],
    ] as const)
      if (Math.hypot(pin.lat - end.lat, pin.lng - end.lng) > TIED_DEGREES) ties.push([pin, end]);
    return leg;
  });
  return { road, ties };
}

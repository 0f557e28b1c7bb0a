/** A map of a plan's routes. Each driver has a color. */
import { useCallback, useMemo, useState } from 'react';
import { average } from '~/domain/geography/coordinates';
import { NOBODY, type MapData } from '~/domain/views/map/map';
import {
  cameraOf,
  routeKey,
  sceneOf,
  type Camera,
  type Line,
  type Marker,
  type Scene,
  type Shown,
} from './scene';
import { CLOSEST_ZOOM, clusterMarkers } from './cluster';
import { MapFrame } from './map-frame';
import { useMapData, useKept, useRoadLines } from './use-map';

export type PlanRoute = {
  driverId: number;
  name: string;
  /** The ids of the tasks at each stop. */
  stops: number[][];
};

export type PlanMapProps = {
  routes: PlanRoute[];
  /** Ids of the tasks without a driver. */
  loose: number[];
  /** The id of the highlighted driver, or null. */
  selected: number | null;
  onFailure: (message: string) => void;
};

/** With more routes the lines are straight, because road lines would need too many requests at once. */
const MOST_ALONG_ROADS = 12;
const CLOSER = 2;
const NO_LINES: Line[] = [];

export default function PlanMap({ routes, loose, selected, onFailure }: PlanMapProps) {
  const { data } = useMapData(0);
  const scene = useMemo(
    () => data && planScene(data, routes, { loose, selected }),
    [data, routes, loose, selected],
  );
  const [shown, setShown] = useState<Shown | null>(null);
  const [places, setPlaces] = useState<Marker[]>([]);
  const [closer, setCloser] = useState<Camera | null>(null);
  // The map stays in place when the user compares before and after.
  const wide = useKept(scene && cameraOf(scene), String(selected), scene?.markers.length === 0);
  const alongRoads = useRoadLines(scene && scene.lines.length <= MOST_ALONG_ROADS ? scene.lines : NO_LINES);
  const drawn = useMemo(
    () =>
      scene && {
        ...scene,
        markers: clusterMarkers(scene.markers, shown),
        lines: alongRoads.length > 0 ? alongRoads : scene.lines,
      },
    [scene, shown, alongRoads],
  );
  const open = useCallback(
    (marker: Marker) => {
      const at = average((marker.members ?? []).map((each) => each.at));
      const zoom = shown?.zoom ?? 0;
      if (at && zoom < CLOSEST_ZOOM) setCloser({ at, zoom: Math.min(CLOSEST_ZOOM, zoom + CLOSER) });
      else setPlaces(marker.members ?? [marker]);
    },
    [shown],
  );
  const close = useCallback(() => {
    setPlaces([]);
  }, []);
  const names = useMemo(() => new Map(routes.map(({ driverId, name }) => [driverId, name])), [routes]);
  const camera = closer ?? wide;
  if (!data || !drawn || !camera) return null;
  return (
    <MapFrame
      scene={drawn}
      drivers={[]}
      camera={camera}
      settings={data.settings}
      movable={false}
      onOpen={open}
      onMove={stay}
      onView={setShown}
      onReady={stay}
      onFailure={onFailure}
      places={places}
      names={names}
      linkTo={same}
      onClose={close}
    />
  );
}

const stay = () => undefined;
const same = (page: string) => page;

type Choice = Pick<PlanMapProps, 'loose' | 'selected'>;

/** Markers have the color of their driver and show the number of the stop. */
function planScene(data: MapData, routes: PlanRoute[], { loose, selected }: Choice): Scene {
  const known = new Map(data.tasks.map((task) => [task.id, task]));
  const planned = routes.flatMap(({ driverId, stops }) =>
    stops.flatMap((ids, index) =>
      ids.flatMap((id) => {
        const task = known.get(id);
        return task ? [{ ...task, driverId, order: index, stop: index + 1 }] : [];
      }),
    ),
  );
  const nobodys = loose.flatMap((id) => {
    const task = known.get(id);
    return task ? [{ ...task, driverId: null, order: null, stop: null }] : [];
  });
  const stored = new Map(data.drivers.map((driver) => [driver.id, driver]));
  const drivers = routes.map(({ driverId: id, name }) => {
    const { color = 0, initials = '', start = null } = stored.get(id) ?? {};
    return { id, name, color, initials, start };
  });
  const scene = sceneOf(
    { ...data, drivers, tasks: [...planned, ...nobodys] },
    { shown: null, routes: drivers.map(({ id }) => id), hidesCompleted: false },
    { selected },
  );
  const colors = new Map(drivers.map(({ id, color }) => [id, color]));
  const ofLine = new Map(drivers.map(({ id, color }) => [routeKey(id), color]));
  return {
    ...scene,
    lines: scene.lines.map((line) => ({
      ...line,
      driverColor: ofLine.get(line.key) ?? 0,
      withoutDirections: true,
    })),
    markers: scene.markers.map((marker) => {
      const { driverId = null, stop = null } = marker.tasks[0] ?? {};
      if (stop === null || marker.standing === 'faded') return marker;
      const label = marker.standing === null ? `Stop ${String(stop)}: ${marker.label}` : marker.label;
      return { ...marker, label, sign: String(stop), driverColor: colors.get(driverId ?? NOBODY) ?? 0 };
    }),
  };
}

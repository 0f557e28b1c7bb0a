/** Computes the markers and lines to draw from the tasks. Pure. */
import { average, type LatLng } from '~/domain/routing/coordinates';
import {
  signOf,
  toneOf,
  type MapData,
  type MapLabel,
  type MapSettings,
  type MapTask,
  type Tone,
} from '~/domain/tasks/map/map';
import { placeKey } from '~/domain/tasks/map/place-key';
import { STATUS_LABELS, TYPE_LABELS, type TaskType } from '~/domain/tasks/task';
import { straightMetres } from '~/domain/routing/distance';
import { isShown, type MapView } from './view';

/** The tasks at one place. */
export type Marker = {
  key: string;
  at: LatLng;
  /** Offset in pixels where several places share one point. The point itself is never changed. */
  offset: readonly [x: number, y: number];
  tone: Tone;
  type: TaskType;
  sign: string;
  approximate: boolean;
  label: string;
  tasks: MapTask[];
  /** The number of markers in a cluster, which has no tasks of its own. */
  clusterSize?: number;
};

export type Line = {
  key: string;
  /** The driver does not see a `suggested` route yet. */
  kind: 'applied' | 'suggested';
  points: LatLng[];
  label: string;
};

export type Scene = { markers: Marker[]; lines: Line[]; dealerships: MapLabel[]; towns: MapLabel[] };

export type Camera = { at: LatLng; zoom: number } | { around: LatLng[] };

const DEFAULT_CENTRE: LatLng = { lat: 39.1, lng: -94.58 };
const DEFAULT_ZOOM = 12;
const SINGLE_ZOOM = 14;
/** Pixels between the markers and the edge. */
export const FIT_PADDING = 50;

/** @param extra lines besides those of the view. */
export function sceneOf(data: MapData, view: MapView, extra: Line[] = []): Scene {
  const names = new Map(data.drivers.map(({ id, name }) => [id, name]));
  const tasks = data.tasks.filter(({ driverId }) => isShown(view, driverId));
  const markers = [...group(tasks, markerKey).values()].map((here) => markerOf(here, names));
  return {
    markers: spread(markers),
    lines: [...view.routes.flatMap((driverId) => lineOf(data, driverId)), ...extra],
    dealerships: data.dealerships,
    towns: data.towns,
  };
}

/** Shows all markers except outliers, the only marker, or the dealerships. */
export function cameraOf({ markers, dealerships }: Scene): Camera {
  const all = [...group(markers, ({ at }) => pointKey(at)).values()].flatMap(([first]) =>
    first ? [first.at] : [],
  );
  const points = withoutOutliers(all, dealerships);
  const [only] = points;
  if (points.length > 1) return { around: points };
  return only
    ? { at: only, zoom: SINGLE_ZOOM }
    : { at: average(dealerships) ?? DEFAULT_CENTRE, zoom: DEFAULT_ZOOM };
}

function group<Thing>(things: Thing[], keyOf: (thing: Thing) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const known = groups.get(keyOf(thing));
    if (known) known.push(thing);
    else groups.set(keyOf(thing), [thing]);
  }
  return groups;
}

const pointKey = ({ lat, lng }: LatLng) => `${lat.toFixed(5)} ${lng.toFixed(5)}`;
const markerKey = (task: MapTask) => `${placeKey(task)} ${pointKey(task)}`;

function markerOf(tasks: MapTask[], names: Map<number, string>): Marker {
  const [first] = [...tasks].sort((one, other) => rank(one) - rank(other));
  if (!first) throw new Error('A place without tasks');
  const approximate = tasks.some((task) => task.approximate);
  return {
    // Not the point: a marker whose place gets another point moves there.
    key: String(Math.min(...tasks.map(({ id }) => id))),
    at: { lat: first.lat, lng: first.lng },
    offset: [0, 0],
    tone: toneOf(first),
    type: first.type,
    sign: signOf(first),
    approximate,
    label: labelOf(tasks, first, names) + (approximate ? ', approximate (ZIP)' : ''),
    tasks,
  };
}

const TONES: Tone[] = [
  'urgent',
  'going',
  'delivery',
  'pickup',
  'transfer',
  'next-route',
  'linked',
  'completed',
];
const rank = (task: MapTask) => TONES.indexOf(toneOf(task));

function labelOf(tasks: MapTask[], first: MapTask, names: Map<number, string>): string {
  if (tasks.length > 1) return `${String(tasks.length)} tasks at ${first.location}`;
  const driver = first.driverId === null ? 'Unassigned' : (names.get(first.driverId) ?? 'Former driver');
  return `${describeTask(first)} at ${first.location}, ${driver}`;
}

/** "Urgent Pickup, Going". */
export function describeTask({
  priority,
  type,
  status,
}: Pick<MapTask, 'priority' | 'type' | 'status'>): string {
  return `${priority === 'urgent' ? 'Urgent ' : ''}${TYPE_LABELS[type]}, ${STATUS_LABELS[status]}`;
}

const SPREAD_PIXELS = 18;
/** The golden angle spreads any number of points evenly over a disc. */
const GOLDEN_ANGLE = 2.39996;

function spread(markers: Marker[]): Marker[] {
  return [...group(markers, ({ at }) => pointKey(at)).values()].flatMap((together) =>
    together.map((marker, index) => {
      const [distance, angle] = [SPREAD_PIXELS * Math.sqrt(index), GOLDEN_ANGLE * index];
      return index === 0
        ? marker
        : {
            ...marker,
            offset: [Math.round(distance * Math.cos(angle)), Math.round(distance * Math.sin(angle))],
          };
    }),
  );
}

/** From the dealership through the stops in their order. */
function lineOf({ drivers, tasks }: MapData, driverId: number): Line[] {
  const driver = drivers.find(({ id }) => id === driverId);
  const route = tasks.filter(
    (task) => task.driverId === driverId && (task.status === 'going' || task.status === 'pending'),
  );
  const stops = [...group(route, placeKey).values()].flatMap(([first]) =>
    first ? [{ lat: first.lat, lng: first.lng }] : [],
  );
  const points = driver?.start ? [driver.start, ...stops] : stops;
  if (!driver || stops.length === 0 || points.length < 2) return [];
  return [{ key: `route-${String(driverId)}`, kind: 'applied', points, label: `Route of ${driver.name}` }];
}

/** Points far from all others, usually wrong addresses. The map does not zoom out for them. Pure. */
const FAR_METRES = 100_000;
/** Times the median distance from the middle. */
const FAR_TIMES = 5;
/** More than a third far away are not mistakes. */
const MOST = 1 / 3;

/**
 * The points without outliers. Points near a dealership and points not far from the middle are never outliers.
 * @param bases the points of the dealerships.
 */
function withoutOutliers(points: LatLng[], bases: LatLng[]): LatLng[] {
  const middle = { lat: median(points.map(({ lat }) => lat)), lng: median(points.map(({ lng }) => lng)) };
  const away = points.map((point) => straightMetres(middle, point));
  const far = Math.max(FAR_METRES, FAR_TIMES * median(away));
  const isNearBase = (point: LatLng) => bases.some((base) => straightMetres(base, point) <= FAR_METRES);
  const near = points.filter((point, index) => (away[index] ?? 0) <= far || isNearBase(point));
  // Of two points, only the dealerships tell which is the outlier.
  const atBases = points.filter(isNearBase);
  const kept = points.length < 3 ? (atBases.length > 0 ? atBases : points) : near;
  const outside = points.length - kept.length;
  return outside <= Math.max(1, Math.floor(points.length * MOST)) ? kept : points;
}

/** The lower one of two in the middle. */
function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The interface of the map's engines, Leaflet and Google: they draw the scene and report clicks and moves. */
/** The visible part of the map, in degrees, and its zoom level. */
export type Shown = { zoom: number; south: number; west: number; north: number; east: number };

export type EngineProps = {
  scene: Scene;
  /** A new object moves the map; the same object leaves it where the user has moved it. */
  camera: Camera;
  settings: MapSettings;
  /** True when markers of a single task can be dragged. */
  movable: boolean;
  onOpen: (marker: Marker) => void;
  onMove: (marker: Marker, to: LatLng) => void;
  /** Called when the visible part has changed. */
  onView: (shown: Shown) => void;
  /** Tiles can not be loaded; everything else is still drawn. */
  onTilesLost: () => void;
  /** The map is drawn. */
  onReady: () => void;
  /** The map can not be drawn, for this reason. */
  onFailure: (message: string) => void;
};

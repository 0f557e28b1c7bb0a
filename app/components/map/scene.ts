/** Computes from the tasks the markers and lines to draw, and the part of the map to show. Pure. */
import type { DriverPosition } from '~/domain/tasks/model/last-positions';
import { average, type LatLng } from '~/domain/geography/coordinates';
import {
  NOBODY,
  signOf,
  toneOf,
  type MapData,
  type MapLabel,
  type MapTask,
  type Tone,
} from '~/domain/views/map/map';
import type { MapSettings } from '~/domain/geography/region/map-settings';
import { placeKey } from '~/domain/geography/place-key';
import { STATUS_LABELS, TASK_STATUSES, type TaskType, TYPE_LABELS } from '~/domain/tasks/model/task';
import { straightMetres } from '~/domain/geography/distance';
import { isDone, isInRoute, isLinked, isUnderWay, type Question } from '~/domain/tasks/model/statuses';
import { isSetAside, markerTone } from '~/domain/tasks/model/office-statuses';
import {
  driverOfSelected,
  passesFilter,
  isMatch,
  isShown,
  suggestedKey,
  type MapView,
  type Narrowing,
  type Selected,
  type SelectedRun,
} from './map-params';

/** A marker for the tasks at one place. */
export type Marker = {
  key: string;
  at: LatLng;
  tone: Tone;
  type: TaskType;
  /** Letters for its type, a checkmark when it is completed, or the number of the stop. */
  sign: string;
  /** The sign in its corner: urgent, under way, or the number of tasks or stops. */
  badge: string;
  approximate: boolean;
  label: string;
  tasks: MapTask[];
  /** While a driver is selected, that driver's markers are highlighted and others are faded. */
  standing: 'selected' | 'faded' | null;
  /** The index of the driver's color; null for the color of its tone. */
  driverColor: number | null;
  /** The number of the stop in the selected driver's list. */
  stop: number | null;
  /** The markers of a cluster, which would overlap. The cluster has no tasks of its own. */
  members?: Marker[];
};

export type Line = {
  key: string;
  /** The driver does not see a `suggested` route yet. */
  kind: 'applied' | 'suggested';
  /** The points of the stops. */
  points: LatLng[];
  /** The way through the stops along the roads, if it is known. */
  road?: LatLng[];
  /** Lines from pins to the road beside them. */
  ties?: LatLng[][];
  label: string;
  /** True when another driver is selected. */
  isFaded: boolean;
  /** The index of the driver's color. Without it, the line has the color of its kind. */
  driverColor?: number;
  /** True for a route that no one asked to draw. Google's directions cost money, so none are requested for it. */
  withoutDirections?: boolean;
};

export type Scene = { markers: Marker[]; lines: Line[]; dealerships: MapLabel[]; towns: MapLabel[] };

type Choice = {
  selected: Selected;
  narrowing: Narrowing | null;
  /** The id of the task that the address opens. Filters do not hide it. */
  opened: number | null;
  /** Lines in addition to those of the view. */
  extra: Line[];
};

export function sceneOf(data: MapData, view: MapView, choice: Partial<Choice> = {}): Scene {
  const { selected = null, narrowing = null, opened = null, extra = [] } = choice;
  const names = new Map(data.drivers.map(({ id, name }) => [id, name]));
  const own = ownOf(data, selected);
  const tasks = data.tasks.filter(
    ({ id, driverId, status }) =>
      id === opened ||
      (isShown(view, driverId) &&
        (narrowing === null || passesFilter(narrowing, driverId)) &&
        !(view.hidesCompleted && isDone({ status }))),
  );
  const places = [...group(tasks, markerKey).values()];
  return {
    markers: places
      .filter(
        (here) => narrowing === null || here.some(({ id }) => id === opened) || isPlaceMatch(narrowing, here),
      )
      .map((here) => markerOf(here, names, own)),
    lines: [...linesOf(data, view, selected, extra), ...extra],
    dealerships: data.dealerships,
    towns: data.towns,
  };
}

export function group<Thing>(things: Thing[], keyOf: (thing: Thing) => string): Map<string, Thing[]> {
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

function isPlaceMatch(narrowing: Narrowing, tasks: MapTask[]): boolean {
  const [first] = tasks;
  const drivers = tasks.map(({ driverId }) => driverId);
  return first !== undefined && isMatch(narrowing, { ...first, tasks }, drivers);
}

/** True when not even the street is known. */
export const isByZip = ({ approximate, byStreet }: MapTask) => approximate && !byStreet;

/** The badge for under way. Color alone would not be accessible. */
export const GOING = '▸';

/** The stops of the selected driver or run, with their numbers, and the driver's color. */
type Own = {
  has: (task: MapTask) => boolean;
  stopOf: (task: MapTask) => number | null;
  color: number | null;
};

function ownOf({ drivers }: MapData, selected: Selected): Own | null {
  if (selected === null) return null;
  const color = drivers.find(({ id }) => id === driverOfSelected(selected))?.color ?? null;
  if (typeof selected === 'number')
    return { has: ({ driverId }) => (driverId ?? NOBODY) === selected, stopOf: ({ stop }) => stop, color };
  const { stops } = selected;
  return {
    has: ({ id }) => stops.has(id),
    stopOf: ({ id }) => stops.get(id) ?? null,
    color,
  };
}

function markerOf(tasks: MapTask[], names: Map<number, string>, selected: Own | null): Marker {
  const own = tasks.filter((task) => selected?.has(task));
  const [first] = (own.length > 0 ? own : [...tasks]).sort((one, other) => rank(one) - rank(other));
  if (!first) throw new Error('A place without tasks');
  const approximate = tasks.some((task) => task.approximate);
  const numbers = own.flatMap((task) => selected?.stopOf(task) ?? []);
  const stop = numbers.length > 0 ? Math.min(...numbers) : null;
  const tone = toneOf(first);
  return {
    // The key is no position, so that a marker moves when its place is located anew.
    key: String(Math.min(...tasks.map(({ id }) => id))),
    at: { lat: first.lat, lng: first.lng },
    tone,
    type: first.type,
    sign: stop === null ? signOf(first) : String(stop),
    badge: [
      stop !== null && tone === 'urgent' && '!',
      isUnderWay(first) && GOING,
      tasks.length > 1 && tasks.length,
    ]
      .filter(Boolean)
      .join(''),
    approximate,
    label:
      (stop === null ? '' : `Stop ${String(stop)}: `) +
      labelOf(tasks, first, names) +
      (approximate ? `, approximate (${tasks.some(isByZip) ? 'ZIP' : 'street'})` : ''),
    tasks,
    standing: selected === null ? null : own.length > 0 ? 'selected' : 'faded',
    driverColor: stop === null ? null : (selected?.color ?? null),
    stop,
  };
}

const markers = (question: Question) =>
  TASK_STATUSES.filter((status) => question({ status })).flatMap((status) => markerTone(status) ?? []);
const TONES: Tone[] = [
  'urgent',
  ...markers(isInRoute),
  'delivery',
  'pickup',
  'transfer',
  ...markers(isSetAside),
  ...markers(isLinked),
  ...markers(isDone),
];
const rank = (task: MapTask) => TONES.indexOf(toneOf(task));

function labelOf(tasks: MapTask[], first: MapTask, names: Map<number, string>): string {
  if (tasks.length > 1) return `${String(tasks.length)} tasks at ${first.location}`;
  return `${describeTask(first)} at ${first.location}, ${nameOfOwner(first.driverId, names)}`;
}

export const nameOfOwner = (driverId: number | null, names: ReadonlyMap<number, string>) =>
  driverId === null ? 'Unassigned' : (names.get(driverId) ?? 'Former driver');

/** For example "Urgent Pickup, Going". */
export function describeTask({
  priority,
  type,
  status,
}: Pick<MapTask, 'priority' | 'type' | 'status'>): string {
  return `${priority === 'urgent' ? 'Urgent ' : ''}${TYPE_LABELS[type]}, ${STATUS_LABELS[status]}`;
}

export const routeKey = (driverId: number) => `route-${String(driverId)}`;

/** The lines of the chosen routes and of the driver whose list is open, unless an added line shows that route. */
function linesOf(data: MapData, { routes }: MapView, choice: Selected, extra: Line[]): Line[] {
  const selected = typeof choice === 'number' ? choice : null;
  const isApplied = ({ key, kind }: Line) => kind === 'applied' && key === suggestedKey(selected ?? NOBODY);
  const isAdded = selected !== null && !routes.includes(selected) && !extra.some(isApplied);
  return [
    ...routes.flatMap((driverId) => lineOf(data, driverId, selected)),
    ...(typeof choice === 'object' && choice ? lineOfRun(data, choice) : []),
    ...(isAdded
      ? lineOf(data, selected, selected).map((line) => ({ ...line, withoutDirections: true }))
      : []),
  ];
}

/** The line from the dealership of the run's driver through its stops in their order. */
function lineOfRun({ drivers, tasks }: MapData, { runId, driverId, stops }: SelectedRun): Line[] {
  const driver = drivers.find(({ id }) => id === driverId);
  const at = new Map(
    tasks.flatMap(({ id, lat, lng }) => (stops.has(id) ? [[stops.get(id), { lat, lng }]] : [])),
  );
  const places = [...at].sort(([one = 0], [other = 0]) => one - other).map(([, place]) => place);
  const points = driver?.start ? [driver.start, ...places] : places;
  if (places.length === 0 || points.length < 2) return [];
  return [
    {
      key: `run-${String(runId)}`,
      kind: 'applied',
      points,
      label: 'Route of the run',
      isFaded: false,
      withoutDirections: true,
      ...(driver && { driverColor: driver.color }),
    },
  ];
}

/** The line from the dealership through the stops in their order. */
function lineOf({ drivers, tasks }: MapData, driverId: number, selected: number | null): Line[] {
  const driver = drivers.find(({ id }) => id === driverId);
  const route = tasks.filter((task) => task.driverId === driverId && task.stop !== null);
  const stops = [...group(route, placeKey).values()].flatMap(([first]) =>
    first ? [{ lat: first.lat, lng: first.lng }] : [],
  );
  const points = driver?.start ? [driver.start, ...stops] : stops;
  if (!driver || stops.length === 0 || points.length < 2) return [];
  return [
    {
      key: routeKey(driverId),
      kind: 'applied',
      points,
      label: `Route of ${driver.name}`,
      isFaded: selected !== null && selected !== driverId,
      ...(selected === driverId && { driverColor: driver.color }),
    },
  ];
}

/** A town of the street map. */
export type Town = MapLabel & { isCity: boolean };

/** A driver who is shown on the map. */
type MapDriver = { name: string; color: number; initials: string; position: DriverPosition };

export type Camera = { at: LatLng; zoom: number } | { around: LatLng[] };

/** The visible part of the map, in degrees, and its zoom level. */
export type Shown = { zoom: number; south: number; west: number; north: number; east: number };

/** The interface of the map's engines, Leaflet and Google: they draw the scene and report clicks and moves. */
export type EngineProps = {
  scene: Scene;
  /** Drivers with a known position. */
  drivers: MapDriver[];
  /** A new object moves the map. With the same object the map stays where the user has moved it. */
  camera: Camera;
  settings: MapSettings;
  /** True when markers of a single task can be dragged. */
  movable: boolean;
  onOpen: (marker: Marker) => void;
  onMove: (marker: Marker, to: LatLng) => void;
  /** Called when the visible part has changed. */
  onView: (shown: Shown) => void;
  /**
   * Called with true when tiles can't be loaded, and with false when they have arrived. Everything else is drawn in any
   * case.
   */
  onTilesLost: (isLost: boolean) => void;
  /** Called when the map is drawn. */
  onReady: () => void;
  /** Called with the reason when the map can't be drawn. */
  onFailure: (message: string) => void;
};

const DEFAULT_CENTRE: LatLng = { lat: 39.1, lng: -94.58 };
const DEFAULT_ZOOM = 12;
const SINGLE_ZOOM = 14;
/** Space between the markers and the edge of the map, in pixels. */
const SPACE = 50;
const LEAST_SPACE = 22;
/** Maps lower than this, such as that above a list, have the controls beside the markers instead of above them. */
const LOW = 224;
const CONTROLS_HEIGHT = 62;
const CONTROLS_WIDTH = 225;

/** The space at each edge of a map of this size, in pixels. The controls in the upper corners cover no marker. */
export const fitPadding = (width: number, height: number) =>
  height < LOW
    ? { top: LEAST_SPACE, right: Math.min(CONTROLS_WIDTH, width / 2), bottom: LEAST_SPACE, left: SPACE }
    : { top: CONTROLS_HEIGHT, right: SPACE, bottom: SPACE, left: SPACE };

/**
 * Shows the selected driver's markers, or all markers if there are none. It leaves out outliers. Without markers it
 * shows the dealerships.
 */
export function cameraOf({ markers: drawn, dealerships }: Scene): Camera {
  const selected = drawn.filter(({ standing }) => standing === 'selected');
  const markers = selected.length > 0 ? selected : drawn;
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

/**
 * Points that are farther away than both limits are outliers, usually wrong addresses. The map does not zoom out for
 * them.
 */
const FAR_METRES = 100_000;
/** A factor of the median distance from the middle. */
const FAR_TIMES = 5;
/** If more than this part of the points is far away, they are no mistakes and stay. */
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
  // Two points have no useful median. A point near a dealership is then the right one.
  const atBases = points.filter(isNearBase);
  const kept = points.length < 3 ? (atBases.length > 0 ? atBases : points) : near;
  const outside = points.length - kept.length;
  return outside <= Math.max(1, Math.floor(points.length * MOST)) ? kept : points;
}

/** For an even count, the lower of the two middle values. */
function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

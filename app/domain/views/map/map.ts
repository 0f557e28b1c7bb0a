/** The data of the dispatcher's map. Safe in the browser. */
import type * as z from 'zod/v4';
import type { Priority, TaskStatus, TaskType } from '~/domain/tasks/model/task';
import type { Counts } from '~/domain/tasks/model/counts';
import type { MapDifferences, WholeMap } from './answers';
import { isDone, isUnderWay, type Marker } from '~/domain/tasks/model/statuses';
import { markerTone } from '~/domain/tasks/model/office-statuses';

export type MapAnswer = z.output<typeof WholeMap>;
/** A task that has a place; neither archived nor held. */
export type MapTask = MapAnswer['tasks'][number];

export type MapLabel = MapAnswer['towns'][number];
export type MapData = Omit<MapAnswer, 'settings'>;

/** The differences from the reader's version. The tasks of the map have no order. */
export type MapChangesAnswer = z.output<typeof MapDifferences>;
export type MapChanges = Omit<MapChangesAnswer, 'settings'>;

/** Tasks under way first, then the order of each route; the unassigned ones last. */
const placeOnMap = ({ driverId, status, order, id }: MapTask) => [
  driverId ?? Infinity,
  isUnderWay({ status }) ? 0 : 1,
  order ?? Infinity,
  id,
];

/** Applies the changes to the reader's version of the map. */
export function changedMap(
  map: MapAnswer,
  { since: _, changed, removed, ...rest }: MapChangesAnswer,
): MapAnswer {
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  const tasks = [...map.tasks.filter(({ id }) => !gone.has(id)), ...changed];
  const places = new Map(tasks.map((task) => [task, placeOnMap(task)]));
  const compare = (one: MapTask, other: MapTask) => {
    const [a = [], b = []] = [places.get(one), places.get(other)];
    const index = a.findIndex((value, at) => value !== b[at]);
    return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
  };
  return { ...map, ...rest, tasks: gone.size > 0 ? tasks.sort(compare) : map.tasks };
}

/** SVG paths in one square of the map. */
export type MapLines = { state: string; county: string };

/** Width and height of such a square in pixels, whatever the zoom level. */
export const SQUARE_PIXELS = 512;

/** Change the number whenever the lines or their format change, because browsers keep them for a year. */
export const squarePath = (square: { z: number; x: number; y: number }) =>
  `/dispatcher/map-lines/1/${[square.z, square.x, square.y].join('/')}`;

/** A line of Show Drivers. */
export type DriverOnMap = {
  /** 0: unassigned tasks. */
  id: number;
  name: string;
  counts: Counts;
};

/** The unassigned list's id in an address. */
export const NOBODY = 0;

/**
 * The values that decide the color and the letter of a task, on the map and in the list beside it. The letter
 * tells the same as the color.
 */
type Looks = { type: TaskType; status: TaskStatus; priority: Priority };

export type Tone = 'urgent' | Marker | TaskType;

const LETTERS: Record<TaskType, string> = { pickup: 'P', delivery: 'D', transfer: 'T' };

/** The most urgent aspect of a task. */
export function toneOf({ type, status, priority }: Looks): Tone {
  const marker = markerTone(status);
  if (isDone({ status })) return marker ?? type;
  if (priority === 'urgent') return 'urgent';
  return marker ?? type;
}

/** P, D or T; with ! when urgent; ✓ when done. */
export function signOf({ type, status, priority }: Looks): string {
  if (isDone({ status })) return '✓';
  return priority === 'urgent' ? `!${LETTERS[type]}` : LETTERS[type];
}

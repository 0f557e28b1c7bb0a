/** What the dispatcher's map knows. Safe in the browser. */
import type { LatLng } from '~/domain/routing/coordinates';
import type { Priority, TaskStatus, TaskType } from '~/domain/tasks/task';

/** A task that has a place; neither archived nor held. */
export type MapTask = LatLng & {
  id: number;
  type: TaskType;
  status: TaskStatus;
  priority: Priority;
  location: string;
  address: string;
  driverId: number | null;
  /** Its place in the driver's route. */
  order: number | null;
  /** Known by its ZIP code or city only. */
  approximate: boolean;
};

export type MapDriver = {
  id: number;
  name: string;
  /** Their first dealership, where a route begins. */
  start: LatLng | null;
};

/** A name on the map. */
export type MapLabel = LatLng & { name: string };

export type MapData = {
  tasks: MapTask[];
  drivers: MapDriver[];
  dealerships: MapLabel[];
  /** Towns, the most frequented first: they say where one is when there are no tiles. */
  towns: MapLabel[];
  liveVersion: number;
};

/** How the map is drawn: tiles of a server, Google's map, or neither. */
export type MapSettings = {
  tiles: { url: string; attribution: string; maxZoom: number } | null;
  google: { key: string; mapId: string } | null;
};

export type MapAnswer = MapData & { settings: MapSettings };

/** A line of Show Drivers. */
export type DriverOnMap = {
  /** 0: the tasks of nobody. */
  id: number;
  name: string;
  taskCount: number;
};

/** What the tasks of nobody are called by in an address. */
export const NOBODY = 0;

/** The interface of the map's engines, Leaflet and Google: they draw the scene and report clicks and moves. */
import type { LatLng } from '~/domain/routing/coordinates';
import type { MapSettings } from '~/domain/tasks/map/map';
import type { Shown } from './cluster';
import type { Camera, Marker, Scene } from './scene';

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

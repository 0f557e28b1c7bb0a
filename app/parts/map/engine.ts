/** What every way of drawing the map has in common: it draws the scene, and tells what people do to it. */
import type { ComponentType } from 'react';
import type { LatLng } from '~/domain/routing/coordinates';
import type { MapSettings } from '~/domain/tasks/map';
import type { Shown } from './cluster';
import type { Camera, Marker, Scene } from './scene';

export type EngineProps = {
  scene: Scene;
  /** Another object looks there anew; the same one leaves the view where people have moved it. */
  camera: Camera;
  settings: MapSettings;
  /** Whether markers of one task follow the pointer. */
  movable: boolean;
  onOpen: (marker: Marker) => void;
  onMove: (marker: Marker, to: LatLng) => void;
  /** What is in sight, each time that it has changed. */
  onView: (shown: Shown) => void;
  /** Tiles don't come; everything else is drawn all the same. */
  onTilesLost: () => void;
  /** The map is there. */
  onReady: () => void;
  /** There is no map: says why. */
  onFailure: (message: string) => void;
};

export type Engine = ComponentType<EngineProps>;

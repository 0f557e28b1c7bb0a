/** The map that needs no outside service. It shows the region's streets, a grid, or the tiles of MAP_TILE_URL. */
import { useEffect, useRef } from 'react';
import type { MapLabel } from '~/domain/views/map/map';
import type { Streets } from '~/domain/geography/region/map-settings';
import { addBorders } from './leaflet-base';
import { LeafletDriver } from './leaflet-drivers';
import { LeafletLine, LeafletMarker } from './leaflet-layers';
import { LeafletDealerships, LeafletTowns } from './leaflet-names';
import type { EngineProps } from './scene';
import { keepLooking, useLeaflet } from './use-leaflet';
import * as css from './map.css';

export default function LeafletMap(props: EngineProps) {
  const { scene, drivers, camera, settings, movable, onOpen, onMove } = props;
  const place = useRef<HTMLDivElement>(null);
  const tell = useRef(props);
  tell.current = props;
  const { map, isTiled } = useLeaflet(place, props);
  useEffect(() => {
    if (map && !isTiled) return addBorders(map);
  }, [map, isTiled]);
  useEffect(() => {
    if (!map) return;
    const report = () => {
      const bounds = map.getBounds();
      tell.current.onView({
        zoom: map.getZoom(),
        south: bounds.getSouth(),
        west: bounds.getWest(),
        north: bounds.getNorth(),
        east: bounds.getEast(),
      });
    };
    map.on('moveend', report);
    return () => {
      map.off('moveend', report);
    };
  }, [map]);
  // This effect comes after the one above, so that `report` hears of the first view.
  useEffect(() => {
    if (map) return keepLooking(map, camera);
  }, [map, camera]);
  useEffect(() => {
    if (map) tell.current.onReady();
  }, [map]);

  return (
    <>
      <div ref={place} className={css.canvas} role="region" aria-label="Map of stops" />
      {map && (
        <>
          {!isTiled && (
            <LeafletTowns map={map} names={namesBeside(settings.streets, scene.towns)} scene={scene} />
          )}
          <LeafletDealerships map={map} names={scene.dealerships} />
          {scene.lines.map((line) => (
            <LeafletLine key={line.key} map={map} line={line} />
          ))}
          {scene.markers.map((marker) => (
            <LeafletMarker
              key={marker.key}
              map={map}
              marker={marker}
              movable={movable && marker.tasks.length === 1}
              onOpen={onOpen}
              onMove={onMove}
            />
          ))}
          {drivers.map(({ name, position }) => (
            <LeafletDriver key={position.driverId} map={map} name={name} position={position} />
          ))}
        </>
      )}
    </>
  );
}

/** Leaves out names in the street map's region, because the street map shows its own. */
function namesBeside(streets: Streets | null, names: MapLabel[]): MapLabel[] {
  if (!streets) return names;
  const [west, south, east, north] = streets.box;
  return names.filter(({ lat, lng }) => lat < south || lat > north || lng < west || lng > east);
}

/** Google's map, when there is a key for it. */
import { AdvancedMarker, APIProvider, ColorScheme, Map, useMap } from '@vis.gl/react-google-maps';
import { useEffect, useRef, useState } from 'react';
import type { EngineProps } from './engine';
import { GoogleLine } from './google-line';
import { GoogleMarker } from './google-marker';
import { loadGoogle, watchKey } from './google-script';
import { base } from './pin.css';
import { FIT_PADDING } from './scene';

// A new array in each rendering would load the libraries again.
const LIBRARIES = ['marker'];

export default function GoogleMap(props: EngineProps) {
  const { settings, scene, camera, movable, onOpen, onMove } = props;
  const { google } = settings;
  const isLoaded = useGoogle(google?.key ?? '', props.onFailure);
  const [hasFocus, setFocus] = useState(false);
  if (!isLoaded || !google) return null;
  const middle = 'at' in camera ? camera.at : camera.around[0];
  return (
    <APIProvider apiKey={google.key} libraries={LIBRARIES}>
      <div
        style={{ height: '100%' }}
        onFocus={() => {
          setFocus(true);
        }}
        onBlur={() => {
          setFocus(false);
        }}
      >
        <Map
          mapId={google.mapId}
          defaultCenter={middle}
          defaultZoom={12}
          colorScheme={ColorScheme.FOLLOW_SYSTEM}
          // Scrolling the page past the map must not zoom it.
          gestureHandling={hasFocus ? 'greedy' : 'cooperative'}
          streetViewControl={false}
          mapTypeControl={false}
        >
          <View camera={camera} onReady={props.onReady} onView={props.onView} />
          {scene.dealerships.map(({ name, ...at }) => (
            <AdvancedMarker key={name} position={at} clickable={false}>
              <div className={base}>{name}</div>
            </AdvancedMarker>
          ))}
          {scene.lines.map((line) => (
            <GoogleLine key={line.key} line={line} />
          ))}
          {scene.markers.map((marker) => (
            <GoogleMarker
              key={marker.key}
              marker={marker}
              movable={movable && marker.tasks.length === 1}
              onOpen={onOpen}
              onMove={onMove}
            />
          ))}
        </Map>
      </div>
    </APIProvider>
  );
}

function useGoogle(key: string, onFailure: (message: string) => void): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let left = false;
    const fail = (message: string) => {
      if (!left) onFailure(message);
    };
    const forget = watchKey(fail);
    loadGoogle(key).then(
      () => {
        if (!left) setLoaded(true);
      },
      (error: unknown) => {
        fail(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      left = true;
      forget();
    };
  }, [key, onFailure]);
  return isLoaded;
}

function View(props: Pick<EngineProps, 'camera' | 'onReady' | 'onView'>) {
  const { camera } = props;
  const map = useMap();
  const tell = useRef(props);
  tell.current = props;
  useEffect(() => {
    if (!map) return;
    tell.current.onReady();
    const listener = map.addListener('idle', () => {
      const [bounds, zoom] = [map.getBounds()?.toJSON(), map.getZoom()];
      if (bounds && zoom !== undefined) tell.current.onView({ ...bounds, zoom: Math.round(zoom) });
    });
    return () => {
      listener.remove();
    };
  }, [map]);
  useEffect(() => {
    if (!map) return;
    if ('at' in camera) {
      map.setCenter(camera.at);
      map.setZoom(camera.zoom);
      return;
    }
    const bounds = new google.maps.LatLngBounds();
    for (const point of camera.around) bounds.extend(point);
    map.fitBounds(bounds, FIT_PADDING);
  }, [map, camera]);
  return null;
}

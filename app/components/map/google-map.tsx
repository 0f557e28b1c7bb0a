/** Google's map. It is used when there is a key for it. */
import { APIProvider, AdvancedMarker, ColorScheme, Map, Polyline, useMap } from '@vis.gl/react-google-maps';
import { useEffect, useRef, useState } from 'react';
import { importLibrary } from '@googlemaps/js-api-loader';
import type { LatLng } from '~/domain/geography/coordinates';
import { DRIVER_PIXELS, driverLook } from '~/domain/tasks/model/last-positions';
import { useNow } from '~/ui/time';
import { DRIVER_COLORS } from '~/ui/driver-colors';
import { color } from '~/ui/tokens.css';
import { fitPadding, type EngineProps, type Line, type Marker } from './scene';
import { loadGoogle, watchKey } from './google-script';
import * as css from './map.css';
import { Pin } from './pin';

// It is a constant, because a new array in each rendering would load the libraries again.
const LIBRARIES = ['marker'];
const DRIVERS_ABOVE = 500;

export default function GoogleMap(props: EngineProps) {
  const { settings, scene, drivers, camera, movable, onOpen, onMove } = props;
  const { google } = settings;
  const isLoaded = useGoogle(google?.key ?? '', props.onFailure);
  const [hasFocus, setFocus] = useState(false);
  if (!isLoaded || !google) return null;
  const middle = 'at' in camera ? camera.at : camera.around[0];
  return (
    <APIProvider apiKey={google.key} libraries={LIBRARIES}>
      <div
        style={{ height: '100%', isolation: 'isolate' }}
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
          // Scrolling the page must not zoom the map.
          gestureHandling={hasFocus ? 'greedy' : 'cooperative'}
          streetViewControl={false}
          mapTypeControl={false}
        >
          <View camera={camera} onReady={props.onReady} onView={props.onView} />
          {scene.dealerships.map(({ name, ...at }) => (
            <AdvancedMarker key={name} position={at} clickable={false}>
              <div className={css.base}>{name}</div>
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
          {drivers.map((driver) => (
            <GoogleDriver key={driver.position.driverId} {...driver} />
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
    const { clientWidth, clientHeight } = map.getDiv();
    map.fitBounds(bounds, fitPadding(clientWidth, clientHeight));
  }, [map, camera]);
  return null;
}

type Props = Pick<EngineProps, 'onOpen' | 'onMove' | 'movable'> & { marker: Marker };

function GoogleMarker({ marker, movable, onOpen, onMove }: Props) {
  return (
    <AdvancedMarker
      position={marker.at}
      title={marker.label}
      anchorLeft="-50%"
      anchorTop="-50%"
      draggable={movable}
      onClick={() => {
        onOpen(marker);
      }}
      onDragEnd={({ latLng }) => {
        if (latLng) onMove(marker, latLng.toJSON());
      }}
    >
      <Pin marker={marker} />
    </AdvancedMarker>
  );
}

/** A driver's marker, above all stops. A click opens its description, because touch screens have no tooltips. */
function GoogleDriver({ name, color: ownColor, initials, position }: EngineProps['drivers'][number]) {
  const [isOpen, setOpen] = useState(false);
  const { label, isOld } = driverLook(name, position, useNow() ?? Date.now());
  return (
    <AdvancedMarker
      position={{ lat: position.latitude, lng: position.longitude }}
      title={label}
      anchorLeft="-50%"
      anchorTop="-50%"
      zIndex={DRIVERS_ABOVE}
      onClick={() => {
        setOpen(!isOpen);
      }}
    >
      <div
        aria-hidden="true"
        data-old={isOld ? '' : undefined}
        style={{ width: DRIVER_PIXELS, height: DRIVER_PIXELS }}
      >
        <div className={css.initials} data-driver-color={ownColor}>
          {initials}
        </div>
        {isOpen && <div className={css.base}>{label}</div>}
      </div>
    </AdvancedMarker>
  );
}

const FADED = 0.35;
const LOOKS = {
  applied: (isFaded: boolean) => ({
    strokeColor: color.going,
    strokeWeight: 4,
    strokeOpacity: isFaded ? FADED : 1,
  }),
  // Google draws dashes as symbols along an invisible line.
  suggested: (isFaded: boolean) => ({
    strokeColor: color.pickup,
    strokeOpacity: 0,
    icons: [
      {
        icon: { path: 'M 0,-1 0,1', strokeOpacity: isFaded ? FADED : 1, scale: 3 },
        offset: '0',
        repeat: '16px',
      },
    ],
  }),
};

/** A route along the roads. Its lines are straight until Google has answered. */
function GoogleLine({ line: { kind, points, isFaded, driverColor, withoutDirections } }: { line: Line }) {
  const through = JSON.stringify(points);
  const [road, setRoad] = useState<{ through: string; path: LatLng[] } | null>(null);
  const isAsked = !withoutDirections;
  useEffect(() => {
    if (!isAsked) return;
    let left = false;
    roadPath(JSON.parse(through) as LatLng[]).then(
      (path) => {
        if (path && !left) setRoad({ through, path });
      },
      (error: unknown) => {
        window.console.warn('Directions are not available; the route is drawn as a straight line:', error);
      },
    );
    return () => {
      left = true;
    };
  }, [through, isAsked]);
  const { strokeColor: ofKind, ...look } = LOOKS[kind](isFaded);
  const strokeColor = (driverColor === undefined ? undefined : DRIVER_COLORS[driverColor]?.fill) ?? ofKind;
  return (
    <Polyline
      path={road?.through === through ? road.path : points}
      strokeColor={valueOf(strokeColor)}
      {...look}
    />
  );
}

/** The color of a token. Google's canvas does not resolve CSS variables. */
function valueOf(token: string): string {
  const name = /--[\w-]+/.exec(token)?.[0];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : token;
}

/** Google accepts no more intermediate stops in one request. */
const MOST_BETWEEN = 25;

/** The path along the roads; null when Google finds none. */
async function roadPath(points: LatLng[]): Promise<LatLng[] | null> {
  const [origin, ...rest] = points;
  const destination = rest.pop();
  if (!origin || !destination || rest.length > MOST_BETWEEN) return null;
  const { Route } = await importLibrary('routes');
  const { routes } = await Route.computeRoutes({
    origin,
    destination,
    intermediates: rest.map((location) => ({ location })),
    travelMode: 'DRIVING',
    fields: ['path'],
  });
  return routes?.[0]?.path?.map(({ lat, lng }) => ({ lat, lng })) ?? null;
}

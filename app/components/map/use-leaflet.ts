/** Leaflet's map in an element of the page. It shows the region's streets, tiles, or a grid. */
import L from 'leaflet';
import sheet from 'leaflet/dist/leaflet.css';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { MapSettings, Streets } from '~/domain/geography/region/map-settings';
import { FIT_PADDING } from './camera';
import { addPaper, addTiles } from './leaflet-base';
import type { Camera, EngineProps } from './scene';

const CLOSEST = 18;
/** The map does not zoom in farther to fit the stops, even for two stops in one street. */
const CLOSEST_FIT = 15;

type Wish = Pick<EngineProps, 'camera' | 'settings' | 'onTilesLost'>;

/** @returns the map when it exists, and true for tiles of a server below it. */
export function useLeaflet(place: RefObject<HTMLElement>, wish: Wish) {
  const { camera, settings } = wish;
  const styled = useStyleSheet(sheet);
  const map = useMap(place, styled, camera, settings.tiles !== null || settings.streets !== null);
  const tiles = JSON.stringify(settings.tiles);
  const [isTiled, setTiled] = useState(settings.tiles !== null);
  const tell = useRef(wish);
  tell.current = wish;
  useEffect(() => {
    const source = JSON.parse(tiles) as MapSettings['tiles'];
    if (map && source)
      return addTiles(map, source, () => {
        setTiled(false);
        tell.current.onTilesLost(true);
      });
  }, [map, tiles]);
  useStreets(map, settings.streets, wish);
  return { map, isTiled };
}

/** Loads a style sheet. @returns true after it has loaded or failed. */
function useStyleSheet(href: string): boolean {
  const [settled, setSettled] = useState(() => document.querySelector(`link[href="${href}"]`) !== null);
  useEffect(() => {
    if (settled) return;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = link.onerror = () => {
      setSettled(true);
    };
    document.head.append(link);
  }, [href, settled]);
  return settled;
}

/**
 * Adds the region's streets. Their code is fetched after everything else is on the map, and only if there is a region.
 */
function useStreets(map: L.Map | null, streets: Streets | null, wish: Wish): void {
  const serialized = JSON.stringify(streets);
  const tell = useRef(wish);
  tell.current = wish;
  useEffect(() => {
    const region = JSON.parse(serialized) as Streets | null;
    if (!map) return;
    if (!region) return addPaper(map);
    let isUnmounted = false;
    let remove: (() => void) | undefined;
    import('./streets/add-streets').then(
      ({ addStreets }) => {
        if (isUnmounted) return;
        remove = addStreets(map, region, (isLost) => {
          tell.current.onTilesLost(isLost);
        });
      },
      () => {
        if (!isUnmounted) tell.current.onTilesLost(true);
      },
    );
    return () => {
      isUnmounted = true;
      remove?.();
      tell.current.onTilesLost(false);
    };
  }, [map, serialized]);
}

function useMap(
  place: RefObject<HTMLElement>,
  styled: boolean,
  camera: Camera,
  hasTiles: boolean,
): L.Map | null {
  const first = useRef(camera);
  // Tiles are sharp at whole zoom levels only.
  const zoomSnap = hasTiles ? 1 : 0.5;
  const snap = useRef(zoomSnap);
  snap.current = zoomSnap;
  const [map, setMap] = useState<L.Map | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || !styled) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = L.map(element, {
      scrollWheelZoom: false,
      attributionControl: false,
      zoomAnimation: !still,
      fadeAnimation: false,
      inertia: !still,
      maxZoom: CLOSEST,
      minZoom: 3,
      zoomSnap: snap.current,
    });
    // Leaflet focuses the map when it is pressed. Without `preventScroll`, the column could scroll and move the marker
    // away.
    element.focus = (options) => {
      HTMLElement.prototype.focus.call(element, { ...options, preventScroll: true });
    };
    // Leaflet adds layers only to a map that has a view.
    look(made, first.current);
    L.control.scale({ position: 'bottomleft', metric: false }).addTo(made);
    const forget = zoomByWheelWhileFocused(made, element);
    setMap(made);
    return () => {
      forget();
      setMap(null);
      made.remove();
    };
  }, [place, styled]);
  useEffect(() => {
    if (!map) return;
    map.options.zoomSnap = zoomSnap;
    const zoom = map.getZoom();
    if (zoom % zoomSnap !== 0) map.setZoom(Math.floor(zoom), { animate: false });
  }, [map, zoomSnap]);
  return map;
}

/** Scrolling the page must not zoom the map. */
function zoomByWheelWhileFocused(map: L.Map, element: HTMLElement): () => void {
  const enter = () => map.scrollWheelZoom.enable();
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) map.scrollWheelZoom.disable();
  };
  element.addEventListener('focusin', enter);
  element.addEventListener('focusout', leave);
  return () => {
    element.removeEventListener('focusin', enter);
    element.removeEventListener('focusout', leave);
  };
}

/** Applies the camera, and does so again when the map's element changes its size, until the user moves the map. */
export function keepLooking(map: L.Map, camera: Camera): () => void {
  const view = () => JSON.stringify([map.getCenter(), map.getZoom()]);
  look(map, camera);
  let seen = view();
  const place = map.getContainer();
  const sizes = new ResizeObserver(() => {
    const { x, y } = map.getSize();
    if (place.clientHeight === 0 || (x === place.clientWidth && y === place.clientHeight)) return;
    if (view() === seen) {
      look(map, camera);
      seen = view();
    } else map.invalidateSize({ animate: false });
  });
  sizes.observe(place);
  return () => {
    sizes.disconnect();
  };
}

function look(map: L.Map, camera: Camera): void {
  map.invalidateSize({ animate: false });
  if ('at' in camera) map.setView(camera.at, camera.zoom, { animate: false });
  else
    map.fitBounds(L.latLngBounds(camera.around), {
      padding: [FIT_PADDING, FIT_PADDING],
      maxZoom: CLOSEST_FIT,
      animate: false,
    });
}

/** Leaflet's map in an element of the page. It shows the region's streets, tiles, or a grid. */
import L from 'leaflet';
import sheet from 'leaflet/dist/leaflet.css';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { MapSettings, Streets } from '~/domain/geography/region/map-settings';
import { SQUARE_PIXELS, squarePath, type MapLines } from '~/domain/views/map/map';
import { map as words } from '~/words/en/map';
import { fitPadding, type Camera, type EngineProps, type Town } from './scene';
import { addCredit } from './streets/credit';
import * as css from './map.css';

const CLOSEST = 18;
/** The map does not zoom in farther to fit the stops, even for two stops in one street. */
const CLOSEST_FIT = 15;

type Wish = Pick<EngineProps, 'camera' | 'settings' | 'onTilesLost'>;

/** @returns the map when it exists, true for tiles of a server below it, and the towns of the street map. */
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
  const towns = useStreets(map, settings.streets, wish);
  return { map, isTiled, towns };
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

const NO_TOWNS: Town[] = [];

/**
 * Adds the region's streets. Their code is fetched after everything else is on the map, and only if there is a region.
 */
function useStreets(map: L.Map | null, streets: Streets | null, wish: Wish): Town[] {
  const [towns, setTowns] = useState(NO_TOWNS);
  const serialized = JSON.stringify(streets);
  const tell = useRef(wish);
  tell.current = wish;
  useEffect(() => {
    const region = JSON.parse(serialized) as Streets | null;
    if (!map) return;
    if (!region) return addPaper(map);
    let isUnmounted = false;
    let remove: (() => void) | undefined;
    import('./streets/street-layer').then(
      ({ addStreets }) => {
        if (isUnmounted) return;
        remove = addStreets(map, region, {
          onLost: (isLost) => {
            tell.current.onTilesLost(isLost);
          },
          onTowns: setTowns,
        });
      },
      () => {
        if (!isUnmounted) tell.current.onTilesLost(true);
      },
    );
    return () => {
      isUnmounted = true;
      remove?.();
      setTowns(NO_TOWNS);
      tell.current.onTilesLost(false);
    };
  }, [map, serialized]);
  return towns;
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
      zoomControl: false,
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
    L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(made);
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
  const fit = () => {
    const { x, y } = map.getSize();
    if (place.clientHeight === 0 || (x === place.clientWidth && y === place.clientHeight)) return;
    if (view() === seen) {
      look(map, camera);
      seen = view();
    } else map.invalidateSize({ animate: false });
  };
  let timer: number | undefined;
  // A panel that makes the map smaller is painted first.
  const sizes = new ResizeObserver(() => {
    window.clearTimeout(timer);
    timer = window.setTimeout(fit);
  });
  sizes.observe(place);
  return () => {
    sizes.disconnect();
    window.clearTimeout(timer);
  };
}

function look(map: L.Map, camera: Camera): void {
  map.invalidateSize({ animate: false });
  if ('at' in camera) map.setView(camera.at, camera.zoom, { animate: false });
  else {
    const { x, y } = map.getSize();
    const { left, top, right, bottom } = fitPadding(x, y);
    map.fitBounds(L.latLngBounds(camera.around), {
      paddingTopLeft: [left, top],
      paddingBottomRight: [right, bottom],
      maxZoom: CLOSEST_FIT,
      animate: false,
    });
  }
}

/** The background of Leaflet's map. */
const Paper = L.GridLayer.extend({
  createTile: () => {
    const square = document.createElement('div');
    square.className = css.square;
    return square;
  },
}) as new (options: L.GridLayerOptions) => L.GridLayer;

/** Sets the accessible name and the tooltip. */
export function nameMarker(marker: L.Marker | null, label: string): void {
  const element = marker?.getElement();
  element?.setAttribute('aria-label', label);
  element?.setAttribute('title', label);
}

/** Leaflet treats strings as HTML. Names must be shown as plain text. */
export function plainText(words: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = words;
  return element;
}

/** Adds a grid, so that panning is visible where the map is empty. @returns a function that removes it. */
function addPaper(map: L.Map): () => void {
  const layer = new Paper({ zIndex: 0 });
  layer.addTo(map);
  return () => {
    layer.remove();
  };
}

const SVG = 'http://www.w3.org/2000/svg';

/** SVG elements get their colors from the style sheet, and so they follow the theme. */
const Borders = L.GridLayer.extend({
  createTile: (square: L.Coords, done: L.DoneCallback) => {
    const drawing = document.createElementNS(SVG, 'svg');
    drawing.setAttribute('viewBox', `0 0 ${String(SQUARE_PIXELS)} ${String(SQUARE_PIXELS)}`);
    draw(drawing, square).then(
      () => {
        done(undefined, drawing as unknown as HTMLElement);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)), drawing as unknown as HTMLElement);
      },
    );
    return drawing;
  },
}) as new (options: L.GridLayerOptions) => L.GridLayer;

async function draw(drawing: SVGSVGElement, square: L.Coords): Promise<void> {
  const answer = await fetch(squarePath(square), { redirect: 'error' });
  if (!answer.ok) return;
  const lines = (await answer.json()) as MapLines;
  for (const kind of ['county', 'state'] as const) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', css.border[kind]);
    path.setAttribute('d', lines[kind]);
    drawing.append(path);
  }
}

/** @returns a function that removes them. */
export function addBorders(map: L.Map): () => void {
  const layer = new Borders({ tileSize: SQUARE_PIXELS, noWrap: true, zIndex: 1, className: 'borders' });
  layer.addTo(map);
  return () => {
    layer.remove();
  };
}

const ERRORS_TO_GIVE_UP = 3;
const TIMEOUT_MS = 10_000;

/** @param onLost called when tiles fail or are late. Late tiles are still shown. */
function addTiles(map: L.Map, tiles: NonNullable<MapSettings['tiles']>, onLost: () => void): () => void {
  const { url, attribution, maxZoom } = tiles;
  const layer = L.tileLayer(url, { attribution, maxNativeZoom: maxZoom, zIndex: 1 });
  let errors = 0;
  let wasReported = false;
  const lose = () => {
    if (!wasReported) onLost();
    wasReported = true;
  };
  const waiting = window.setTimeout(lose, TIMEOUT_MS);
  layer.on('tileload', () => {
    window.clearTimeout(waiting);
  });
  layer.on('tileerror', () => {
    errors += 1;
    if (errors >= ERRORS_TO_GIVE_UP) lose();
  });
  layer.addTo(map);
  const removeCredit = attribution ? addCredit(map, attribution) : null;
  return () => {
    window.clearTimeout(waiting);
    layer.remove();
    removeCredit?.();
  };
}

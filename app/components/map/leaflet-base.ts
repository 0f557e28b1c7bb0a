/** The lowest layers of Leaflet's map: tiles, or a grid with the borders of states and counties. */
import L from 'leaflet';
import { SQUARE_PIXELS, squarePath, type MapLines } from '~/domain/views/map/map';
import type { MapSettings } from '~/domain/geography/region/map-settings';
import * as css from './map.css';
import { addCredit } from './streets/credit';

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
export function addPaper(map: L.Map): () => void {
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
export function addTiles(
  map: L.Map,
  tiles: NonNullable<MapSettings['tiles']>,
  onLost: () => void,
): () => void {
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

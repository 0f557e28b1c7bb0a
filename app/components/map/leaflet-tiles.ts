/** The background of Leaflet's map. */
import L from 'leaflet';
import type { MapSettings } from '~/domain/tasks/map/map';
import * as css from './leaflet.css';

const Paper = L.GridLayer.extend({
  createTile: () => {
    const square = document.createElement('div');
    square.className = css.square;
    return square;
  },
}) as new (options: L.GridLayerOptions) => L.GridLayer;

/** A grid, so that panning is visible where the map is empty. */
export function addPaper(map: L.Map): void {
  new Paper({ zIndex: 0 }).addTo(map);
}

const ERRORS_TO_GIVE_UP = 3;
const PATIENCE_MS = 10_000;

/** @param onLost called when tiles fail or are late. Late tiles are still shown. */
export function addTiles(
  map: L.Map,
  tiles: NonNullable<MapSettings['tiles']>,
  onLost: () => void,
): () => void {
  const { url, attribution, maxZoom } = tiles;
  const layer = L.tileLayer(url, { attribution, maxNativeZoom: maxZoom, zIndex: 1 });
  let errors = 0;
  let told = false;
  const lose = () => {
    if (!told) onLost();
    told = true;
  };
  const waiting = window.setTimeout(lose, PATIENCE_MS);
  layer.on('tileload', () => {
    window.clearTimeout(waiting);
  });
  layer.on('tileerror', () => {
    errors += 1;
    if (errors >= ERRORS_TO_GIVE_UP) lose();
  });
  layer.addTo(map);
  const credit = L.control.attribution({ prefix: false }).addAttribution(attribution);
  if (attribution) credit.addTo(map);
  return () => {
    window.clearTimeout(waiting);
    layer.remove();
    credit.remove();
  };
}

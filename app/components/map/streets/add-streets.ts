/** Adds the region's streets to Leaflet's map, in the colors of the theme. */
import type L from 'leaflet';
import type { Streets } from '~/domain/geography/region/map-settings';
import { addCredit } from './credit';
import { readPalette } from './palette';
import { StreetLayer } from './street-layer';

const SHARPEST = 2;
/** A computer with so few cores gets no sharper tiles: four times the pixels take 1.5 times as long to paint. */
const FEW_CORES = 2;

const pixelRatio = () =>
  navigator.hardwareConcurrency <= FEW_CORES ? 1 : Math.min(SHARPEST, window.devicePixelRatio);

/** @returns a function that removes them. */
export function addStreets(map: L.Map, streets: Streets, onLost: (isLost: boolean) => void): () => void {
  const element = map.getContainer();
  const colors = () => {
    const palette = readPalette(element);
    // The map outside the region has the same color.
    element.style.background = palette.ground;
    return palette;
  };
  const layer = new StreetLayer(streets, {
    palette: colors(),
    fontFamily: getComputedStyle(element).fontFamily,
    pixelRatio: pixelRatio(),
    onLost,
  });
  layer.addTo(map);
  const removeCredit = addCredit(map, creditOf(streets));
  const recolor = () => {
    layer.recolor(colors(), false);
  };
  // Paper always uses the light theme. Printing does not wait for a frame, so all tiles are painted at once.
  const recolorNow = () => {
    layer.recolor(colors(), true);
  };
  const [dark, print] = ['(prefers-color-scheme: dark)', 'print'].map((query) => window.matchMedia(query));
  dark?.addEventListener('change', recolor);
  print?.addEventListener('change', recolorNow);
  const chosen = new MutationObserver(recolor);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    dark?.removeEventListener('change', recolor);
    print?.removeEventListener('change', recolorNow);
    chosen.disconnect();
    layer.remove();
    removeCredit();
    element.style.background = '';
  };
}

/** The credit as HTML. The text may come from another author's file, so it is set as text. */
function creditOf({ attribution }: Streets): string {
  const link = document.createElement('a');
  link.href = 'https://www.openstreetmap.org/copyright';
  link.target = '_blank';
  link.rel = 'noreferrer';
  link.textContent = attribution;
  return link.outerHTML;
}

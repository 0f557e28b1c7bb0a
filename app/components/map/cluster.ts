/** With very many stops, those close together become one marker with a count. Pure. */
import type { LatLng } from '~/domain/routing/coordinates';
import type { Marker, Shown } from './scene';

/** The most that an old computer pans smoothly. */
export const MOST_MARKERS = 400;
const CELL_PIXELS = 64;
/** Markers beyond the edge are drawn up to this part of the width and height. */
const BEYOND = 0.25;

/** The markers to draw: all while they are few, else the visible ones, clustered when those are still too many. */
export function clusterMarkers(markers: Marker[], shown: Shown | null): Marker[] {
  if (markers.length <= MOST_MARKERS) return markers;
  if (!shown) return [];
  const inSight = markers.filter(({ at }) => isInSight(at, shown));
  if (inSight.length <= MOST_MARKERS) return inSight;
  const cells = new Map<string, Marker[]>();
  for (const marker of inSight) {
    const { x, y } = pixelOf(marker.at, shown.zoom);
    const cell = [x, y].map((pixel) => Math.floor(pixel / CELL_PIXELS)).join(':');
    const known = cells.get(cell);
    if (known) known.push(marker);
    else cells.set(cell, [marker]);
  }
  return [...cells].map(([cell, together]) => clusterOf(`${cell}:${String(shown.zoom)}`, together));
}

function isInSight({ lat, lng }: LatLng, { south, west, north, east }: Shown): boolean {
  const [high, wide] = [(north - south) * BEYOND, (east - west) * BEYOND];
  return lat >= south - high && lat <= north + high && lng >= west - wide && lng <= east + wide;
}

const TILE_PIXELS = 256;

/** Web Mercator, the projection of tile maps. */
function pixelOf({ lat, lng }: LatLng, zoom: number): { x: number; y: number } {
  const world = TILE_PIXELS * 2 ** zoom;
  const sine = Math.sin((lat * Math.PI) / 180);
  return {
    x: (world * (lng + 180)) / 360,
    y: world * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  };
}

function clusterOf(cell: string, together: Marker[]): Marker {
  const [first, second] = together;
  if (!first) throw new Error('A cluster of no markers');
  if (!second) return first;
  const urgent = together.filter(({ tone }) => tone === 'urgent').length;
  const mean = (pick: (at: LatLng) => number) =>
    together.reduce((sum, { at }) => sum + pick(at), 0) / together.length;
  const count = together.length;
  return {
    ...first,
    key: `cluster-${cell}`,
    at: { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) },
    offset: [0, 0],
    clusterSize: count,
    sign: `${urgent > 0 ? '!' : ''}${String(count)}`,
    tone: urgent > 0 ? 'urgent' : first.tone,
    label: `${String(count)} stops${urgent > 0 ? `, ${String(urgent)} urgent` : ''}: look closer`,
    approximate: false,
    tasks: [],
  };
}

/** Combines markers that would overlap, so that each can be seen and clicked. Pure. */
import { onSquareWorld, type LatLng } from '~/domain/geography/coordinates';
import type { Marker, Shown } from './scene';

/** The least distance between the centers of two markers, across or down, in pixels. No marker is larger. */
export const APART_PIXELS = 36;
/** The same for two stops of the selected driver: of a marker below another one, enough is left to click. */
export const OWN_APART_PIXELS = 24;
/** An old computer can't pan smoothly with more. */
export const MOST_MARKERS = 400;
/** Markers outside the visible part are drawn up to this part of its width and height. */
const BEYOND = 0.25;
/** Users can hardly zoom in farther than this. */
export const CLOSEST_ZOOM = 17;

const isSelected = ({ standing }: Marker) => standing === 'selected';

/**
 * The markers to draw. No two are close to each other; stops of the selected driver may overlap a little. If there are
 * too many, only those in sight are drawn. Clusters do not depend on the visible part, so panning does not change them.
 */
export function clusterMarkers(markers: Marker[], shown: Shown | null): Marker[] {
  if (!shown) return [];
  // The selected driver's markers come first, by the order of their stops. A cluster is at its first marker.
  const own = markers
    .filter(isSelected)
    .sort((one, other) => (one.stop ?? Infinity) - (other.stop ?? Infinity));
  const inOrder = [...own, ...markers.filter((marker) => !isSelected(marker))];
  for (let apart = APART_PIXELS; ; apart *= 1.5) {
    const clusters = together(inOrder, shown.zoom, apart);
    const drawn =
      clusters.length <= MOST_MARKERS ? clusters : clusters.filter(({ at }) => isInSight(at, shown));
    if (drawn.length <= MOST_MARKERS) return drawn;
  }
}

function isInSight({ lat, lng }: LatLng, { south, west, north, east }: Shown): boolean {
  const [high, wide] = [(north - south) * BEYOND, (east - west) * BEYOND];
  return lat >= south - high && lat <= north + high && lng >= west - wide && lng <= east + wide;
}

const TILE_PIXELS = 256;

function pixelOf(at: LatLng, zoom: number): { x: number; y: number } {
  const { x, y } = onSquareWorld(at);
  const world = TILE_PIXELS * 2 ** zoom;
  return { x: x * world, y: y * world };
}

/** True when zooming in would separate these markers. */
export function canPart(markers: Marker[], zoom: number): boolean {
  const pixels = markers.map(({ at }) => pixelOf(at, CLOSEST_ZOOM));
  const span = (values: number[]) => Math.max(...values) - Math.min(...values);
  const widest = Math.max(span(pixels.map(({ x }) => x)), span(pixels.map(({ y }) => y)));
  return zoom < CLOSEST_ZOOM && widest >= APART_PIXELS;
}

type Group = { x: number; y: number; members: Marker[] };

/** Each marker joins the first group that it is too close to, or starts a new group. */
function together(markers: Marker[], zoom: number, apart: number): Marker[] {
  const groups: Group[] = [];
  // The squares are as wide as the distance, so only a marker's square and its neighbors need a look.
  const squares = new Map<number, Group[]>();
  const keyOf = (column: number, row: number) => column * 2 ** 24 + row;
  for (const marker of markers) {
    const { x, y } = pixelOf(marker.at, zoom);
    const [column, row] = [Math.floor(x / apart), Math.floor(y / apart)];
    const near = [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => squares.get(keyOf(column + right, row + down)) ?? []),
    );
    const isOwn = isSelected(marker);
    const known = near.find(({ members: [first], ...each }) => {
      const least = isOwn && first && isSelected(first) ? (apart * OWN_APART_PIXELS) / APART_PIXELS : apart;
      return Math.abs(each.x - x) < least && Math.abs(each.y - y) < least;
    });
    if (known) {
      known.members.push(marker);
      continue;
    }
    const made = { x, y, members: [marker] };
    groups.push(made);
    const square = keyOf(column, row);
    squares.set(square, [...(squares.get(square) ?? []), made]);
  }
  return groups.map(({ members }) => clusterOf(members));
}

const plural = (count: number, one: string) => `${String(count)} ${one}${count === 1 ? '' : 's'}`;

function clusterOf(members: Marker[]): Marker {
  const [first, second] = members;
  if (!first) throw new Error('A cluster of no markers');
  if (!second) return first;
  const count = members.length;
  const urgent = members.filter(({ tone }) => tone === 'urgent').length;
  const urgently = urgent > 0 ? `, ${String(urgent)} urgent` : '';
  const merged = { ...first, members, approximate: false, tasks: [] };
  const own = members.filter(isSelected);
  if (own.length === 0) {
    return {
      ...merged,
      sign: `${urgent > 0 ? '!' : ''}${String(count)}`,
      badge: '',
      tone: urgent > 0 ? 'urgent' : first.tone,
      label: `${String(count)} stops${urgently}`,
    };
  }
  const numbers = own.flatMap(({ stop }) => stop ?? []).join(', ');
  return {
    ...merged,
    badge: `${urgent > 0 ? '!' : ''}+${String(count - 1)}`,
    label: `${numbers ? `Stop ${numbers}` : plural(own.length, 'stop')} of ${plural(count, 'stop')} here${urgently}`,
  };
}

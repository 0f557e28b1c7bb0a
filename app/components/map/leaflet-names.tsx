/** Names on Leaflet's map: of dealerships, and of towns where there is space. */
import L from 'leaflet';
import { useEffect, useState } from 'react';
import type { MapLabel } from '~/domain/views/map/map';
import * as css from './map.css';
import { PIN_PIXELS } from './pin';
import type { Scene } from './scene';

/** Adds names below the markers. @returns the labels, and a function that removes them. */
function addNames(map: L.Map, names: MapLabel[], kind: 'town' | 'base') {
  const pane = map.getPane('names') ?? map.createPane('names');
  pane.style.zIndex = '390';
  const labels = names.map(({ name, ...at }) => {
    const html = document.createElement('div');
    html.className = css[kind];
    html.textContent = name;
    const icon = L.divIcon({ html, className: css.point, iconSize: undefined });
    const marker = L.marker(at, { icon, interactive: false, keyboard: false, pane: 'names' }).addTo(map);
    return { at, html, marker };
  });
  const remove = () => {
    for (const { marker } of labels) marker.remove();
  };
  return { labels, remove };
}

type Names = { map: L.Map; names: MapLabel[] };

export function LeafletDealerships({ map, names }: Names) {
  const all = JSON.stringify(names);
  useEffect(() => addNames(map, JSON.parse(all) as MapLabel[], 'base').remove, [map, all]);
  return null;
}

/** Half the size of a marker, with the badge in its corner. */
const MARKER_PIXELS = PIN_PIXELS / 2 + 4;
const MARKER = L.bounds([-MARKER_PIXELS, -MARKER_PIXELS], [MARKER_PIXELS, MARKER_PIXELS]);
/** The area of a dealership's name, above its point. */
const DEALERSHIP = L.bounds([-50, -38], [50, -16]);

type Town = { at: L.LatLngLiteral; html: HTMLElement; size: L.Point };

const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement) => L.point(offsetWidth, offsetHeight);

/**
 * Most towns have a marker on them. A name goes beside all markers and away from the names before it, or it is hidden.
 */
export function LeafletTowns({ map, names, scene }: Names & { scene: Scene }) {
  const all = JSON.stringify(names);
  const { markers, dealerships } = scene;
  const [towns, setTowns] = useState<Town[]>([]);
  useEffect(() => {
    const { labels, remove } = addNames(map, JSON.parse(all) as MapLabel[], 'town');
    setTowns(labels.map((label) => ({ ...label, size: sizeOf(label.html) })));
    return remove;
  }, [map, all]);
  useEffect(() => {
    const makeRoom = () => {
      const taken = [
        ...markers.map(({ at }) => moved(MARKER, map.project(at))),
        ...dealerships.map((at) => moved(DEALERSHIP, map.project(at))),
      ];
      for (const { at, html, size } of towns) {
        const point = map.project(at);
        const isFree = (place: L.Bounds) => !taken.some((other) => other.overlaps(moved(place, point)));
        const place = placesBeside(size).find(isFree);
        html.hidden = !place;
        if (!place) continue;
        taken.push(moved(place, point));
        const { x, y } = place.getTopLeft();
        html.style.transform = `translate(${String(x)}px, ${String(y)}px)`;
      }
    };
    map.whenReady(makeRoom);
    map.on('zoomend', makeRoom);
    return () => {
      map.off('zoomend', makeRoom);
    };
  }, [map, towns, markers, dealerships]);
  return null;
}

/** The possible positions of a name of this size, relative to its point. The best position comes first. */
function placesBeside({ x: width, y: height }: L.Point): L.Bounds[] {
  const [below, above] = [MARKER_PIXELS, -MARKER_PIXELS - height];
  return [
    [-width / 2, below],
    [-width / 2, above],
    [MARKER_PIXELS, -height / 2],
    [-MARKER_PIXELS - width, -height / 2],
    [-width / 2, below + height],
    [-width / 2, above - height],
  ].map(([x = 0, y = 0]) => L.bounds([x, y], [x + width, y + height]));
}

const moved = (bounds: L.Bounds, by: L.Point) =>
  L.bounds(bounds.getTopLeft().add(by), bounds.getBottomRight().add(by));

/** Lines and names on Leaflet's map. */
import L from 'leaflet';
import { useEffect } from 'react';
import type { MapLabel } from '~/domain/tasks/map/map';
import * as css from './leaflet.css';
import * as look from './pin.css';
import type { Line } from './scene';

export function LeafletLine({ map, line: { kind, points, label } }: { map: L.Map; line: Line }) {
  const path = JSON.stringify(points);
  useEffect(() => {
    const through = JSON.parse(path) as L.LatLngLiteral[];
    const drawn = [
      L.polyline(through, { className: css.casing, interactive: false }),
      L.polyline(through, { className: css.line[kind] }).bindTooltip(label, { sticky: true }),
    ];
    for (const each of drawn) each.addTo(map);
    return () => {
      for (const each of drawn) each.remove();
    };
  }, [map, kind, path, label]);
  return null;
}

/** Names on the map. Where two names overlap, the first one is shown. */
export function LeafletNames({ map, names, kind }: { map: L.Map; names: MapLabel[]; kind: 'town' | 'base' }) {
  const all = JSON.stringify(names);
  useEffect(() => {
    const pane = map.getPane('names') ?? map.createPane('names');
    pane.style.zIndex = '390';
    const labels = (JSON.parse(all) as MapLabel[]).map(({ name, ...at }) => {
      const html = document.createElement('div');
      html.className = look[kind];
      html.textContent = name;
      const icon = L.divIcon({ html, className: css.point, iconSize: undefined });
      return {
        at,
        html,
        marker: L.marker(at, { icon, interactive: false, keyboard: false, pane: 'names' }).addTo(map),
      };
    });
    const makeRoom = () => {
      const taken: L.Point[] = [];
      for (const { at, html } of labels) {
        const point = map.project(at);
        html.hidden = kind === 'town' && taken.some((other) => tooClose(point, other));
        if (!html.hidden) taken.push(point);
      }
    };
    map.whenReady(makeRoom);
    map.on('zoomend', makeRoom);
    return () => {
      map.off('zoomend', makeRoom);
      for (const { marker } of labels) marker.remove();
    };
  }, [map, all, kind]);
  return null;
}

const tooClose = (one: L.Point, other: L.Point) =>
  Math.abs(one.x - other.x) < 110 && Math.abs(one.y - other.y) < 24;

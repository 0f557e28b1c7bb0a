import L from 'leaflet';
import { useEffect } from 'react';
import * as css from './leaflet.css';
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

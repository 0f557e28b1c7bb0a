/** A driver's day on Leaflet's map. */
import L from 'leaflet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { nameMarker, plainText, keepLooking, useLeaflet } from '~/components/map/leaflet';
import * as mapCss from '~/components/map/map.css';
import type { TrailDrawing, TrailStop } from '~/domain/tracking/trail.server';
import { formatTime, useZone, type Zone } from '~/ui/time';
import { trail as words } from '~/words/en/positions';
import * as css from './trail.css';

/** More dots would cover the line. */
const MOST_DOTS = 60;
const STOP_PIXELS = 26;

type Props = { trail: TrailDrawing; onReady: () => void };

/** The map first shows the whole trail. After that it stays where the user has moved it. */
export default function TrailMap({ trail, onReady }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [camera] = useState(() => ({ around: [...trail.pieces.flat(), ...trail.stops] }));
  const [tilesLost, setTilesLost] = useState(false);
  const { map } = useLeaflet(place, { camera, settings: trail.map, onTilesLost: setTilesLost });
  const zone = useZone();
  useEffect(() => {
    if (!map) return;
    onReady();
    return keepLooking(map, camera);
  }, [map, camera, onReady]);
  const drawn = JSON.stringify(trail);
  const layers = useMemo(() => layersOf(JSON.parse(drawn) as TrailDrawing, zone), [drawn, zone]);
  useEffect(() => {
    if (!map) return;
    for (const layer of layers) layer.addTo(map);
    return () => {
      for (const layer of layers) layer.remove();
    };
  }, [map, layers]);
  return (
    <>
      <div ref={place} className={mapCss.canvas} role="region" aria-label={words.map} />
      {tilesLost && (
        <p className={mapCss.note} role="status">
          {words.tilesLost}
        </p>
      )}
    </>
  );
}

/** The layers in drawing order. The last one is on top. */
function layersOf({ pieces, listed, stops, date }: TrailDrawing, zone: Zone): L.Layer[] {
  const step = Math.ceil(listed.length / MOST_DOTS);
  const dots = listed.filter((_, index) => index % step === 0 || index === listed.length - 1);
  return [
    ...pieces.map((piece) => L.polyline(piece, { className: mapCss.casing, interactive: false })),
    ...pieces.map((piece) => L.polyline(piece, { className: css.way, interactive: false })),
    ...dots.map(({ at, latitude, longitude }, index) => {
      const isLast = index === dots.length - 1;
      return L.circleMarker([latitude, longitude], {
        radius: isLast ? 8 : 3.5,
        className: isLast ? css.end : css.start,
      }).bindTooltip(formatTime(at, zone, date));
    }),
    ...stops.map((stop, index) => stopMarker(stop, index + 1, visitText(stop, zone, date))),
  ];
}

const visitText = ({ name, arrivedAt, leftAt }: TrailStop, zone: Zone, date: string): string =>
  words.visit(name, formatTime(arrivedAt, zone, date), leftAt && formatTime(leftAt, zone, date));

function stopMarker({ lat, lng }: TrailStop, number: number, label: string): L.Marker {
  const html = document.createElement('div');
  html.className = css.stop;
  html.textContent = String(number);
  const icon = L.divIcon({ html, className: '', iconSize: [STOP_PIXELS, STOP_PIXELS] });
  const marker = L.marker({ lat, lng }, { icon, riseOnHover: true });
  marker.bindPopup(plainText(label), { className: mapCss.popup, closeButton: false });
  return marker.on('add', () => {
    nameMarker(marker, label);
  });
}

/** Where drivers are, on Leaflet's map. A move changes the marker in place. */
import L from 'leaflet';
import { useEffect, useState } from 'react';
import { isFresh, positionWords, type DriverPosition } from '~/domain/positions/last-positions';
import { useNow } from '~/ui/time';
import * as css from './driver-marker.css';
import { nameMarker } from './leaflet-base';

type Props = { map: L.Map; name: string; position: DriverPosition };

const PIXELS = 30;

export function LeafletDriver({ map, name, position }: Props) {
  const [marker, setMarker] = useState<L.Marker | null>(null);
  const now = useNow() ?? Date.now();
  const words = positionWords(position, now);
  const fresh = isFresh(position, now);
  useEffect(() => {
    const html = document.createElement('div');
    html.className = css.initials;
    html.textContent = initialsOf(name);
    const icon = L.divIcon({ html, className: css.driver, iconSize: [PIXELS, PIXELS] });
    const made = L.marker([0, 0], { icon, zIndexOffset: 500 }).addTo(map);
    nameMarker(made, name);
    made.bindPopup('', { className: css.popup, closeButton: false, autoPan: false });
    setMarker(made);
    return () => {
      made.remove();
      setMarker(null);
    };
  }, [map, name]);
  const { latitude, longitude } = position;
  useEffect(() => {
    marker?.setLatLng([latitude, longitude]);
  }, [marker, latitude, longitude]);
  useEffect(() => {
    const label = `${name}, ${words}`;
    nameMarker(marker, label);
    marker?.getElement()?.toggleAttribute('data-old', !fresh);
    marker?.setPopupContent(label);
  }, [marker, name, words, fresh]);
  return null;
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => (Array.from(word)[0] ?? '').toUpperCase())
    .join('');

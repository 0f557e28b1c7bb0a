/** Positions of drivers on Leaflet's map. A driver's marker stays the same element when it moves. */
import L from 'leaflet';
import { useEffect, useState } from 'react';
import { DRIVER_PIXELS, driverLook, type DriverPosition } from '~/domain/tasks/model/last-positions';
import { useNow } from '~/ui/time';
import * as css from './driver-marker.css';
import { nameMarker, plainText } from './leaflet-base';

type Props = { map: L.Map; name: string; position: DriverPosition };

export function LeafletDriver({ map, name, position }: Props) {
  const [marker, setMarker] = useState<L.Marker | null>(null);
  const { label, initials, isOld } = driverLook(name, position, useNow() ?? Date.now());
  useEffect(() => {
    const html = document.createElement('div');
    html.className = css.initials;
    html.textContent = initials;
    const icon = L.divIcon({ html, className: css.driver, iconSize: [DRIVER_PIXELS, DRIVER_PIXELS] });
    const made = L.marker([0, 0], { icon, zIndexOffset: 500 }).addTo(map);
    nameMarker(made, name);
    made.bindPopup('', { className: css.popup, closeButton: false, autoPan: false });
    setMarker(made);
    return () => {
      made.remove();
      setMarker(null);
    };
  }, [map, name, initials]);
  const { latitude, longitude } = position;
  useEffect(() => {
    marker?.setLatLng([latitude, longitude]);
  }, [marker, latitude, longitude]);
  useEffect(() => {
    nameMarker(marker, label);
    marker?.getElement()?.toggleAttribute('data-old', isOld);
    marker?.setPopupContent(plainText(label));
  }, [marker, label, isOld]);
  return null;
}

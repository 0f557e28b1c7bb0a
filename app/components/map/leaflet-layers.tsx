/** Lines and markers on Leaflet's map. */
import L from 'leaflet';
import { memo, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { nameMarker, plainText } from './leaflet-base';
import * as css from './map.css';
import type { EngineProps, Line, Marker } from './scene';
import { PIN_PIXELS, Pin } from './pin';

export function LeafletLine({ map, line }: { map: L.Map; line: Line }) {
  const { kind, points, road = points, ties = [], label, isFaded, driverColor } = line;
  const path = JSON.stringify(road);
  const tied = JSON.stringify(ties);
  useEffect(() => {
    const through = JSON.parse(path) as L.LatLngLiteral[];
    const look = (driverColor === undefined ? undefined : css.lineOfDriver[driverColor]) ?? css.line[kind];
    const drawn = [
      L.polyline(through, { className: css.casing, interactive: false }),
      L.polyline(through, { className: `${look} ${isFaded ? css.fadedLine : ''}` }).bindTooltip(
        plainText(label),
        { sticky: true },
      ),
      ...(JSON.parse(tied) as L.LatLngLiteral[][]).map((tie) =>
        L.polyline(tie, { className: css.tie, interactive: false }),
      ),
    ];
    for (const each of drawn) {
      each.addTo(map);
      // The tooltip listens for the focus, which would add the line to the Tab order.
      each.getElement()?.setAttribute('tabindex', '-1');
    }
    return () => {
      for (const each of drawn) each.remove();
    };
  }, [map, kind, path, tied, label, isFaded, driverColor]);
  return null;
}

type Positioned = { _icon?: HTMLElement; _setPos: (at: L.Point) => void };

/**
 * A marker without a compositing layer. Leaflet places markers with translate3d, and browsers then move hundreds of
 * layers in each frame.
 */
const FlatMarker = L.Marker.extend({
  _setPos(this: Positioned, at: L.Point) {
    (L.Marker.prototype as unknown as Positioned)._setPos.call(this, at);
    if (this._icon) this._icon.style.transform = `translate(${String(at.x)}px, ${String(at.y)}px)`;
  },
}) as unknown as typeof L.Marker;

type Props = Pick<EngineProps, 'onOpen' | 'onMove' | 'movable'> & { map: L.Map; marker: Marker };

/** A marker of Leaflet's. It stays as long as its key stays, and changes in place. */
export const LeafletMarker = memo(function LeafletMarker(props: Props) {
  const { map, marker, movable } = props;
  const [inside] = useState(() => document.createElement('div'));
  const [handle, setHandle] = useState<L.Marker | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const icon = L.divIcon({ html: inside, className: css.spot, iconSize: [PIN_PIXELS, PIN_PIXELS] });
    const made = new FlatMarker(latest.current.marker.at, { icon, riseOnHover: true }).addTo(map);
    // Screen readers would see a button without a name until the next frame.
    nameMarker(made, latest.current.marker.label);
    const open = () => {
      latest.current.onOpen(latest.current.marker);
    };
    made.on('click', open);
    made.getElement()?.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      open();
    });
    made.on('dragend', () => {
      const { lat, lng } = made.getLatLng();
      latest.current.onMove(latest.current.marker, { lat, lng });
    });
    setHandle(made);
    return () => {
      // The focus would be lost with the marker.
      if (made.getElement() === document.activeElement) map.getContainer().focus({ preventScroll: true });
      made.remove();
    };
  }, [map, inside]);

  const { lat, lng } = marker.at;
  useEffect(() => {
    handle?.setLatLng({ lat, lng });
  }, [handle, lat, lng]);

  useEffect(() => {
    nameMarker(handle, marker.label);
  }, [handle, marker.label]);

  useEffect(() => {
    handle?.getElement()?.toggleAttribute('data-movable', movable);
    if (movable) handle?.dragging?.enable();
    else handle?.dragging?.disable();
  }, [handle, movable]);

  return createPortal(<Pin marker={marker} />, inside);
});

import L from 'leaflet';
import { memo, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { EngineProps } from './engine';
import * as css from './leaflet.css';
import { Pin, PIN_PIXELS } from './pin';
import type { Marker } from './scene';

type Positioned = { _icon?: HTMLElement; _setPos: (at: L.Point) => void };

/**
 * A marker without a compositing layer of its own. Leaflet places markers with translate3d, and browsers then move
 * hundreds of layers in each frame.
 */
const FlatMarker = L.Marker.extend({
  _setPos(this: Positioned, at: L.Point) {
    (L.Marker.prototype as unknown as Positioned)._setPos.call(this, at);
    if (this._icon) this._icon.style.transform = `translate(${String(at.x)}px, ${String(at.y)}px)`;
  },
}) as unknown as typeof L.Marker;

type Props = Pick<EngineProps, 'onOpen' | 'onMove' | 'movable'> & { map: L.Map; marker: Marker };

/** One marker of Leaflet's. It is kept as long as its key, and updated in place. */
export const LeafletMarker = memo(function LeafletMarker(props: Props) {
  const { map, marker, movable } = props;
  const [inside] = useState(() => document.createElement('div'));
  const [handle, setHandle] = useState<L.Marker | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const icon = L.divIcon({ html: inside, className: css.spot, iconSize: [PIN_PIXELS, PIN_PIXELS] });
    const made = new FlatMarker(latest.current.marker.at, { icon, riseOnHover: true }).addTo(map);
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
      latest.current.onMove(latest.current.marker, where(map, made, latest.current.marker));
    });
    setHandle(made);
    return () => {
      made.remove();
    };
  }, [map, inside]);

  const { lat, lng } = marker.at;
  useEffect(() => {
    handle?.setLatLng({ lat, lng });
  }, [handle, lat, lng]);

  const [x, y] = marker.offset;
  useEffect(() => {
    const element = handle?.getElement();
    if (!element) return;
    element.style.marginLeft = `${String(x - PIN_PIXELS / 2)}px`;
    element.style.marginTop = `${String(y - PIN_PIXELS / 2)}px`;
  }, [handle, x, y]);

  useEffect(() => {
    const element = handle?.getElement();
    element?.setAttribute('aria-label', marker.label);
    element?.setAttribute('title', marker.label);
  }, [handle, marker.label]);

  useEffect(() => {
    handle?.getElement()?.toggleAttribute('data-movable', movable);
    if (movable) handle?.dragging?.enable();
    else handle?.dragging?.disable();
  }, [handle, movable]);

  return createPortal(<Pin marker={marker} />, inside);
});

/** The position of the drawn pin, which may be offset from its point. */
function where(map: L.Map, handle: L.Marker, { offset: [x, y] }: Marker): L.LatLngLiteral {
  const { lat, lng } = map.layerPointToLatLng(map.latLngToLayerPoint(handle.getLatLng()).add([x, y]));
  return { lat, lng };
}

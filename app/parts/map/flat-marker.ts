import L from 'leaflet';

type Positioned = { _icon?: HTMLElement; _setPos: (at: L.Point) => void };

/**
 * A marker without a layer of its own. Leaflet places each with translate3d, and browsers then move hundreds of layers
 * with every frame where one, the map's, would do.
 */
export const FlatMarker = L.Marker.extend({
  _setPos(this: Positioned, at: L.Point) {
    (L.Marker.prototype as unknown as Positioned)._setPos.call(this, at);
    if (this._icon) this._icon.style.transform = `translate(${String(at.x)}px, ${String(at.y)}px)`;
  },
}) as unknown as typeof L.Marker;

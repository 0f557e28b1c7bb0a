import { AdvancedMarker, useMap } from '@vis.gl/react-google-maps';
import type { EngineProps } from './engine';
import { Pin } from './pin';
import type { Marker } from './scene';

type Props = Pick<EngineProps, 'onOpen' | 'onMove' | 'movable'> & { marker: Marker };

export function GoogleMarker({ marker, movable, onOpen, onMove }: Props) {
  const map = useMap();
  const [x, y] = marker.offset;
  return (
    <AdvancedMarker
      position={marker.at}
      title={marker.label}
      anchorLeft={`calc(-50% + ${String(x)}px)`}
      anchorTop={`calc(-50% + ${String(y)}px)`}
      draggable={movable}
      onClick={() => {
        onOpen(marker);
      }}
      onDragEnd={({ latLng }) => {
        if (latLng && map) onMove(marker, seenAt(map, latLng, marker));
      }}
    >
      <Pin marker={marker} />
    </AdvancedMarker>
  );
}

/** The position of the drawn pin, which may be offset from its point. */
function seenAt(map: google.maps.Map, at: google.maps.LatLng, { offset: [x, y] }: Marker) {
  const projection = map.getProjection();
  const point = projection?.fromLatLngToPoint(at);
  const zoom = map.getZoom();
  if (!projection || !point || zoom === undefined) return at.toJSON();
  const pixels = 2 ** zoom;
  return (
    projection.fromPointToLatLng(new google.maps.Point(point.x + x / pixels, point.y + y / pixels)) ?? at
  ).toJSON();
}

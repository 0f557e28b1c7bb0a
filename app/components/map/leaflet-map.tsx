/** The map that needs no outside service. It shows the region's streets, a grid, or the tiles of MAP_TILE_URL. */
import { useEffect, useRef, memo, useState } from 'react';
import L from 'leaflet';
import { createPortal } from 'react-dom';
import type { MapLabel } from '~/domain/views/map/map';
import type { Streets } from '~/domain/geography/region/map-settings';
import { DRIVER_PIXELS, driverLook } from '~/domain/tasks/model/last-positions';
import { useNow } from '~/ui/time';
import { addBorders, keepLooking, useLeaflet, nameMarker, plainText } from './leaflet';
import type { EngineProps, Line, Marker, Scene, Town } from './scene';
import { PIN_PIXELS, Pin } from './pin';
import * as css from './map.css';

export default function LeafletMap(props: EngineProps) {
  const { scene, drivers, camera, settings, movable, onOpen, onMove } = props;
  const place = useRef<HTMLDivElement>(null);
  const tell = useRef(props);
  tell.current = props;
  const { map, isTiled, towns } = useLeaflet(place, props);
  useEffect(() => {
    if (map && !isTiled) return addBorders(map);
  }, [map, isTiled]);
  useEffect(() => {
    if (!map) return;
    const report = () => {
      const bounds = map.getBounds();
      tell.current.onView({
        zoom: map.getZoom(),
        south: bounds.getSouth(),
        west: bounds.getWest(),
        north: bounds.getNorth(),
        east: bounds.getEast(),
      });
    };
    map.on('moveend', report);
    return () => {
      map.off('moveend', report);
    };
  }, [map]);
  // This effect comes after the one above, so that `report` hears of the first view.
  useEffect(() => {
    if (map) return keepLooking(map, camera);
  }, [map, camera]);
  useEffect(() => {
    if (map) tell.current.onReady();
  }, [map]);
  const named = [
    ...towns.map((town) => ({ ...town, look: lookOf(town) })),
    ...namesBeside(settings.streets, scene.towns).map((town) => ({ ...town, look: css.town })),
  ];

  return (
    <>
      <div ref={place} className={css.canvas} role="region" aria-label="Map of stops" />
      {map && (
        <>
          <LeafletNames map={map} towns={isTiled ? [] : named} scene={scene} />
          {scene.lines.map((line) => (
            <LeafletLine key={line.key} map={map} line={line} />
          ))}
          {scene.markers.map((marker) => (
            <LeafletMarker
              key={marker.key}
              map={map}
              marker={marker}
              movable={movable && marker.tasks.length === 1}
              onOpen={onOpen}
              onMove={onMove}
            />
          ))}
          {drivers.map((driver) => (
            <LeafletDriver key={driver.position.driverId} map={map} {...driver} />
          ))}
        </>
      )}
    </>
  );
}

/** Leaves out names in the street map's region, because the street map shows its own. */
function namesBeside(streets: Streets | null, names: MapLabel[]): MapLabel[] {
  if (!streets) return names;
  const [west, south, east, north] = streets.box;
  return names.filter(({ lat, lng }) => lat < south || lat > north || lng < west || lng > east);
}

function LeafletLine({ map, line }: { map: L.Map; line: Line }) {
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

type MarkerProps = Pick<EngineProps, 'onOpen' | 'onMove' | 'movable'> & { map: L.Map; marker: Marker };

/** A marker of Leaflet's. It stays as long as its key stays, and changes in place. */
const LeafletMarker = memo(function LeafletMarker(props: MarkerProps) {
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

type DriverProps = EngineProps['drivers'][number] & { map: L.Map };

/** A driver's marker stays the same element when it moves. */
function LeafletDriver({ map, name, color, initials, position }: DriverProps) {
  const [marker, setMarker] = useState<L.Marker | null>(null);
  const { label, isOld } = driverLook(name, position, useNow() ?? Date.now());
  useEffect(() => {
    const html = document.createElement('div');
    html.className = css.initials;
    html.dataset.driverColor = String(color);
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
  }, [map, name, color, initials]);
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

/** `isKept`: it is shown also where there is no space. */
type Name = MapLabel & { look: string; isKept?: true };

const lookOf = ({ isCity }: Town) => css.townOfStreets[isCity ? 'city' : 'town'];

/** Half the size of a marker, with the badge in its corner. */
const MARKER_PIXELS = PIN_PIXELS / 2 + 4;
const MARKER = L.bounds([-MARKER_PIXELS, -MARKER_PIXELS], [MARKER_PIXELS, MARKER_PIXELS]);

type Label = { at: L.LatLngLiteral; html: HTMLElement; size: L.Point; marker: L.Marker; isKept: boolean };

/** Adds names below the markers. */
function addNames(map: L.Map, names: Name[]): Label[] {
  const pane = map.getPane('names') ?? map.createPane('names');
  pane.style.zIndex = '390';
  return names.map(({ name, look, lat, lng, isKept = false }) => {
    const [at, html] = [{ lat, lng }, document.createElement('div')];
    html.className = look;
    html.textContent = name;
    const icon = L.divIcon({ html, className: css.point, iconSize: undefined });
    const marker = L.marker(at, { icon, interactive: false, keyboard: false, pane: 'names' }).addTo(map);
    return { at, html, marker, isKept, size: L.point(html.offsetWidth, html.offsetHeight) };
  });
}

/**
 * Names of dealerships, which are kept, and of towns. A name goes beside all markers and away from the names before it;
 * a kept one is above its point if it can.
 */
function LeafletNames({ map, towns, scene }: { map: L.Map; towns: Name[]; scene: Scene }) {
  const { markers, dealerships } = scene;
  const all = JSON.stringify([
    ...dealerships.map((each) => ({ ...each, look: css.base, isKept: true })),
    ...towns,
  ]);
  const [labels, setLabels] = useState<Label[]>([]);
  useEffect(() => {
    const added = addNames(map, JSON.parse(all) as Name[]);
    setLabels(added);
    return () => {
      for (const { marker } of added) marker.remove();
    };
  }, [map, all]);
  useEffect(() => {
    const makeRoom = () => {
      const taken = markers.map(({ at }) => moved(MARKER, map.project(at)));
      for (const { at, html, size, isKept } of labels) {
        const point = map.project(at);
        const isFree = (place: L.Bounds) => {
          const wanted = moved(place, point);
          return !taken.some((other) => other.overlaps(wanted));
        };
        const places = placesBeside(size, isKept);
        const place = places.find(isFree) ?? (isKept ? places[0] : undefined);
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
  }, [map, labels, markers]);
  return null;
}

/** The possible positions of a name of this size, relative to its point. The best position comes first. */
function placesBeside({ x: width, y: height }: L.Point, isAbove: boolean): L.Bounds[] {
  const [below, above] = [MARKER_PIXELS, -MARKER_PIXELS - height];
  const lines = [...(isAbove ? [above, below] : [below, above]), below + height, above - height];
  const corners = [
    ...(isAbove ? [] : [[-width / 2, -height / 2]]),
    ...lines.slice(0, 2).map((y) => [-width / 2, y]),
    [MARKER_PIXELS, -height / 2],
    [-MARKER_PIXELS - width, -height / 2],
    ...lines.flatMap((y) => SHIFTS.map((part) => [-width * part, y])),
  ];
  return corners.map(([x = 0, y = 0]) => L.bounds([x, y], [x + width, y + height]));
}

/** The part of a name that is to the left of its point. */
const SHIFTS = [1 / 2, 1 / 4, 3 / 4, 0, 1];

const moved = (bounds: L.Bounds, by: L.Point) =>
  L.bounds(bounds.getTopLeft().add(by), bounds.getBottomRight().add(by));

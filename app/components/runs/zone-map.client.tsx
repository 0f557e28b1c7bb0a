/** A zone on the map, with a dot for each account: its corners are added, dragged and deleted. */
import { useEffect, useMemo, useRef, useState } from 'react';
import L from 'leaflet';
import { cornersIn, isInside, rounded, textOfCorners, withCorner } from './zone-corners';
import type { LatLng } from '~/domain/geography/coordinates';
import type { ZoneMap as Loaded } from '~/domain/views/runs/zone-map.server';
import { Button } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { addBorders, keepLooking, nameMarker, plainText, useLeaflet } from '~/components/map/leaflet';
import type { Camera } from '~/components/map/scene';
import * as css from './zone-map.css';

export type ZoneMapProps = {
  /** A line for each corner. */
  text: string;
  onText: (text: string) => void;
  dealership: string;
};

const CITY_ZOOM = 10;
const MIDDLE_OF_THE_COUNTRY: Camera = { at: { lat: 39.8, lng: -98.6 }, zoom: 4 };
const CORNER_PIXELS = 24;

export default function ZoneMap(props: ZoneMapProps) {
  const { dealership } = props;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const asking = new AbortController();
    fetch(`/dispatcher/zone-map?dealership=${encodeURIComponent(dealership)}`, { signal: asking.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}`);
        setLoaded((await answer.json()) as Loaded);
      })
      .catch(() => {
        if (!asking.signal.aborted) setFailed(true);
      });
    return () => {
      asking.abort();
    };
  }, [dealership]);
  if (failed) return <p role="status">The map could not be loaded. The corners can be typed.</p>;
  return loaded && <Drawn {...props} loaded={loaded} />;
}

function cameraOf(corners: LatLng[], { accounts, dealership }: Loaded): Camera {
  if (corners.length > 1) return { around: corners };
  if (dealership) return { at: dealership, zoom: CITY_ZOOM };
  return accounts.length > 1 ? { around: accounts } : MIDDLE_OF_THE_COUNTRY;
}

function Drawn({ text, onText, loaded }: ZoneMapProps & { loaded: Loaded }) {
  const { settings, accounts } = loaded;
  const place = useRef<HTMLDivElement>(null);
  const corners = useMemo(() => cornersIn(text), [text]);
  const [chosen, choose] = useState<number | null>(null);
  const [camera] = useState(() => cameraOf(corners, loaded));
  const { map, isTiled } = useLeaflet(place, { camera, settings, onTilesLost: ignore });
  const change = (next: LatLng[]) => {
    onText(textOfCorners(next));
  };
  const latest = useRef({ corners, change, choose });
  latest.current = { corners, change, choose };
  const remove = (index: number) => {
    change(corners.filter((_, each) => each !== index));
    choose(null);
  };

  useEffect(() => {
    if (map && !isTiled) return addBorders(map);
  }, [map, isTiled]);
  useEffect(() => {
    if (map) return keepLooking(map, camera);
  }, [map, camera]);
  useEffect(() => {
    if (!map) return;
    const add = ({ latlng }: L.LeafletMouseEvent) => {
      const added = rounded(latlng);
      const next = withCorner(latest.current.corners, added);
      latest.current.change(next);
      latest.current.choose(next.indexOf(added));
    };
    map.on('click', add);
    return () => {
      map.off('click', add);
    };
  }, [map]);
  useEffect(() => {
    if (!map) return;
    const dots = accounts.map((at) =>
      L.circleMarker(at, {
        radius: 5,
        bubblingMouseEvents: true,
        className: corners.length > 2 && isInside(corners, at) ? css.inside : css.outside,
      }).bindTooltip(plainText(at.name)),
    );
    const shape = L.polygon(corners, { className: css.zone, interactive: false });
    for (const each of [shape, ...dots]) {
      each.addTo(map);
      // Hundreds of dots are no steps of the Tab key.
      each.getElement()?.setAttribute('tabindex', '-1');
    }
    return () => {
      for (const each of [shape, ...dots]) each.remove();
    };
  }, [map, accounts, corners]);

  const within = corners.length > 2 ? accounts.filter((at) => isInside(corners, at)).length : 0;
  return (
    <div className={css.frame}>
      <div ref={place} className={css.map} role="region" aria-label="Map of the zone" />
      {map &&
        corners.map((corner, index) => (
          <Corner
            key={index}
            map={map}
            at={corner}
            number={index + 1}
            isChosen={index === chosen}
            onChoose={() => {
              choose(index);
            }}
            onMove={(at) => {
              change(corners.map((each, other) => (other === index ? rounded(at) : each)));
            }}
            onDelete={() => {
              remove(index);
            }}
          />
        ))}
      <Inline>
        <span role="status">
          {within} of {accounts.length} account addresses inside
        </span>
        <Button
          type="button"
          size="form"
          disabled={chosen === null}
          onClick={() => {
            if (chosen !== null) remove(chosen);
          }}
        >
          Delete Corner
        </Button>
      </Inline>
      <p className={css.hint}>
        Click on the map to add a corner. Drag a corner to move it. With the keyboard, type the corners above.
      </p>
    </div>
  );
}

const ignore = () => undefined;

type CornerProps = {
  map: L.Map;
  at: LatLng;
  number: number;
  isChosen: boolean;
  onChoose: () => void;
  onMove: (at: LatLng) => void;
  onDelete: () => void;
};

function Corner(props: CornerProps) {
  const { map, at, number, isChosen } = props;
  const { lat, lng } = at;
  const [marker, setMarker] = useState<L.Marker | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const html = document.createElement('div');
    html.className = css.corner;
    html.textContent = String(number);
    const icon = L.divIcon({ html, className: css.spot, iconSize: [CORNER_PIXELS, CORNER_PIXELS] });
    const made = L.marker(latest.current.at, { icon, draggable: true, bubblingMouseEvents: false }).addTo(
      map,
    );
    nameMarker(made, `Corner ${String(number)}`);
    made.on('click', () => {
      latest.current.onChoose();
    });
    made.on('dragend', () => {
      latest.current.onMove(made.getLatLng());
    });
    made.getElement()?.addEventListener('keydown', (event) => {
      if (event.key === 'Delete' || event.key === 'Backspace') latest.current.onDelete();
      else if (event.key === 'Enter' || event.key === ' ') latest.current.onChoose();
      else return;
      event.preventDefault();
    });
    setMarker(made);
    return () => {
      made.remove();
      setMarker(null);
    };
  }, [map, number]);
  useEffect(() => {
    marker?.setLatLng({ lat, lng });
  }, [marker, lat, lng]);
  useEffect(() => {
    marker?.getElement()?.toggleAttribute('data-chosen', isChosen);
  }, [marker, isChosen]);
  return null;
}

/** The map's component. Its code, data and engine load after the page is usable. */
import { Link } from '@remix-run/react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { boardView, withView } from '~/components/board/board-links';
import type { FollowMoves, DriverPosition } from '~/domain/tasks/model/last-positions';
import type { LatLng } from '~/domain/geography/coordinates';
import type { MapAnswer } from '~/domain/views/map/map';
import { canPart, clusterMarkers } from './cluster';
import { MapFrame, NOT_LOADED } from './map-frame';
import { sceneOf, GOING, type Line, type Marker, type Scene, type Shown } from './scene';
import { useRoadLines, useMapCamera, useMapData } from './use-map';
import {
  driverOfSelected,
  isShown,
  mapView,
  openedStop,
  turnCompleted,
  type Narrowing,
  type Selected,
} from './map-params';
import { Control } from './control';
import { Pin } from './pin';
import { useMovedPin, type MovedPin } from './use-moved-pin';
import * as css from './map.css';
import { STATUS } from '~/domain/tasks/model/statuses';

export type MapViewProps = {
  /** The version of the lists that the page shows. */
  version: number;
  /** The address' search, which selects the tasks and routes. */
  search: string;
  selected: Selected;
  /** The board's search and filters. */
  narrowing: Narrowing | null;
  /** A route that is suggested, or has just been applied. */
  suggested: Line | null;
  /** True when the list in its place is shown instead. */
  listChosen: boolean;
  onList: (isChosen: boolean) => void;
  onOpen: (path: string) => void;
  /** Calls back when drivers move. */
  follow: FollowMoves;
  /** Calls back when the street map may have been replaced. @returns a function that ends this. */
  onRegion: (hear: () => void) => () => void;
  /** Called when the map is drawn. */
  onReady: () => void;
  /** Called when the map can't be drawn. */
  onFailure: (message: string) => void;
};

const NO_LINES: Line[] = [];

export default function MapView(props: MapViewProps) {
  const { version, listChosen, onList, onOpen, onReady, onFailure, follow, onRegion } = props;
  // The page and its panel are shown first, the map's thousands of stops after them.
  const search = useDeferredValue(props.search);
  const selected = useDeferredValue(props.selected);
  const narrowing = useDeferredValue(props.narrowing);
  const suggested = useDeferredValue(props.suggested);
  const [moving, setMoving] = useState(false);
  const [centred, setCentred] = useState(0);
  const { moved, move: onMove } = useMovedPin(version, boardView(search));
  const { data, failed, askAgain } = useMapData(version);
  useEffect(() => onRegion(askAgain), [onRegion, askAgain]);
  const view = useMemo(() => mapView(search), [search]);
  const names = useMemo(() => new Map(data?.drivers.map(({ id, name }) => [id, name])), [data?.drivers]);
  const positions = useDriverPositions(follow);
  const drivers = useMemo(
    () =>
      [...positions.values()].flatMap((position) => {
        const driver = data?.drivers.find(({ id }) => id === position.driverId);
        if (!driver || !isShown(view, driver.id)) return [];
        const { name, color, initials } = driver;
        return [{ name, color, initials, position }];
      }),
    [positions, data?.drivers, view],
  );
  const stop = openedStop(search);
  const scene = useMemo(
    () =>
      data &&
      sceneOf(withMoved(data, moved), view, {
        selected,
        narrowing,
        opened: stop,
        extra: suggested ? [suggested] : [],
      }),
    [data, view, moved, suggested, selected, narrowing, stop],
  );
  const [shown, setShown] = useState<Shown | null>(null);
  const markers = useMemo(() => scene && clusterMarkers(scene.markers, shown), [scene, shown]);
  const lines = useRoadLines(scene?.lines ?? NO_LINES);
  const drawn = useMemo(() => scene && markers && { ...scene, markers, lines }, [scene, markers, lines]);
  const { camera, comeCloser, opened } = useMapCamera({ scene, view, search, selected, suggested, centred });
  const openedKey = opened?.key ?? null;
  const [isDrawn, setDrawn] = useState(false);
  const tellReady = useCallback(() => {
    setDrawn(true);
    onReady();
  }, [onReady]);
  const { places, choose, closePanel } = usePlaces(scene, openedKey, isDrawn);

  const isEmpty = data === null && failed;
  useEffect(() => {
    if (isEmpty) onFailure(NOT_LOADED);
  }, [isEmpty, onFailure]);

  const linkTo = useCallback((page: string) => withView(page, search), [search]);
  const zoom = shown?.zoom ?? 0;
  const open = useCallback(
    (marker: Marker) => {
      const { members, tasks } = marker;
      const [first, second] = tasks;
      if (members && canPart(members, zoom)) comeCloser(members, zoom);
      else if (moving && first && !second) onOpen(linkTo(`/dispatcher/map-pin/${String(first.id)}`));
      else choose(members ?? [marker]);
    },
    [onOpen, linkTo, comeCloser, choose, moving, zoom],
  );
  const move = useCallback(
    ({ tasks: [task] }: Marker, to: LatLng) => {
      if (task) onMove(task.id, to);
    },
    [onMove],
  );
  const loseTiles = useCallback(
    (isLost: boolean) => {
      // Tiles also get lost when the street map has been replaced. This asks for the present one.
      if (isLost) askAgain();
    },
    [askAgain],
  );

  if (!data || !drawn || !camera) return null;
  return (
    <>
      {isDrawn && (
        <div className={css.controls}>
          <div role="group" aria-label="List or map" className={css.sides}>
            {[true, false].map((isList) => (
              <button
                key={String(isList)}
                type="button"
                className={css.side}
                aria-pressed={listChosen === isList}
                onClick={() => {
                  onList(isList);
                }}
              >
                {isList ? 'List' : 'Map'}
              </button>
            ))}
          </div>
          {!listChosen && (
            <>
              <Control
                name="Center Map"
                icon="fullscreen"
                onClick={() => {
                  setCentred(centred + 1);
                }}
              />
              <Control
                name="Move Pins"
                icon="mapPin"
                aria-pressed={moving}
                onClick={() => {
                  setMoving(!moving);
                }}
              />
            </>
          )}
        </div>
      )}
      <a href="#after-map" className={css.skip}>
        Skip map
      </a>
      <MapFrame
        scene={drawn}
        drivers={drivers}
        camera={camera}
        settings={data.settings}
        movable={moving}
        onOpen={open}
        onMove={move}
        onView={setShown}
        onTilesLost={loseTiles}
        onReady={tellReady}
        onFailure={onFailure}
        places={places}
        names={names}
        linkTo={linkTo}
        onClose={closePanel}
        note={
          (narrowing !== null && scene?.markers.length === 0 && 'No stop on the map matches.') ||
          (moving && 'Drag a pin to where the stop is, or press Enter on it to type coordinates.')
        }
      >
        <div className={css.corner}>
          <Link to={turnCompleted(search)} className={css.cornerLink} preventScrollReset replace>
            {view.hidesCompleted ? 'Show completed' : 'Hide completed'}
          </Link>
          <Legend
            isSelected={selected !== null}
            driver={data.drivers.find(({ id }) => id === driverOfSelected(selected))}
          />
        </div>
      </MapFrame>
    </>
  );
}

/** Puts a moved pin where it was dropped, until the lists contain the move. */
function withMoved(data: MapAnswer, moved: MovedPin | null): MapAnswer {
  if (moved === null || data.liveVersion > moved.version) return data;
  const tasks = data.tasks.map((task) =>
    task.id === moved.taskId ? { ...task, ...moved.at, approximate: false, byStreet: false } : task,
  );
  return { ...data, tasks };
}

/** The places whose tasks the panel lists: those of the marker that was opened, or of the stop in the address. */
function usePlaces(scene: Scene | null, openedKey: string | null, isDrawn: boolean) {
  const [chosen, setChosen] = useState<string[]>([]);
  useEffect(() => {
    // The panel takes the focus once it is visible, but not from someone who is typing.
    if (isDrawn && !(document.activeElement instanceof HTMLInputElement))
      setChosen(openedKey === null ? [] : [openedKey]);
  }, [isDrawn, openedKey]);
  const choose = useCallback((markers: Marker[]) => {
    setChosen(markers.map(({ key }) => key));
  }, []);
  const closePanel = useCallback(() => {
    setChosen([]);
  }, []);
  return { places: scene?.markers.filter(({ key }) => chosen.includes(key)) ?? [], choose, closePanel };
}

const OPEN = 'map-legend';

type Sample = Parameters<typeof Pin>[0]['marker'];
const PLAIN: Sample = {
  tone: 'delivery',
  type: 'delivery',
  sign: 'D',
  badge: '',
  approximate: false,
  standing: null,
  driverColor: null,
};
type Entry = readonly [sample: Partial<Sample>, meaning: string];
const SAMPLES: readonly Entry[] = [
  [{}, 'Delivery'],
  [{ type: 'pickup', tone: 'pickup', sign: 'P' }, 'Pickup'],
  [{ type: 'transfer', tone: 'transfer', sign: 'T' }, 'Transfer'],
  [{ tone: 'urgent', sign: '!D' }, 'Urgent'],
  [{ tone: STATUS.going, badge: GOING }, 'Going'],
  [{ tone: STATUS.nextRoute }, 'Next Route'],
  [{ tone: STATUS.linked }, 'Linked'],
  [{ tone: STATUS.completed, sign: '✓' }, 'Completed'],
  [{ approximate: true }, 'Location is approximate (ZIP or street)'],
  [{ badge: '2' }, 'Several tasks at one place'],
  [{ members: [], sign: '12' }, 'Several stops'],
];

type Props = {
  /** True while a list is open. */
  isSelected: boolean;
  /** The driver of the open list, whose stops are numbered. */
  driver: MapAnswer['drivers'][number] | undefined;
};

/** Explains the signs and colors of the map. This device stores if it is open. */
function Legend({ isSelected, driver }: Props) {
  const [isOpen, setOpen] = useState(wasOpen);
  const samples = isSelected ? [[{ standing: 'faded' }, 'Other stops'] as const, ...SAMPLES] : SAMPLES;
  return (
    <details
      className={css.legend}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        remember(open);
      }}
    >
      <summary className={css.legendTitle}>Legend</summary>
      <ul className={css.legendList}>
        {driver && (
          <Meaning
            entry={[
              { standing: 'selected', driverColor: driver.color, sign: '1' },
              `Stops of ${driver.name}, in order`,
            ]}
          />
        )}
        {samples.map((entry) => (
          <Meaning key={entry[1]} entry={entry} />
        ))}
      </ul>
    </details>
  );
}

const Meaning = ({ entry: [sample, meaning] }: { entry: Entry }) => (
  <li className={css.legendEntry}>
    <span className={css.legendSign}>
      <Pin marker={{ ...PLAIN, ...sample }} />
    </span>
    {meaning}
  </li>
);

function wasOpen(): boolean {
  try {
    return localStorage.getItem(OPEN) === '1';
  } catch {
    return false; // storage may be forbidden
  }
}

function remember(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(OPEN, '1');
    else localStorage.removeItem(OPEN);
  } catch {
    // storage may be forbidden: the legend is closed again next time
  }
}

/**
 * The last position of each driver who is or recently was on duty. The live channel sends moves; after a gap all
 * positions are requested.
 */
function useDriverPositions(follow: FollowMoves): ReadonlyMap<number, DriverPosition> {
  const [known, setKnown] = useState<ReadonlyMap<number, DriverPosition>>(new Map());
  useEffect(() => {
    let isShown = true;
    const ask = async () => {
      const answer = await fetch('/api/positions', { headers: { Accept: 'application/json' } });
      if (!answer.ok) return;
      const all = (await answer.json()) as DriverPosition[];
      if (isShown) setKnown(new Map(all.map((each) => [each.driverId, each])));
    };
    const askAgain = () => {
      // Offline. The channel requests the positions when it is back.
      ask().catch(() => undefined);
    };
    askAgain();
    const stop = follow((moved) => {
      if (moved === 'gap') askAgain();
      else
        setKnown((before) => {
          const now = new Map(before);
          if (moved.position) now.set(moved.driverId, moved.position);
          else now.delete(moved.driverId);
          return now;
        });
    });
    return () => {
      isShown = false;
      stop();
    };
  }, [follow]);
  return known;
}

/** A map in a page: the engine that draws it, notes, and the panel with the tasks of the opened places. */
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { APPROXIMATE, ON_STREET } from '~/domain/geography/address';
import { NOBODY, signOf, type MapTask } from '~/domain/views/map/map';
import { lazyOr } from '~/ui/lazy-or';
import { Button } from '~/ui/button';
import * as icon from '~/ui/icon.css';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { describeTask, group, isByZip, nameOfOwner, type EngineProps, type Marker } from './scene';
import * as css from './map.css';

export const NOT_LOADED = 'The map could not be loaded.';

const LeafletMap = lazyOr(() => import('./leaflet-map'), Missing);
const GoogleMap = lazyOr(() => import('./google-map'), Missing);

/** Uses Google's map if there is a key for it. Its code loads when there is something to draw. */
function DrawnMap(props: EngineProps) {
  const Drawn = props.settings.google ? GoogleMap : LeafletMap;
  return (
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  );
}

/** Reports that the code of an engine could not be loaded. */
function Missing({ onFailure }: EngineProps) {
  useEffect(() => {
    onFailure(NOT_LOADED);
  }, [onFailure]);
  return null;
}

type FrameProps = Omit<EngineProps, 'onTilesLost'> &
  Omit<Props, 'places'> & {
    /** The places whose tasks the panel lists. */
    places: Marker[];
    note?: string | false;
    onTilesLost?: (isLost: boolean) => void;
    /** Links and buttons over the map. */
    children?: ReactNode;
  };

export function MapFrame({
  places,
  names,
  linkTo,
  onClose,
  note,
  onTilesLost,
  children,
  ...map
}: FrameProps) {
  const [tilesLost, setTilesLost] = useState(false);
  const loseTiles = useCallback(
    (isLost: boolean) => {
      setTilesLost(isLost);
      onTilesLost?.(isLost);
    },
    [onTilesLost],
  );
  const [first, ...others] = places;
  return (
    <div className={css.view}>
      <DrawnMap {...map} onTilesLost={loseTiles} />
      {children}
      <p className={css.note} role="status">
        {tilesLost && 'Map tiles unavailable – stops are still shown'}
        {note}
      </p>
      {first && <PlacePanel places={[first, ...others]} names={names} linkTo={linkTo} onClose={onClose} />}
    </div>
  );
}

type Props = {
  places: [Marker, ...Marker[]];
  /** Names of drivers by id. */
  names: ReadonlyMap<number, string>;
  /** The path of a page of the board. It keeps the board's view. */
  linkTo: (page: string) => string;
  onClose: () => void;
};

/** Lists the tasks at one place with their actions. It takes the focus, and returns it to the marker at the end. */
function PlacePanel({ places, names, linkTo, onClose }: Props) {
  const [first] = places;
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useLinksInPlace<HTMLDivElement>();
  useEffect(() => {
    const element = panel.current;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape must not close the list beside the board too.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    element?.addEventListener('keydown', leave);
    return () => {
      element?.removeEventListener('keydown', leave);
    };
  }, [onClose]);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [first.key]);
  const isOne = places.length === 1;
  return (
    <section className={css.panel} aria-labelledby="place-panel" ref={panel}>
      <div className={css.panelHead}>
        <h3 id="place-panel" tabIndex={-1} ref={heading} aria-label={isOne ? first.label : undefined}>
          {isOne ? first.tasks[0]?.location : `${String(places.length)} stops here`}
        </h3>
        <Button type="button" variant="quiet" onClick={onClose} aria-label="Close the list of tasks">
          <span aria-hidden="true" className={icon.x} />
        </Button>
      </div>
      <div className={css.panelBody} ref={body}>
        {places.map(({ key, tasks, approximate }) => (
          <Place
            key={key}
            tasks={tasks}
            isApproximate={approximate}
            isOne={isOne}
            names={names}
            linkTo={linkTo}
          />
        ))}
      </div>
    </section>
  );
}

type PlaceProps = Pick<Props, 'names' | 'linkTo'> & {
  tasks: MapTask[];
  isApproximate: boolean;
  /** True when the panel shows one place. Its heading then has the name. */
  isOne: boolean;
};

function Place({ tasks, isApproximate, isOne, names, linkTo }: PlaceProps) {
  const [first] = tasks;
  const owners = [...group(tasks, ({ driverId }) => String(driverId ?? NOBODY))];
  return (
    <div className={css.panelPlace}>
      {!isOne && <h4>{first?.location}</h4>}
      <p className={css.address}>
        {first?.address}
        {isApproximate && ` · ${tasks.some(isByZip) ? APPROXIMATE : ON_STREET}`}
      </p>
      {owners.map(([owner, own]) => (
        <div key={owner}>
          <Owner tasks={own} names={names} linkTo={linkTo} />
          <ul>
            {own.map((task) => (
              <li key={task.id} className={css.panelTask}>
                <span aria-hidden="true" className={css.panelSign}>
                  {signOf(task)}
                </span>
                <a className={css.panelLink} href={linkTo(`/dispatcher/tasks/${String(task.id)}`)}>
                  {describeTask(task)} · {task.numbers || `#${String(task.id)}`}
                </a>
                <a
                  className={css.panelLink}
                  href={linkTo(`/dispatcher/map-pin/${String(task.id)}`)}
                  aria-label={`Move pin of ${task.location}, #${String(task.id)}`}
                >
                  Move pin
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The driver of a stop, with links to the driver's list and to the page that orders it. */
function Owner({ tasks: [first], names, linkTo }: Pick<PlaceProps, 'tasks' | 'names' | 'linkTo'>) {
  const { driverId = null, stop = null } = first ?? {};
  const name = nameOfOwner(driverId, names);
  const isDriver = driverId !== null && names.has(driverId);
  const list = `/dispatcher/drivers/${driverId === null ? 'unassigned' : String(driverId)}`;
  return (
    <p className={css.panelOwner}>
      {isDriver || driverId === null ? (
        <a className={css.panelLink} href={linkTo(list)}>
          <strong>{name}</strong>
        </a>
      ) : (
        <strong>{name}</strong>
      )}
      {stop !== null && <span className={css.address}>Stop {stop}</span>}
      {isDriver && stop !== null && (
        <a
          className={`${css.panelLink} ${css.atEnd}`}
          href={linkTo(`${list}?suggest=1`)}
          aria-label={`Plan the route of ${name}`}
        >
          Plan route
        </a>
      )}
    </p>
  );
}

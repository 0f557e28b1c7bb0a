/** The parts of the panel above the list, which describe the driver. */
import { Link, useLocation } from '@remix-run/react';
import { positionWords, type DriverPosition } from '~/domain/tasks/model/last-positions';
import type { Driver } from '~/domain/views/board/board';
import { Control } from '~/components/map/control';
import { controls } from '~/components/map/control.css';
import { LinkButton, PhoneLink } from '~/ui/button';
import { Time, useNow } from '~/ui/time';
import { boardView, useViewLink } from '~/components/board/board-links';
import { routesValue, suggestedValue } from '~/components/map/map-params';
import type { RoutePanelData } from '~/components/route-panel/panel';
import { RoutePanel } from '~/components/route-panel/route-panel';
import { nameOf } from '~/domain/tasks/model/stops';
import * as css from './list.css';

type ContactProps = {
  driver: Driver | null;
  finishAt: string | null | undefined;
  position: DriverPosition | null;
};

export function Contact({ driver, finishAt, position }: ContactProps) {
  if (!driver) return 'Tasks without a driver';
  return (
    <div className={css.contact}>
      {driver.phone ? <PhoneLink phone={driver.phone} /> : <span>No phone number</span>}
      {finishAt && (
        <span>
          done by <Time iso={finishAt} />
        </span>
      )}
      {position && <LastPosition driverId={driver.id} position={position} />}
    </div>
  );
}

function LastPosition({ driverId, position }: { driverId: number; position: DriverPosition }) {
  const now = useNow();
  return (
    <>
      <Link to={`/dispatcher/drivers/${String(driverId)}/trail`}>Trail</Link>
      <span className={css.position}>
        Position: {now === null ? <Time iso={position.at} /> : positionWords(position, now)}
      </span>
    </>
  );
}

/** In seconds: a year. */
const REMEMBERED = 31_536_000;
/** The name of the cookie that keeps the map above the list hidden on this device. */
const HIDDEN = 'panel-map';

/** Returns true when the map above the list was hidden on the device of this request. */
export const isMapHidden = (cookies: string | null) =>
  (cookies ?? '').split(/; */).includes(`${HIDDEN}=hidden`);

function remember(isHidden: boolean): void {
  const age = isHidden ? REMEMBERED : 0;
  document.cookie = `${HIDDEN}=hidden; Path=/dispatcher; Max-Age=${String(age)}; SameSite=Lax`;
}

type MapSizeProps = {
  /** True when the map has the place of the list. */
  isLarge: boolean;
  isHidden: boolean;
  onHide: (isHidden: boolean) => void;
  /** The paths of the page with a large map, and with the list. */
  largeTo: string;
  smallTo: string;
};

/** The buttons for the map above the list. This device remembers if it is hidden. */
export function MapSize({ isLarge, isHidden, onHide, largeTo, smallTo }: MapSizeProps) {
  const size = isLarge ? 'Smaller Map' : 'Larger Map';
  const hide = isHidden ? 'Show Map' : 'Hide Map';
  return (
    <div role="group" aria-label="Map" className={css.mapSize}>
      {!isLarge && (
        <Control
          name={hide}
          icon={isHidden ? 'panelOpen' : 'panelClose'}
          onClick={() => {
            remember(!isHidden);
            onHide(!isHidden);
          }}
        />
      )}
      <Link
        to={isLarge ? smallTo : largeTo}
        className={isLarge ? controls.minimize : controls.maximize}
        aria-label={size}
        title={size}
        preventScrollReset
        replace
      />
    </div>
  );
}

/** Opens the run sheet in a tab of its own. */
export const PrintLink = ({ to }: { to: string }) => (
  <Link
    to={to}
    className={controls.printer}
    aria-label="Print run sheet"
    title="Print run sheet"
    target="_blank"
    rel="noreferrer"
  />
);

type Props = {
  driver: Driver;
  panel: RoutePanelData;
  /** The list's path below the board's path. */
  list: string;
  movableCount: number;
};

/** Tools that change the order of a driver's active tasks: a suggested order, or an order by hand. */
export function RouteTools({ driver, panel, list, movableCount }: Props) {
  const { search } = useLocation();
  const viewLink = useViewLink();
  return (
    <>
      <RoutePanel
        panel={panel}
        driverName={nameOf(driver)}
        suggestTo={viewLink(`/dispatcher/${list}?suggest=1`)}
      >
        <LinkButton to={`/dispatcher${boardView(search, onMap(panel))}`} preventScrollReset>
          Show on Map
        </LinkButton>
      </RoutePanel>
      {movableCount > 1 && (
        <LinkButton to={viewLink(`/dispatcher/${list}?edit=1`)} preventScrollReset replace>
          Edit Order
        </LinkButton>
      )}
      {movableCount > 0 && (
        <LinkButton to={`/dispatcher/plan?give=${String(driver.id)}`}>
          <span>
            Give Stops<span className={css.long}> to Others</span>
          </span>
        </LinkButton>
      )}
    </>
  );
}

/** The map's parameters for the suggested route, or for the route after it was applied. */
function onMap({ driverId, comesBack, tasksKey, applied }: RoutePanelData): Record<string, string | null> {
  return applied
    ? { suggested: null, routes: routesValue([driverId]) }
    : { suggested: suggestedValue({ driverId, comesBack, tasksKey }) };
}

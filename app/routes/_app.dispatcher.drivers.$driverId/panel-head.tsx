/** The parts of the panel above the list, which describe the driver. */
import { Link, useLocation } from '@remix-run/react';
import { positionWords, type DriverPosition } from '~/domain/tasks/model/last-positions';
import type { Driver } from '~/domain/views/board/board';
import { LinkButton, PhoneLink } from '~/ui/button';
import { Time, useNow } from '~/ui/time';
import { boardView, useViewLink } from '~/components/board/board-links';
import { routesValue, suggestedValue } from '~/components/map/map-params';
import type { RoutePanelData } from '~/components/route-panel/panel';
import { RoutePanel } from '~/components/route-panel/route-panel';
import { nameOf } from '~/domain/tasks/model/stops';
import * as css from './list.css';

type ContactProps = { driver: Driver | null; finishAt: string | null | undefined };

export function Contact({ driver, finishAt }: ContactProps) {
  if (!driver) return 'Tasks without a driver';
  return (
    <>
      {driver.phone ? <PhoneLink phone={driver.phone} /> : <span>No phone number</span>}
      {finishAt && (
        <>
          {' '}
          · done by <Time iso={finishAt} />
        </>
      )}
    </>
  );
}

export function LastPosition({ driverId, position }: { driverId: number; position: DriverPosition }) {
  const now = useNow();
  return (
    <p>
      Position: {now === null ? <Time iso={position.at} /> : positionWords(position, now)}{' '}
      <Link to={`/dispatcher/drivers/${String(driverId)}/trail`}>Trail</Link>
    </p>
  );
}

type ListOrMapProps = { list: string; map: string; showsMap: boolean };

/** Switches between list and map in a panel, because the panel covers the map. */
export function ListOrMap({ list, map, showsMap }: ListOrMapProps) {
  const side = (label: string, to: string, isShown: boolean) => (
    <LinkButton
      to={to}
      variant={isShown ? 'primary' : 'secondary'}
      aria-current={isShown ? 'true' : undefined}
      preventScrollReset
      replace
    >
      {label}
    </LinkButton>
  );
  return (
    <nav aria-label="List or map" className={css.sides}>
      {side('List', list, !showsMap)}
      {side('Map', map, showsMap)}
    </nav>
  );
}

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
    <div className={css.tools}>
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
        <LinkButton to={`/dispatcher/plan?give=${String(driver.id)}`}>Give Stops to Others</LinkButton>
      )}
    </div>
  );
}

/** The map's parameters for the suggested route, or for the route after it was applied. */
function onMap({ driverId, comesBack, applied }: RoutePanelData): Record<string, string | null> {
  return applied
    ? { suggested: null, routes: routesValue([driverId]) }
    : { suggested: suggestedValue({ driverId, comesBack }) };
}

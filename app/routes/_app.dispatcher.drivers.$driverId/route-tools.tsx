/** Tools that change the order of a driver's active tasks: a suggested order, or an order by hand. */
import { useLocation } from '@remix-run/react';
import { boardView, useViewLink } from '~/components/board/board-links';
import { routesValue, suggestedValue } from '~/components/map/map-params';
import type { RoutePanelData } from '~/components/route-panel/panel';
import { RoutePanel } from '~/components/route-panel/route-panel';
import type { Driver } from '~/domain/views/board/board';
import { nameOf } from '~/domain/tasks/model/stops';
import { LinkButton } from '~/ui/button';
import * as css from './list.css';

type Props = {
  driver: Driver;
  panel: RoutePanelData;
  /** The list's path below the board's path. */
  list: string;
  movableCount: number;
};

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

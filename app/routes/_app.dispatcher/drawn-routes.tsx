import { Link } from '@remix-run/react';
import { DISTANCE_BASED, inMiles, inMinutes } from '~/domain/routing/distance';
import type { BoardRoute } from '~/domain/tasks/board';
import { boardView } from '~/parts/board/view';
import { mapView, routesValue } from '~/parts/map/view';
import * as css from './map.css';

type Props = {
  routes: BoardRoute[];
  nameOfDriver: (driverId: number | null) => string;
  /** Of the address. */
  search: string;
};

/** The routes that are drawn, and what they take. */
export function DrawnRoutes({ routes, nameOfDriver, search }: Props) {
  const { routes: ids } = mapView(search);
  return (
    <ul className={css.routes} aria-label="Routes on the map">
      {routes.map(({ driverId, estimate }) => {
        const name = nameOfDriver(driverId);
        const without = boardView(search, { routes: routesValue(ids.filter((id) => id !== driverId)) });
        return (
          <li key={driverId} className={css.route}>
            <span className={css.swatch} aria-hidden="true" />
            <strong>{name}</strong>
            {estimate && (
              <span className={css.figures}>
                {inMiles(estimate.metres)} · {inMinutes(estimate.minutes)} {DISTANCE_BASED}
              </span>
            )}
            <Link to={`/dispatcher${without}`} preventScrollReset aria-label={`Clear the route of ${name}`}>
              Clear
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

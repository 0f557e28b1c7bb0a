import { Link } from '@remix-run/react';
import { DISTANCE_BASED, inMiles, inMinutes } from '~/domain/routing/distance';
import type { BoardRoute } from '~/domain/tasks/board/board';
import { boardView, withView } from '~/components/board/view';
import { mapView, routesValue } from '~/components/map/view';
import type { SuggestedLine } from './use-suggested';
import * as css from './map.css';

type Props = {
  routes: BoardRoute[];
  suggested: SuggestedLine | null;
  nameOfDriver: (driverId: number | null) => string;
  /** Of the address. */
  search: string;
};

/** The routes that are drawn, and what they take. */
export function DrawnRoutes({ routes, suggested, nameOfDriver, search }: Props) {
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
      {suggested && (
        <SuggestedRoute suggested={suggested} name={nameOfDriver(suggested.driverId)} search={search} />
      )}
    </ul>
  );
}

type SuggestedProps = { suggested: SuggestedLine; name: string; search: string };

/** Drawn, but not followed by anybody yet. */
function SuggestedRoute({
  suggested: { driverId, comesBack, metres, minutes, estimated },
  name,
  search,
}: SuggestedProps) {
  const withoutIt = boardView(search, { suggested: null });
  const list = `/dispatcher/drivers/${String(driverId)}?suggest=1${comesBack ? '&return=1' : ''}`;
  return (
    <li className={css.route}>
      <span className={css.suggestedSwatch} aria-hidden="true" />
      <strong>{name}, suggested</strong>
      <span className={css.figures}>
        {inMiles(metres)} · {inMinutes(minutes)} {estimated && DISTANCE_BASED}
      </span>
      <Link
        to={withView(list, withoutIt)}
        preventScrollReset
        aria-label={`Open the suggested route of ${name}`}
      >
        Open
      </Link>
      <Link
        to={`/dispatcher${withoutIt}`}
        preventScrollReset
        aria-label={`Clear the suggested route of ${name}`}
      >
        Clear
      </Link>
    </li>
  );
}

import { Link } from '@remix-run/react';
import { boardView, withView } from '~/components/board/board-links';
import { Button, LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { Banner } from '~/ui/banner';
import { DISTANCE_BASED, inMiles, inMinutes } from '~/domain/geography/distance';
import { basedOn } from '~/domain/geography/roads/texts';
import type { BoardRoute } from '~/domain/views/board/board';
import { mapView, routesValue } from '~/components/map/map-params';
import * as css from './map.css';
import type { SuggestedLine, useMapCard } from './use-map-card';

type ButtonsProps = {
  card: ReturnType<typeof useMapCard>;
  /** The search of the page's address. */
  search: string;
};

/** Buttons that need the map. Their space is reserved, and they appear with the map. */
export function MapButtons({ card, search }: ButtonsProps) {
  const { isAvailable, isFront, moving, turnOver, turnMoving, centre } = card;
  return (
    <div className={css.tools}>
      <LinkButton to={`/dispatcher/map-drivers${boardView(search)}`} preventScrollReset>
        Show Drivers
      </LinkButton>
      <span className={isAvailable ? undefined : css.absent}>
        <Button type="button" onClick={turnOver}>
          {isFront ? 'List' : 'Map'}
        </Button>
      </span>
      <Inline className={isFront ? undefined : css.absent}>
        <Button type="button" onClick={centre}>
          Center Map
        </Button>
        <Button
          type="button"
          variant={moving ? 'primary' : 'secondary'}
          aria-pressed={moving}
          onClick={turnMoving}
        >
          Move Pins
        </Button>
      </Inline>
    </div>
  );
}

/** The number of drawn routes, and a button that clears them. */
export function RouteCount({ count, search }: { count: number; search: string }) {
  if (count === 0) return null;
  return (
    <Inline>
      <span className={css.count}>{count === 1 ? '1 route' : `${String(count)} routes`}</span>
      <LinkButton
        to={`/dispatcher${boardView(search, { routes: null, suggested: null })}`}
        preventScrollReset
      >
        Clear Routes
      </LinkButton>
    </Inline>
  );
}

/** Says why there is no map. The list of stops stays. */
export function MapTrouble({ message }: { message: string }) {
  return (
    <div className={css.trouble}>
      <Banner tone="error">
        <Inline spread>
          <span>{message}</span>
          <Button
            type="button"
            onClick={() => {
              window.location.reload();
            }}
          >
            Retry
          </Button>
        </Inline>
      </Banner>
    </div>
  );
}

type RoutesProps = {
  routes: BoardRoute[];
  suggested: SuggestedLine | null;
  nameOfDriver: (driverId: number | null) => string;
  /** The search of the page's address. */
  search: string;
};

/** The drawn routes with distance and time. */
export function DrawnRoutes({ routes, suggested, nameOfDriver, search }: RoutesProps) {
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

/** A suggested route that is drawn but not applied. */
function SuggestedRoute({
  suggested: { driverId, comesBack, metres, minutes, estimated, source },
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
        {inMiles(metres)} · {inMinutes(minutes)} {basedOn(source, estimated)}
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

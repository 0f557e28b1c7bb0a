import { boardView } from '~/parts/board/view';
import { Button, LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { RouteCount } from './drawn-routes';
import type { useMapCard } from './use-map-card';

type Props = {
  card: ReturnType<typeof useMapCard>;
  routeCount: number;
  /** Of the address. */
  search: string;
};

/** What needs the map is offered once the map is there. */
export function MapButtons({ card, routeCount, search }: Props) {
  const { isAvailable, isFront, moving, turnOver, turnMoving, centre } = card;
  return (
    <Inline>
      {routeCount > 0 && <RouteCount count={routeCount} />}
      {isAvailable && (
        <Button type="button" onClick={turnOver}>
          {isFront ? 'List' : 'Map'}
        </Button>
      )}
      {isFront && (
        <>
          <Button type="button" aria-pressed={moving} onClick={turnMoving}>
            Move Pins
          </Button>
          <Button type="button" onClick={centre}>
            Center Map
          </Button>
        </>
      )}
      {routeCount > 0 && (
        <LinkButton to={`/dispatcher${boardView(search, { routes: null })}`} preventScrollReset>
          Clear Routes
        </LinkButton>
      )}
      <LinkButton to={`/dispatcher/map-drivers${boardView(search)}`} preventScrollReset>
        Show Drivers
      </LinkButton>
    </Inline>
  );
}

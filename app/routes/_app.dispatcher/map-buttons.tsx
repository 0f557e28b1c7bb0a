import { boardView } from '~/components/board/view';
import { Button, LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import * as css from './map.css';
import type { useMapCard } from './use-map-card';

type Props = {
  card: ReturnType<typeof useMapCard>;
  /** Of the address. */
  search: string;
};

/** What needs the map has its place from the start, and can be used once the map is there. */
export function MapButtons({ card, search }: Props) {
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

/** How many routes are drawn, and the way to be rid of them. */
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

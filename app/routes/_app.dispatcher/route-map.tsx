import { onMoved, onRegion } from '~/live/use-live';
import { useLocation } from '@remix-run/react';
import { useMemo } from 'react';
import type { Board } from '~/domain/views/board/board';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { nameOf } from '~/domain/tasks/model/stops';
import { boardView } from '~/components/board/board-links';
import { isShown, mapView, selectedOwner } from '~/components/map/map-params';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty';
import { readFilters } from './filters';
import { searchKey } from '~/domain/views/board/search';
import { DrawnRoutes, MapButtons, MapTrouble, RouteCount } from './map-parts';
import * as css from './map.css';
import { narrowingOf, narrowRoutes } from './narrowing';
import { NextStops } from './next-stops';
import { useLine, useMapCard, useSuggested, type SuggestedLine } from './use-map-card';

/** Today's stops. A list by driver is shown until the map is loaded. */
export function RouteMap({
  board,
  found,
  suggestedByAddress,
}: {
  board: Board;
  /** The tasks that match the board's search. */
  found: FoundTasks | null;
  suggestedByAddress: SuggestedLine | null;
}) {
  const { pathname, search } = useLocation();
  const view = boardView(search);
  const shown = mapView(search);
  const names = new Map(board.drivers.map((driver) => [driver.id, nameOf(driver)]));
  const nameOfDriver = (driverId: number | null) =>
    driverId === null ? 'Unassigned' : (names.get(driverId) ?? 'Former driver');
  const narrowing = useMemo(
    () => narrowingOf(board.drivers, readFilters(search), found),
    [board.drivers, search, found],
  );
  const routes = narrowRoutes(
    board.routes.filter(({ driverId }) => isShown(shown, driverId)),
    narrowing,
  );
  const drawn = board.routes.filter(
    ({ driverId, estimate }) => estimate && driverId !== null && shown.routes.includes(driverId),
  );
  const suggested = useSuggested(suggestedByAddress);
  const line = useLine(suggested, nameOfDriver(suggested?.driverId ?? null));
  const card = useMapCard(board.liveVersion, view);
  const { box, isFront, MapView, failure } = card;

  return (
    <div className={css.fill}>
      <Card
        title="Route Map"
        id="route-map"
        flush
        actions={<RouteCount count={drawn.length + (suggestedByAddress ? 1 : 0)} search={search} />}
      >
        <MapButtons card={card} search={search} />
        {(drawn.length > 0 || suggestedByAddress) && (
          <DrawnRoutes
            routes={drawn}
            suggested={suggestedByAddress}
            nameOfDriver={nameOfDriver}
            search={search}
          />
        )}
        {failure !== null && <MapTrouble message={failure} />}
        <div className={css.box} ref={box}>
          {routes.length === 0 && !(isFront && narrowing) && (
            <div className={css.nothing}>
              <EmptyState>
                {board.routes.length === 0
                  ? 'No stops for today. New tasks appear here as soon as they are created.'
                  : narrowing
                    ? 'No stop matches the search and the filters.'
                    : 'The drivers shown have no stops ahead.'}
              </EmptyState>
            </div>
          )}
          <div className={isFront ? css.back : css.front}>
            <div className={css.list}>
              <NextStops
                routes={routes}
                of={board.routes}
                nameOfDriver={nameOfDriver}
                view={view}
                wanted={searchKey(readFilters(search).text)}
              />
            </div>
          </div>
          {MapView && (
            <div className={isFront ? css.front : css.back}>
              <a href="#after-map" className={css.skip}>
                Skip map
              </a>
              <MapView
                follow={onMoved}
                onRegion={onRegion}
                version={board.liveVersion}
                search={search}
                selected={selectedOwner(pathname, search)}
                narrowing={narrowing}
                suggested={line}
                {...card.island}
              />
            </div>
          )}
        </div>
        <div id="after-map" tabIndex={-1} />
        {isFront && card.moving && (
          <p className={css.hint}>
            Drag a pin to where the stop is, or press Enter on it to type coordinates.
          </p>
        )}
      </Card>
    </div>
  );
}

import { onMoved, onRegion } from '~/live/use-live';
import { Link, useLocation, useRouteLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import type { Board, BoardRoute } from '~/domain/views/board/board';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { nameOf } from '~/domain/tasks/model/stops';
import { boardView, withView } from '~/components/board/board-links';
import { stopsOf } from '~/components/stop-order/stops';
import type { Run } from '~/domain/network/runs/schema';
import type { TaskCard } from '~/domain/tasks/model/task';
import { isShown, mapView, routesValue, selectedOwner, type SelectedRun } from '~/components/map/map-params';
import { narrowingOf, narrowRoutes, readFilters } from './filters';
import { searchKey } from '~/domain/views/board/search';
import { Banner, EmptyState } from '~/ui/banner';
import { DISTANCE_BASED, inMiles } from '~/domain/geography/distance';
import { minutesLabel } from '~/domain/kernel/time';
import { basedOn } from '~/domain/geography/roads/texts';
import { Button } from '~/ui/button';
import { Inline, VisuallyHidden } from '~/ui/layout';
import { NextStops } from './next-stops';
import { useLine, useMapCard, useSuggested, type SuggestedLine } from './use-map-card';
import * as css from './board.css';

/** Today's stops. A list by driver is shown until the map is loaded. */
export function RouteMap({
  board,
  found,
  suggestedByAddress,
  discarded,
}: {
  board: Board;
  /** The tasks that match the board's search. */
  found: FoundTasks | null;
  suggestedByAddress: SuggestedLine | null;
  /** The sentence for a suggestion that was discarded. */
  discarded: string | null;
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
  const run = useSelectedRun();
  const { box, isFront, MapView, failure, island } = useMapCard();

  return (
    <section className={css.fill} aria-labelledby="route-map">
      <VisuallyHidden>
        <h2 id="route-map">Route Map</h2>
      </VisuallyHidden>
      {(drawn.length > 0 || suggestedByAddress || discarded) && (
        <DrawnRoutes
          routes={drawn}
          suggested={suggestedByAddress}
          discarded={discarded}
          nameOfDriver={nameOfDriver}
          search={search}
        />
      )}
      {failure !== null && <MapTrouble message={failure} />}
      <div className={css.box} ref={box}>
        <Link
          to={`/dispatcher/map-drivers${view}`}
          className={css.showDrivers}
          preventScrollReset
          aria-label="Show Drivers"
          title="Show Drivers"
        />
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
        <div className={isFront ? css.listBehind : css.front}>
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
            <MapView
              follow={onMoved}
              onRegion={onRegion}
              version={board.liveVersion}
              search={search}
              selected={run ?? selectedOwner(pathname, search)}
              narrowing={narrowing}
              suggested={line}
              {...island}
            />
          </div>
        )}
      </div>
      <div id="after-map" tabIndex={-1} />
    </section>
  );
}

/** The run whose panel is open, or null. */
function useSelectedRun(): SelectedRun | null {
  const data = useRouteLoaderData<{ run: Run; tasks: TaskCard[] }>('routes/_app.dispatcher.run.$id');
  return useMemo(
    () =>
      data
        ? {
            runId: data.run.id,
            driverId: data.run.driverId,
            stops: new Map(
              stopsOf(data.tasks).flatMap((stop, index) => stop.map(({ id }) => [id, index + 1] as const)),
            ),
          }
        : null,
    [data],
  );
}

/** Says why there is no map. The list of stops stays. */
function MapTrouble({ message }: { message: string }) {
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
  discarded: string | null;
  nameOfDriver: (driverId: number | null) => string;
  /** The search of the page's address. */
  search: string;
};

/** The drawn routes with distance and time. */
function DrawnRoutes({ routes, suggested, discarded, nameOfDriver, search }: RoutesProps) {
  const { routes: ids } = mapView(search);
  const count = routes.length + (suggested ? 1 : 0);
  return (
    <div className={css.routes}>
      <Inline spread>
        <span className={css.figures}>
          {count > 0 && (count === 1 ? '1 route' : `${String(count)} routes`)}
          {discarded && <span role="status"> {discarded}</span>}
        </span>
        <Link to={`/dispatcher${boardView(search, { routes: null, suggested: null })}`} preventScrollReset>
          Clear Routes
        </Link>
      </Inline>
      <ul aria-label="Routes on the map">
        {routes.map(({ driverId, estimate }) => {
          const name = nameOfDriver(driverId);
          const without = boardView(search, { routes: routesValue(ids.filter((id) => id !== driverId)) });
          return (
            <li key={driverId} className={css.route}>
              <span className={css.swatch} aria-hidden="true" />
              <strong>{name}</strong>
              {estimate && (
                <span className={css.figures}>
                  {inMiles(estimate.metres)} · {minutesLabel(estimate.minutes)} {DISTANCE_BASED}
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
    </div>
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
        {inMiles(metres)} · {minutesLabel(minutes)} {basedOn(source, estimated)}
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

import { memo } from 'react';
import { inMiles } from '~/domain/geography/distance';
import type { BoardRoute, BoardStop } from '~/domain/views/board/board';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import { signOf, toneOf } from '~/domain/views/map/map';
import { Marked, KeptMarkup } from '~/components/board/list-markup';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { areSameProps } from './same-props';
import * as css from './board.css';
import { letterTone } from './board.css';

type Props = {
  routes: BoardRoute[];
  /** All routes. `routes` are the visible ones. */
  of: BoardRoute[];
  nameOfDriver: (driverId: number | null) => string;
  /** The board's view, which the links keep. */
  view: string;
  /** The key of the search, for marking words. */
  wanted: string;
};

/** Today's next stops by driver, in route order, with the miles between them. */
export function NextStops({ routes, of, nameOfDriver, view, wanted }: Props) {
  const place = useLinksInPlace<HTMLDivElement>();
  return (
    <KeptMarkup as="div" of={of} place={place} className={css.stops}>
      {routes.map((route) => (
        <Route
          key={route.driverId ?? 0}
          route={route}
          name={nameOfDriver(route.driverId)}
          view={view}
          wanted={wanted}
        />
      ))}
    </KeptMarkup>
  );
}

/** Renders only when its own data has changed. */
const Route = memo(PlainRoute, areSameProps);

function PlainRoute({
  route: { driverId, next, stopCount },
  name,
  view,
  wanted,
}: {
  route: BoardRoute;
  name: string;
  view: string;
  wanted: string;
}) {
  const more = stopCount - next.length;
  return (
    <section aria-label={name}>
      <h3>
        <Marked text={name} wanted={wanted} />
      </h3>
      <ol className={css.stopList}>
        {next.map((stop) => (
          <Stop key={`${stop.location} ${stop.address}`} stop={stop} view={view} wanted={wanted} />
        ))}
      </ol>
      {more > 0 && (
        <a href={`/dispatcher/drivers/${driverId === null ? 'unassigned' : String(driverId)}${view}`}>
          {more === 1 ? '1 more stop' : `${String(more)} more stops`}
        </a>
      )}
    </section>
  );
}

function Stop({
  stop: { tasks, location, address, metres, place },
  view,
  wanted,
}: {
  stop: BoardStop;
  view: string;
  wanted: string;
}) {
  const [first] = tasks;
  return (
    <li className={css.stop}>
      <span className={css.letters}>
        {tasks.map((task) => {
          const { id, type, status, priority } = task;
          const label = `${priority === 'urgent' ? 'Urgent ' : ''}${TYPE_LABELS[type]} task, ${status}, at ${location}`;
          return (
            <a
              key={id}
              href={`/dispatcher/tasks/${String(id)}${view}`}
              className={`${css.letter} ${letterTone[toneOf(task)]}`}
              aria-label={label}
            >
              {signOf(task)}
            </a>
          );
        })}
      </span>
      <span className={css.stopPlace}>
        <span className={css.name}>
          <Marked text={location} wanted={wanted} />
        </span>{' '}
        <span className={css.sub}>
          <Marked text={address} wanted={wanted} />
        </span>
        {place === 'approximate' && <span className={css.sub}> · approximate (ZIP)</span>}
        {place === 'street' && <span className={css.sub}> · approximate (street)</span>}
      </span>
      <span className={css.leg}>
        {metres === null ? place === null && 'Not on the map' : inMiles(metres)}
      </span>
      {first && (tasks.length === 1 || place === null) && (
        <a
          className={css.pinLink}
          href={`/dispatcher/map-pin/${String(first.id)}${view}`}
          aria-label={`Location of ${location}`}
        >
          Pin
        </a>
      )}
    </li>
  );
}

import { nameOf, type Board, type BoardRoute, type BoardStop } from '~/domain/tasks/board';
import { TYPE_LABELS, type TaskType } from '~/domain/tasks/task';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './board.css';
import { letterTone } from './letter.css';

const LETTERS: Record<TaskType, string> = { pickup: 'P', delivery: 'D', transfer: 'T' };

/** Today's next stops by driver, in the order of their routes. */
export function RouteMap({ board }: { board: Board }) {
  const place = useLinksInPlace<HTMLDivElement>();
  const names = new Map(board.drivers.map((driver) => [driver.id, nameOf(driver)]));
  return (
    <Card title="Route Map" id="route-map" flush>
      {board.routes.length === 0 ? (
        <EmptyState>No stops for today. New tasks appear here as soon as they are created.</EmptyState>
      ) : (
        <div className={css.stops} ref={place}>
          {board.routes.map((route) => (
            <Route
              key={route.driverId ?? 0}
              route={route}
              name={route.driverId === null ? 'Unassigned' : (names.get(route.driverId) ?? 'Former driver')}
            />
          ))}
        </div>
      )}
    </Card>
  );
}

function Route({ route: { driverId, next, stopCount }, name }: { route: BoardRoute; name: string }) {
  const more = stopCount - next.length;
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <ol className={css.stopList}>
        {next.map((stop) => (
          <Stop key={`${stop.location} ${stop.address}`} stop={stop} />
        ))}
      </ol>
      {more > 0 && (
        <a href={`/dispatcher/drivers/${driverId === null ? 'unassigned' : String(driverId)}`}>
          {more === 1 ? '1 more stop' : `${String(more)} more stops`}
        </a>
      )}
    </section>
  );
}

function Stop({ stop }: { stop: BoardStop }) {
  return (
    <li className={css.stop}>
      <span className={css.letters}>
        {stop.tasks.map(({ id, type, status, priority }) => {
          const tone =
            priority === 'urgent'
              ? 'urgent'
              : status === 'going' || status === 'linked' || status === 'next-route'
                ? status
                : type;
          const label = `${priority === 'urgent' ? 'Urgent ' : ''}${TYPE_LABELS[type]} task, ${status}, at ${stop.location}`;
          return (
            <a
              key={id}
              href={`/dispatcher/tasks/${String(id)}`}
              className={`${css.letter} ${letterTone[tone]}`}
              aria-label={label}
            >
              {priority === 'urgent' ? `!${LETTERS[type]}` : LETTERS[type]}
            </a>
          );
        })}
      </span>
      <span className={css.cell}>
        <span className={css.name}>{stop.location}</span> <span className={css.sub}>{stop.address}</span>
      </span>
    </li>
  );
}

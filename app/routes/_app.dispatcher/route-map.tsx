import { useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { nameOf, type Board, type BoardStop } from '~/domain/tasks/board';
import { TYPE_LABELS, type TaskType } from '~/domain/tasks/task';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty';
import * as css from './board.css';
import { letterTone } from './letter.css';

const LETTERS: Record<TaskType, string> = { pickup: 'P', delivery: 'D', transfer: 'T' };

/** Today's stops by driver, in the order of their routes. */
export function RouteMap({ board }: { board: Board }) {
  const place = useOpenInPlace();
  const names = new Map(board.drivers.map((driver) => [driver.id, nameOf(driver)]));
  const routes = new Map<number | null, BoardStop[]>();
  for (const stop of board.stops) routes.set(stop.driverId, [...(routes.get(stop.driverId) ?? []), stop]);
  return (
    <Card title="Route Map" id="route-map" flush>
      {routes.size === 0 ? (
        <EmptyState>No stops for today. New tasks appear here as soon as they are created.</EmptyState>
      ) : (
        <div className={css.stops} ref={place}>
          {[...routes].map(([driverId, stops]) => (
            <section key={driverId ?? 0} aria-label={driverId === null ? 'Unassigned' : names.get(driverId)}>
              <h3>{driverId === null ? 'Unassigned' : names.get(driverId)}</h3>
              <ol className={css.stopList}>
                {stops.map((stop) => (
                  <Stop key={`${stop.location} ${stop.address}`} stop={stop} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
    </Card>
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

/** Hundreds of links: one listener opens them in place, and without it they are links all the same. */
function useOpenInPlace() {
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      navigate(link.pathname, { preventScrollReset: true });
    };
    element?.addEventListener('click', open);
    return () => {
      element?.removeEventListener('click', open);
    };
  }, [navigate]);
  return place;
}

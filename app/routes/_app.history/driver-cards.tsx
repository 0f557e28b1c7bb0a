import { Link } from '@remix-run/react';
import type { HistoryDay } from '~/domain/views/history/archive';
import { NO_DRIVER } from '~/domain/views/history/report';
import { nameOf } from '~/domain/tasks/model/stops';
import { historyPath, type HistoryView } from '~/components/history/history-links';
import * as css from './history.css';

const MOST_COLUMNS = 6;

type Props = { day: HistoryDay; view: HistoryView };

/** The number of each driver's archived tasks on that day. A card leads to that driver's tasks. */
export function DriverCards({ day: { date, drivers }, view }: Props) {
  if (drivers.length === 0) return <p>No drivers found in the system</p>;
  const columns = Math.min(MOST_COLUMNS, drivers.length) as keyof typeof css.columns;
  return (
    <ul className={css.columns[columns]} aria-label="Archived tasks per driver">
      {drivers.map(({ driverId, person, count }) => {
        const isChosen = view.driverId === (driverId ?? 0);
        const to = historyPath({ date, search: view.search, driverId: isChosen ? null : (driverId ?? 0) });
        return (
          <li key={driverId}>
            <Link
              to={to}
              preventScrollReset
              className={css.driver}
              aria-current={isChosen ? 'true' : undefined}
              data-none={count === 0 ? '' : undefined}
            >
              <span className={css.driverName}>{person ? nameOf(person) : NO_DRIVER}</span>
              <span className={css.count}>{count}</span>
              <span className={css.unit}>{count === 1 ? 'task' : 'tasks'}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

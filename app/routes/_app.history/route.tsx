import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { getHistoryDay } from '~/domain/views/history/archive.server';
import { businessToday } from '~/domain/network/settings/days.server';
import { partFailure } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { historyPath, readHistoryView, type HistoryView } from '~/components/history/history-links';
import { skipRevalidationUnderDialog } from '~/components/skip-revalidation-under-dialog';
import { LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { nameOf } from '~/domain/tasks/model/stops';
import type { HistoryDay } from '~/domain/views/history/archive';
import { NO_DRIVER } from '~/domain/views/history/report';
import { TaskArchive } from './task-archive';
import * as css from './history.css';

export const meta: MetaFunction = () => [{ title: 'Task History · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const today = businessToday();
  const view = readHistoryView(new URL(request.url).search);
  try {
    const day = await getHistoryDay(actor, { ...view, date: view.date ?? today });
    return data({ today, day, trouble: null });
  } catch (error) {
    // The rest of the page stays, because another day may work.
    const { message, ...init } = partFailure(error);
    return data({ today, day: null, trouble: init.status === 422 ? message : '' }, init);
  }
}

export const shouldRevalidate = skipRevalidationUnderDialog((search) => historyPath(readHistoryView(search)));

export default function History() {
  const { today, day, trouble } = useLoaderData<typeof loader>();
  const view = readHistoryView(useLocation().search);
  const date = day?.date ?? view.date ?? today;
  return (
    <Stack gap={4}>
      <Inline spread>
        <h1>Task History</h1>
        <Inline>
          <LinkButton to={`/history/day-sheet${historyPath({ date }).slice('/history'.length)}`}>
            Day Sheets
          </LinkButton>
          <LinkButton to="/history/report">Report and Export</LinkButton>
        </Inline>
      </Inline>
      <p>Counts archived tasks by the day they were completed.</p>
      {day && <DriverCards day={day} view={view} />}
      <TaskArchive day={day} view={view} today={today} trouble={trouble} />
      <Outlet />
    </Stack>
  );
}

const MOST_COLUMNS = 6;

type Props = { day: HistoryDay; view: HistoryView };

/** The number of each driver's archived tasks on that day. A card leads to that driver's tasks. */
function DriverCards({ day: { date, drivers }, view }: Props) {
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

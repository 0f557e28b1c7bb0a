import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { getHistoryDay } from '~/domain/views/history/archive.server';
import { businessToday } from '~/domain/network/settings/days.server';
import { partFailure } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { historyPath, readHistoryView } from '~/components/history/history-links';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { DriverCards } from './driver-cards';
import { TaskArchive } from './task-archive';

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

/** One run in the place of a driver's list: its stops in order, and what the office does with it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { boardView, useViewLink } from '~/components/board/board-links';
import { DriverBadge } from '~/components/board/driver-badge';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { stopsOf } from '~/components/stop-order/stops';
import { onlyDispatchers } from '~/components/task-list/list-buttons.server';
import { controls } from '~/components/map/control.css';
import { isWaiting } from '~/domain/network/runs/states';
import { TASKS_NOT_READ } from '~/domain/tasks/model/task';
import { getBoard } from '~/domain/views/board/board.server';
import { getRunView, listAddable, nextRunsOf } from '~/domain/views/runs/run.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';
import { NoTasks } from './no-tasks';
import { Deadline, RunAbout, RunFigures } from './run-head';
import { RunTasks } from './run-tasks';
import { AddLate, RunTools } from './run-tools';
import { runButtons } from './buttons.server';

export const meta: MetaFunction = () => [{ title: 'Run · Parts Dispatch' }];

const GONE = { title: 'Run not found', text: 'Its schedule was changed before it began.' };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const runId = pathIdOr404(params.id);
  return load(async () => {
    const [view, { drivers }] = await Promise.all([getRunView(actor, runId), getBoard(actor)]);
    const { state } = view.run;
    const next = await nextRunsOf(actor, view.tasks);
    const addable = state === 'closed' || state === 'out' ? await listAddable(actor, view.run) : [];
    return {
      ...view,
      next,
      drivers: drivers.map(({ id, name, username }) => ({ id, name, username })),
      addable: addable.map(({ id, location, invoice_number: invoice, part_numbers: parts }) => ({
        id,
        label: [location, invoice || parts].filter(Boolean).join(' · '),
      })),
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, runButtons(args), { guard: onlyDispatchers });

export const clientAction = keepDialogOnNetworkError('Failed to change the run');

export default function RunPanel() {
  const { run, driver, tasks, others, next, drivers, addable, cancellation } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const refusal = answer?.problem?.error ?? Object.values(answer?.lastResult.error ?? {}).flat()[0];
  const { search } = useLocation();
  const viewLink = useViewLink();
  const stops = stopsOf(tasks);
  const path = `run/${String(run.id)}`;
  const waits = isWaiting(run.state);
  return (
    <RouteDialog
      key={run.id}
      title={
        <>
          {run.name} <Time iso={run.departsAt} inWeek />
        </>
      }
      description={<RunAbout run={run} driver={driver} drivers={drivers} />}
      closeTo={`/dispatcher${boardView(search)}`}
      size="large"
      panel={{
        opener: `[data-run="${String(run.id)}"]`,
        map: stops.length > 0 ? 'low' : 'hidden',
        badge: driver && <DriverBadge color={driver.color} initials={driver.initials} />,
        actions: (
          <Link
            to={`/dispatcher/drivers/${String(run.driverId ?? 'unassigned')}/sheet?run=${String(run.id)}`}
            className={controls.printer}
            aria-label="Print manifest"
            title="Print manifest"
            target="_blank"
            rel="noreferrer"
          />
        ),
      }}
    >
      <Stack gap={1}>
        {refusal && (
          <Banner tone="error" title="Failed to change the run.">
            {refusal}
          </Banner>
        )}
        {waits && run.driverId === null && (
          <Banner title="No driver yet.">It closes without one, and leaves once somebody takes it.</Banner>
        )}
        <Deadline run={run} />
        {tasks.length > 0 && (
          <RunFigures run={run} stops={stops.length} tasks={tasks} capacity={driver?.capacity ?? null} />
        )}
        {stops.length === 0 ? (
          <NoTasks run={run} cancellation={cancellation} />
        ) : (
          <RunTasks
            run={run}
            stops={stops}
            others={others}
            next={next}
            linkTo={(to) => viewLink(`/dispatcher/${to}?back=${encodeURIComponent(path)}`)}
          />
        )}
        {addable.length > 0 && <AddLate runId={run.id} tasks={addable} />}
        <RunTools run={run} stops={stops.length} />
      </Stack>
    </RouteDialog>
  );
}

export function ErrorBoundary() {
  return <DialogTrouble gone={GONE} failed={TASKS_NOT_READ} />;
}

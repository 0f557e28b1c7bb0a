import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { nameOf } from '~/domain/tasks/board';
import { getDriver, listTaskCards } from '~/domain/tasks/board.server';
import { Move, Order } from '~/domain/tasks/form-inputs.server';
import { moveTask, reorderTasks } from '~/domain/tasks/reorder.server';
import type { TaskStatus } from '~/domain/tasks/task';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { EmptyState } from '~/ui/empty';
import { Inline, Stack } from '~/ui/layout';
import { LinkTabs } from '~/ui/tabs';
import { OrderEditor } from './order-editor';
import { TaskRow } from './task-row';

export const meta: MetaFunction = () => [{ title: "Driver's Tasks · Parts Dispatch" }];

const TABS = [
  { tab: 'active', label: 'Active Tasks', statuses: ['going', 'pending', 'linked'] },
  { tab: 'next-route', label: 'Next Route', statuses: ['next-route'] },
  { tab: 'hold', label: 'Hold', statuses: ['hold'] },
  { tab: 'completed', label: 'Completed', statuses: ['completed'] },
] as const satisfies { tab: string; label: string; statuses: TaskStatus[] }[];

const driverIdOf = (param: string | undefined) => (param === 'unassigned' ? null : pathIdOr404(param));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const driverId = driverIdOf(params.driverId);
  const { searchParams } = new URL(request.url);
  const chosen = TABS.find(({ tab }) => tab === searchParams.get('tab')) ?? TABS[0];
  return load(async () => {
    const driver = driverId === null ? null : await getDriver(actor, driverId);
    const { tasks, liveVersion } = await listTaskCards(actor, driverId);
    const within = (statuses: readonly TaskStatus[]) =>
      tasks.filter(({ status }) => statuses.includes(status));
    return {
      driver,
      tab: chosen.tab,
      editing: driver !== null && chosen.tab === 'active' && searchParams.has('edit'),
      counts: TABS.map(({ statuses }) => within(statuses).length),
      tasks: within(chosen.statuses),
      liveVersion,
    };
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const driverId = pathIdOr404(params.driverId);
  const here = `/dispatcher/drivers/${String(driverId)}`;
  return submit(request, actor, {
    moveTask: intent(Move, async (input) => {
      await moveTask(actor, driverId, input);
      return { redirectTo: `${here}?edit=1` };
    }),
    reorderTasks: intent(Order, async (input) => {
      await reorderTasks(actor, driverId, input);
      return { redirectTo: here, toast: { title: 'Task order saved successfully' } };
    }),
  });
}

export default function DriverTasks() {
  const { driver, tab, editing, counts, tasks } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const here = `/dispatcher/drivers/${driver ? String(driver.id) : 'unassigned'}`;
  const back = encodeURIComponent(`drivers/${driver ? String(driver.id) : 'unassigned'}?tab=${tab}`);
  const movable = tasks.filter(({ status }) => status === 'going' || status === 'pending');
  return (
    <RouteDialog
      title={driver ? nameOf(driver) : 'Unassigned'}
      description={
        driver ? (
          driver.phone ? (
            <a href={`tel:${driver.phone}`}>{driver.phone}</a>
          ) : (
            'No phone number'
          )
        ) : (
          'Tasks without a driver'
        )
      }
      closeTo="/dispatcher"
      size="large"
    >
      <Stack gap={3}>
        {answer?.problem && (
          <Banner tone="error" title="Failed to save task order.">
            {answer.problem.error}
          </Banner>
        )}
        <LinkTabs
          label="Tasks by status"
          tabs={TABS.map(({ tab: to, label }, index) => ({
            to: `${here}?tab=${to}`,
            label,
            count: counts[index] ?? 0,
            current: to === tab,
          }))}
        />
        {editing ? (
          <OrderEditor tasks={movable} cancelTo={here} />
        ) : (
          <>
            {tab === 'active' && driver && movable.length > 1 && (
              <Inline>
                <LinkButton to={`${here}?edit=1`} preventScrollReset replace>
                  Edit Order
                </LinkButton>
              </Inline>
            )}
            <ul>
              {tasks.map((task) => (
                <li key={task.id}>
                  <TaskRow task={task} to={`/dispatcher/tasks/${String(task.id)}?back=${back}`} />
                </li>
              ))}
            </ul>
            {tasks.length === 0 && (
              <EmptyState
                action={
                  tab === 'active' && (
                    <LinkButton
                      to={`/dispatcher/tasks/new?assign=${driver ? String(driver.id) : ''}&back=${back}`}
                      preventScrollReset
                    >
                      New Task
                    </LinkButton>
                  )
                }
              >
                No tasks for this status
              </EmptyState>
            )}
          </>
        )}
        {!editing && (
          <Inline>
            <LinkButton to="/dispatcher" preventScrollReset>
              Close
            </LinkButton>
          </Inline>
        )}
      </Stack>
    </RouteDialog>
  );
}

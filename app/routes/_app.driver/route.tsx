import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Form,
  Link,
  Outlet,
  useLoaderData,
  useNavigation,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { useEffect, useMemo } from 'react';
import { applyRoute } from '~/domain/routing/suggest.server';
import { changeStatus, endRoute } from '~/domain/tasks/batches.server';
import type { TaskCard } from '~/domain/tasks/board';
import { listTaskCards } from '~/domain/tasks/board.server';
import { Move, Nothing, Order, StopTasks } from '~/domain/tasks/form-inputs.server';
import { moveStop, reorderTasks } from '~/domain/tasks/reorder.server';
import type { TaskStatus } from '~/domain/tasks/task';
import { intent, newFormKey, submit, type Outcome } from '~/http/form.server';
import { load } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { orUnreachable } from '~/parts/offline/unreachable';
import { forgetPhotos } from '~/parts/photos/kept-photos';
import { loadRoutePanel } from '~/parts/route-panel/panel.server';
import { RoutePanel } from '~/parts/route-panel/route-panel';
import { forgetSignatures, rememberList } from '~/parts/signature/kept';
import { Button, LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty';
import { LinkTabs } from '~/ui/tabs';
import * as css from './driver.css';
import { NewTaskNotice } from './new-task-notice';
import { OrderList } from './order-list';
import { Refusal } from './refusal';
import { SteadyList } from './steady-list';
import { Stop, useSettling } from './stop';
import { isMovable, placeOf, stopsOf } from './stops';
import { useOrder } from './use-order';
import { useSeen } from './use-seen';

export const meta: MetaFunction = () => [{ title: 'My Route · Parts Dispatch' }];

const TABS = [
  { tab: 'active', label: 'Active', statuses: ['pending', 'going', 'linked'] },
  { tab: 'next-route', label: 'Next Route', statuses: ['next-route'] },
  { tab: 'hold', label: 'Hold', statuses: ['hold'] },
  { tab: 'completed', label: 'Completed', statuses: ['completed'] },
] as const satisfies { tab: string; label: string; statuses: TaskStatus[] }[];

const idsOf = (tasks: TaskCard[]) => tasks.map((task) => task.id);

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const { searchParams } = new URL(request.url);
  const chosen = TABS.find(({ tab }) => tab === searchParams.get('tab')) ?? TABS[0];
  const { tasks, liveVersion } = await load(() => listTaskCards(actor, actor.id));
  const within = (statuses: readonly TaskStatus[]) => tasks.filter(({ status }) => statuses.includes(status));
  return {
    panel: await load(() => loadRoutePanel(actor, actor.id, tasks, searchParams)),
    driverName: actor.name || actor.username,
    title: actor.dealerships[0] ?? 'Driver Dashboard',
    tab: chosen.tab,
    editing: chosen.tab === 'active' && searchParams.has('edit'),
    counts: Object.fromEntries(TABS.map(({ tab, statuses }) => [tab, within(statuses).length])),
    tasks: within(chosen.statuses),
    activeIds: idsOf(within(TABS[0].statuses)),
    expectedIds: idsOf(within(['next-route'])),
    busy: tasks.some(({ status }) => status === 'going'),
    canEndRoute: within(['pending', 'going']).length === 0 && within(['completed']).length > 0,
    formKey: newFormKey(),
    liveVersion,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const become = (status: 'going' | 'pending' | 'completed') =>
    intent(StopTasks, async ({ taskIds }): Promise<Outcome> => {
      await changeStatus(actor, { taskIds, status });
      // To the stop under way, which stands first; with JavaScript the page stays where the thumb is.
      return { redirectTo: status === 'going' ? '/driver#going' : '/driver' };
    });
  return submit(request, actor, {
    going: become('going'),
    notGoing: become('pending'),
    complete: become('completed'),
    endRoute: intent(Nothing, async () => {
      await endRoute(actor, actor.id);
      const description = 'All completed tasks have been archived and next route tasks are now pending';
      return { redirectTo: '/driver', toast: { title: 'Route Ended', description } };
    }),
    applyRoute: intent(Order, async ({ taskIds }) => {
      await applyRoute(actor, { driverId: actor.id, taskIds });
      return { redirectTo: '/driver?suggest=applied' };
    }),
    moveStop: intent(Move, async (move) => {
      await moveStop(actor, actor.id, move);
      return { redirectTo: '/driver?edit=1' };
    }),
    reorderTasks: intent(Order, async ({ taskIds, baseIds }) => {
      await reorderTasks(actor, actor.id, { taskIds, baseIds });
      return { redirectTo: '/driver?edit=1' };
    }),
  });
}

export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
  const isEnd = (await request.clone().formData()).get('intent') === 'endRoute';
  const failure = isEnd ? 'Failed to end route' : 'Failed to update tasks';
  return orUnreachable(request, () => serverAction<typeof action>(), failure);
};

/**
 * Also after a refusal: somebody was quicker, and what they did is to be seen. But not when nobody answers: the loaders
 * would get no answer either, and the page would be lost.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === undefined ? defaultShouldRevalidate : actionStatus < 500;

export default function Driver() {
  const {
    panel,
    driverName,
    title,
    tab,
    editing,
    counts,
    tasks,
    activeIds,
    expectedIds,
    busy,
    canEndRoute,
    formKey,
    liveVersion,
  } = useLoaderData<typeof loader>();
  const { shown, reorder, isSaving } = useOrder(tasks);
  const stops = useMemo(() => stopsOf(shown), [shown]);
  const taskTo = ({ id: taskId }: TaskCard) =>
    `/driver/tasks/${String(taskId)}${tab === 'active' ? '' : `?tab=${tab}`}`;
  useSeen(tasks);
  useEffect(() => {
    if (tab !== 'active') return;
    rememberList({ tasks, liveVersion });
    const goingIds = idsOf(tasks.filter(({ status }) => status === 'going'));
    forgetSignatures(goingIds);
    void forgetPhotos(goingIds);
  }, [tab, tasks, liveVersion]);
  return (
    <div className={css.page}>
      <h1>{title}</h1>
      <Refusal />
      <div className={css.counts}>
        <CountCard to="/driver/list/next-route" label="Next Route" count={counts['next-route'] ?? 0} />
        <CountCard to="/driver/list/hold" label="Hold" count={counts.hold ?? 0} />
      </div>
      <div className={css.tabs}>
        <LinkTabs
          label="My tasks by status"
          tabs={TABS.map(({ tab: to, label }) => ({
            to: to === 'active' ? '/driver' : `/driver?tab=${to}`,
            label,
            count: counts[to] ?? 0,
            current: to === tab,
          }))}
        />
      </div>
      <section aria-labelledby="active-route" className={css.route}>
        <div className={css.head}>
          <h2 id="active-route">
            {tab === 'active' ? 'Active Route' : TABS.find((each) => each.tab === tab)?.label}
          </h2>
          {tab === 'active' && (editing || stops.filter(isMovable).length > 1) && (
            <EditSwitch editing={editing} isSaving={isSaving} />
          )}
        </div>
        {editing ? (
          <OrderList stops={stops} onOrder={reorder} />
        ) : (
          <SteadyList>
            {stops.map((stop) => (
              <li key={placeOf(stop)} id={stop[0].status === 'going' ? 'going' : undefined}>
                <Stop tasks={stop} canGo={!busy} formKey={formKey} taskTo={taskTo} />
              </li>
            ))}
          </SteadyList>
        )}
        {tasks.length === 0 && <EmptyState>No tasks for this status</EmptyState>}
        <EndRoute offered={canEndRoute} formKey={formKey} />
      </section>
      {tab === 'active' && !editing && (
        <RoutePanel panel={panel} driverName={driverName} suggestTo="/driver?suggest=1" size="thumb" />
      )}
      <NewTaskNotice active={activeIds} expected={expectedIds} />
      <Outlet />
    </div>
  );
}

/** A save under way is waited for: leaving would cut it off. */
function EditSwitch({ editing, isSaving }: { editing: boolean; isSaving: boolean }) {
  if (isSaving) return <Button size="thumb" variant="quiet" pending="Saving..." />;
  return (
    <LinkButton
      to={editing ? '/driver' : '/driver?edit=1'}
      size="thumb"
      variant="quiet"
      preventScrollReset
      replace
    >
      {editing ? 'Done' : 'Edit Order'}
    </LinkButton>
  );
}

function EndRoute({ offered, formKey }: { offered: boolean; formKey: string }) {
  const isEnding = useNavigation().formData?.get('intent') === 'endRoute';
  const isSettling = useSettling(String(offered));
  if (!offered) return null;
  return (
    <Form method="post" action="/driver" className={css.actions}>
      <input type="hidden" name="_key" value={formKey} />
      <Button
        variant="primary"
        size="thumb"
        wide
        name="intent"
        value="endRoute"
        pending={isEnding && 'Ending route...'}
        disabled={isSettling}
      >
        End Route
      </Button>
    </Form>
  );
}

function CountCard({ to, label, count }: { to: string; label: string; count: number }) {
  return (
    <Link to={to} className={css.count} preventScrollReset>
      {label}
      <span className={css.figure}>{count}</span>
    </Link>
  );
}

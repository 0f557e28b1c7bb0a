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
import { groupByStop, type TaskCard } from '~/domain/tasks/board';
import { listTaskCards } from '~/domain/tasks/board.server';
import { Move, Nothing, StopTasks, Suggestion } from '~/domain/tasks/form-inputs.server';
import { moveStop } from '~/domain/tasks/reorder.server';
import type { TaskStatus } from '~/domain/tasks/task';
import { intent, newFormKey, submit, type Outcome } from '~/http/form.server';
import { load } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { orUnreachable } from '~/parts/offline/unreachable';
import { APPLY, applying } from '~/parts/route-panel/apply-refusal';
import { appliedPath, loadRoutePanel } from '~/parts/route-panel/panel.server';
import { RoutePanel } from '~/parts/route-panel/route-panel';
import { forgetSignatures, rememberList } from '~/parts/signature/kept';
import { Button, LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty';
import { LinkTabs } from '~/ui/tabs';
import * as css from './driver.css';
import { MoveNotice } from './move-notice';
import { NewTaskNotice } from './new-task-notice';
import { Refusal } from './refusal';
import { SteadyList } from './steady-list';
import { MoveButtons, Stop, useSettling } from './stop';
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
    [APPLY]: intent(Suggestion, async ({ taskIds }) => {
      await applyRoute(actor, { driverId: actor.id, taskIds });
      return { redirectTo: appliedPath('/driver', request) };
    }),
    moveStop: intent(Move, async (move) => {
      await moveStop(actor, actor.id, move);
      return { redirectTo: '/driver?edit=1' };
    }),
  });
}

export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
  const name = (await request.clone().formData()).get('intent');
  const ask = () => serverAction<typeof action>();
  if (name === APPLY) return applying(request, ask);
  const failure = name === 'endRoute' ? 'Failed to end route' : 'Failed to update tasks';
  return orUnreachable(request, ask, failure);
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
  const stops = useMemo(() => stopsOf(tasks), [tasks]);
  const movable = stops.filter(([first]) => first?.status === 'pending');
  const taskTo = ({ id: taskId }: TaskCard) =>
    editing ? undefined : `/driver/tasks/${String(taskId)}${tab === 'active' ? '' : `?tab=${tab}`}`;
  useSeen(tasks);
  useEffect(() => {
    if (tab !== 'active') return;
    rememberList({ tasks, liveVersion });
    forgetSignatures(idsOf(tasks.filter(({ status }) => status === 'going')));
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
          {tab === 'active' && (editing || movable.length > 1) && (
            <LinkButton
              to={editing ? '/driver' : '/driver?edit=1'}
              size="thumb"
              variant="quiet"
              preventScrollReset
              replace
            >
              {editing ? 'Done' : 'Edit Order'}
            </LinkButton>
          )}
        </div>
        <SteadyList>
          {stops.map((stop) => {
            const [first] = stop;
            if (!first) return null;
            const position = movable.indexOf(stop) + 1;
            return (
              <li key={placeOf(first)} id={first.status === 'going' ? 'going' : undefined}>
                <Stop
                  tasks={stop}
                  canGo={!busy}
                  formKey={formKey}
                  taskTo={taskTo}
                  move={
                    editing && position > 0 ? (
                      <MoveButtons task={first} position={position} count={movable.length} />
                    ) : undefined
                  }
                />
              </li>
            );
          })}
        </SteadyList>
        {tasks.length === 0 && <EmptyState>No tasks for this status</EmptyState>}
        <EndRoute offered={canEndRoute} formKey={formKey} />
      </section>
      {tab === 'active' && !editing && (
        <RoutePanel panel={panel} driverName={driverName} suggestTo="/driver?suggest=1" size="thumb" />
      )}
      <NewTaskNotice active={activeIds} expected={expectedIds} />
      {editing && <MoveNotice stops={movable} />}
      <Outlet />
    </div>
  );
}

/** What is linked waits by itself; everything else is one stop per place. */
function stopsOf(tasks: TaskCard[]): TaskCard[][] {
  const isLinked = ({ status }: TaskCard) => status === 'linked';
  return [
    ...groupByStop(tasks.filter((task) => !isLinked(task))),
    ...tasks.filter(isLinked).map((task) => [task]),
  ];
}

const placeOf = ({ id: taskId, status, location, address }: TaskCard) =>
  status === 'linked' ? String(taskId) : JSON.stringify([location, address]);

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

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, Outlet, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { changeStatus, endRoute } from '~/domain/tasks/batches.server';
import { groupByStop } from '~/domain/tasks/board';
import { listTaskCards } from '~/domain/tasks/board.server';
import { Move, Nothing, StopTasks } from '~/domain/tasks/form-inputs.server';
import { moveStop } from '~/domain/tasks/reorder.server';
import type { TaskStatus } from '~/domain/tasks/task';
import { intent, submit, type Outcome } from '~/http/form.server';
import { load } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty';
import { LinkTabs } from '~/ui/tabs';
import { NewTaskNotice } from './new-task-notice';
import * as css from './driver.css';
import { Stop } from './stop';

export const meta: MetaFunction = () => [{ title: 'My Route · Parts Dispatch' }];

const TABS = [
  { tab: 'active', label: 'Active', statuses: ['pending', 'going', 'linked'] },
  { tab: 'next-route', label: 'Next Route', statuses: ['next-route'] },
  { tab: 'hold', label: 'Hold', statuses: ['hold'] },
  { tab: 'completed', label: 'Completed', statuses: ['completed'] },
] as const satisfies { tab: string; label: string; statuses: TaskStatus[] }[];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const { searchParams } = new URL(request.url);
  const chosen = TABS.find(({ tab }) => tab === searchParams.get('tab')) ?? TABS[0];
  const { tasks, liveVersion } = await load(() => listTaskCards(actor, actor.id));
  const within = (statuses: readonly TaskStatus[]) => tasks.filter(({ status }) => statuses.includes(status));
  return {
    title: actor.dealerships[0] ?? 'Driver Dashboard',
    tab: chosen.tab,
    editing: chosen.tab === 'active' && searchParams.has('edit'),
    counts: Object.fromEntries(TABS.map(({ tab, statuses }) => [tab, within(statuses).length])),
    tasks: within(chosen.statuses),
    activeIds: within(TABS[0].statuses).map((task) => task.id),
    busy: tasks.some(({ status }) => status === 'going'),
    canEndRoute: within(['pending', 'going']).length === 0 && within(['completed']).length > 0,
    liveVersion,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const become = (status: 'going' | 'pending' | 'completed') =>
    intent(StopTasks, async ({ taskIds }): Promise<Outcome> => {
      await changeStatus(actor, { taskIds, status });
      return { redirectTo: '/driver' };
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
    moveStop: intent(Move, async (move) => {
      await moveStop(actor, actor.id, move);
      return { redirectTo: '/driver?edit=1' };
    }),
  });
}

export default function Driver() {
  const { title, tab, editing, counts, tasks, activeIds, busy, canEndRoute } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const ending = useNavigation().formData?.get('intent') === 'endRoute';
  // A linked delivery waits for its transfer and is no part of a stop yet.
  const stops = groupByStop(tasks.filter(({ status }) => status !== 'linked'));
  const linked = tasks.filter(({ status }) => status === 'linked').map((task) => [task]);
  return (
    <div className={css.page}>
      <h1>{title}</h1>
      <NewTaskNotice ids={activeIds} />
      {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
      <div className={css.counts}>
        <CountCard to="/driver/list/next-route" label="Next Route" count={counts['next-route'] ?? 0} />
        <CountCard to="/driver/list/hold" label="Hold" count={counts.hold ?? 0} />
      </div>
      <LinkTabs
        label="My tasks by status"
        tabs={TABS.map(({ tab: to, label }) => ({
          to: to === 'active' ? '/driver' : `/driver?tab=${to}`,
          label,
          count: counts[to] ?? 0,
          current: to === tab,
        }))}
      />
      <section aria-labelledby="active-route">
        <div className={css.head}>
          <h2 id="active-route">
            {tab === 'active' ? 'Active Route' : TABS.find((each) => each.tab === tab)?.label}
          </h2>
          {tab === 'active' && stops.length > 1 && (
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
        <ol className={css.stops}>
          {[...stops, ...linked].map((group, index) => (
            <li key={group[0]?.id}>
              <Stop
                tasks={group}
                canGo={!busy}
                editing={editing}
                isFirst={index === 0}
                isLast={index === stops.length - 1}
              />
            </li>
          ))}
        </ol>
        {tasks.length === 0 && <EmptyState>No tasks for this status</EmptyState>}
        {canEndRoute && (
          <Form method="post" action="/driver" className={css.actions}>
            <Button
              variant="primary"
              size="thumb"
              wide
              name="intent"
              value="endRoute"
              pending={ending && 'Ending route...'}
            >
              End Route
            </Button>
          </Form>
        )}
      </section>
      <Outlet />
    </div>
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

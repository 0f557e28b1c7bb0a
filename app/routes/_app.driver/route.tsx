import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { useEffect, useMemo } from 'react';
import type { Actor } from '~/domain/actor';
import { applyRoute } from '~/domain/routing/suggest.server';
import { endRoute, startNextRoute } from '~/domain/tasks/lifecycle/batches.server';
import type { TaskCard } from '~/domain/tasks/board/board';
import { listTaskCards } from '~/domain/tasks/board/board.server';
import { reportStatus, undoCompletion } from '~/domain/tasks/lifecycle/report-status.server';
import { isActive } from '~/domain/tasks/lifecycle/transitions';
import { orderSaved } from '~/domain/tasks/ordering/order-changes';
import { readNotices, unreadNotices } from '~/domain/tasks/activity/notices.server';
import { moveStop, reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import type { ReportStatus } from '~/domain/tasks/schema';
import { button, submit } from '~/forms/submit.server';
import { newFormKey } from '~/forms/answers.server';
import type { NewToast } from '~/http/redirect.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { completedToast, onlyDrivers } from '~/components/going-stop/going-stop.server';
import {
  actionOf,
  failureMessage,
  idsOf,
  ROUTE_ENDED,
  ROUTE_STARTED,
} from '~/components/offline/driver-action';
import { withCachedRoute } from '~/components/offline/cached-route';
import { OutboxNotice } from '~/components/offline/outbox-notice';
import { KEPT, perform } from '~/components/offline/perform';
import { UpdateNotice } from '~/components/offline/update-notice';
import { useRoute } from '~/components/offline/use-route';
import { APPLY, applying } from '~/components/route-panel/panel';
import { appliedPath, loadRoutePanel } from '~/components/route-panel/panel.server';
import { RoutePanel } from '~/components/route-panel/route-panel';
import { OrderList } from '~/components/stop-order/order-list';
import { SteadyList } from '~/components/stop-order/steady-list';
import { isMovable, placeOf, stopsOf } from '~/components/stop-order/stops';
import { forgetProofExcept } from '~/components/going-stop/going-stop';
import { EmptyState } from '~/ui/empty';
import { LinkTabs } from '~/ui/tabs';
import { BetweenRoutes } from './between-routes';
import { CompletedNotice } from './completed-notice';
import { EditSwitch } from './edit-switch';
import { NewTaskNotice, RouteNotices } from './notices';
import { OrderRow } from './order-row';
import { Refusal } from './refusal';
import { Stop, StopActions } from './stop';
import { useOrder } from './use-order';
import { useJustChanged } from './use-settling';
import { useSeen } from './use-seen';
import { isOtherView, TABS, viewOf } from './view';
import * as css from './driver.css';

export const meta: MetaFunction = () => [{ title: 'My Route · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'driveRoute');
  const loadedAt = new Date().toISOString();
  const { tasks, liveVersion } = await load(() => listTaskCards(actor, actor.id));
  const { searchParams } = new URL(request.url);
  return {
    panel: await load(() => loadRoutePanel(actor, actor.id, tasks, searchParams)),
    driverId: actor.id,
    driverName: actor.name || actor.username,
    title: actor.dealerships[0] ?? 'Driver Dashboard',
    tasks,
    notices: await load(() => unreadNotices(actor)),
    formKey: newFormKey(),
    liveVersion,
    loadedAt,
  };
}

const WHAT_COMES =
  'Your dispatcher gives you tasks. They appear here by themselves, in the order of your route; then press Going at the first stop.';

type Page = ReturnType<typeof useLoaderData<typeof loader>> & { askedAt?: number };

// Written in the browser only, where there is one page and one driver.
let last: Page | null = null;

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<Page> {
  const askedAt = performance.now();
  return withCachedRoute(async () => ({ ...(await serverLoader<typeof loader>()), askedAt }), last);
}

const ownRoute = { at: (actor: Actor) => ({ driverId: actor.id }) };

const become = (status: 'going' | 'pending' | 'completed', outcome: Outcome) =>
  button(reportStatus, (_, given) => outcome(given), { compose: (fields) => ({ ...fields, status }) });
type Outcome = (given: { actor: Actor; input: ReportStatus }) => Promise<To> | To;
type To = { redirectTo: string; toast?: NewToast };

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    {
      // To the stop under way, which stands first; with JavaScript the page stays where the touch is.
      going: become('going', () => ({ redirectTo: '/driver#going' })),
      notGoing: become('pending', () => ({ redirectTo: '/driver' })),
      complete: become('completed', async ({ actor, input }) => ({
        redirectTo: '/driver',
        toast: await completedToast(actor, input.taskIds),
      })),
      undoCompletion: button(undoCompletion, () => ({ redirectTo: '/driver#going' }), {
        compose: ({ taskIds }) => ({ taskIds: idsOf(taskIds) }),
      }),
      readNotices: button(readNotices, () => ({ redirectTo: '/driver' })),
      endRoute: button(endRoute, () => ({ redirectTo: '/driver', toast: ROUTE_ENDED }), ownRoute),
      startRoute: button(startNextRoute, () => ({ redirectTo: '/driver', toast: ROUTE_STARTED }), ownRoute),
      [APPLY]: button(applyRoute, () => ({ redirectTo: appliedPath('/driver', args.request) }), {
        compose: ({ taskIds = [] }, { actor }) => ({ taskIds, driverId: actor.id }),
      }),
      moveStop: button(moveStop, () => ({ redirectTo: '/driver?edit=1' }), ownRoute),
      reorderTasks: button(
        reorderTasks,
        ({ changes }) => ({
          redirectTo: '/driver?edit=1',
          ...(changes.length > 0 && { toast: orderSaved(changes) }),
        }),
        ownRoute,
      ),
    },
    { guard: onlyDrivers },
  );

// As long as a message about it is worth waiting for; what is done is shown at once.
const TIMEOUT_MS = 8_000;

export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
  const form = await request.clone().formData();
  const ask = () => serverAction<typeof action>();
  if (form.get('intent') === APPLY) return applying(request, ask);
  const act = actionOf(form);
  const failure = act ? failureMessage(act) : 'Failed to update tasks';
  return perform(request, { act, ask, failure, timeout: TIMEOUT_MS });
};

/** Also after a refusal: somebody was quicker, and what they did is to be seen. But not of somebody who gave no answer. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  if (actionStatus !== undefined) return actionStatus !== KEPT && actionStatus < 500;
  return isOtherView(currentUrl, nextUrl) ? false : defaultShouldRevalidate;
};

export default function Driver() {
  const page = useLoaderData<Page>();
  const { panel, driverName, title, formKey } = page;
  const { tasks: all, lateIds, ...outbox } = useRoute(page);
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const {
    tab,
    label,
    editing,
    tasks,
    counts,
    activeIds,
    goingIds,
    expectedIds,
    busy,
    canEndRoute,
    canStartRoute,
  } = useMemo(() => viewOf(all, search), [all, search]);
  const { shown, reorder, isSaving } = useOrder(tasks);
  const stops = useMemo(() => stopsOf(shown), [shown]);
  const taskTo = ({ id: taskId }: TaskCard) =>
    `/driver/tasks/${String(taskId)}${tab === 'active' ? '' : `?tab=${tab}`}`;
  // Urgent tasks have a notice of their own.
  const arrivals = useMemo(() => {
    const urgent = new Set(all.filter(({ priority }) => priority === 'urgent').map(({ id }) => id));
    return { active: activeIds.filter((id) => !urgent.has(id)), expected: [...expectedIds, ...urgent] };
  }, [all, activeIds, expectedIds]);
  const isMoving = useJustChanged(page.notices);
  const situationOf = (stop: TaskCard[]) => ({
    tasks: stop,
    canGo: !busy,
    isMoving,
    formKey,
    isWaiting: stop.some(({ id }) => lateIds.has(id)),
  });
  // For the task in a dialog: what its stop offers.
  const actionsOf = (taskId: number) => {
    const stop = stopsOf(all.filter(({ status }) => isActive(status))).find((each) =>
      each.some(({ id }) => id === taskId),
    );
    return stop ? <StopActions {...situationOf(stop)} /> : null;
  };
  useSeen(tasks);
  useEffect(() => {
    last = page;
    return () => {
      last = null;
    };
  }, [page]);
  useEffect(() => {
    // The input of an open dialog stays, even when its stop is no longer under way.
    const opened = Number(/^\/driver\/stops\/(\d+)/.exec(pathname)?.[1]);
    forgetProofExcept(page.driverId, opened ? [...goingIds, opened] : goingIds);
  }, [page.driverId, goingIds, pathname]);
  return (
    <div className={css.page}>
      <h1>{title}</h1>
      <Refusal />
      <UpdateNotice driverId={page.driverId} isIdle={pathname === '/driver'} />
      <OutboxNotice driverId={page.driverId} {...outbox} />
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
          <h2 id="active-route">{tab === 'active' ? 'Active Route' : label}</h2>
          {tab === 'active' && (editing || stops.filter(isMovable).length > 1) && (
            <EditSwitch editing={editing} isSaving={isSaving} />
          )}
        </div>
        {editing ? (
          <OrderList
            look="touch"
            action="/driver?edit=1"
            stops={stops}
            onOrder={reorder}
            row={(stop, grips) => <OrderRow stop={stop} grips={grips} />}
          />
        ) : (
          <SteadyList>
            {stops.map((stop) => (
              <li key={placeOf(stop)} id={stop[0].status === 'going' ? 'going' : undefined}>
                <Stop {...situationOf(stop)} taskTo={taskTo} />
              </li>
            ))}
          </SteadyList>
        )}
        {tasks.length === 0 && (
          <EmptyState action={all.length === 0 && <p>{WHAT_COMES}</p>}>No tasks for this status</EmptyState>
        )}
        <BetweenRoutes canEnd={canEndRoute} canStart={canStartRoute} formKey={formKey} />
      </section>
      {tab === 'active' && !editing && (
        <RoutePanel panel={panel} driverName={driverName} suggestTo="/driver?suggest=1" size="touch" />
      )}
      <CompletedNotice tasks={all} />
      <RouteNotices notices={page.notices} />
      <NewTaskNotice {...arrivals} />
      <Outlet context={actionsOf} />
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

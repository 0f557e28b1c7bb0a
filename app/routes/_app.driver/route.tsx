import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Outlet,
  useLoaderData,
  useLocation,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { Suspense, useEffect, useMemo } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { Actor } from '~/domain/actor';
import { applyRoute } from '~/domain/routing/suggest.server';
import { endRoute, startNextRoute } from '~/domain/tasks/lifecycle/batches.server';
import type { TaskCard } from '~/domain/tasks/board/board';
import { listedArrivals } from '~/domain/arrivals/arrivals.server';
import { listTaskCards } from '~/domain/tasks/board/board.server';
import { reportStatus, undoCompletion } from '~/domain/tasks/lifecycle/report-status.server';
import { isActive } from '~/domain/tasks/lifecycle/transitions';
import { orderSaved } from '~/domain/tasks/ordering/order-changes';
import { readNotices, unreadNotices } from '~/domain/tasks/activity/notices.server';
import { moveStop, reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import type { ReportStatus } from '~/domain/tasks/schema';
import type { TaskStatus } from '~/domain/tasks/task';
import { button, submit } from '~/forms/submit.server';
import { newFormKey } from '~/forms/answers.server';
import type { NewToast } from '~/http/redirect.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { completedToast, onlyDrivers, stopToast } from '~/components/going-stop/going-stop.server';
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
import { RoutePanel, SuggestForm } from '~/components/route-panel/route-panel';
import { SteadyList } from '~/components/stop-order/steady-list';
import { ArrivalsListed } from '~/components/task-card/about';
import { isMovable, placeOf, stopsOf, type StopTasks } from '~/components/stop-order/stops';
import { forgetProofExcept } from '~/components/going-stop/going-stop';
import type { TrailProps } from '~/components/positions/trail-keeper';
import { getSharing } from '~/domain/positions/commands.server';
import { EmptyState } from '~/ui/empty';
import { Island, lazyOr } from '~/ui/lazy-or';
import { LinkTabs } from '~/ui/tabs';
import { BetweenRoutes } from './between-routes';
import { CompletedNotice } from './completed-notice';
import { EditSwitch } from './edit-switch';
import { NewTaskNotice, RouteNotices } from './notices';
import { Refusal } from './refusal';
import { NextAction, NextStop, OtherStop, StopActions } from './stop';
import { Counts, FirstHints, progressOf, Title } from './top';
import { useOrder } from './use-order';
import { useJustChanged, useSettling } from './use-settling';
import { useSeen } from './use-seen';
import { isOtherView, TABS, viewOf } from './view';
import * as css from './driver.css';

export const meta: MetaFunction = () => [{ title: 'My Route · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'driveRoute');
  const loadedAt = new Date().toISOString();
  const [{ tasks, liveVersion }, arrivals] = await load(() =>
    Promise.all([listTaskCards(actor, actor.id), listedArrivals(actor, actor.id)]),
  );
  const { searchParams } = new URL(request.url);
  return {
    panel: await load(() => loadRoutePanel(actor, actor.id, tasks, searchParams)),
    driverId: actor.id,
    driverName: actor.name || actor.username,
    title: actor.dealerships[0] ?? 'Driver Dashboard',
    tasks,
    arrivals,
    notices: await load(() => unreadNotices(actor)),
    formKey: newFormKey(),
    shares: (await load(() => getSharing({ actor }))).shares,
    liveVersion,
    loadedAt,
  };
}

type Page = ReturnType<typeof useLoaderData<typeof loader>> & { askedAt?: number };

// Written in the browser only, where there is one page and one driver.
let last: Page | null = null;

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<Page> {
  const askedAt = performance.now();
  return withCachedRoute(async () => ({ ...(await serverLoader<typeof loader>()), askedAt }), last);
}

const EditOrder = lazyOr(
  () => import('./edit-order'),
  () => <p>The order can’t be changed right now.</p>,
);

const TrailKeeper = lazyOr<TrailProps>(
  () => import('~/components/positions/trail-keeper'),
  () => null,
);

// Asked when the first stop is done, as it is clear then what it is for, and never beside the question about positions.
const PushOffer = lazyOr(
  () => import('~/components/push/push-offer'),
  () => null,
);

const ACTIVE: readonly TaskStatus[] = TABS[0].statuses;
const ownRoute = { at: (actor: Actor) => ({ driverId: actor.id }) };

const become = (status: 'going' | 'pending' | 'completed', outcome: Outcome) =>
  button(reportStatus, (_, given) => outcome(given), { compose: (fields) => ({ ...fields, status }) });
type Outcome = (given: { actor: Actor; input: ReportStatus }) => Promise<To> | To;
type To = { redirectTo: string; toast: NewToast };

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    {
      // To the stop under way, which stands first; with JavaScript the page stays where the touch is.
      going: become('going', async ({ actor, input }) => ({
        redirectTo: '/driver#going',
        toast: await stopToast(actor, input.taskIds, (place) => `Going to ${place}`),
      })),
      notGoing: become('pending', async ({ actor, input }) => ({
        redirectTo: '/driver',
        toast: await stopToast(actor, input.taskIds, (place) => `Not going to ${place} yet`),
      })),
      complete: become('completed', async ({ actor, input }) => ({
        redirectTo: '/driver',
        toast: await completedToast(actor, input.taskIds),
      })),
      undoCompletion: button(
        undoCompletion,
        async (_, { actor, input }) => ({
          redirectTo: '/driver#going',
          toast: await stopToast(actor, input.taskIds, (place) => `${place} is under way again`),
        }),
        { compose: ({ taskIds }) => ({ taskIds: idsOf(taskIds) }) },
      ),
      readNotices: button(readNotices, () => ({ redirectTo: '/driver', toast: null })),
      endRoute: button(endRoute, () => ({ redirectTo: '/driver', toast: ROUTE_ENDED }), ownRoute),
      startRoute: button(startNextRoute, () => ({ redirectTo: '/driver', toast: ROUTE_STARTED }), ownRoute),
      [APPLY]: button(applyRoute, () => ({ redirectTo: appliedPath('/driver', args.request), toast: null }), {
        compose: ({ taskIds = [] }, { actor }) => ({ taskIds, driverId: actor.id }),
      }),
      moveStop: button(moveStop, () => ({ redirectTo: '/driver?edit=1', toast: orderSaved([]) }), ownRoute),
      reorderTasks: button(
        reorderTasks,
        ({ changes }) => ({
          redirectTo: '/driver?edit=1',
          toast: changes.length > 0 ? orderSaved(changes) : null,
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
  const hydrated = useHydrated();
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
  const active = useMemo(() => stopsOf(all.filter(({ status }) => ACTIVE.includes(status))), [all]);
  const progress = useMemo(() => progressOf(all, active), [all, active]);
  const isAsked = page.shares === null && active.length > 0;
  const mayAsk = hydrated && progress.done > 0 && !isAsked;
  const isRoute = tab === 'active' && !editing;
  const [next] = isRoute ? stops : [];
  const others = next ? stops.slice(1) : stops;
  const taskTo = ({ id: taskId }: TaskCard) =>
    `/driver/tasks/${String(taskId)}${tab === 'active' ? '' : `?tab=${tab}`}`;
  // Urgent tasks have a notice of their own.
  const arrivals = useMemo(() => {
    const urgent = new Set(all.filter(({ priority }) => priority === 'urgent').map(({ id }) => id));
    return { active: activeIds.filter((id) => !urgent.has(id)), expected: [...expectedIds, ...urgent] };
  }, [all, activeIds, expectedIds]);
  const isMoving = useJustChanged(page.notices);
  // In the bar one stop follows the other, or another button.
  const isBarMoving = useSettling(next ? `${placeOf(next)} ${next[0].status}` : '');
  const situationOf = (stop: StopTasks) => ({
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
  const hasSuggestion = panel.suggestion !== null || panel.error !== null;
  const routePanel = (
    <RoutePanel panel={panel} driverName={driverName} suggestTo="/driver?suggest=1" size="touch" />
  );
  return (
    <ArrivalsListed value={page.arrivals.at}>
      <div className={css.page}>
        <Refusal />
        <UpdateNotice driverId={page.driverId} isIdle={pathname === '/driver'} />
        <OutboxNotice driverId={page.driverId} {...outbox} />
        <Title title={title} {...progress} finishAt={page.arrivals.finishAt} />
        <Counts counts={counts} />
        {next && (
          <div id="going" data-resume="">
            <NextStop key={placeOf(next)} {...situationOf(next)} taskTo={taskTo} />
          </div>
        )}
        <div className={css.bars}>
          <CompletedNotice tasks={all} />
          {next && <NextAction {...situationOf(next)} isMoving={isMoving || isBarMoving} inBar />}
          <BetweenRoutes canEnd={canEndRoute} canStart={canStartRoute} formKey={formKey} />
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
        </div>
        <section aria-labelledby="stops" className={css.route}>
          <div className={css.head}>
            <h2 id="stops" className={css.headTitle} data-resume="">
              {tab === 'active' ? 'Active Route' : label}
            </h2>
            {isRoute && panel.activeCount > 0 && !hasSuggestion && (
              <SuggestForm panel={panel} suggestTo="/driver?suggest=1" size="touch" isShort />
            )}
            {tab === 'active' && (editing || stops.filter(isMovable).length > 1) && (
              <EditSwitch editing={editing} isSaving={isSaving} />
            )}
          </div>
          {isRoute && hasSuggestion && routePanel}
          {editing ? (
            <Island>
              <EditOrder stops={stops} onOrder={reorder} />
            </Island>
          ) : (
            <SteadyList>
              {others.map((stop, index) => (
                <li key={placeOf(stop)}>
                  <OtherStop
                    {...situationOf(stop)}
                    taskTo={taskTo}
                    number={isRoute ? progress.done + index + 2 : undefined}
                  />
                </li>
              ))}
            </SteadyList>
          )}
          {tasks.length === 0 && (
            <EmptyState action={all.length === 0 && <FirstHints />}>No tasks for this status</EmptyState>
          )}
          {isRoute && !hasSuggestion && routePanel}
        </section>
        {mayAsk && pathname === '/driver' && (
          <Suspense>
            <PushOffer userId={page.driverId} />
          </Suspense>
        )}
        {page.shares !== false && active.length > 0 && (
          <Island>
            <TrailKeeper driverId={page.driverId} shares={page.shares} isOnDuty />
          </Island>
        )}
        <RouteNotices notices={page.notices} />
        <NewTaskNotice {...arrivals} />
        <Outlet context={actionsOf} />
      </div>
    </ArrivalsListed>
  );
}

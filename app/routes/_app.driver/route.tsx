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
import type { DriverStatus } from '~/domain/tasks/model/transitions';
import { Suspense, useEffect, useMemo } from 'react';
import type { TaskCard } from '~/domain/tasks/model/task';
import { listedArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { countStopsArchivedToday, listTaskCards } from '~/domain/views/board/board.server';
import { nextOwnRun } from '~/domain/views/runs/own.server';
import { sendRunOut } from '~/domain/scheduling/runs/commands.server';
import { readNotices, unreadNotices } from '~/domain/tasks/events/notices.server';
import { button, submit } from '~/forms/submit.server';
import { newFormKey } from '~/forms/answers.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { completedToast, onlyDrivers, stopToast } from '~/components/going-stop/going-stop.server';
import {
  actionOf,
  failureMessage,
  idsOf,
  routeEnded,
  routeStarted,
  runStarted,
} from '~/components/offline/driver-action';
import { withCachedRoute } from '~/components/offline/cached-route';
import { OutboxNotice, RefusedEntries, UpdateNotice } from '~/components/offline/outbox-notice';
import { queuedIn } from '~/components/offline/project';
import { KEPT, perform } from '~/components/offline/perform';
import { useRoute } from '~/components/offline/use-route';
import { APPLY, applying } from '~/components/route-panel/panel';
import { appliedPath, loadRoutePanel } from '~/components/route-panel/panel.server';
import { ArrivalsListed } from '~/components/task-card/about';
import { placeOf, stopsOf, type StopTasks } from '~/components/stop-order/stops';
import { forgetProofExcept } from '~/components/going-stop/going-stop';
import { ownShift } from '~/domain/network/shifts/duty.server';
import { getSharing } from '~/domain/tracking/commands.server';
import { Island } from '~/ui/lazy-or';
import { LinkTabs } from '~/ui/tabs';
import type { Actor } from '~/domain/kernel/actor';
import { may } from '~/domain/kernel/permissions';
import { applyRoute } from '~/domain/scheduling/route-order/suggest.server';
import { endRoute, startNextRoute } from '~/domain/tasks/lifecycle/batches.server';
import { orderSaved } from '~/domain/tasks/model/order-changes';
import type { ReportStatus } from '~/domain/tasks/model/schema';
import { moveStop, reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import { reportStatus, undoCompletion } from '~/domain/tracking/report-status.server';
import type { NewToast } from '~/http/redirect.server';
import { driver } from '~/words/en/driver';
import { CompletedNotice, NewTaskNotice, RouteNotices, useJustChanged } from './notices';
import { RouteSection } from './route-section';
import { BetweenRoutes, NextAction, NextStop, StopActions, useSettling } from './stop';
import { progressOf } from './progress';
import { Counts, NextRun, Offers, Refusal, Title } from './top';
import { useOrder } from './use-order';
import { isOtherView, viewOf } from './tabs';
import * as css from './driver.css';
import { isInRoute, STATUS, TABS } from '~/domain/tasks/model/statuses';

export const meta: MetaFunction = () => [{ title: driver.pageTitle }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'driveRoute');
  const loadedAt = new Date().toISOString();
  const [{ tasks, liveVersion }, arrivals, shift, run, archivedToday, notices, sharing] = await load(() =>
    Promise.all([
      listTaskCards(actor, actor.id),
      listedArrivals(actor, actor.id),
      ownShift(actor),
      nextOwnRun(actor),
      countStopsArchivedToday(actor),
      unreadNotices(actor),
      getSharing({ actor }),
    ]),
  );
  return {
    archivedToday,
    panel: await load(() => loadRoutePanel(actor, actor.id, tasks, request)),
    driverId: actor.id,
    advice: may(actor, 'haveRoute') ? null : NO_DRIVER,
    driverName: actor.name || actor.username,
    title: actor.dealerships[0] ?? driver.title,
    tasks,
    arrivals,
    shift,
    run,
    notices,
    formKey: newFormKey(),
    sharing,
    liveVersion,
    loadedAt,
  };
}

/** The texts for admins are in English. */
const NO_DRIVER =
  'You don’t have the role driver, so no tasks can be assigned to you. To drive a route, give yourself that role: Settings, User Management. The routes of all drivers are on the Dashboard.';

type Page = ReturnType<typeof useLoaderData<typeof loader>> & { askedAt?: number };

// Set in the browser only, where there is one page and one driver.
let last: Page | null = null;

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<Page> {
  const askedAt = performance.now();
  return withCachedRoute(async () => ({ ...(await serverLoader<typeof loader>()), askedAt }), last);
}

const ownRoute = { at: (actor: Actor) => ({ driverId: actor.id }) };

const become = (status: DriverStatus, outcome: Outcome) =>
  button(reportStatus, (_, given) => outcome(given), { compose: (fields) => ({ ...fields, status }) });
type Outcome = (given: { actor: Actor; input: ReportStatus }) => Promise<To> | To;
type To = { redirectTo: string; toast: NewToast };

/** The buttons of the driver's page, for a stop, its order, and the whole route. */
function routeButtons({ request }: ActionFunctionArgs) {
  return {
    // Leads to the top of the page, to the stop under way. With JavaScript the page does not scroll.
    going: become(STATUS.going, async ({ actor, input }) => ({
      redirectTo: '/driver#going',
      toast: await stopToast(actor, input.taskIds, driver.goingTo),
    })),
    notGoing: become(STATUS.pending, async ({ actor, input }) => ({
      redirectTo: '/driver',
      toast: await stopToast(actor, input.taskIds, driver.notGoingTo),
    })),
    complete: become(STATUS.completed, async ({ actor, input }) => ({
      redirectTo: '/driver',
      toast: await completedToast(actor, input.taskIds),
    })),
    undoCompletion: button(
      undoCompletion,
      async (_, { actor, input }) => ({
        redirectTo: '/driver#going',
        toast: await stopToast(actor, input.taskIds, driver.underWayAgain),
      }),
      { compose: ({ taskIds }) => ({ taskIds: idsOf(taskIds) }) },
    ),
    readNotices: button(readNotices, () => ({ redirectTo: '/driver', toast: null })),
    endRoute: button(endRoute, () => ({ redirectTo: '/driver', toast: routeEnded() }), ownRoute),
    startRoute: button(startNextRoute, () => ({ redirectTo: '/driver', toast: routeStarted() }), ownRoute),
    startRun: button(sendRunOut, () => ({ redirectTo: '/driver', toast: runStarted() })),
    [APPLY]: button(applyRoute, () => ({ redirectTo: appliedPath('/driver', request), toast: null }), {
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
  };
}

export const action = (args: ActionFunctionArgs) => submit(args, routeButtons(args), { guard: onlyDrivers });

// Waits this long for a message about the action. The action's effect is shown at once.
const TIMEOUT_MS = 8_000;

export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
  const form = await request.clone().formData();
  const ask = () => serverAction<typeof action>();
  if (form.get('intent') === APPLY) return applying(request, ask);
  const act = actionOf(form);
  const failure = act ? failureMessage(act) : driver.failed;
  return perform(request, { act, ask, failure, timeout: TIMEOUT_MS });
};

/**
 * Loads again even after a refusal, because someone else was faster and their change must be shown, but not without an
 * answer.
 */
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
  const { panel, driverName, title, formKey, archivedToday } = page;
  const { tasks: all, lateIds, refused, ...outbox } = useRoute(page);
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const view = useMemo(() => viewOf(all, search), [all, search]);
  const { tab, tasks, counts, activeIds, goingIds, expectedIds } = view;
  const order = useOrder(tasks);
  const stops = useMemo(() => stopsOf(order.shown), [order.shown]);
  const active = useMemo(() => stopsOf(all.filter(isInRoute)), [all]);
  const progress = useMemo(
    () => progressOf(all, active, archivedToday, page.arrivals.at),
    [all, active, archivedToday, page.arrivals.at],
  );
  const [next] = tab === 'active' && !view.editing ? stops : [];
  const taskTo = ({ id: taskId }: TaskCard) =>
    `/driver/tasks/${String(taskId)}${tab === 'active' ? '' : `?tab=${tab}`}`;
  // Urgent tasks have their own notice.
  const arrivals = useMemo(() => {
    const urgent = new Set(all.filter(({ priority }) => priority === 'urgent').map(({ id }) => id));
    return { active: activeIds.filter((id) => !urgent.has(id)), expected: [...expectedIds, ...urgent] };
  }, [all, activeIds, expectedIds]);
  const isMoving = useJustChanged(page.notices);
  // The bar shows one stop after the other, and different buttons.
  const isBarMoving = useSettling(next ? `${placeOf(next)} ${next[0].status}` : '');
  const situationOf = (stop: StopTasks) => ({
    tasks: stop,
    canGo: !view.busy,
    isMoving,
    formKey,
    isWaiting: stop.some(({ id }) => lateIds.has(id)),
  });
  // The actions of a task's stop, for the task's dialog.
  const actionsOf = (taskId: number) => {
    const stop = stopsOf(all.filter(isInRoute)).find((each) => each.some(({ id }) => id === taskId));
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
    // An open dialog keeps its input, even when its stop is no longer under way.
    const opened = Number(/^\/driver\/stops\/(\d+)/.exec(pathname)?.[1]);
    forgetProofExcept(page.driverId, opened ? [...goingIds, opened] : goingIds);
  }, [page.driverId, goingIds, pathname]);
  return (
    <ArrivalsListed value={page.arrivals.at}>
      <div className={css.page}>
        <Title title={title} progress={progress} finishAt={page.arrivals.finishAt} shift={page.shift} />
        <div className={css.oneNotice}>
          <Refusal />
          {refused.length > 0 && (
            <Suspense>
              <RefusedEntries refused={refused} />
            </Suspense>
          )}
          <RouteNotices driverId={page.driverId} notices={page.notices} isMoving={isMoving} />
          <OutboxNotice driverId={page.driverId} {...outbox} />
          <Island>
            <UpdateNotice driverId={page.driverId} isIdle={pathname === '/driver'} />
          </Island>
        </div>
        {next && (
          <div id="going" data-resume="">
            <NextStop key={placeOf(next)} {...situationOf(next)} taskTo={taskTo} />
          </div>
        )}
        <div className={css.bars}>
          <CompletedNotice tasks={all} />
          {next && <NextAction {...situationOf(next)} isMoving={isMoving || isBarMoving} inBar />}
          <BetweenRoutes
            canEnd={view.canEndRoute}
            canStart={view.canStartRoute}
            completed={counts.completed ?? 0}
            queued={queuedIn(all).map(({ id }) => id)}
            formKey={formKey}
          />
          <div className={css.tabs}>
            <LinkTabs
              label={driver.tabsLabel}
              tabs={TABS.map((to) => ({
                to: to === 'active' ? '/driver' : `/driver?tab=${to}`,
                label: driver.tabs[to],
                count: counts[to] ?? 0,
                current: to === tab,
              }))}
            />
          </div>
        </div>
        <RouteSection
          view={view}
          order={order}
          panel={panel}
          driverName={driverName}
          all={all}
          advice={page.advice}
          stops={stops}
          hasNext={next !== undefined}
          doneCount={progress.done}
          situationOf={situationOf}
          taskTo={taskTo}
        />
        <NextRun page={page} tasks={all} />
        <Counts counts={counts} />
        <Offers
          driverId={page.driverId}
          sharing={page.sharing}
          isOnRoute={active.length > 0}
          hasDone={progress.done > 0}
          isBare={pathname === '/driver'}
        />
        <NewTaskNotice {...arrivals} />
        <Outlet context={actionsOf} />
      </div>
    </ArrivalsListed>
  );
}

/** Reports these tasks as seen when the page is visible. */
function useSeen(tasks: TaskCard[]): void {
  const unseen = tasks.filter(({ seen_at }) => seen_at === null).map(({ id }) => id);
  const key = unseen.join();
  useEffect(() => {
    if (key === '') return;
    const tell = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', tell);
      const body = JSON.stringify({ taskIds: key.split(',').map(Number) });
      // If this fails offline, the next page reports them again.
      fetch('/api/tasks/batch/seen', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', tell);
    tell();
    return () => {
      document.removeEventListener('visibilitychange', tell);
    };
  }, [key]);
}

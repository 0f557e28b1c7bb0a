import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Form,
  useLoaderData,
  useLocation,
  useNavigation,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { useState } from 'react';
import { NO_DRIVER, TASKS_NOT_READ } from '~/domain/tasks/model/task';
import { countTasks, termOf } from '~/domain/tasks/model/counts';
import { nameOf } from '~/domain/tasks/model/stops';
import { listedArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { getBoard, getDriver, listTaskCards } from '~/domain/views/board/board.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { pagePath, requirePage } from '~/http/session.server';
import { DriverBadge } from '~/components/board/driver-badge';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { boardView, useViewLink, withView } from '~/components/board/board-links';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { APPLY, applying, refusedOrder } from '~/components/route-panel/panel';
import { appliedPath, loadRoutePanel } from '~/components/route-panel/panel.server';
import { ArrivalsListed } from '~/components/task-card/about';
import { listButtons, onlyDispatchers, tasksAre } from '~/components/task-list/list-buttons.server';
import { listRefusal } from '~/components/task-list/movable-list';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { lastPositionOf } from '~/domain/tracking/last-positions.server';
import { Inline, Stack } from '~/ui/layout';
import { end } from '~/ui/layout.css';
import { LinkTabs } from '~/ui/tabs';
import { useAnswer } from '~/ui/use-answer';
import { routeStarted } from '~/components/going-stop/going-stop.server';
import { NOTHING_TO_APPLY } from '~/domain/geography/roads/texts';
import { applyRoute } from '~/domain/scheduling/route-order/suggest.server';
import { startNextRoute } from '~/domain/tasks/lifecycle/batches.server';
import { holdTasks, prioritizeTasks } from '~/domain/tasks/lifecycle/move.server';
import { orderSaved } from '~/domain/tasks/model/order-changes';
import { moveStop, reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import { DriverList } from './driver-list';
import * as css from './list.css';
import { OrderEditor } from './order-editor';
import { Contact, isMapHidden, MapSize, PrintLink, RouteTools } from './panel-head';
import { isInRoute, isOnTab, isQueued, STATUS, TABS } from '~/domain/tasks/model/statuses';

export const meta: MetaFunction = () => [{ title: "Driver's Tasks · Parts Dispatch" }];

const TAB_LABELS = {
  active: 'Active Tasks',
  [STATUS.nextRoute]: 'Next Route',
  [STATUS.hold]: 'Hold',
  [STATUS.completed]: 'Completed',
};

const driverIdOf = (param: string | undefined) => (param === 'unassigned' ? null : pathIdOr404(param));

const GONE = {
  title: 'Driver not found',
  text: 'This person is no longer a driver. Their open tasks are under Unassigned.',
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const driverId = driverIdOf(params.driverId);
  const { searchParams } = new URL(request.url);
  const chosen = TABS.find((tab) => tab === searchParams.get('tab')) ?? TABS[0];
  return load(async () => {
    const driver = driverId === null ? null : await getDriver(actor, driverId);
    const [{ tasks, liveVersion }, board, arrivals] = await Promise.all([
      listTaskCards(actor, driverId),
      getBoard(actor),
      driverId === null ? null : listedArrivals(actor, driverId),
    ]);
    const counts = countTasks(tasks);
    const position = driverId === null ? null : await lastPositionOf(driverId);
    const panel = driverId === null ? null : await loadRoutePanel(actor, driverId, tasks, request);
    return {
      driver,
      position,
      arrivals,
      panel,
      tab: chosen,
      isMapHidden: isMapHidden(request.headers.get('cookie')),
      editing: driver !== null && chosen === 'active' && searchParams.has('edit'),
      isOrderOfNobody: driver === null && searchParams.has('edit'),
      canStart: driver !== null && counts.active === 0 && counts.nextRoute > counts.forRun,
      // Tasks that wait for their transfer are listed, but are not part of the route yet.
      counts,
      tasks: tasks.filter(isOnTab(chosen)),
      drivers: board.drivers.map(({ id, name, username, counts }) => ({
        id,
        name,
        username,
        openCount: counts.open,
      })),
      liveVersion,
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, driverButtons(args), { guard: onlyDispatchers });

/** The buttons of a driver's list, which change order, status, driver and route. */
function driverButtons(args: ActionFunctionArgs) {
  const { request, params } = args;
  const { search } = new URL(request.url);
  const here = `/dispatcher/drivers/${params.driverId ?? ''}`;
  return {
    ...listButtons(args),
    moveStop: button(
      moveStop,
      (_, { input }) => ({
        redirectTo: input.position === undefined ? withView(`${here}?edit=1`, search) : pagePath(request),
        toast: orderSaved([]),
      }),
      { undo: true },
    ),
    reorderTasks: button(
      reorderTasks,
      ({ changes }) => ({ redirectTo: withView(here, search), toast: orderSaved(changes) }),
      { undo: true },
    ),
    holdTasks: button(
      holdTasks,
      ({ updatedCount }) => ({
        redirectTo: pagePath(request),
        toast: { title: `${tasksAre(updatedCount)} on hold` },
      }),
      { undo: true },
    ),
    prioritizeTasks: button(
      prioritizeTasks,
      ({ updatedCount }, { input }) => ({
        redirectTo: pagePath(request),
        toast: {
          title: `${tasksAre(updatedCount)} ${input.priority === 'urgent' ? 'urgent' : 'not urgent'}`,
        },
      }),
      { undo: true },
    ),
    [APPLY]: button(
      applyRoute,
      () => ({ redirectTo: withView(appliedPath(here, request), search), toast: orderSaved([]) }),
      {
        undo: true,
        required: { taskIds: NOTHING_TO_APPLY },
        compose: (fields) => ({ ...fields, driverId: params.driverId }),
      },
    ),
    startRoute: button(
      startNextRoute,
      () => ({ redirectTo: withView(here, search), toast: routeStarted() }),
      {
        undo: true,
      },
    ),
  };
}

const unlessApplying = keepDialogOnNetworkError();

export const clientAction = async (args: ClientActionFunctionArgs) => {
  const isApplying = (await args.request.clone().formData()).get('intent') === APPLY;
  return isApplying ? applying(args.request, args.serverAction) : unlessApplying(args);
};

/** Loads again even after a refusal, so that a suggestion for other tasks disappears. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === undefined ? defaultShouldRevalidate : actionStatus < 500;

export default function DriverTasks() {
  const {
    driver,
    position,
    arrivals,
    panel,
    tab,
    isMapHidden: wasMapHidden,
    editing,
    isOrderOfNobody,
    canStart,
    counts,
    tasks,
    drivers,
  } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  const viewLink = useViewLink();
  const isStarting = useNavigation().formData?.get('intent') === 'startRoute';
  const isLarge = new URLSearchParams(search).get('view') === 'map';
  const [isHidden, setHidden] = useState(wasMapHidden);
  const list = `drivers/${driver ? String(driver.id) : 'unassigned'}`;
  const here = viewLink(`/dispatcher/${list}`);
  const back = encodeURIComponent(`${list}?tab=${tab}`);
  const movable = tasks.filter(isInRoute);
  // The panel itself shows why an order can't be applied.
  const refusal = refusedOrder(answer) === null && listRefusal(answer);
  return (
    <RouteDialog
      title={driver ? nameOf(driver) : 'Unassigned'}
      description={<Contact driver={driver} finishAt={arrivals?.finishAt} position={position} />}
      key={list}
      closeTo={`/dispatcher${boardView(search)}`}
      size="large"
      panel={{
        opener: `[data-driver-id="${driver ? String(driver.id) : 'unassigned'}"] [data-row]`,
        // An order is edited with as many stops in sight as possible.
        map: isLarge ? 'large' : isHidden || editing ? 'hidden' : 'small',
        badge: driver && <DriverBadge color={driver.color} initials={driver.initials} />,
        actions: (
          <>
            {!editing && (
              <MapSize
                isLarge={isLarge}
                isHidden={isHidden}
                onHide={setHidden}
                largeTo={viewLink(`/dispatcher/${list}?tab=${tab}&view=map`)}
                smallTo={viewLink(`/dispatcher/${list}?tab=${tab}`)}
              />
            )}
            <PrintLink to={`/dispatcher/${list}/sheet`} />
          </>
        ),
      }}
    >
      <Stack gap={0}>
        <div className={css.says}>
          {isOrderOfNobody && !refusal && (
            <Banner tone="error" title="Failed to save task order.">
              {NO_DRIVER}. Tasks have an order once they have a driver.
            </Banner>
          )}
          {refusal && (
            <Banner tone="error" title={editing ? 'Failed to save task order.' : 'Failed to update tasks.'}>
              {refusal}
            </Banner>
          )}
        </div>
        <div className={css.tabs}>
          <LinkTabs
            label="Tasks by status"
            tabs={TABS.map((to) => ({
              to: viewLink(`/dispatcher/${list}?tab=${to}`),
              label: TAB_LABELS[to],
              count: counts[termOf(to)],
              current: to === tab,
            }))}
          />
        </div>
        {canStart && !editing && (
          <Form method="post" preventScrollReset>
            <Inline className={end}>
              <span>makes {counts.nextRoute - counts.forRun} pending</span>
              <Button
                variant="primary"
                name="intent"
                value="startRoute"
                pending={isStarting && 'Starting...'}
              >
                Start next route
              </Button>
            </Inline>
          </Form>
        )}
        {editing ? (
          <OrderEditor
            tasks={movable}
            drivers={drivers
              .filter(({ id }) => id !== driver?.id)
              .map((each) => ({ id: each.id, name: nameOf(each), openCount: each.openCount }))}
            here={viewLink(`/dispatcher/${list}?edit=1`)}
            cancelTo={here}
          />
        ) : (
          <>
            {tasks.length === 0 && (
              <EmptyState
                action={
                  tab === 'active' && (
                    <LinkButton
                      to={viewLink(
                        `/dispatcher/tasks/new?assign=${driver ? String(driver.id) : ''}&back=${back}`,
                      )}
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
            {isQueued({ status: tab }) && counts.forRun > 0 && (
              <p className={css.waiting}>
                {counts.forRun} for a run that has not left, {counts.nextRoute - counts.forRun} for the next
                trip
              </p>
            )}
            <ArrivalsListed value={arrivals?.at ?? {}}>
              <DriverList
                key={tab}
                tasks={tasks}
                sorts={tab === 'active' && driver !== null}
                drivers={drivers}
                owner={driver?.id ?? null}
                tools={
                  tab === 'active' &&
                  driver &&
                  panel && (
                    <RouteTools driver={driver} panel={panel} list={list} movableCount={movable.length} />
                  )
                }
                counts={counts}
                back={viewLink(`?back=${back}`)}
                copyTo={({ id }) => viewLink(`/dispatcher/tasks/new?copy=${String(id)}&back=${back}`)}
                printTo={(some = []) =>
                  `/dispatcher/${list}/sheet${some.length > 0 ? `?tasks=${some.map(({ id }) => id).join()}` : ''}`
                }
                answer={answer}
              />
            </ArrivalsListed>
          </>
        )}
      </Stack>
    </RouteDialog>
  );
}

export function ErrorBoundary() {
  return <DialogTrouble gone={GONE} failed={TASKS_NOT_READ} />;
}

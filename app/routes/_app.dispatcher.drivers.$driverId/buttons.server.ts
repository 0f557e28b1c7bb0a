import type { ActionFunctionArgs } from '@remix-run/node';
import { applyRoute } from '~/domain/scheduling/route-order/suggest.server';
import { NOTHING_TO_APPLY } from '~/domain/geography/roads/texts';
import { startNextRoute } from '~/domain/tasks/lifecycle/batches.server';
import { holdTasks, prioritizeTasks } from '~/domain/tasks/lifecycle/move.server';
import { orderSaved } from '~/domain/tasks/model/order-changes';
import { moveStop, reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import { pagePath } from '~/http/session.server';
import { button } from '~/forms/submit.server';
import { withView } from '~/components/board/board-links';
import { ROUTE_STARTED } from '~/components/offline/driver-action';
import { APPLY } from '~/components/route-panel/panel';
import { appliedPath } from '~/components/route-panel/panel.server';
import { listButtons, tasksAre } from '~/components/task-list/list-buttons.server';

/** The buttons of a driver's list, which change order, status, driver and route. */
export function driverButtons(args: ActionFunctionArgs) {
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
    startRoute: button(startNextRoute, () => ({ redirectTo: withView(here, search), toast: ROUTE_STARTED }), {
      undo: true,
    }),
  };
}

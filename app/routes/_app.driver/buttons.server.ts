import type { ActionFunctionArgs } from '@remix-run/node';
import type { Actor } from '~/domain/kernel/actor';
import { applyRoute } from '~/domain/scheduling/route-order/suggest.server';
import { readNotices } from '~/domain/tasks/events/notices.server';
import { endRoute, startNextRoute } from '~/domain/tasks/lifecycle/batches.server';
import { reportStatus, undoCompletion } from '~/domain/tracking/report-status.server';
import { orderSaved } from '~/domain/tasks/model/order-changes';
import { moveStop, reorderTasks } from '~/domain/tasks/ordering/reorder.server';
import type { ReportStatus } from '~/domain/tasks/model/schema';
import { button } from '~/forms/submit.server';
import type { NewToast } from '~/http/redirect.server';
import { completedToast, stopToast } from '~/components/going-stop/going-stop.server';
import { idsOf, ROUTE_ENDED, ROUTE_STARTED } from '~/components/offline/driver-action';
import { APPLY } from '~/components/route-panel/panel';
import { appliedPath } from '~/components/route-panel/panel.server';

const ownRoute = { at: (actor: Actor) => ({ driverId: actor.id }) };

const become = (status: 'going' | 'pending' | 'completed', outcome: Outcome) =>
  button(reportStatus, (_, given) => outcome(given), { compose: (fields) => ({ ...fields, status }) });
type Outcome = (given: { actor: Actor; input: ReportStatus }) => Promise<To> | To;
type To = { redirectTo: string; toast: NewToast };

/** The buttons of the driver's page, for a stop, its order, and the whole route. */
export function routeButtons({ request }: ActionFunctionArgs) {
  return {
    // Leads to the top of the page, to the stop under way. With JavaScript the page does not scroll.
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

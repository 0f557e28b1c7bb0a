/** The data of the Route Optimization panel, on the driver's page and in the dispatcher's list. */
import { redirect } from '@remix-run/node';
import type { Actor } from '~/domain/kernel/actor';
import { asDomainError } from '~/domain/kernel/faults.server';
import { readSaid } from '~/domain/kernel/sentence';
import type { SuggestedRoute } from '~/domain/scheduling/route-order/schema';
import { isAvailable, suggestRoute } from '~/domain/scheduling/route-order/suggest.server';
import type { TaskCard } from '~/domain/tasks/model/task';
import { withParams } from '~/forms/view-params';
import { pagePath } from '~/http/session.server';
import { log } from '~/process/log.server';
import { suggestion as words } from '~/words/en/order';
import { FOR, keyOfTasks, pathOf, type RoutePanelData, type Suggestion } from './panel';
import { isInRoute } from '~/domain/tasks/model/statuses';

/** Values of `?suggest=`: the page should suggest an order, or a suggestion has just been applied. */
const APPLIED = 'applied';

/**
 * Makes a suggestion if the address asks for one. An address without the name of the tasks gets that of the present
 * ones. If the tasks have changed since, the suggestion is discarded.
 * @param tasks the driver's tasks, in their order.
 */
export async function loadRoutePanel(
  actor: Actor,
  driverId: number,
  tasks: TaskCard[],
  request: Request,
): Promise<RoutePanelData> {
  const active = tasks.filter(isInRoute);
  const search = new URL(request.url).searchParams;
  const comesBack = search.has('return');
  const panel = {
    driverId,
    available: isAvailable(),
    activeCount: active.length,
    tasksKey: keyOfTasks(active.map(({ id }) => id)),
    discarded: false,
    comesBack,
    suggestion: null,
    applied: false,
    error: null,
  };
  const wanted = search.get('suggest');
  if (wanted === null || active.length === 0 || !panel.available) return panel;
  const asked = search.get(FOR);
  if (asked === null) throw redirect(withParams(pagePath(request), `?${FOR}=${panel.tasksKey}`));
  if (asked !== panel.tasksKey) return { ...panel, discarded: wanted !== APPLIED };
  try {
    const suggestion = suggestionOf(
      await suggestRoute({ actor, driverId, input: { returnToDealership: comesBack } }),
      comesBack,
    );
    const isInOrder = suggestion.taskIds.join() === active.map(({ id }) => id).join();
    return { ...panel, suggestion, applied: wanted === APPLIED && isInOrder };
  } catch (error) {
    const known = asDomainError(error);
    if (!known) log.error({ err: error, driverId }, 'no route could be suggested');
    return { ...panel, error: known ? readSaid(known.said) : words.failed };
  }
}

/** The path after a suggestion was applied. It keeps the choice to return to the dealership. */
export function appliedPath(path: string, request: Request): string {
  const { searchParams } = new URL(request.url);
  const kept = [FOR, 'return'].flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : `&${name}=${encodeURIComponent(value)}`;
  });
  return `${path}?suggest=${APPLIED}${kept.join('')}`;
}

function suggestionOf(route: SuggestedRoute, comesBack: boolean): Suggestion {
  const now = Date.now();
  return {
    stops: route.stops.map(({ location, address, minutesLate, secondsUntilArrival: seconds }) => ({
      location,
      address,
      late:
        minutesLate > 0 && seconds !== null
          ? { arrivesAt: new Date(now + seconds * 1_000).toISOString(), minutes: minutesLate }
          : null,
    })),
    taskIds: route.suggestedOrder.map(({ id }) => id),
    minutesSaved: route.estimatedTimeSavings,
    metres: route.totalDistance,
    minutes: route.totalDuration,
    estimated: route.estimated,
    source: route.source,
    note: route.note,
    withoutPlace: route.withoutCoordinates.length,
    withoutWayBack: comesBack && !route.returnsToDealership,
    path: pathOf(route),
  };
}

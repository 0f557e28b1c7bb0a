/** What the Route Optimization panel shows, for the driver's page and for the dispatcher's list. */
import type { Actor } from '~/domain/actor';
import { asDomainError } from '~/domain/faults.server';
import { suggestRoute } from '~/domain/routing/suggest.server';
import { groupByStop, type TaskCard } from '~/domain/tasks/board';

export type RoutePanelData = {
  /** Tasks that are pending or under way. */
  activeCount: number;
  suggestion: {
    stops: { location: string; address: string }[];
    taskIds: number[];
    minutesSaved: number;
    metres: number;
    minutes: number;
    /** Whether distances are an estimate. */
    estimated: boolean;
    /** Why these are not the road times that were promised. */
    note: string | null;
    /** How many tasks nobody knows the place of. */
    withoutPlace: number;
  } | null;
  /** Whether the route is in the suggested order, because it has just been put into it. */
  applied: boolean;
  error: string | null;
};

/** Values of `?suggest=`: a suggestion is wanted, or has been applied. */
const APPLIED = 'applied';

const FAILED = 'Route optimization failed. Please try again.';

/**
 * A suggestion is made when the address asks for one, of the tasks as they are now: what was suggested for others is
 * never shown.
 * @param tasks the driver's tasks, in their order.
 */
export async function loadRoutePanel(
  actor: Actor,
  driverId: number,
  tasks: TaskCard[],
  search: URLSearchParams,
): Promise<RoutePanelData> {
  const active = tasks.filter(({ status }) => status === 'pending' || status === 'going');
  const panel = { activeCount: active.length, suggestion: null, applied: false, error: null };
  const wanted = search.get('suggest');
  if (wanted === null || active.length === 0) return panel;
  try {
    const route = await suggestRoute(actor, driverId);
    const taskIds = route.suggestedOrder.map(({ id }) => id);
    const isInOrder = taskIds.join() === active.map(({ id }) => id).join();
    return {
      ...panel,
      applied: wanted === APPLIED && isInOrder,
      suggestion: {
        stops: groupByStop(route.suggestedOrder).flatMap(([first]) =>
          first ? [{ location: first.location, address: first.address }] : [],
        ),
        taskIds,
        minutesSaved: route.estimatedTimeSavings,
        metres: route.totalDistance,
        minutes: route.totalDuration,
        estimated: route.estimated,
        note: route.note,
        withoutPlace: route.withoutCoordinates.length,
      },
    };
  } catch (error) {
    const known = asDomainError(error);
    if (!known) throw error;
    return { ...panel, error: known.message || FAILED };
  }
}

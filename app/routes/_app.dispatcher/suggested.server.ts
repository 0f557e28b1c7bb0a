import { redirect } from '@remix-run/node';
import { suggestedRoute, suggestedValue } from '~/components/map/map-params';
import { keyOfTasks, pathOf } from '~/components/route-panel/panel';
import type { Actor } from '~/domain/kernel/actor';
import { asDomainError } from '~/domain/kernel/faults.server';
import { suggestRoute } from '~/domain/scheduling/route-order/suggest.server';
import { changedParams } from '~/forms/view-params';
import { pagePath } from '~/http/session.server';
import { suggestion as words } from '~/words/en/order';
import type { SuggestedLine } from './use-map-card';

/** `discarded`: the sentence for a suggestion whose tasks have changed. */
type Suggested = { suggested: SuggestedLine | null; discarded: string | null };

/**
 * The suggested route that the address asks the map to show. Null if none is asked for, or if none can be made: the
 * board is then shown without it. An address without the name of the tasks gets that of the present ones. If the tasks
 * have changed since, the suggestion is discarded.
 */
export async function loadSuggested(actor: Actor, request: Request): Promise<Suggested> {
  const wanted = suggestedRoute(new URL(request.url).search);
  if (!wanted) return { suggested: null, discarded: null };
  const { driverId, comesBack } = wanted;
  try {
    const route = await suggestRoute({ actor, driverId, input: { returnToDealership: comesBack } });
    const tasksKey = keyOfTasks(route.suggestedOrder.map(({ id }) => id));
    if (wanted.tasksKey === null) {
      const { pathname, search } = new URL(pagePath(request), request.url);
      throw redirect(
        pathname + changedParams(search, { suggested: suggestedValue({ ...wanted, tasksKey }) }),
      );
    }
    if (wanted.tasksKey !== tasksKey) return { suggested: null, discarded: words.discarded };
    const { totalDistance: metres, totalDuration: minutes, estimated, source } = route;
    const line = {
      driverId,
      comesBack,
      applied: false,
      path: pathOf(route),
      metres,
      minutes,
      estimated,
      source,
    };
    return { suggested: line, discarded: null };
  } catch (error) {
    const known = asDomainError(error);
    if (!known) throw error;
    const hasNoTasks = known.kind === 'invalid' && wanted.tasksKey !== null;
    return { suggested: null, discarded: hasNoTasks ? words.discarded : null };
  }
}

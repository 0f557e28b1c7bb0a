/** The suggested route that the address asks the board's map to show. */
import type { Actor } from '~/domain/kernel/actor';
import { asDomainError } from '~/domain/kernel/faults.server';
import { suggestRoute } from '~/domain/scheduling/route-order/suggest.server';
import { suggestedRoute } from '~/components/map/map-params';
import { pathOf } from '~/components/route-panel/panel';
import type { SuggestedLine } from './use-map-card';

/** Null if none is asked for, or if none can be made. The board is then shown without it. */
export async function loadSuggested(actor: Actor, search: string): Promise<SuggestedLine | null> {
  const wanted = suggestedRoute(search);
  if (!wanted) return null;
  const { driverId, comesBack } = wanted;
  try {
    const route = await suggestRoute({ actor, driverId, input: { returnToDealership: comesBack } });
    const { totalDistance: metres, totalDuration: minutes, estimated, source } = route;
    return { driverId, comesBack, applied: false, path: pathOf(route), metres, minutes, estimated, source };
  } catch (error) {
    if (!asDomainError(error)) throw error;
    return null;
  }
}

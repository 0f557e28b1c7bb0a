import { OptimizeRoute } from '~/domain/routing/schema';
import { suggestRoute } from '~/domain/routing/suggest.server';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(OptimizeRoute, ({ actor, params, input }) =>
    suggestRoute(actor, pathId(params.driverId), input),
  ),
});

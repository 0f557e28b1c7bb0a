import { ApplyRoute } from '~/domain/routing/schema';
import { applyRoute } from '~/domain/routing/suggest.server';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(ApplyRoute, ({ actor, input }) => applyRoute(actor, input)),
});

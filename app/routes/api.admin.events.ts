import { listAdminEvents } from '~/domain/administration/queries.server';
import { ListAdminEvents } from '~/domain/administration/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(ListAdminEvents, ({ actor, input }) => listAdminEvents(actor, input)),
});

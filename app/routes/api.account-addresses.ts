import { listAddresses } from '~/domain/accounts/queries.server';
import { ListAddresses } from '~/domain/accounts/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(ListAddresses, ({ actor, input }) => listAddresses(actor, input)),
});

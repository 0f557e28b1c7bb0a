import { listAccounts } from '~/domain/accounts/queries.server';
import { ListAccounts } from '~/domain/accounts/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(ListAccounts, ({ actor, input }) => listAccounts(actor, input)),
});

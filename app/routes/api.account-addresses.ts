import { listAddresses } from '~/domain/accounts/queries.server';
import { ListAddresses } from '~/domain/accounts/schema';
import { api, nextPage, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(ListAddresses, async ({ actor, input, request }) =>
    nextPage(request, await listAddresses(actor, input), input.limit, ({ id }) => String(id)),
  ),
});

import * as z from 'zod/v4';
import { AddressAnswer } from '~/domain/accounts/answers';
import { listAddresses } from '~/domain/accounts/queries.server';
import { ListAddresses } from '~/domain/accounts/schema';
import { api, nextPage, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: "All addresses, each account's default first",
      may: 'readAccounts',
      input: ListAddresses,
      answer: z.array(AddressAnswer),
      paged: true,
    },
    async ({ actor, input, request }) =>
      nextPage(request, await listAddresses(actor, input), input.limit, ({ id }) => String(id)),
  ),
});

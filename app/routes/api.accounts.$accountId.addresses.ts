import { addAddress } from '~/domain/accounts/addresses.server';
import { getAccount, listAddresses } from '~/domain/accounts/queries.server';
import { AddAddress } from '~/domain/accounts/schema';
import { NoInput } from '~/domain/schema';
import { api, pathId, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(NoInput, async ({ actor, params }) => {
    const { id } = await getAccount(actor, pathId(params.accountId));
    return listAddresses(actor, { accountId: id });
  }),
  POST: write(AddAddress, ({ actor, input, params }) => addAddress(actor, pathId(params.accountId), input), {
    status: 201,
  }),
});

import { setDefaultAddress } from '~/domain/accounts/addresses.server';
import { NoInput } from '~/domain/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(NoInput, ({ actor, params }) => setDefaultAddress(actor, pathId(params.addressId))),
});

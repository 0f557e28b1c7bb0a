import { deleteAddress, updateAddress } from '~/domain/accounts/addresses.server';
import { UpdateAddress } from '~/domain/accounts/schema';
import { NoInput } from '~/domain/schema';
import { api, expectedVersion, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PATCH: write(UpdateAddress, ({ actor, input, params, request }) =>
    updateAddress(actor, pathId(params.addressId), input, { expectedVersion: expectedVersion(request) }),
  ),
  DELETE: write(NoInput, ({ actor, params }) => deleteAddress(actor, pathId(params.addressId))),
});
